// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBenchmarks
import WeirCore
import WeirDiff
import WeirStatistics

extension DiffBench {
  /// The growth of the time of a diff with the number of rows, for patterns of an ordinary day and
  /// of an enemy.
  static let exponents: [Benchmark] =
    ([.edits1, .moves1, .shuffle] + EditPattern.adverse).map {
      pattern in
      Benchmark(
        name: "diff/growth/\(pattern.rawValue)", unit: "exponent", goal: 1.1,
        subject: { $0.record(exponent(of: pattern, $0)) })
    } + [
      Benchmark(
        name: "diff/growth/colliding", unit: "exponent", goal: 1.1,
        subject: { $0.record(exponent(of: .shuffle, $0, ClashingRow.init)) })
    ]

  /// Returns the slope through the logarithms of sizes and times.
  private static func exponent(of pattern: EditPattern, _ timer: borrowing Timer) -> Double {
    exponent(of: pattern, timer) { NumberedRow(id: $0, stamp: $1) }
  }

  private static func exponent<Row: ListRow>(
    of pattern: EditPattern, _ timer: borrowing Timer, _ make: (Int, UInt64) -> Row
  ) -> Double {
    var sizes: [Double] = []
    var costs: [Double] = []
    for size in [10_000, 32_000, 100_000, 320_000, 1_000_000] {
      let rows = pattern.edit(max(600, timer.scaled(size)) + sizes.count).rows(make)
      var changes = ChangeSet()
      var workspace = DiffWorkspace()
      var best = Double.infinity
      for _ in 0..<4 {
        var inner = Timer(isQuick: timer.isQuick, isOfProcessor: timer.isOfProcessor)
        inner.start()
        diff(from: rows.old, to: rows.new, into: &changes, workspace: &workspace)
        inner.stop(after: 1)
        best = min(best, inner.nanoseconds)
      }
      sizes.append(Double(rows.old.count))
      costs.append(best)
    }
    let growth = try? GrowthExponent(sizes: sizes, costs: costs)
    return growth?.exponent ?? .nan
  }
}

/// A row whose ids all have one hash, as an enemy would choose them.
struct ClashingRow: ListRow {
  var id: Int
  var stamp: UInt64
  var rowID: Int { id }
  func showsTheSame(as other: ClashingRow) -> Bool { stamp == other.stamp }
  static func hashOf(_ id: Int) -> UInt64 { 7 }
}

extension DiffBench {
  /// A hundred sections of a thousand rows, of which one in a hundred changes.
  static let sections: [Benchmark] = [
    Benchmark(
      name: "diff/sections/edits1/100x1k", goal: 3,
      subject: { timer in
        let size = max(600, timer.scaled(1_000))
        let edits = (0..<100).map { EditPattern.edits1.edit(size + $0) }
        let old = edits.enumerated().map { Chapter($0, $1.rows(NumberedRow.init).old) }
        let new = edits.enumerated().map { Chapter($0, $1.rows(NumberedRow.init).new) }
        var changes = ChangeSet()
        var workspace = DiffWorkspace()
        diff(sections: old, to: new, into: &changes, workspace: &workspace)
        timer.start()
        for _ in 0..<timer.scaled(20) {
          diff(sections: old, to: new, into: &changes, workspace: &workspace)
        }
        timer.stop(after: timer.scaled(20) * 100 * size)
        consume(UInt64(changes.deletes.count))
      })
  ]
}

/// A section of numbered rows.
struct Chapter: ListSection {
  var sectionID: Int
  var rows: [NumberedRow]
  func headerShowsTheSame(as other: Chapter) -> Bool { true }

  init(_ number: Int, _ rows: [NumberedRow]) {
    sectionID = number
    // The rows of two sections are different ones.
    self.rows = rows.map { NumberedRow(id: $0.id &* 128 &+ number, stamp: $0.stamp) }
  }
}

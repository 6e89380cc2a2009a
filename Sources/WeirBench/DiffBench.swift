// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBenchmarks
import WeirCore
import WeirDiff
import WeirStatistics

/// The list diff over sizes, patterns and kinds of keys; an operation is one row of the old list.
///
/// The twin hashes everything with the same table and the same subsequence. The floor of `diff/int` is a diff in C of the
/// same rows, which a test holds against ours; the floor of other keys reads both lists once, and `hash-once` is another one: it
/// hashes the id of each row of both lists.
enum DiffBench {
  static let all: [Benchmark] = cells + values + floors + sections + live + exponents

  static let sizes = [(1_000, "1k"), (10_000, "10k"), (100_000, "100k"), (1_000_000, "1M")]

  /// The goals that the issue sets, by pattern, for integers of the four sizes.
  private static let goals: [EditPattern: [Double]] = [
    .edits1: [0.7, 0.5, 0.65, 1.4], .moves1: [1.2, 0.8, 1.2, 2.3], .blocks: [1.2, 2.2, 5, 10],
    .edits10: [2.6, 2.7, 7, 10], .shuffle: [9.5, 35, 60, 95], .replace: [5, 6, 20, 40],
  ]

  private static let cells: [Benchmark] =
    EditPattern.usual.flatMap { pattern in
      sizes.enumerated().flatMap { place, size in
        [
          integers(pattern, size, goal: goals[pattern]?[place]),
          benchmark("key", pattern, size, keyed),
          benchmark("text", pattern, size, text),
          benchmark("general", pattern, size, general),
        ]
      }
    } + EditPattern.adverse.map { integers($0, sizes[2]) }
    + [EditPattern.identical, .edits1].map { benchmark("fresh-text", $0, sizes[2], text, true) }

  private static let numbered = { @Sendable in NumberedRow(id: $0, stamp: $1) }
  private static let keyed = { @Sendable (id: Int, stamp: UInt64) in
    KeyedRow(id: words(id), stamp: stamp)
  }
  private static let text = { @Sendable (id: Int, stamp: UInt64) in
    TextRow(id: letters(id), stamp: stamp)
  }
  private static let general = { @Sendable (id: Int, stamp: UInt64) in
    GeneralRow(id: .init(number: id), stamp: stamp)
  }

  private static func words(_ id: Int) -> PushWords {
    let bits = UInt64(bitPattern: Int64(id))
    return PushWords(a: 0x2D4F_4B61_0000_0000 | bits >> 32, b: bits << 24, c: 20)
  }

  /// Returns twenty letters.
  static func letters(_ id: Int) -> String {
    let digits = String(id, radix: 36)
    return "-OKa" + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }

  /// Lists of rows with an integer for an id, with the diff in C for a floor.
  private static func integers(
    _ pattern: EditPattern, _ size: (Int, String), goal: Double? = nil
  ) -> Benchmark {
    var benchmark = benchmark("int", pattern, size, goal: goal, numbered)
    benchmark.note = "floor: the same in C"
    benchmark.floor = { timer in
      let rows = DiffInC.rows(pattern.edit(max(600, timer.scaled(size.0))))
      guard let diff = DiffInC(rows) else { return }
      measure(rows.old.count, &timer) { _, _ in consume(UInt64(diff.count(rows))) }
    }
    return benchmark
  }

  private static func benchmark<Row: ListRow & SendableMetatype>(
    _ kind: String, _ pattern: EditPattern, _ size: (Int, String), goal: Double? = nil,
    _ make: @escaping @Sendable (Int, UInt64) -> Row, _ isFresh: Bool = false
  ) -> Benchmark {
    let lists = { @Sendable (timer: borrowing Timer) -> (old: [Row], new: [Row]) in
      let edit = pattern.edit(max(600, timer.scaled(size.0)))
      var rows = edit.rows(make)
      if !isFresh { share(&rows, edit) }
      return rows
    }
    return Benchmark(
      name: "diff/\(kind)/\(pattern.rawValue)/\(size.1)", goal: goal,
      note: "floor: both lists are read",
      subject: { timer in
        let rows = lists(timer)
        measure(rows.old.count, &timer) {
          diff(from: rows.old, to: rows.new, into: &$0, workspace: &$1)
        }
      },
      twin: { timer in
        let rows = lists(timer)
        measure(rows.old.count, &timer) {
          diffHashingEverything(from: rows.old, to: rows.new, into: &$0, workspace: &$1)
        }
      },
      floor: { timer in
        let rows = lists(timer)
        measure(rows.old.count, &timer) { _, _ in consume(readAll(rows.old) &+ readAll(rows.new)) }
      })
  }

  /// Lets rows of one id share its memory, as rows of one app do.
  private static func share<Row: ListRow>(_ rows: inout (old: [Row], new: [Row]), _ edit: ListEdit)
  {
    var places: [Int: Int] = [:]
    for (place, row) in edit.old.enumerated() { places[row.id] = place }
    for (place, row) in edit.new.enumerated() {
      if let from = places[row.id], edit.old[from].stamp == row.stamp {
        rows.new[place] = rows.old[from]
      }
    }
  }

  /// Times a diff with memory that has seen it once before.
  static func measure(
    _ rows: Int, _ timer: inout Timer, _ work: (inout ChangeSet, inout DiffWorkspace) -> Void
  ) {
    var changes = ChangeSet()
    var workspace = DiffWorkspace()
    work(&changes, &workspace)
    let rounds = max(1, timer.scaled(2_000_000) / rows)
    timer.start()
    for _ in 0..<rounds {
      work(&changes, &workspace)
      consume(UInt64(changes.deletes.count))
    }
    timer.stop(after: rounds * rows)
  }

  /// Returns the sum of all words of all rows.
  static func readAll<Row>(_ rows: [Row]) -> UInt64 {
    unsafe rows.withUnsafeBytes { bytes in
      var sum: UInt64 = 0
      var place = 0
      while place &+ 8 <= bytes.count {
        sum &+= unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        place &+= 8
      }
      return sum
    }
  }

  private static let floors: [Benchmark] = sizes.flatMap { size in
    [
      hashing("int", size, numbered), hashing("key", size, keyed), hashing("text", size, text),
    ]
  }

  private static func hashing<Row: ListRow & SendableMetatype>(
    _ kind: String, _ size: (Int, String), _ make: @escaping @Sendable (Int, UInt64) -> Row
  ) -> Benchmark {
    Benchmark(
      name: "diff/hash-once/\(kind)/\(size.1)",
      subject: { timer in
        let rows = EditPattern.identical.edit(max(600, timer.scaled(size.0))).rows(make)
        measure(rows.old.count, &timer) { _, _ in
          var sum: UInt64 = 0
          for row in rows.old { sum &+= Row.hashOf(row.rowID) }
          for row in rows.new { sum &+= Row.hashOf(row.rowID) }
          consume(sum)
        }
      })
  }
}

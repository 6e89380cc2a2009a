// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff

/// Measures a cell once: makes its lists again, so that they lie elsewhere in memory than the last
/// time, and times the diff, its twin and both floors on them, in an order that is drawn.
///
/// Each is done once before it is timed, so that its memory is there; then so often that about `effort` rows are
/// looked at. The clock is read twice for each.
struct DiffSample {
  /// The seed of the lists.
  let seed: UInt64
  /// About how many rows each contender looks at.
  let effort: Int
  /// Nanoseconds since any beginning.
  let clock: () -> UInt64

  /// Returns the times of a cell.
  func measure(_ cell: DiffCell, order stream: inout RandomStream) -> DiffTimes {
    switch cell.keys {
    case .int: measure(NumberedRow.self, cell, &stream)
    case .pushID: measure(KeyedRow.self, cell, &stream)
    case .string: measure(TextRow.self, cell, &stream)
    case .general: measure(GeneralRow.self, cell, &stream)
    }
  }

  private func measure<Row: BenchmarkRow>(
    _ row: Row.Type, _ cell: DiffCell, _ stream: inout RandomStream
  ) -> DiffTimes {
    let edit = cell.pattern.edit(cell.rows, seed: seed)
    var rows = edit.rows(Row.numbered)
    share(&rows, edit)
    let (old, new) = rows
    var times = DiffTimes(diff: 0, twin: 0, read: 0, hash: 0)
    var contenders = [0, 1, 2, 3]
    stream.shuffle(&contenders)
    for contender in contenders {
      switch contender {
      case 0:
        times.diff = time(cell) {
          WeirDiff.diff(from: old, to: new, into: &$0, workspace: &$1)
          return $0.deletes.count
        }
      case 1:
        times.twin = time(cell) {
          diffHashingEverything(from: old, to: new, into: &$0, workspace: &$1)
          return $0.deletes.count
        }
      case 2: times.read = time(cell) { _, _ in readAll(old) &+ readAll(new) }
      default: times.hash = time(cell) { _, _ in hashAll(old) &+ hashAll(new) }
      }
    }
    return times
  }

  /// Nanoseconds for each row of the first list.
  @inline(__always)
  private func time(
    _ cell: DiffCell, _ work: (inout ChangeSet, inout DiffWorkspace) -> Int
  ) -> Double {
    var changes = ChangeSet()
    var workspace = DiffWorkspace()
    consume(work(&changes, &workspace))
    let rounds = max(1, effort / cell.rows)
    let begin = clock()
    for _ in 0..<rounds { consume(work(&changes, &workspace)) }
    return Double(clock() &- begin) / Double(rounds) / Double(cell.rows)
  }

  /// Lets rows of one id share its memory, as rows of one app do.
  private func share<Row: BenchmarkRow>(_ rows: inout (old: [Row], new: [Row]), _ edit: ListEdit) {
    guard Row.self == TextRow.self else { return }
    var places: [Int: Int] = [:]
    for (place, row) in edit.old.enumerated() { places[row.id] = place }
    for (place, row) in edit.new.enumerated() {
      if let from = places[row.id], edit.old[from].stamp == row.stamp {
        rows.new[place] = rows.old[from]
      }
    }
  }

  /// Returns the sum of all words of all rows.
  private func readAll<Row>(_ rows: [Row]) -> Int {
    unsafe rows.withUnsafeBytes { unsafe sumOfWords($0) }
  }

  /// Returns the sum of the hashes of all rows.
  @inline(__always)
  private func hashAll<Row: ListRow>(_ rows: [Row]) -> Int {
    var sum: UInt64 = 0
    for row in rows { sum &+= Row.hashOf(row.rowID) }
    return Int(truncatingIfNeeded: sum)
  }
}

/// Returns the sum of all whole words in some memory: four words at a time, the same code for rows
/// of every type.
@inline(never)
private func sumOfWords(_ bytes: UnsafeRawBufferPointer) -> Int {
  var sums = SIMD4<Int>()
  var place = 0
  while place &+ 32 <= bytes.count {
    unsafe sums &+= bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<Int>.self)
    place &+= 32
  }
  var sum = sums.wrappedSum()
  while place &+ 8 <= bytes.count {
    sum &+= unsafe bytes.loadUnaligned(fromByteOffset: place, as: Int.self)
    place &+= 8
  }
  return sum
}

/// Takes a result, so that the compiler cannot leave out the work that made it.
@inline(never)
@_optimize(none)
private func consume(_ result: Int) {}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// Two lists of numbers, to be made into rows.
package struct ListEdit: Sendable {
  /// Each row of the first list: who it is, and what it shows.
  package var old: [(id: Int, stamp: UInt64)]
  /// Each row of the second list.
  package var new: [(id: Int, stamp: UInt64)]

  /// Returns the two lists as rows.
  package func rows<Row>(_ make: (Int, UInt64) -> Row) -> (old: [Row], new: [Row]) {
    (old.map { make($0.id, $0.stamp) }, new.map { make($0.id, $0.stamp) })
  }
}

/// The edits that lead from one list to another.
///
///     EditPattern.prepend50.edit(1_000)  // a thousand rows, and the same with fifty new ones before them
///
/// The lists depend on the pattern, the number of rows and the seed alone.
package enum EditPattern: String, Hashable, Sendable, CaseIterable {
  /// Nothing: the same rows in other memory.
  case identical
  /// One new row for each hundred comes at the end.
  case append1
  /// Fifty new rows come at the start, as a page does.
  case prepend50
  /// One row in a hundred is new, gone or changed.
  case edits1
  /// Of a hundred rows one is gone and one is changed, and one new one comes: what is elsewhere called one percent.
  case each1
  /// One row in ten is new, gone or changed.
  case edits10
  /// Ten stretches of rows go elsewhere.
  case blocks
  /// One row in a hundred goes elsewhere.
  case moves1
  /// Every row goes anywhere.
  case shuffle
  /// Every row is another one.
  case replace
  /// The last row is the first.
  case reversed
  /// First every other row, then the rest.
  case interleaved
  /// Every other row going up, the rest coming down.
  case organPipe
  /// Every seventeenth row, then those behind them, and so on.
  case sawtooth
  /// All rows have one id, and a third of them go.
  case allEqual

  /// The patterns of an ordinary day.
  package static let usual: [EditPattern] = [
    .identical, .append1, .prepend50, .edits1, .each1, .edits10, .blocks, .moves1, .shuffle,
    .replace,
  ]
  /// The patterns of an enemy.
  package static let adverse: [EditPattern] = [
    .reversed, .interleaved, .organPipe, .sawtooth, .allEqual,
  ]

  /// Returns a list of `count` rows, two at least, and what the pattern makes of it.
  package func edit(_ count: Int, seed: UInt64 = 7) -> ListEdit {
    invariant(count >= 2, "an edit of \(count) rows")
    var stream = RandomStream(seed: seed, "diff-load", count)
    var ids = (0..<count).map { Int(truncatingIfNeeded: scrambled(UInt64($0)) >> 2) }
    if self == .allEqual { ids = [Int](repeating: 5, count: count) }
    let old = ids.map { (id: $0, stamp: UInt64(1)) }
    var new = old
    switch self {
    case .identical: break
    case .append1: new += Self.fresh(max(1, count / 100))
    case .prepend50: new = Self.fresh(50) + new
    case .edits1: new = Self.edited(old, max(1, count / 100), &stream)
    case .each1: new = Self.edited(old, 3 * max(1, count / 100), &stream)
    case .edits10: new = Self.edited(old, max(1, count / 10), &stream)
    case .blocks: new = Self.withBlocksMoved(old, &stream)
    case .moves1: new = Self.withRowsMoved(old, max(1, count / 100), &stream)
    case .shuffle: stream.shuffle(&new)
    case .replace: new = Self.fresh(count)
    case .reversed: new.reverse()
    case .interleaved: new = Self.halves(old) { $0 % 2 }
    case .organPipe: new = Self.pipe(old)
    case .sawtooth: new = Self.halves(old) { $0 % 17 }
    case .allEqual: new.removeLast(count / 3)
    }
    return ListEdit(old: old, new: new)
  }

  private static func fresh(_ count: Int) -> [(id: Int, stamp: UInt64)] {
    (0..<count).map { (Int(truncatingIfNeeded: scrambled(UInt64($0) | 1 << 40) >> 2), 1) }
  }

  /// Inserts, deletes and changes in equal parts, at places that are drawn, in one pass.
  private static func edited(
    _ old: [(id: Int, stamp: UInt64)], _ edits: Int, _ stream: inout RandomStream
  ) -> [(id: Int, stamp: UInt64)] {
    var what = [UInt8](repeating: 0, count: old.count)
    for _ in 0..<edits { what[stream.index(below: old.count)] = 1 + UInt8(stream.index(below: 3)) }
    let fresh = fresh(edits + 1)
    var next = 0
    var new: [(id: Int, stamp: UInt64)] = []
    for (row, what) in zip(old, what) {
      if what == 1 {
        new.append(fresh[next])
        next += 1
      }
      if what != 2 { new.append(what == 3 ? (row.id, 2) : row) }
    }
    return new
  }

  private static func withRowsMoved(
    _ old: [(id: Int, stamp: UInt64)], _ moves: Int, _ stream: inout RandomStream
  ) -> [(id: Int, stamp: UInt64)] {
    var goes = [Bool](repeating: false, count: old.count)
    for _ in 0..<moves { goes[stream.index(below: old.count)] = true }
    var arrivals = zip(old, goes).filter(\.1).map(\.0)
    var comes = [Int](repeating: 0, count: old.count)
    for _ in arrivals { comes[stream.index(below: old.count)] += 1 }
    stream.shuffle(&arrivals)
    var new: [(id: Int, stamp: UInt64)] = []
    for place in old.indices {
      for _ in 0..<comes[place] { new.append(arrivals.removeLast()) }
      if !goes[place] { new.append(old[place]) }
    }
    return new
  }

  /// Returns the rows with ten stretches, of a five-hundredth each, moved elsewhere.
  private static func withBlocksMoved(
    _ old: [(id: Int, stamp: UInt64)], _ stream: inout RandomStream
  ) -> [(id: Int, stamp: UInt64)] {
    var new = old
    let length = max(1, old.count / 500)
    for _ in 0..<10 {
      let from = stream.index(below: new.count - length)
      let block = Array(new[from..<(from + length)])
      new.removeSubrange(from..<(from + length))
      new.insert(contentsOf: block, at: stream.index(below: new.count))
    }
    return new
  }

  /// Returns the rows class by class.
  private static func halves(
    _ old: [(id: Int, stamp: UInt64)], _ classOf: (Int) -> Int
  ) -> [(id: Int, stamp: UInt64)] {
    let classes = old.indices.map(classOf)
    return (0...(classes.max() ?? 0)).flatMap { wanted in
      old.indices.filter { classes[$0] == wanted }.map { old[$0] }
    }
  }

  /// Returns every other row going up, the rest coming down.
  private static func pipe(_ old: [(id: Int, stamp: UInt64)]) -> [(id: Int, stamp: UInt64)] {
    let up = stride(from: 0, to: old.count, by: 2).map { old[$0] }
    return up + stride(from: 1, to: old.count, by: 2).map { old[$0] }.reversed()
  }
}

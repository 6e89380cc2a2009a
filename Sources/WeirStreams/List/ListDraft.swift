import WeirDiff
import WeirTree

/// The next publication of a list: which rows it touches, and the change set that says so.
///
/// It is made from the rows that something happened to alone. All other rows are in the same order as before,
/// so that only the far end has to be looked at: there a limit may have passed over rows that nothing happened to.
///
/// - Complexity: O(*k* log *n*) for *k* rows that something happened to in a list of *n*.
struct ListDraft: Sendable {
  /// A row that something happened to, and its places in both lists; −1 where it is not in one.
  struct Touched: Sendable {
    var key: Key
    var old: Int32
    var new: Int32
  }

  /// The changes of the list.
  var changes = ChangeSet()
  /// The rows that something happened to.
  private(set) var touched: [Touched] = []
  /// `true` if the draft is of the rows as they are.
  private(set) var isReady = false
  private var loose = LooseRows()

  /// Marks the draft as out of date.
  mutating func discard() { isReady = false }

  /// Clears the draft once it is published.
  mutating func finish() {
    isReady = false
    touched.removeAll(keepingCapacity: touched.capacity <= Self.room)
  }

  /// The number of rows that a list keeps room for between publications: a whole list is published once.
  static let room = 256

  /// Drafts the publication of the first `count` wanted rows.
  mutating func make(from shown: RankedRows<ShownRow>, to loaded: inout LoadedRows, count: Int) {
    changes.removeAll()
    touched.removeAll(keepingCapacity: true)
    loose.removeAll()
    touchFarEnd(shown, &loaded, count: count)
    for key in loaded.touched { add(key, shown, loaded, count: count) }
    changes.deletes.sort()
    changes.inserts.sort()
    changes.updates.sort { $0.old < $1.old }
    loose.findMoves(&changes, oldCount: shown.count)
    isReady = true
  }

  /// Touches the rows that a limit leaves out now, and those that it lets in.
  private func touchFarEnd(
    _ shown: RankedRows<ShownRow>, _ loaded: inout LoadedRows, count: Int
  ) {
    let last = count > 0 ? loaded.wanted.row(at: count - 1).rank : nil
    var place = shown.count - 1
    while place >= 0 {
      let rank = shown.row(at: place).rank
      if loaded[rank.key]?.isTouched != true {
        if let last, !loaded.order.precedes(last, rank) { break }
        loaded.touch(rank.key)
      }
      place -= 1
    }
    place = count - 1
    while place >= 0 {
      let key = loaded.wanted.row(at: place).rank.key
      if let row = loaded[key], !row.isTouched {
        if row.isShown { break }
        loaded.touch(key)
      }
      place -= 1
    }
  }

  /// Says what happens to one row.
  private mutating func add(
    _ key: Key, _ shown: RankedRows<ShownRow>, _ loaded: LoadedRows, count: Int
  ) {
    guard let row = loaded[key] else { return }
    var (old, new) = (-1, -1)
    if row.isShown { old = shown.place(of: Rank(row.shownValue, key)) }
    if row.standing == .wanted {
      new = loaded.wanted.place(of: Rank(row.value, key))
      if new >= count { new = -1 }
    }
    let (from, to) = (Int32(old), Int32(new))
    touched.append(Touched(key: key, old: from, new: to))
    switch (old >= 0, new >= 0) {
    case (false, false): break
    case (true, false): changes.deletes.append(Place(from))
    case (false, true): changes.inserts.append(Place(to))
    case (true, true):
      if row.shownStamp != row.stamp {
        changes.updates.append(.init(old: Place(from), new: Place(to)))
      }
      if row.value != row.shownValue { loose.add(old: from, new: to) }
    }
  }
}

/// A row as it was published.
struct ShownRow: Sendable {
  var node: Node
  var local: Node
  var stamp: UInt64
}

import WeirCore
import WeirTree

/// All rows that a list has heard of: who holds them, whether the filter admits them, and their order.
///
/// - Complexity: O(log *n*) for what happens to a row, O(*n* log *n*) for a new filter.
struct LoadedRows: Sendable {
  let order: StreamOrder
  private(set) var filter: Filter
  /// Rows by key, those included that are gone since the last publication; looked up and never walked.
  private var rows: [Key: LoadedRow] = [:]
  /// The rows that the filter admits, in order.
  private(set) var wanted: RankedRows<Void>
  /// The rows that it does not.
  private(set) var rejected: RankedRows<Void>
  /// The rows to which something happened since the last publication, each once.
  private(set) var touched: [Key] = []

  init(_ order: StreamOrder, _ filter: Filter) {
    self.order = order
    self.filter = filter
    wanted = RankedRows(isAscending: order.isAscending)
    rejected = RankedRows(isAscending: order.isAscending)
  }

  subscript(key: Key) -> LoadedRow? { rows[key] }

  /// The number of rows there are, admitted or not.
  var count: Int { wanted.count + rejected.count }

  /// `true` if a listen shows the child.
  func holds(_ key: Key) -> Bool { rows[key]?.isHeld ?? false }

  /// The rank of the row at the far end, admitted or not.
  var last: Rank? {
    guard let a = wanted.last else { return rejected.last }
    guard let b = rejected.last else { return a }
    return order.precedes(a, b) ? b : a
  }

  /// The rank of the row before the one at the far end, admitted or not.
  var lastButOne: Rank? {
    guard let last else { return nil }
    let count = (wanted.count, rejected.count)
    let a = count.0 > 0 ? wanted.row(at: count.0 - 1).rank : nil
    let places =
      a == last ? (count.0 - 2, count.1 - 1) : (count.0 - 1, count.1 - 2)
    guard places.0 >= 0 else { return places.1 >= 0 ? rejected.row(at: places.1).rank : nil }
    let nearA = wanted.row(at: places.0).rank
    guard places.1 >= 0 else { return nearA }
    let nearB = rejected.row(at: places.1).rank
    return order.precedes(nearA, nearB) ? nearB : nearA
  }

  /// Returns all keys in order; without the last one if that is held back.
  func keys(holdingBack isHeldBack: Bool) -> [Key] {
    var ranks = wanted.map.map(\.key) + rejected.map.map(\.key)
    ranks.sort { order.precedes($0, $1) }
    return ranks.dropLast(isHeldBack ? 1 : 0).map(\.key)
  }

  /// Takes in the child as a listen shows it; `isNew` says that it may be one that the listen did
  /// not show before.
  mutating func hold(_ key: Key, _ node: Node, by tag: UInt32, isNew: Bool = true) {
    if !isNew { guard rows[key]?.isHeld(by: tag) == true else { return } }
    change(key) { $0.hold(node, by: tag) }
  }

  /// Records that a listen no longer shows a child.
  mutating func release(_ key: Key, by tag: UInt32) {
    guard rows[key] != nil else { return }
    change(key) { $0.release(by: tag) }
  }

  /// Records that no listen shows anything any longer.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func releaseAll() {
    let keys = wanted.map.map(\.key.key) + rejected.map.map(\.key.key)
    wanted.removeAll()
    rejected.removeAll()
    for key in keys {
      touch(key)
      rows[key]?.releaseAll()
    }
  }

  /// Sets the state of this app for a child; does nothing if the child is not loaded.
  mutating func setLocal(_ local: Node, of key: Key) {
    guard holds(key) else { return }
    change(key) { $0.local = local }
  }

  /// Admits other rows from now on.
  mutating func setFilter(_ new: Filter) {
    filter = new
    var turned: [Key] = []
    for (rank, _) in wanted.map where !isAdmitted(rank.key) { turned.append(rank.key) }
    for (rank, _) in rejected.map where isAdmitted(rank.key) { turned.append(rank.key) }
    for key in turned { change(key) { _ in } }
  }

  private func isAdmitted(_ key: Key) -> Bool {
    guard let row = rows[key] else { return false }
    return filter.admits(key, row.content)
  }

  /// Changes a row, and puts it where it is now.
  private mutating func change(_ key: Key, _ body: (inout LoadedRow) -> Void) {
    let place: Dictionary<Key, LoadedRow>.Index
    if let known = rows.index(forKey: key) {
      place = known
    } else {
      rows[key] = LoadedRow()
      guard let new = rows.index(forKey: key) else { invariantBroken("a new row is not there") }
      place = new
    }
    body(&rows.values[place])
    if !rows.values[place].isTouched {
      rows.values[place].isTouched = true
      touched.append(key)
    }
    let (before, old) = (rows.values[place].standing, rows.values[place].value)
    var (after, new) = (LoadedRow.Standing.gone, old)
    if rows.values[place].isHeld {
      new = order.index.sortValue(of: rows.values[place].node)
      after = filter.admits(key, rows.values[place].content) ? .wanted : .rejected
    }
    if after == before, new == old { return }
    rows.values[place].standing = after
    rows.values[place].value = new
    switch before {
    case .gone: break
    case .wanted: wanted.remove(Rank(old, key))
    case .rejected: rejected.remove(Rank(old, key))
    }
    switch after {
    case .gone: break
    case .wanted: wanted.set((), at: Rank(new, key))
    case .rejected: rejected.set((), at: Rank(new, key))
    }
  }

  /// Counts a row as touched, because a limit has passed over it.
  mutating func touch(_ key: Key) {
    guard let place = rows.index(forKey: key), !rows.values[place].isTouched else { return }
    rows.values[place].isTouched = true
    touched.append(key)
  }

  /// Records that the changes of a row are published; rows that are gone are forgotten now.
  mutating func settle(_ key: Key, isShown: Bool) {
    guard let place = rows.index(forKey: key) else { return }
    if !isShown, !rows.values[place].isHeld {
      rows.remove(at: place)
      return
    }
    rows.values[place].isTouched = false
    rows.values[place].isShown = isShown
    if isShown {
      rows.values[place].shownValue = rows.values[place].value
      rows.values[place].shownStamp = rows.values[place].stamp
    }
  }

  /// Forgets which rows were touched, because everything is published.
  mutating func forgetTouched() {
    touched.removeAll(keepingCapacity: touched.capacity <= ListDraft.room)
  }
}

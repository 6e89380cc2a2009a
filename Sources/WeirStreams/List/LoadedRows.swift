// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// All rows that a list has heard of: who holds them, whether the filter admits them, and their order.
///
/// A row lies in a *slot* for as long as a listen holds it or it is published. The orders are lists of slots, so that
/// nothing of a row moves when others come and go.
///
/// - Complexity: O(log *n*) for what happens to a row, O(*n* log *n*) for a new filter.
struct LoadedRows: Sendable {
  // What each event of each simulated phone touches lies together, and first.

  /// `true` if keys alone order the rows.
  private let isByKey: Bool
  /// `true` if the filter admits whatever comes.
  private(set) var admitsAll: Bool
  /// `true` if it is known that one listen shows all rows.
  private(set) var isOfOneListen = true
  /// That listen.
  private(set) var listen: UInt32 = 0
  /// The rows by slot, those included that are gone since the last publication.
  private(set) var rows = RowTable()
  /// The slots of the rows to which something happened since the last publication, each once.
  private(set) var touched: [Int32] = []
  /// Those among them that are published, as they are published.
  private(set) var published: [Published] = []
  /// The slots that nothing lies in.
  private(set) var vacant: [Int32] = []
  private(set) var slots = KeySlots()
  /// The rows that the filter admits, in order.
  private(set) var wanted = SlotList()
  /// The published rows, in the order in which they were published.
  private(set) var shown = SlotList()
  /// The published rows as list views take them, unless they are very many; whoever was given them shares them until they change.
  private(set) var shownRows: [Row] = []

  let order: StreamOrder
  private(set) var filter: Filter
  /// By slot: what places the row in its order, where not its key alone does; else empty.
  private(set) var values: [Values] = []
  /// The rows that it does not.
  private(set) var rejected = SlotList()

  /// A row as it was last published.
  struct Published: Sendable {
    var stamp: UInt64
    var node: Node
  }

  /// The values that place a row.
  struct Values: Hashable, Sendable {
    /// The value of the row as it is.
    var now = SortValue.none
    /// The value of the row as it is published.
    var shown = SortValue.none
  }

  init(_ order: StreamOrder, _ filter: Filter) {
    self.order = order
    self.filter = filter
    isByKey = order.index == .key
    admitsAll = filter == .everything
  }

  /// The row in a slot.
  subscript(slot: Int) -> LoadedRow {
    @inline(__always) _read { yield rows[slot] }
  }

  /// The number of rows there are, admitted or not.
  var count: Int { wanted.count + rejected.count }

  /// Returns the slot of a child, if it is held or published.
  @inline(__always)
  func slot(of key: Key) -> Int? { slots.slot(of: key) { rows[$0].key == key } }

  /// `true` if a listen shows the child.
  func holds(_ key: Key) -> Bool { slot(of: key).map { rows[$0].isHeld } ?? false }
}

// MARK: The order

extension LoadedRows {
  /// `true` if the row of one slot comes before that of another one in the list as it is wanted.
  @inline(__always)
  func precedes(_ a: Int, _ b: Int) -> Bool {
    if isByKey {
      return order.isAscending ? rows[a].key < rows[b].key : rows[b].key < rows[a].key
    }
    return order.precedes(rank(a), rank(b))
  }

  /// The rank of a row as it is wanted.
  func rank(_ slot: Int) -> Rank { Rank(isByKey ? .none : values[slot].now, rows[slot].key) }

  /// The rank of a row as it is published.
  private func shownRank(_ slot: Int) -> Rank {
    Rank(isByKey ? .none : values[slot].shown, rows[slot].key)
  }

  /// The published item in a slot.
  func shownItem(_ slot: Int) -> StreamItem {
    let row = rows[slot]
    return StreamItem(
      key: row.key, node: row.isTouched ? published[Int(row.touch)].node : row.node,
      local: row.shownLocal, rank: shownRank(slot))
  }

  /// The stamp of what the published row in a slot shows.
  @inline(__always)
  func shownStamp(_ slot: Int) -> UInt64 {
    let touch = rows[slot].touch
    return touch >= 0 ? published[Int(touch)].stamp : rows[slot].stamp
  }

  /// `true` if a row that is published would be at the same rank if it were published now.
  func isInPlace(_ slot: Int) -> Bool {
    isByKey || values[slot].now == values[slot].shown
  }

  /// Returns the index of a row among those of `list`, in which it is, or would be.
  @inline(__always)
  private func index(of slot: Int, in list: SlotList) -> Int {
    list.quickIndex(of: slot) ?? list.firstIndex { !precedes($0, slot) }
  }

  /// Returns the index of a wanted row.
  func wantedIndex(of slot: Int) -> Int { index(of: slot, in: wanted) }

  /// Returns the index of a published row.
  func shownIndex(of slot: Int) -> Int {
    if let index = shown.quickIndex(of: slot) { return index }
    if isByKey { return index(of: slot, in: shown) }
    let rank = shownRank(slot)
    return shown.firstIndex { !order.precedes(shownRank($0), rank) }
  }

  /// Returns the first index in the published list behind a rank, which need not be there; nil if nothing is there.
  func firstShownIndex(after rank: Rank) -> Int? {
    let index = shown.firstIndex { order.precedes(rank, shownRank($0)) }
    return index < shown.count ? index : nil
  }

  /// Returns the last index in the published list before a rank, which need not be there; nil if nothing is there.
  func lastShownIndex(before rank: Rank) -> Int? {
    let index = shown.firstIndex { !order.precedes(shownRank($0), rank) }
    return index > 0 ? index - 1 : nil
  }

  /// `true` if a wanted row is the one at the far end, so that no other one, admitted or not, comes behind it.
  var isLastWanted: Bool {
    @inline(__always) get {
      if rejected.isEmpty { return !wanted.isEmpty }
      return isLastAdmitted
    }
  }

  private var isLastAdmitted: Bool {
    guard let a = wanted.last else { return false }
    return rejected.last.map { precedes($0, a) } ?? true
  }

  /// The row at the far end, admitted or not.
  var last: Int? {
    guard let b = rejected.last else { return wanted.last }
    return isLastWanted ? wanted.last : b
  }

  /// The row before the one at the far end, admitted or not.
  var lastButOne: Int? {
    let isWanted = isLastWanted
    let a = wanted.count - (isWanted ? 2 : 1)
    let b = rejected.count - (isWanted ? 1 : 2)
    guard a >= 0 else { return b >= 0 ? rejected[b] : nil }
    guard b >= 0 else { return wanted[a] }
    return precedes(wanted[a], rejected[b]) ? rejected[b] : wanted[a]
  }

  /// Returns all keys in order; without the last one if that is held back.
  func keys(holdingBack isHeldBack: Bool) -> [Key] {
    var all = held
    all.sort { precedes($0, $1) }
    return all.dropLast(isHeldBack ? 1 : 0).map { rows[$0].key }
  }

  /// The slots of all rows that are held.
  private var held: [Int] {
    var all: [Int] = []
    all.reserveCapacity(count)
    wanted.forEach { all.append($0) }
    rejected.forEach { all.append($0) }
    return all
  }
}

// MARK: Changing

extension LoadedRows {
  /// Takes in the child as a listen shows it; returns whether the listen did not show it before.
  ///
  /// `isNew` says that it may be one that the listen did not show before.
  @discardableResult
  mutating func hold(_ key: Key, _ node: Node, by tag: UInt32, isNew: Bool = true) -> Bool {
    let slot: Int
    if let known = self.slot(of: key) {
      if !isNew, !rows[known].isHeld(by: tag) { return false }
      slot = known
    } else {
      if !isNew { return false }
      slot = makeSlot(of: key)
    }
    touch(slot)
    if tag != listen {
      isOfOneListen = count == 0
      listen = tag
    }
    let isFirst = rows[slot].hold(node, by: tag)
    rearrange(slot)
    return isFirst
  }

  /// Records that a listen no longer shows a child; returns whether it did.
  @discardableResult
  mutating func release(_ key: Key, by tag: UInt32) -> Bool {
    guard let slot = slot(of: key) else { return false }
    touch(slot)
    let was = rows[slot].release(by: tag)
    rearrange(slot)
    return was
  }

  /// Records that a listen no longer shows anything.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func releaseAll(by tag: UInt32) {
    for slot in held where rows[slot].isHeld(by: tag) {
      touch(slot)
      _ = rows[slot].release(by: tag)
      rearrange(slot)
    }
  }

  /// Records that no listen shows anything any longer.
  ///
  /// - Complexity: O(*n*).
  mutating func releaseAll() {
    let all = held
    wanted.removeAll()
    rejected.removeAll()
    for slot in all {
      touch(slot)
      rows[slot].releaseAll()
    }
  }

  /// Sets the state of this app for a child; does nothing if the child is not loaded.
  mutating func setLocal(_ local: Node, of key: Key) {
    guard let slot = slot(of: key), rows[slot].isHeld else { return }
    touch(slot)
    rows[slot].setLocal(local)
    rearrange(slot)
  }

  /// Admits other rows from now on.
  mutating func setFilter(_ new: Filter) {
    filter = new
    admitsAll = new == .everything
    for slot in held where admits(slot) != (rows[slot].standing == .wanted) {
      touch(slot)
      rearrange(slot)
    }
  }

  /// Counts a row as touched, before anything happens to it.
  mutating func touch(_ slot: Int) {
    if rows[slot].isTouched { return }
    touched.append(Int32(slot))
    if rows[slot].isShown {
      rows[slot].touch = Int32(published.count)
      published.append(Published(stamp: rows[slot].stamp, node: rows[slot].node))
    } else {
      rows[slot].touch = LoadedRow.unpublished
    }
  }

  private func admits(_ slot: Int) -> Bool {
    admitsAll || filter.admits(rows[slot].key, rows[slot].content)
  }

  private mutating func makeSlot(of key: Key) -> Int {
    let slot: Int
    if let free = vacant.popLast() {
      slot = Int(free)
      rows[slot] = LoadedRow(key)
    } else {
      slot = rows.count
      rows.append(LoadedRow(key))
      if !isByKey { values.append(Values()) }
    }
    slots.add(key, slot)
    return slot
  }

  /// Puts a row where it is now, after something happened to it.
  private mutating func rearrange(_ slot: Int) {
    let before = rows[slot].standing
    var after = LoadedRow.Standing.gone
    if rows[slot].isHeld { after = admits(slot) ? .wanted : .rejected }
    if isByKey {
      if after == before { return }
      remove(slot, from: before)
    } else {
      let new = after == .gone ? values[slot].now : order.index.sortValue(of: rows[slot].node)
      if after == before, new == values[slot].now { return }
      remove(slot, from: before)
      values[slot].now = new
    }
    rows[slot].standing = after
    switch after {
    case .gone: break
    case .wanted: wanted.insert(slot, at: wanted.firstIndex { !precedes($0, slot) })
    case .rejected: rejected.insert(slot, at: rejected.firstIndex { !precedes($0, slot) })
    }
  }

  private mutating func remove(_ slot: Int, from standing: LoadedRow.Standing) {
    switch standing {
    case .gone: break
    case .wanted: wanted.remove(at: index(of: slot, in: wanted))
    case .rejected: rejected.remove(at: index(of: slot, in: rejected))
    }
  }
}

// MARK: Publishing

extension LoadedRows {
  /// The most rows that a list keeps as list views take them; a longer one makes them anew whenever somebody looks.
  static let mostKept = 4096

  /// Makes the first `count` wanted rows the published ones; rows that are gone are forgotten now.
  ///
  /// `known` is what another list shows that showed the same until now, and came to it by the same changes.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows that were touched in a list of *n*, beside the memory that is moved for the
  ///   rows as list views take them.
  mutating func publish(_ moved: borrowing ListDraft, count: Int, like known: [Row]? = nil) {
    let isKept = shownRows.count == shown.count
    let isShort = shown.become(first: count, of: wanted)
    if !isShort {
      for index in moved.leaving.reversed() { shown.remove(at: Int(index)) }
      for row in moved.coming { shown.insert(Int(row.slot), at: Int(row.index)) }
    }
    for row in moved.touched { settle(Int(row.slot), isShown: row.new >= 0) }
    if count > Self.mostKept {
      shownRows = []
    } else if isKept, let known, agrees(known, with: moved, count: count) {
      shownRows = known
    } else if isKept, moved.coming.count <= 16 || moved.coming.count <= count / 4 {
      takeOver(moved)
    } else {
      // Many rows come, or the list was very long until now, and kept none.
      shownRows = gathered
    }
    touched.empty(keepingRoomFor: ListDraft.room)
    published.empty(keepingRoomFor: ListDraft.room)
  }

  private mutating func settle(_ slot: Int, isShown: Bool) {
    rows[slot].settle(isShown: isShown)
    if isShown, !isByKey { values[slot].shown = values[slot].now }
    if isShown || rows[slot].isHeld { return }
    let key = rows[slot].key
    slots.remove(key, slot)
    // What it held on to is given up.
    rows[slot] = LoadedRow(key)
    vacant.append(Int32(slot))
  }

  /// `true` if rows that another list shows are those to which a publication leads: all that it moves or touches is there.
  @inline(__always)
  private func agrees(_ known: [Row], with moved: borrowing ListDraft, count: Int) -> Bool {
    guard known.count == count else { return false }
    for item in moved.coming where known[Int(item.index)].key != rows[Int(item.slot)].key {
      return false
    }
    for row in moved.touched
    where row.new >= 0 && known[Int(row.new)].stamp != rows[Int(row.slot)].stamp {
      return false
    }
    return true
  }

  /// Takes a publication over into the rows as list views take them.
  private mutating func takeOver(_ moved: borrowing ListDraft) {
    shownRows.close(moved.leaving)
    let count = shownRows.count + moved.coming.count
    // Twice the room, as arrays take it, would lie idle in long lists.
    if count > shownRows.capacity, count > 64 { shownRows.reserveCapacity(count + count / 8) }
    shownRows.open(moved.coming, of: rows)
    for row in moved.touched where row.old >= 0 && row.new >= 0 {
      shownRows[Int(row.new)].stamp = rows[Int(row.slot)].stamp
    }
  }

  private func shownRow(_ slot: Int) -> Row {
    Row(key: rows[slot].key, stamp: shownStamp(slot))
  }

  var gathered: [Row] {
    var all: [Row] = []
    all.reserveCapacity(shown.count)
    shown.forEach { all.append(shownRow($0)) }
    return all
  }

  /// Puts all published rows, as one section, in the place of those that `sections` has.
  @inline(__always)
  func show(in sections: inout [[Row]]) {
    let rows = shownRows.count == shown.count ? shownRows : gathered
    if sections.count == 1 { sections[0] = rows } else { sections = [rows] }
  }
}

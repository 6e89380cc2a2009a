// SPDX-License-Identifier: Apache-2.0
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
    var slot: Int32
    var old: Int32
    var new: Int32
  }

  /// A row that comes to an index of the new list from outside or from another place.
  struct Coming: Sendable {
    var slot: Int32
    var index: Int32
  }

  /// The changes of the list.
  var changes = ChangeSet()
  /// The rows that something happened to.
  private(set) var touched: [Touched] = []
  /// The indices of the old list from which rows go, or move, in order.
  private(set) var leaving: [Int32] = []
  /// The rows that come, or moved, in the order of the new list.
  private(set) var coming: [Coming] = []
  /// `true` if the draft is of the rows as they are.
  private(set) var isReady = false
  private var loose = LooseRows()

  /// Marks the draft as out of date.
  mutating func discard() { isReady = false }

  /// Clears the draft once it is published.
  mutating func finish() {
    isReady = false
    let keepsRoom = touched.capacity <= Self.room
    touched.removeAll(keepingCapacity: keepsRoom)
    leaving.removeAll(keepingCapacity: keepsRoom)
    coming.removeAll(keepingCapacity: keepsRoom)
    if !keepsRoom { changes = ChangeSet() }
  }

  /// The number of rows that a list keeps room for between publications: a whole list is published once, and idle phones
  /// are many.
  static let room = 16

  /// Drafts the publication of the first `count` wanted rows.
  mutating func make(of loaded: inout LoadedRows, count: Int) {
    changes.removeAll()
    touched.removeAll(keepingCapacity: true)
    leaving.removeAll(keepingCapacity: true)
    coming.removeAll(keepingCapacity: true)
    loose.removeAll()
    Self.touchFarEnd(of: &loaded, count: count)
    for slot in loaded.touched { add(Int(slot), loaded, count: count) }
    changes.deletes.sort()
    changes.inserts.sort()
    changes.updates.sort { $0.old < $1.old }
    leaving.sort()
    coming.sort { $0.index < $1.index }
    loose.findMoves(&changes, oldCount: loaded.shown.count)
    isReady = true
  }

  /// Touches the rows that a limit leaves out now, and those that it lets in.
  private static func touchFarEnd(of loaded: inout LoadedRows, count: Int) {
    let last = count > 0 ? loaded.wanted[count - 1] : nil
    var index = loaded.shown.count - 1
    while index >= 0 {
      let slot = loaded.shown[index]
      if !loaded[slot].isTouched {
        if let last, !loaded.precedes(last, slot) { break }
        loaded.touch(slot)
      }
      index -= 1
    }
    index = count - 1
    while index >= 0 {
      let slot = loaded.wanted[index]
      if !loaded[slot].isTouched {
        if loaded[slot].isShown { break }
        loaded.touch(slot)
      }
      index -= 1
    }
  }

  /// Says what happens to one row.
  private mutating func add(_ slot: Int, _ loaded: borrowing LoadedRows, count: Int) {
    let old = loaded[slot].isShown ? Int32(loaded.shownIndex(of: slot)) : -1
    var new: Int32 = -1
    if loaded[slot].standing == .wanted {
      let index = loaded.wantedIndex(of: slot)
      if index < count { new = Int32(index) }
    }
    touched.append(Touched(slot: Int32(slot), old: old, new: new))
    var stays = false
    switch (old >= 0, new >= 0) {
    case (false, false): break
    case (true, false): changes.deletes.append(Place(old))
    case (false, true): changes.inserts.append(Place(new))
    case (true, true):
      if loaded.shownStamp(slot) != loaded[slot].stamp {
        changes.updates.append(.init(old: Place(old), new: Place(new)))
      }
      stays = loaded.isInPlace(slot)
      if !stays { loose.add(old: old, new: new) }
    }
    if stays { return }
    if old >= 0 { leaving.append(old) }
    if new >= 0 { coming.append(Coming(slot: Int32(slot), index: new)) }
  }
}

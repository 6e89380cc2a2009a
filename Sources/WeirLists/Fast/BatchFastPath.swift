// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// Tells legal batches from others as quickly as can be, without a word why.
///
/// It is for `BatchValidator` to say what is wrong with a batch; the two always agree on whether something is. Between
/// two batches the notes are blank: a batch wipes what it noted, not the whole list.
@usableFromInline
package struct BatchFastPath: Sendable {
  /// For each old row, what happens to it.
  @usableFromInline var fates: [UInt8] = []
  /// For each new row, the old row that moves there, `inserted`, or `anySurvivor`.
  @usableFromInline var origins: [Int32] = []
  /// For each old row whose fate says that it is updated, where it should be then.
  @usableFromInline var targets: [Int32] = []

  /// The row leaves its place.
  @inlinable static var leaves: UInt8 { 1 }
  /// The row is deleted.
  @inlinable static var isDeleted: UInt8 { 2 }
  /// The row is updated.
  @inlinable static var isUpdated: UInt8 { 4 }
  /// The next row that neither leaves nor moves comes here.
  @inlinable static var anySurvivor: Int32 { -1 }
  /// A new row comes here.
  @inlinable static var inserted: Int32 { -2 }

  @inlinable
  package init() {}

  /// `true` if the batch is legal and turns `cells` into `rows`.
  @inlinable
  package mutating func passes<Row: ListRow>(_ changes: ChangeSet, _ cells: [Row], to rows: [Row])
    -> Bool
  {
    // Most lists of idle phones are filled once; that needs no notes, and leaves no room for them behind.
    if cells.isEmpty, Self.fills(changes, rows.count) { return true }
    guard perform(changes, oldCount: cells.count, newCount: rows.count) else {
      forgetEverything()
      return false
    }
    let agree = cellsAgree(cells, with: rows)
    forget(changes)
    return agree
  }

  /// `true` if a batch does nothing but insert `count` rows in their order.
  @inlinable
  static func fills(_ changes: ChangeSet, _ count: Int) -> Bool {
    guard changes.inserts.count == count, changes.deletes.isEmpty, changes.moves.isEmpty,
      changes.updates.isEmpty, changes.sections.isEmpty
    else { return false }
    for place in 0..<count where changes.inserts[place] != Place(Int32(place)) { return false }
    return true
  }

  /// Notes where every row goes; false if an operation is out of bounds or in conflict with another,
  /// or if the counts do not agree.
  @inlinable
  mutating func perform(_ changes: ChangeSet, oldCount: Int, newCount: Int) -> Bool {
    guard changes.sections.isEmpty,
      oldCount - changes.deletes.count + changes.inserts.count == newCount
    else { return false }
    makeRoom(oldCount: oldCount, newCount: newCount)
    for delete in changes.deletes {
      let place = Int(delete.row)
      guard delete.section == 0, place >= 0, place < oldCount, fates[place] == 0 else {
        return false
      }
      fates[place] = Self.leaves | Self.isDeleted
    }
    for insert in changes.inserts {
      let place = Int(insert.row)
      guard insert.section == 0, place >= 0, place < newCount, origins[place] == Self.anySurvivor
      else { return false }
      origins[place] = Self.inserted
    }
    for move in changes.moves {
      let from = Int(move.from.row)
      let to = Int(move.to.row)
      guard move.from.section == 0, move.to.section == 0 else { return false }
      guard from >= 0, from < oldCount, fates[from] == 0 else { return false }
      guard to >= 0, to < newCount, origins[to] == Self.anySurvivor else { return false }
      fates[from] = Self.leaves
      origins[to] = move.from.row
    }
    return changes.updates.isEmpty || note(changes.updates, oldCount: oldCount, newCount: newCount)
  }

  /// Lengthens the notes with blank ones.
  @inlinable
  mutating func makeRoom(oldCount: Int, newCount: Int) {
    if fates.count < oldCount {
      let missing = oldCount - fates.count
      fates.append(contentsOf: repeatElement(0, count: missing))
      targets.append(contentsOf: repeatElement(0, count: missing))
    }
    if origins.count < newCount {
      let missing = newCount - origins.count
      origins.append(contentsOf: repeatElement(Self.anySurvivor, count: missing))
    }
  }

  /// Wipes the notes of a batch that was in bounds.
  @inlinable
  mutating func forget(_ changes: ChangeSet) {
    for delete in changes.deletes { fates[Int(delete.row)] = 0 }
    for insert in changes.inserts { origins[Int(insert.row)] = Self.anySurvivor }
    for move in changes.moves {
      fates[Int(move.from.row)] = 0
      origins[Int(move.to.row)] = Self.anySurvivor
    }
    for update in changes.updates { fates[Int(update.old.row)] = 0 }
  }

  /// Wipes every note, after a batch that was not in bounds.
  @inlinable
  mutating func forgetEverything() {
    for place in fates.indices { fates[place] = 0 }
    for place in origins.indices { origins[place] = Self.anySurvivor }
  }

  @inlinable
  mutating func note(_ updates: [ChangeSet.Update], oldCount: Int, newCount: Int) -> Bool {
    for update in updates {
      let old = Int(update.old.row)
      guard update.old.section == 0, old >= 0, old < oldCount,
        fates[old] & (Self.isDeleted | Self.isUpdated) == 0
      else {
        return false
      }
      guard update.new.section == 0, update.new.row >= 0, Int(update.new.row) < newCount else {
        return false
      }
      fates[old] |= Self.isUpdated
      targets[old] = update.new.row
    }
    return true
  }

  /// `true` if the performed batch turns `cells` into `rows`.
  @inlinable
  func cellsAgree<Row: ListRow>(_ cells: [Row], with rows: [Row]) -> Bool {
    var next = 0
    for place in 0..<rows.count {
      var origin = Int(origins[place])
      if origin == Int(Self.inserted) { continue }
      if origin < 0 {
        while fates[next] & Self.leaves != 0 { next &+= 1 }
        origin = next
        next &+= 1
      }
      guard cells[origin].rowID == rows[place].rowID else { return false }
      if fates[origin] & Self.isUpdated != 0 {
        guard Int(targets[origin]) == place else { return false }
      } else {
        guard cells.row(origin, showsTheSameAs: rows, place) else { return false }
      }
    }
    return true
  }
}

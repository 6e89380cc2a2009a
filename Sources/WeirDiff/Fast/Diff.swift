// SPDX-License-Identifier: Apache-2.0

/// Finds how `old` becomes `new`.
///
///     let old = [Message(id: 1, text: "hello"), Message(id: 2, text: "anybody?")]
///     let new = [Message(id: 2, text: "anybody there?"), Message(id: 3, text: "yes")]
///     diff(from: old, to: new, into: &changes, workspace: &workspace)
///     // deletes [0], inserts [1], updates [1 → 0]
///
/// The promise: ``ChangeSet/applying(to:contents:)`` leads from `old` to `new`; as few rows as possible are
/// deleted and inserted; of the rows that stay, as few as possible move; a row is updated exactly if it stays
/// and no longer shows the same. The result depends on the two lists alone, never on hashing:
///
/// - Rows that share an id pair up thus: first those at the common start, then those at the common end,
///   then those that a walk down both lists meets on its way past gaps, then the rest, each with the
///   first of its id that is left. ``checkedDiff(from:to:)`` refuses lists with such rows.
/// - As few rows as possible move of those pairs. With the best pairing, for which each row would
///   be compared with each, fewer might. Random lists of 200 rows with 150 ids have 1 to 4 % more
///   moves than the fewest after edits, reversals and shuffles, and 10 % between independent lists;
///   60 rows with 30 ids have 4 to 18 % more, 30 rows with 9 ids 10 to 20 %, and 30 rows with 4 ids
///   15 to 49 %.
/// - When one of several rows could move, see ``ChangeSet/moves``.
///
/// - Complexity: O(1) for two copies of one array, O(*n*) while no row moves, O(*n* log *n*) otherwise. Ids are
///   hashed only where walking down both lists does not explain the difference; with memory in `workspace`
///   nothing is allocated.
@inlinable
public func diff<Row: ListRow>(
  from old: [Row], to new: [Row], into changes: inout ChangeSet, workspace: inout DiffWorkspace
) {
  compare(ByRowID<Row>.self, old, new, &changes, &workspace)
}

/// Finds how `old` becomes `new`, with memory of its own.
///
///     let old = [Message(id: 1, text: "hello"), Message(id: 2, text: "anybody?")]
///     let new = [Message(id: 2, text: "anybody there?"), Message(id: 3, text: "yes")]
///     diff(from: old, to: new)  // deletes [0], inserts [1], updates [1 → 0]
@inlinable
public func diff<Row: ListRow>(from old: [Row], to new: [Row]) -> ChangeSet {
  var changes = ChangeSet()
  var workspace = DiffWorkspace()
  diff(from: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

/// Compares two lists under a law of what is the same.
@inlinable
func compare<Law: RowLaw>(
  _ law: Law.Type, _ old: [Law.Row], _ new: [Law.Row], _ changes: inout ChangeSet,
  _ workspace: inout DiffWorkspace
) {
  changes.removeAll()
  unsafe old.withUnsafeBufferPointer { p in
    unsafe new.withUnsafeBufferPointer { q in
      guard let first = unsafe p.baseAddress ?? q.baseAddress else { return }
      let pair = unsafe ListPair<Law>(
        p.baseAddress ?? first, p.count, q.baseAddress ?? first, q.count, oldSection: 0,
        newSection: 0)
      pair.compare(into: &changes, &workspace)
    }
  }
}

/// Does the same as ``diff(from:to:into:workspace:)-([Row],_,_,_)`` for lists without twins,
/// without a walk: it hashes every row.
///
/// It is the yardstick that the diff is measured against, and has no other use. Rows that share an
/// id pair in order, no matter where they are.
@inlinable
public func diffHashingEverything<Row: ListRow>(
  from old: [Row], to new: [Row], into changes: inout ChangeSet, workspace: inout DiffWorkspace
) {
  changes.removeAll()
  unsafe old.withUnsafeBufferPointer { p in
    unsafe new.withUnsafeBufferPointer { q in
      guard let first = unsafe p.baseAddress ?? q.baseAddress else { return }
      let pair = unsafe ListPair<ByRowID<Row>>(
        p.baseAddress ?? first, p.count, q.baseAddress ?? first, q.count, oldSection: 0,
        newSection: 0)
      pair.compareByHash(into: &changes, &workspace)
    }
  }
}

/// Finds how `old` becomes `new`.
///
///     diff(from: ["a", "b", "c"], to: ["c", "a", "d"])
///     // deletes [1], inserts [2], moves [2 → 0]
///
/// The promise: ``ChangeSet/applying(to:contents:)`` leads from `old` to `new`; as few rows as possible are
/// deleted and inserted; of the rows that stay, as few as possible move; a row is updated exactly if it stays
/// and no longer shows the same. The result depends on the two lists alone, never on hashing:
///
/// - Rows that share an id pair up thus: first those at the common start, then those at the common end,
///   then those that a walk down both lists meets on its way past gaps, then the rest, each with the
///   first of its id that is left. ``checkedDiff(from:to:)`` refuses lists with such rows.
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
@inlinable
public func diff<Row: ListRow>(from old: [Row], to new: [Row]) -> ChangeSet {
  var changes = ChangeSet()
  var workspace = DiffWorkspace()
  diff(from: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

/// Finds how `old` becomes `new`, where equal values are the same row and rows never change.
///
///     diff(values: [1, 2, 3], to: [3, 1, 4])  // deletes [1], inserts [2], moves [2 → 0]
@inlinable
public func diff<Value: Hashable>(
  values old: [Value], to new: [Value], into changes: inout ChangeSet,
  workspace: inout DiffWorkspace
) {
  compare(ByValue<Value>.self, old, new, &changes, &workspace)
}

/// Finds how one list of integers becomes another.
@inlinable
public func diff<Value: FixedWidthInteger>(
  values old: [Value], to new: [Value], into changes: inout ChangeSet,
  workspace: inout DiffWorkspace
) {
  compare(ByInteger<Value>.self, old, new, &changes, &workspace)
}

/// Finds how one list of texts becomes another; texts are the same if they are byte for byte.
@inlinable
public func diff(
  values old: [String], to new: [String], into changes: inout ChangeSet,
  workspace: inout DiffWorkspace
) {
  compare(ByText.self, old, new, &changes, &workspace)
}

/// Finds how `old` becomes `new`, where equal values are the same row, with memory of its own.
@inlinable
public func diff<Value: Hashable>(values old: [Value], to new: [Value]) -> ChangeSet {
  var changes = ChangeSet()
  var workspace = DiffWorkspace()
  diff(values: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

/// The diff under a law of what is the same.
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

/// The same as ``diff(from:to:into:workspace:)`` for lists without twins, without a walk: it hashes every row.
///
/// It is what the diff is measured against; nothing else should call it. Rows that share an id pair in order,
/// wherever they stand.
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

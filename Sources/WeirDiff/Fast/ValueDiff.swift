// SPDX-License-Identifier: Apache-2.0

/// Finds how `old` becomes `new`, where equal values are the same row and rows never change.
///
///     diff(values: [1, 2, 3], to: [3, 1, 4])  // deletes [1], inserts [2], moves [2 → 0]
///
/// Values are the same if `==` says so, for all types and in all overloads. To `==`, two spellings of one text are
/// the same: they show the same, so that a view has nothing to do. It is also what a ``ListRow`` does whose id is a text.
/// To tell texts by their bytes, as keys of a database are, compare those:
///
///     let (old, new) = (["caf\u{E9}"], ["cafe\u{301}"])
///     diff(values: old, to: new)  // nothing
///     diff(values: old.map { Array($0.utf8) }, to: new.map { Array($0.utf8) })
///     // deletes [0], inserts [0]
///
/// A value must be equal to itself, as `Hashable` asks: the result for `Double.nan` is unspecified.
///
/// - Complexity: as for rows; integers and texts have faster ways of their own. See ``diff(from:to:into:workspace:)-([Row],_,_,_)``.
@inlinable
public func diff<Value: Hashable>(
  values old: [Value], to new: [Value], into changes: inout ChangeSet,
  workspace: inout DiffWorkspace
) {
  compare(ByValue<Value>.self, old, new, &changes, &workspace)
}

/// Finds how one list of integers becomes another; it differs in speed alone.
///
///     diff(values: [1, 2, 3], to: [3, 1, 4], into: &changes, workspace: &workspace)
///     // deletes [1], inserts [2], moves [2 → 0]
@inlinable
public func diff<Number: FixedWidthInteger>(
  values old: [Number], to new: [Number], into changes: inout ChangeSet,
  workspace: inout DiffWorkspace
) {
  compare(ByInteger<Number>.self, old, new, &changes, &workspace)
}

/// Finds how one list of texts becomes another; it differs in speed alone.
///
///     diff(values: ["caf\u{E9}"], to: ["cafe\u{301}"], into: &changes, workspace: &workspace)
///     // nothing
@inlinable
public func diff(
  values old: [String], to new: [String], into changes: inout ChangeSet,
  workspace: inout DiffWorkspace
) {
  compare(ByText.self, old, new, &changes, &workspace)
}

/// Finds how `old` becomes `new`, where equal values are the same row, with memory of its own.
///
///     diff(values: [1, 2, 3], to: [3, 1, 4])  // deletes [1], inserts [2], moves [2 → 0]
@inlinable
public func diff<Value: Hashable>(values old: [Value], to new: [Value]) -> ChangeSet {
  var (changes, workspace) = (ChangeSet(), DiffWorkspace())
  diff(values: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

/// Finds how one list of integers becomes another, with memory of its own; it differs in speed alone.
///
///     diff(values: [1, 2, 3], to: [3, 1, 4])  // deletes [1], inserts [2], moves [2 → 0]
@inlinable
public func diff<Number: FixedWidthInteger>(values old: [Number], to new: [Number]) -> ChangeSet {
  var (changes, workspace) = (ChangeSet(), DiffWorkspace())
  diff(values: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

/// Finds how one list of texts becomes another, with memory of its own; it differs in speed alone.
///
///     diff(values: ["a", "b", "c"], to: ["c", "a", "d"])  // deletes [1], inserts [2], moves [2 → 0]
@inlinable
public func diff(values old: [String], to new: [String]) -> ChangeSet {
  var (changes, workspace) = (ChangeSet(), DiffWorkspace())
  diff(values: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

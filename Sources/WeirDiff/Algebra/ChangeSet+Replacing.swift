// SPDX-License-Identifier: Apache-2.0
import WeirCore

extension ChangeSet {
  /// Returns the same change of a flat list for a view that cannot update a row: each update
  /// becomes a delete and an insert.
  ///
  ///     let changes = ChangeSet(moves: [.init(from: 2, to: 0)], updates: [.init(old: 1, new: 2)])
  ///     changes.replacingUpdates(oldCount: 3)  // deletes [1], inserts [2], moves [2 → 0]
  ///
  /// A row that moves and changes goes and comes, too. Of the others as few move as then must, which may be fewer than
  /// before. The change set must keep its promise.
  ///
  /// - Complexity: O(*n* log *n*).
  public func replacingUpdates(oldCount: Int) -> ChangeSet {
    invariant(sections.isEmpty, "a change of sections in a flat list")
    return replacingUpdates(old: [oldCount], new: [oldCount - deletes.count + inserts.count])
  }

  /// Returns the same change without updates for sections with so many rows; what is shown above
  /// the rows still changes where it is.
  ///
  ///     let first = Place(section: 1, row: 0)
  ///     let changes = ChangeSet(updates: [.init(old: first, new: first)])
  ///     changes.replacingUpdates(old: [1, 2], new: [1, 2])
  ///     // deletes [0 of section 1], inserts [0 of section 1]
  ///
  /// A section does not come and go because its rows do: rows that go with their section, or come with it, are
  /// not named. The change set must keep its promise.
  ///
  /// - Complexity: O(*n* log *n*).
  public func replacingUpdates(old: [Int], new: [Int]) -> ChangeSet {
    let breach = checkShape(old: old, new: new)
    invariant(breach == nil, "a change set that breaks its promise: \(breach ?? "")")
    if updates.isEmpty { return self }
    var origins = Origins(self, old: old, new: new)
    for update in updates {
      origins.rows[Int(update.new.section)][Int(update.new.row)] = Origins.nowhere
    }
    var replaced = origins.changes(old: old)
    replaced.sections.updates = sections.updates
    return replaced
  }
}

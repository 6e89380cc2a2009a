// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// The changes of a flat list by index, as a derived source finds them row by row.
@usableFromInline
package struct RowChanges {
  /// Old indices of rows that are gone.
  @usableFromInline package var deletes: [Int] = []
  /// New indices of rows that are new.
  @usableFromInline package var inserts: [Int] = []
  /// Old and new indices of rows that were taken out and put in again.
  @usableFromInline package var moves: [(from: Int, to: Int)] = []
  /// Old and new indices of rows that show something else.
  @usableFromInline package var updates: [(old: Int, new: Int)] = []

  /// Makes changes of these rows.
  @inlinable
  package init(
    deletes: [Int] = [], inserts: [Int] = [], moves: [(from: Int, to: Int)] = [],
    updates: [(old: Int, new: Int)] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.updates = updates
  }

  /// Returns all of it as a change set, in which a row may still move that need not.
  @inlinable
  package var unreduced: ChangeSet {
    ChangeSet(
      deletes: deletes.sorted().map { Place(Int32($0)) },
      inserts: inserts.sorted().map { Place(Int32($0)) },
      moves: moves.sorted { $0.to < $1.to }.map {
        .init(from: Place(Int32($0.from)), to: Place(Int32($0.to)))
      },
      updates: updates.sorted { $0.old < $1.old }.map {
        .init(old: Place(Int32($0.old)), new: Place(Int32($0.new)))
      })
  }

  /// Returns the smallest change set that says the same of these lists.
  ///
  /// One row that was put elsewhere is looked at by itself; of several, fewer may have to move, or others, and only a
  /// diff knows.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, O(*n*) if several rows were put elsewhere.
  @inlinable
  package func smallest<Row>(from old: SharedList<Row>, to new: SharedList<Row>) -> ChangeSet {
    smallest(of: unreduced, from: old, to: new)
  }

  /// Returns the smallest change set that says the same as `unreduced`, which is there already.
  @inlinable
  package func smallest<Row>(
    of unreduced: ChangeSet, from old: SharedList<Row>, to new: SharedList<Row>
  ) -> ChangeSet {
    if moves.count > 1 || isSameRowBothWays(old, new) { return diff(from: old.rows, to: new.rows) }
    var changes = unreduced
    if let move = moves.first {
      let origin = move.from - deletes.count { $0 < move.from }
      let target = move.to - inserts.count { $0 < move.to }
      if origin == target { changes.moves = [] }
    }
    return changes
  }

  /// `true` if a row that is gone is also one that is new.
  @inlinable
  func isSameRowBothWays<Row>(_ old: SharedList<Row>, _ new: SharedList<Row>) -> Bool {
    if deletes.isEmpty || inserts.isEmpty { return false }
    let gone = Set(deletes.map { old[$0].rowID })
    return inserts.contains { gone.contains(new[$0].rowID) }
  }
}

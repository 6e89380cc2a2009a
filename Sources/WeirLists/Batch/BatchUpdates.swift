// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// The instructions of an app to a list view for one batch, in the view's own terms.
///
///     var updates = BatchUpdates(deletes: [3], inserts: [0])
///     updates.reloads.append(Place(section: 1, row: 4))
///
/// Deletes, reloads and the origins of moves count in the list before the batch, inserts and the targets
/// of moves in the list after it. The order of operations plays no role, as it plays none in a real view.
///
/// A *reload* throws the cell away and asks for a new one: to the view it is a delete and an
/// insert, so a row cannot be reloaded and moved. A *reconfigure* keeps the cell and only refreshes
/// it, at its new place; the updates of a `ChangeSet` are reconfigures.
public struct BatchUpdates: Hashable, Sendable {
  /// Places before the batch whose rows are gone.
  public var deletes: [Place]
  /// Places after the batch whose rows are new.
  public var inserts: [Place]
  /// Rows that go from a place before the batch to a place after it.
  public var moves: [ChangeSet.Move]
  /// Places before the batch whose cells are replaced.
  public var reloads: [Place]
  /// Rows whose cells are kept and refreshed.
  public var reconfigures: [ChangeSet.Update]
  /// Sections before the batch that are gone.
  public var sectionDeletes: [Int32]
  /// Sections after the batch that are new.
  public var sectionInserts: [Int32]
  /// Sections that go from a place before the batch to one after it.
  public var sectionMoves: [SectionChanges.Move]
  /// Sections before the batch whose cells are all replaced.
  public var sectionReloads: [Int32]
  /// Sections of which only the part above the rows is refreshed.
  public var sectionReconfigures: [SectionChanges.Update]

  /// Makes a batch; with no arguments, the one that does nothing.
  public init(
    deletes: [Place] = [], inserts: [Place] = [], moves: [ChangeSet.Move] = [],
    reloads: [Place] = [], reconfigures: [ChangeSet.Update] = [], sectionDeletes: [Int32] = [],
    sectionInserts: [Int32] = [], sectionMoves: [SectionChanges.Move] = [],
    sectionReloads: [Int32] = [], sectionReconfigures: [SectionChanges.Update] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.reloads = reloads
    self.reconfigures = reconfigures
    self.sectionDeletes = sectionDeletes
    self.sectionInserts = sectionInserts
    self.sectionMoves = sectionMoves
    self.sectionReloads = sectionReloads
    self.sectionReconfigures = sectionReconfigures
  }

  /// `true` if the view has nothing to do.
  public var isEmpty: Bool {
    !hasCountedOperations && reconfigures.isEmpty && sectionReconfigures.isEmpty
  }

  /// `true` if anything happens that the view counts rows or sections for.
  public var hasCountedOperations: Bool {
    !(deletes.isEmpty && inserts.isEmpty && moves.isEmpty && reloads.isEmpty
      && sectionDeletes.isEmpty && sectionInserts.isEmpty && sectionMoves.isEmpty
      && sectionReloads.isEmpty)
  }

  /// Adds the operations of another block to the same batch.
  public mutating func add(_ other: BatchUpdates) {
    deletes += other.deletes
    inserts += other.inserts
    moves += other.moves
    reloads += other.reloads
    reconfigures += other.reconfigures
    sectionDeletes += other.sectionDeletes
    sectionInserts += other.sectionInserts
    sectionMoves += other.sectionMoves
    sectionReloads += other.sectionReloads
    sectionReconfigures += other.sectionReconfigures
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Counters of what a list view did.
///
/// Rows are counted when a batch was performed; a batch that faults counts as a batch and a fault alone.
public struct ListViewCounters: Hashable, Sendable {
  /// Batches that the view was told to perform.
  public var batches = 0
  /// Rows inserted.
  public var inserted = 0
  /// Rows deleted.
  public var removed = 0
  /// Rows moved.
  public var moved = 0
  /// Rows whose cells were kept and refreshed.
  public var changed = 0
  /// Rows whose cells were replaced.
  public var reloaded = 0
  /// Sections deleted, inserted, moved and reloaded.
  public var sectionChanges = 0
  /// Batches and calls that a real view would have crashed on or got wrong.
  public var faults = 0
  /// Batches whose effect in the imitated view is unknown; the strict view has faults instead.
  public var undefined = 0
  /// Reloads of everything, which lose what the person was looking at.
  public var degraded = 0
  /// Batches that pushed rows away from under the person's eyes.
  public var jumps = 0
  /// Rows by which those were pushed, in either direction.
  public var jumpedRows = 0

  /// Makes counters with nothing done yet.
  public init() {}

  /// Counts the operations of a batch that was performed.
  mutating func count(_ updates: BatchUpdates) {
    inserted += updates.inserts.count
    removed += updates.deletes.count
    moved += updates.moves.count
    changed += updates.reconfigures.count
    reloaded += updates.reloads.count
    sectionChanges += updates.sectionDeletes.count + updates.sectionInserts.count
    sectionChanges += updates.sectionMoves.count + updates.sectionReloads.count
  }
}

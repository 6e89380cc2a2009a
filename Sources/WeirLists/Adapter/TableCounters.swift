// SPDX-License-Identifier: Apache-2.0

/// Counters of what an adapter did, and of what that did to the person who was looking.
public struct TableCounters: Hashable, Sendable {
  /// Batches that were shown with an animation.
  public var animatedBatches = 0
  /// Batches that were shown without one, because the stream had not loaded yet.
  public var plainBatches = 0
  /// Rows deleted, inserted and moved.
  public var rowOperations = 0
  /// Rows that were refreshed in the cells that they had.
  public var refreshedRows = 0
  /// Rows whose cells were replaced.
  public var reloadedRows = 0
  /// Reloads of everything, which lose what the person was looking at; the view counts them as degraded.
  public var dataReloads = 0
  /// Batches that the view refused.
  public var faults = 0
  /// Rows inserted before the first visible row.
  ///
  /// In a flipped list those are the ones below the eyes: newer messages, while the person reads older ones.
  public var insertedBeforeVisible = 0
  /// Batches that pushed rows away from under the person's eyes.
  public var jumps = 0

  /// Makes counters with nothing done yet.
  public init() {}

  mutating func note(_ updates: BatchUpdates, isAnimated: Bool, isFault: Bool) {
    if isFault {
      faults += 1
      return
    }
    if isAnimated { animatedBatches += 1 } else { plainBatches += 1 }
    rowOperations += updates.deletes.count + updates.inserts.count + updates.moves.count
    refreshedRows += updates.reconfigures.count
    reloadedRows += updates.reloads.count
  }

  mutating func note(_ shift: ViewportShift) {
    insertedBeforeVisible += shift.insertedBefore
    if shift.isJump { jumps += 1 }
  }
}

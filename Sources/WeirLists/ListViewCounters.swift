/// How often a list view did what.
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
  /// Rows reconfigured in place.
  public var changed = 0
  /// Batches that a real view would have crashed on or got wrong.
  public var faults = 0
  /// Reloads of everything, which lose what the person was looking at.
  public var degraded = 0

  /// Nothing done yet.
  public init() {}
}

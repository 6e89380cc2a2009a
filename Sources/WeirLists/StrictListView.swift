import WeirCore
public import WeirDiff

/// A headless list view that is as unforgiving as the real one.
///
///     var view = StrictListView(rows: [a, b])
///     view.apply(ChangeSet(deletes: [0]), to: [b])  // nil: performed
///     view.apply(ChangeSet(deletes: [0]), to: [b])  // LV-2: 1 row before, 1 after, 1 deleted
///
/// It serves row 13 of the journey. It keeps the cells it shows, performs each batch on them by the rules
/// that list views enforce, and compares the cells with the data source; what a real view would crash on
/// or show wrongly is a ``ListViewFault``. For now there is one section, number 0.
///
/// Deletes and the origins of moves count in the list before the batch, inserts and the targets of moves
/// in the list after it. An update does not reload its row, which would forbid moving it: the cell is
/// reconfigured where it lies once the batch is performed. A row that moves and changes is therefore legal.
/// The order of operations within the change set plays no role, so that it need not be sorted.
///
/// After a fault the view shows the rows of the data source, as an app that crashed and was started again.
///
/// - Complexity: a batch is O(rows + operations) and allocates nothing while the list is no longer than ever
///   before; a fault takes longer to explain.
public struct StrictListView<Row: ListRow> {
  @usableFromInline var cells: [Row]
  @usableFromInline var tally = ListViewCounters()
  @usableFromInline var rehearsal = BatchRehearsal()

  /// Makes a view that shows `rows`.
  @inlinable
  public init(rows: [Row] = []) { cells = rows }

  /// The rows that the cells show.
  @inlinable
  public var rows: [Row] { cells }

  /// How often the view did what.
  @inlinable
  public var counters: ListViewCounters { tally }

  /// Performs a batch, after which the data source has `rows`; returns what is wrong with it, if anything.
  ///
  /// The rules are looked at in this order: repetitions, a row both deleted and changed, bounds, conflicts
  /// between two operations, counts, and, if all that is well, the cells that the batch leads to.
  @inlinable
  public mutating func apply(_ changes: ChangeSet, to rows: [Row]) -> ListViewFault? {
    tally.batches &+= 1
    let isLegal = rehearsal.passes(changes, cells, to: rows)
    let fault = isLegal ? nil : explain(changes, to: rows)
    if isLegal {
      tally.inserted &+= changes.inserts.count
      tally.removed &+= changes.deletes.count
      tally.moved &+= changes.moves.count
      tally.changed &+= changes.updates.count
    } else {
      tally.faults &+= 1
    }
    show(rows)
    return fault
  }

  /// Forgets every cell and shows `rows`; counted as degraded, for the person loses their place.
  @inlinable
  public mutating func reloadData(_ rows: [Row]) {
    tally.degraded &+= 1
    show(rows)
  }

  /// Shows the rows.
  ///
  /// The array is shared with whoever publishes it: a publisher that makes its next list beside the
  /// published one pays one copy for all who look at it.
  @inlinable
  mutating func show(_ rows: [Row]) { cells = rows }

  @usableFromInline
  @inline(never)
  func explain(_ changes: ChangeSet, to rows: [Row]) -> ListViewFault {
    var inquest = BatchInquest(changes, oldCount: cells.count, newCount: rows.count)
    inquest.look()
    if inquest.breaches.isEmpty { inquest.compare(cells, with: rows) }
    invariant(!inquest.breaches.isEmpty, "a batch that fails by no rule: \(changes.words)")
    return ListViewFault(
      breaches: inquest.breaches, countsBefore: [cells.count], countsAfter: [rows.count],
      changes: changes)
  }
}

extension StrictListView: Sendable where Row: Sendable {}

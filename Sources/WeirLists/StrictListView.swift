// SPDX-License-Identifier: Apache-2.0
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
/// or show wrongly is a ``ListViewFault``.
///
/// - A flat list is one section, number 0; its change sets go to ``apply(_:to:)``.
/// - Sections, reloads, and models that change too early go to ``perform(_:from:to:on:)``.
/// - Nested batches are told block by block: ``beginUpdates(from:on:)``, ``add(_:)``,
///   ``endUpdates(to:on:)``.
///
/// Deletes and the origins of moves count in the list before the batch, inserts and the targets of moves
/// in the list after it. An update of a change set does not reload its row, which would forbid moving it:
/// the cell is reconfigured where it lies once the batch is performed. A row that moves and changes is
/// therefore legal. The order of operations plays no role, so that they need not be sorted.
///
/// After a fault the view shows the rows of the data source, as an app that crashed and was started again.
///
/// - Complexity: a legal change set of a flat list is O(rows + operations) and allocates nothing
///   while the list stays below its largest length so far, if no ``viewport`` is watched; all else
///   takes longer.
public struct StrictListView<Row: ListRow> {
  // What each batch of each simulated phone touches lies together, and first.

  /// `true` if there is one section, no viewport, and no open batch: the change sets of most lists
  /// need only the fast path then.
  @usableFromInline var isPlain: Bool
  /// `true` if the view was not laid out since it was made or reloaded, so that it remembers no
  /// counts.
  @usableFromInline var isDirty = true
  /// The list view that is imitated.
  public let profile: ListViewProfile
  /// From where the counts before a batch are taken.
  public let beforeCounts: BeforeCounts
  /// The cells of the only section.
  @usableFromInline var flat: [Row] = []
  @usableFromInline var fastPath = BatchFastPath()
  @usableFromInline var tally = ListViewCounters()

  /// The cells of each section, where there is not exactly one.
  @usableFromInline var parted: [[Row]]?
  /// The batch that was begun and has not ended, if one was; in memory of its own, for most views never have one.
  var open: [OpenBatch<Row>] = []
  /// The visible part, if it is watched.
  public var viewport: Viewport? {
    didSet { noteWhetherPlain() }
  }
  /// The effect on the viewport of the last batch that was performed, if there is a viewport.
  public internal(set) var lastShift: ViewportShift? {
    get { shift.isEmpty ? nil : shift[0] }
    set {
      shift.removeAll(keepingCapacity: true)
      if let newValue { shift.append(newValue) }
    }
  }
  /// One, or none.
  private var shift: [ViewportShift] = []

  /// Makes a view of one section that shows `rows`.
  public init(
    rows: [Row] = [], profile: ListViewProfile = .strict, beforeCounts: BeforeCounts = .cached
  ) {
    self.init(sections: [rows], profile: profile, beforeCounts: beforeCounts)
  }

  /// Makes a view that shows the rows of each section.
  public init(
    sections: [[Row]], profile: ListViewProfile = .strict, beforeCounts: BeforeCounts = .cached
  ) {
    self.profile = profile
    self.beforeCounts = beforeCounts
    isPlain = true
    show(sections)
  }

  /// The rows that the cells of section 0 show.
  @inlinable
  public var rows: [Row] { parted.map { $0.first ?? [] } ?? flat }

  /// The rows that the cells of each section show.
  public var sections: [[Row]] { parted ?? [flat] }

  /// Counters of what the view did.
  @inlinable
  public var counters: ListViewCounters { tally }

  /// Performs a batch on a flat list, after which the data source has `rows`; returns what is wrong with
  /// it, if anything.
  ///
  /// The rules are looked at in this order: repetitions, a row both deleted and reconfigured, bounds,
  /// conflicts between two operations, counts, and, if all that is well, the cells that the batch leads to.
  /// In an open batch it is a block of that one, and what is wrong turns out when that one ends.
  @inlinable
  public mutating func apply(_ changes: ChangeSet, to rows: [Row]) -> ListViewFault? {
    performPlainly(changes, to: rows) ? nil : explain(changes, to: rows)
  }

  /// Performs a change set on a flat list, if it is plain and legal; returns `false`, and does nothing, if it is not.
  @inlinable
  package mutating func performPlainly(_ changes: ChangeSet, to rows: [Row]) -> Bool {
    guard isPlain, fastPath.passes(changes, flat, to: rows) else { return false }
    take(changes, to: rows)
    return true
  }

  /// Performs a change set that a view with the same rows has performed plainly, without judging it again; returns `false`,
  /// and does nothing, if this view is not plain.
  @inlinable
  package mutating func performAgain(_ changes: ChangeSet, to rows: [Row]) -> Bool {
    guard isPlain else { return false }
    take(changes, to: rows)
    return true
  }

  /// Counts a change set, and shows the rows that it leads to.
  @inlinable
  @inline(__always)
  mutating func take(_ changes: ChangeSet, to rows: [Row]) {
    tally.batches &+= 1
    tally.inserted &+= changes.inserts.count
    tally.removed &+= changes.deletes.count
    tally.moved &+= changes.moves.count
    tally.changed &+= changes.updates.count
    isDirty = false
    // The array is shared with its publisher: a publisher that makes its next list beside the
    // published one pays one copy for all who look at it.
    flat = rows
  }

  /// Forgets every cell and shows `rows`; counted as degraded, for the person loses their place.
  public mutating func reloadData(_ rows: [Row]) { reloadData(sections: [rows]) }

  /// Forgets every cell and shows the rows of each section; counted as degraded, for the person loses
  /// their place.
  ///
  /// In an open batch it makes the view count again, which the operations of the batch do not
  /// survive.
  public mutating func reloadData(sections: [[Row]]) {
    tally.degraded += 1
    lastShift = nil
    if !open.isEmpty { open[0].recount(sections) }
    show(sections)
    isDirty = true
  }

  /// Lays the cells out, after which the view remembers its counts.
  public mutating func layOut() { isDirty = false }

  /// Performs a change set that is not plain, or not legal.
  @usableFromInline
  @inline(never)
  mutating func explain(_ changes: ChangeSet, to rows: [Row]) -> ListViewFault? {
    perform(BatchUpdates(changes), to: [rows])
  }

  mutating func show(_ sections: [[Row]]) {
    flat = sections.count == 1 ? sections[0] : []
    parted = sections.count == 1 ? nil : sections
    viewport?.clamp(to: sections.reduce(0) { $0 + $1.count })
    noteWhetherPlain()
  }

  mutating func noteWhetherPlain() { isPlain = parted == nil && viewport == nil && open.isEmpty }
}

extension StrictListView: Sendable where Row: Sendable {}

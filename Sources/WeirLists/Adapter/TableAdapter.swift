// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirDiff

/// Carries what a stream publishes into a list view, in the stream's place of it.
///
///     var adapter = TableAdapter(section: 1)                       // a flat stream, under somebody else's header
///     adapter.attach(to: &view, showing: [rows])                   // section 1 shows them, the others stay
///     adapter.show(update.changes, rows: [newRows], in: &view)     // nil: performed, and not animated
///     adapter.finishInitialLoad()                                  // from now on batches are animated
///
/// It promises that nothing is animated before the initial load is over, that sections of others
/// are never touched, and that everything that the view refuses comes back as a ``ListViewFault``.
/// Several adapters may share a view, each with a section of its own.
///
/// - Complexity: that of the view: O(rows + operations) for each batch.
public struct TableAdapter: Hashable, Sendable {
  /// The section of the view that a flat stream is shown in; nil: the sections of the stream are those of the view.
  public let section: Int?
  /// More operations than this in one batch become a reload of everything.
  public let reloadLimit: Int
  /// `true` if the stream has not loaded yet, so that nothing is animated.
  public private(set) var isInitialLoad = true
  /// Counters of what the adapter did.
  public private(set) var counters = TableCounters()

  /// The operations of the batch that was begun and has not ended.
  private var begun = BatchUpdates()
  /// The number of blocks of it that have not ended.
  private var depth = 0

  /// Makes an adapter for a whole view, or for one section of it.
  public init(section: Int? = nil, reloadOver limit: Int = .max) {
    invariant(section ?? 0 >= 0, "an adapter for section \(section ?? 0)")
    self.section = section
    reloadLimit = limit
  }

  /// Ends the initial load: the stream has loaded, or never will, and batches are animated from now
  /// on.
  public mutating func finishInitialLoad() { isInitialLoad = false }

  /// Makes the view show what the stream shows already, with a reload if it does not yet.
  ///
  /// A view without the section is given it, and empty ones before it.
  public mutating func attach<Row>(to view: inout StrictListView<Row>, showing sections: [[Row]]) {
    var whole = view.sections
    if let section {
      while whole.count <= section { whole.append([]) }
    }
    whole = wholeTable(sections, in: whole)
    if Self.looksTheSame(view.sections, whole) { return }
    reload(to: whole, in: &view)
  }

  /// Shows a publication: how the stream's list changed, and the rows that it has now.
  ///
  /// `reloads` are places in the list before, whose cells are replaced instead of refreshed.
  public mutating func show<Row>(
    _ changes: ChangeSet, reloads: [Place] = [], rows sections: [[Row]],
    in view: inout StrictListView<Row>
  ) -> ListViewFault? {
    if changes.count + reloads.count > reloadLimit {
      reload(to: wholeTable(sections, in: view.sections), in: &view)
      return nil
    }
    if section == nil, reloads.isEmpty, changes.sections.isEmpty, sections.count == 1 {
      let fault = view.apply(changes, to: sections[0])
      note(BatchUpdates(changes), fault, view)
      return fault
    }
    var updates = BatchUpdates(changes)
    updates.reloads = reloads
    let reloaded = reloads.sorted()
    updates.reconfigures.removeAll { Self.contains(reloaded, $0.old) }
    return perform(updates, rows: sections, in: &view)
  }

  /// Replaces the cells of rows in place, outside of any batch; never animated before the initial
  /// load is over.
  public mutating func reload<Row>(
    _ places: [Place], rows sections: [[Row]], in view: inout StrictListView<Row>
  ) -> ListViewFault? {
    perform(BatchUpdates(reloads: places), rows: sections, in: &view)
  }

  private mutating func perform<Row>(
    _ updates: BatchUpdates, rows sections: [[Row]], in view: inout StrictListView<Row>
  ) -> ListViewFault? {
    let updates = shifted(updates)
    let fault = view.perform(updates, to: wholeTable(sections, in: view.sections))
    note(updates, fault, view)
    return fault
  }

  private mutating func reload<Row>(to sections: [[Row]], in view: inout StrictListView<Row>) {
    view.reloadData(sections: sections)
    view.layOut()
    counters.dataReloads += 1
  }

  private mutating func note<Row>(
    _ updates: BatchUpdates, _ fault: ListViewFault?, _ view: StrictListView<Row>
  ) {
    counters.note(updates, isAnimated: !isInitialLoad, isFault: fault != nil)
    if fault == nil, view.viewport != nil, let shift = view.lastShift { counters.note(shift) }
  }
}

// MARK: Batches told call by call

extension TableAdapter {
  /// Begins a batch, or a block within it, as an app does that hears of each kind of change by itself.
  public mutating func beginUpdates<Row>(in view: inout StrictListView<Row>) -> ListViewFault? {
    depth += 1
    return view.beginUpdates()
  }

  /// Adds operations to the batch that was begun.
  public mutating func add<Row>(
    _ updates: BatchUpdates, in view: inout StrictListView<Row>
  ) -> ListViewFault? {
    let updates = shifted(updates)
    if depth > 0 { begun.add(updates) }
    return view.add(updates)
  }

  /// Ends the batch, or the block, that was begun last, after which the stream has these rows.
  public mutating func endUpdates<Row>(
    rows sections: [[Row]], in view: inout StrictListView<Row>
  ) -> ListViewFault? {
    let fault = view.endUpdates(to: wholeTable(sections, in: view.sections))
    depth = max(0, depth - 1)
    if depth > 0 { return fault }
    note(begun, fault, view)
    begun = BatchUpdates()
    return fault
  }
}

// MARK: One section of a larger table

extension TableAdapter {
  /// Returns the rows of the whole view when the stream has these.
  private func wholeTable<Row>(_ sections: [[Row]], in whole: [[Row]]) -> [[Row]] {
    guard let section else { return sections }
    invariant(
      sections.count == 1,
      "a stream of \(sections.count) sections cannot be shown in section \(section) of a view")
    var whole = whole
    invariant(
      section < whole.count,
      "section \(section) of a view of \(whole.count): the adapter was not attached")
    whole[section] = sections[0]
    return whole
  }

  /// Returns the same operations in the section of the adapter.
  private func shifted(_ updates: BatchUpdates) -> BatchUpdates {
    guard let section else { return updates }
    invariant(
      updates.sectionDeletes.isEmpty && updates.sectionInserts.isEmpty
        && updates.sectionMoves.isEmpty && updates.sectionReloads.isEmpty
        && updates.sectionReconfigures.isEmpty,
      "a change of sections in section \(section) of a view")
    func shift(_ place: Place) -> Place {
      Place(section: place.section + Int32(section), row: place.row)
    }
    return BatchUpdates(
      deletes: updates.deletes.map(shift), inserts: updates.inserts.map(shift),
      moves: updates.moves.map { .init(from: shift($0.from), to: shift($0.to)) },
      reloads: updates.reloads.map(shift),
      reconfigures: updates.reconfigures.map { .init(old: shift($0.old), new: shift($0.new)) })
  }

  private static func contains(_ places: [Place], _ place: Place) -> Bool {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low] == place
  }

  private static func looksTheSame<Row: ListRow>(_ a: [[Row]], _ b: [[Row]]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { old, new in
        old.count == new.count
          && old.indices.allSatisfy {
            Row.isSameRow(old[$0], new[$0]) && old.row($0, showsTheSameAs: new, $0)
          }
      }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirLists
import WeirSources
import WeirTestSupport

/// A list that knows only what a source tells it, and a strict list view that is told the same.
struct Shadow {
  private(set) var rows: [Item] = []
  private(set) var events = 0
  private var view = StrictListView<Item>()
  /// `true` if no two rows share an id, so that the law of the diff can be asked for.
  var isUnique = true

  /// Takes an event in; returns the first thing that is wrong with it, or `nil`.
  mutating func take(_ event: SourceEvent<Items>) -> String? {
    events += 1
    switch event {
    case .initial(let content):
      if events > 1 { return "an initial event as the \(events)th" }
      begin(content)
    case .restarted(let content): begin(content)
    case .failed, .recovered: return nil
    case .changed(let changes, let content):
      if events == 1 { return "a change before the initial event" }
      return take(changes, content.rows)
    }
    return nil
  }

  /// Begins with rows that it was given without an event.
  mutating func begin(_ content: Items) {
    events = max(events, 1)
    rows = content.rows
    view.reloadData(rows)
    view.layOut()
  }

  private mutating func take(_ changes: ChangeSet, _ new: [Item]) -> String? {
    if changes.isEmpty { return "a change that changes nothing" }
    if let breach = changes.checkShape(oldCount: rows.count, newCount: new.count) { return breach }
    let applied = changes.applying(to: rows, contents: new)
    if applied != new { return "\(changes) leads from \(rows) to \(applied) instead of \(new)" }
    let plain = PlainDifference(
      deletes: changes.deletes.map { Int($0.row) }, inserts: changes.inserts.map { Int($0.row) },
      moves: changes.moves.map { (Int($0.from.row), Int($0.to.row)) },
      updates: changes.updates.map { (Int($0.old.row), Int($0.new.row)) })
    if isUnique,
      let breach = checkDiffLaw(
        from: rows.map { ($0.id, $0) }, to: new.map { ($0.id, $0) }, plain)
    {
      return "\(breach): \(changes) from \(rows) to \(new)"
    }
    rows = new
    return view.apply(changes, to: new)?.description
  }
}

/// Sections that know only what a source tells them, and a strict list view that is told the same in stages.
struct SectionShadow {
  private(set) var sections: [[Item]] = []
  private var keys: [Int] = []
  private var events = 0
  private var view = StrictListView<Item>(sections: [])

  /// Takes an event in; returns the first thing that is wrong with it, or `nil`.
  mutating func take(_ event: SourceEvent<SectionedRows<Int, Item>>) -> String? {
    events += 1
    switch event {
    case .initial(let content), .restarted(let content):
      sections = content.rows
      keys = content.sections.map(\.key)
      view.reloadData(sections: sections)
      view.layOut()
      return nil
    case .failed, .recovered: return nil
    case .changed(let changes, let content):
      defer { keys = content.sections.map(\.key) }
      return take(changes, content.rows, keys: content.sections.map(\.key))
    }
  }

  private mutating func take(
    _ changes: ChangeSet, _ new: [[Item]], keys newKeys: [Int]
  ) -> String? {
    if changes.isEmpty { return "a change that changes nothing" }
    if let breach = changes.checkShape(old: sections.map(\.count), new: new.map(\.count)) {
      return breach
    }
    let applied = changes.applying(toSections: sections, contents: new)
    if applied != new { return "\(changes) leads from \(sections) to \(applied), not \(new)" }
    if let breach = identityBreach(changes, new, newKeys) { return breach }
    let plan = Plan(changes, from: sections, to: new, style: .staged)
    sections = new
    for stage in plan.stages {
      let fault = view.perform(BatchUpdates(stage.changes), to: stage.rows)
      if let fault { return fault.description }
    }
    return nil
  }

  /// Returns what is wrong if as many rows go and come as need not, or more move than the diff moves.
  private func identityBreach(
    _ changes: ChangeSet, _ new: [[Item]], _ newKeys: [Int]
  ) -> String? {
    let origins = changes.lineage(old: sections.map(\.count), new: new.map(\.count))
    var old: [Int: Place] = [:]
    for (section, rows) in sections.enumerated() {
      for (row, item) in rows.enumerated() {
        old[item.id] = Place(section: Int32(section), row: Int32(row))
      }
    }
    for (section, rows) in new.enumerated() {
      for (row, item) in rows.enumerated() {
        let origin = origins.origin(of: Place(section: Int32(section), row: Int32(row)))
        if origin != old[item.id] {
          return "row \(item.id) comes from \(String(describing: origin))"
        }
      }
    }
    let parts = (zip(keys, sections).map(Part.init), zip(newKeys, new).map(Part.init))
    let best = diff(sections: parts.0, to: parts.1)
    if changes.moves.count > best.moves.count { return "\(changes) moves more than \(best)" }
    if changes.updates.count != best.updates.count { return "\(changes) updates unlike \(best)" }
    return nil
  }

  /// A section with its key.
  private struct Part: ListSection {
    let sectionID: Int
    let rows: [Item]
    func headerShowsTheSame(as other: Part) -> Bool { true }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirSources
import WeirTree

/// The sources of one list, from what was heard to what is shown: a container that follows filtered, sorted and perhaps
/// sectioned rows of a base, which may be any of several.
///
/// Sources are objects, and those of one list belong to the phone that it runs on: nobody else has a reference to them.
final class SourceRig: @unchecked Sendable {
  /// The base of the rows.
  enum Base: Int, CaseIterable, Sendable {
    /// What was heard, in memory.
    case memory
    /// What was heard, in a database.
    case table
    /// What an earlier life of the app had shown.
    case kept
  }

  private let list: QueryBuilder
  private let own: Filter
  private let screen: Shown
  private var memory = MemoryRows()
  private var table: TableRows?
  private var kept: MemoryRows?
  /// The base that is followed; nil: none yet.
  private(set) var base: Base?
  /// `true` if rows are sorted before they are filtered.
  private var sortsFirst = false
  /// The filter beside that of the screen.
  var narrow = Filter.everything

  /// A list with or without sections.
  private enum Shown {
    case flat(FollowedSource<SharedList<SourceRow>>)
    case sections(FollowedSource<SectionedRows<SortValue, SourceRow>>, by: Path)
  }

  init(_ screen: Screen) {
    list = screen.sources[0]
    own = screen.filter
    let nothing = ManualSource<SourceRow>()
    if case .byValue(let path) = screen.grouping {
      let sections = nothing.sectioned(key: { SortValue($0.node[path]) }, by: { $0 < $1 })
      self.screen = .sections(FollowedSource(sections), by: path)
    } else {
      self.screen = .flat(FollowedSource(nothing))
    }
  }

  // MARK: Bases

  /// Forgets all bases, and goes on showing what is shown.
  func beginAgain(writers: Int) {
    memory = MemoryRows()
    table = writers > 0 ? TableRows(writers: writers) : nil
    kept = nil
    base = nil
  }

  /// Takes one batch of events into the bases.
  func take(_ events: [DataEvent]) {
    memory.take(events)
    table?.take(events)
  }

  /// The rows that were heard, by rising keys.
  var heard: [SourceRow] { memory.source.content.rows }

  /// Follows what an earlier life of the app had shown.
  func follow(kept rows: [SourceRow]) {
    kept = MemoryRows(rows)
    follow(.kept)
  }

  /// Follows a base from now on, by sources that are made anew.
  func follow(_ base: Base) {
    self.base = base
    switch base {
    case .memory: followRows(memory.source)
    case .table: followRows(table?.source ?? MappedSource(memory.source) { $0 })
    case .kept: followRows(kept?.source ?? memory.source)
    }
  }

  /// Follows another source of the same rows: another base, or the same one by sources in another order.
  func swap() {
    guard let base else { return }
    sortsFirst.toggle()
    switch base {
    case .memory: follow(table == nil ? .memory : .table)
    case .table: follow(.memory)
    case .kept: follow(.kept)
    }
  }

  private func followRows(_ rows: any DataSource<SharedList<SourceRow>>) {
    let (list, own, narrow) = (list, own, narrow)
    func admits(_ row: SourceRow) -> Bool {
      own.admits(row.key, row.node) && narrow.admits(row.key, row.node)
    }
    func precedes(_ a: SourceRow, _ b: SourceRow) -> Bool {
      list.precedes(
        Rank(list.index.sortValue(of: a.node), a.key), Rank(list.index.sortValue(of: b.node), b.key)
      )
    }
    let listed: any DataSource<SharedList<SourceRow>> =
      sortsFirst
      ? rows.sorted(by: precedes).filtered(where: admits)
      : rows.filtered(where: admits).sorted(by: precedes)
    switch screen {
    case .flat(let followed): followed.swap(to: listed)
    case .sections(let followed, let path):
      followed.swap(to: listed.sectioned(key: { SortValue($0.node[path]) }, by: { $0 < $1 }))
    }
  }

  // MARK: The list

  /// `true` if the list differs from what was told.
  func hasNews() -> Bool {
    switch screen {
    case .flat(let followed): followed.look()
    case .sections(let followed, _): followed.look()
    }
  }

  /// Tells how the list differs from what was told.
  func show(into changes: inout ChangeSet) {
    switch screen {
    case .flat(let followed): followed.show(into: &changes)
    case .sections(let followed, _): followed.show(into: &changes)
    }
  }

  /// The rows that the list was told of, section by section.
  var shown: [[Row]] {
    switch screen {
    case .flat(let followed): followed.shown
    case .sections(let followed, _): followed.shown
    }
  }
}

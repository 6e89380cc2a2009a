// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirLists
import WeirObjects

/// A row of a table of tests.
struct TableRow: ListRow, Hashable, Sendable {
  var id: Int
  var text = ""
  var rowID: Int { id }
  func showsTheSame(as other: Self) -> Bool { text == other.text }
}

/// A section of a table of tests.
struct TableDay: ListSection, Hashable, Sendable {
  var id: String
  var title = ""
  var rows: [TableRow]
  var sectionID: String { id }
  func headerShowsTheSame(as other: Self) -> Bool { title == other.title }

  init(_ id: String, title: String = "", _ rows: [Int]) {
    (self.id, self.title, self.rows) = (id, title, rows.map { TableRow(id: $0) })
  }
}

/// A list view and an app that do what a table wishes, and find fault with it.
struct TableBench<Section: ListSection> where Section.Row: Equatable {
  var view = StrictListView<Section.Row>(sections: [])
  var wishes: [TableWish<Section>] = []
  /// The cells that observe, with what they show.
  private(set) var bound: [TableCell: Section.Row] = [:]
  private(set) var boundHeaders: [TableCell: Section] = [:]
  private(set) var news: [String] = []

  /// Does what is wished, and returns it in words.
  @discardableResult
  mutating func take(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    var words: [String] = []
    for wish in wishes {
      switch wish {
      case .reload(let rows):
        view.reloadData(sections: rows)
        view.layOut()
        words.append("reload")
      case .perform(let changes, let rows):
        let fault = view.perform(BatchUpdates(changes), to: rows)
        #expect(fault == nil, "\(changes)", sourceLocation: sourceLocation)
        #expect(!changes.isEmpty, sourceLocation: sourceLocation)
        words.append("\(changes)")
      case .bind(let cell, let row):
        #expect(
          bound.updateValue(row, forKey: cell) == nil, "bound twice",
          sourceLocation: sourceLocation)
        words.append("bind \(row.rowID)")
      case .refresh(let cell, let row):
        #expect(
          bound.updateValue(row, forKey: cell) != nil, "not bound", sourceLocation: sourceLocation)
        words.append("refresh \(row.rowID)")
      case .bindHeader(let cell, let section):
        #expect(
          boundHeaders.updateValue(section, forKey: cell) == nil, sourceLocation: sourceLocation)
        words.append("bind header \(section.sectionID)")
      case .refreshHeader(let cell, let section):
        #expect(
          boundHeaders.updateValue(section, forKey: cell) != nil, sourceLocation: sourceLocation)
        words.append("refresh header \(section.sectionID)")
      case .unbind(let cell):
        let wasBound =
          bound.removeValue(forKey: cell) != nil || boundHeaders.removeValue(forKey: cell) != nil
        #expect(wasBound, "not bound", sourceLocation: sourceLocation)
        words.append("unbind")
      }
    }
    wishes = []
    return words
  }

  /// The number of cells that observe something.
  var observers: Int { bound.count + boundHeaders.count }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirObjects
import WeirTrace
import WeirTree

/// A row of a list in two sections, as a ``WeirObjects/FormTable`` keeps them: its fields, which people arrange, and the rows that it
/// leads, which come and go with what is heard.
///
/// What the table tells waits here until it is published, one change after the other.
struct FormSheet: Sendable {
  private typealias Table = FormTable<UInt64>

  /// A change that the table told, and the rows after it.
  private struct Telling: Sendable {
    var changes: ChangeSet
    var rows: [[Row]]
    var isFirst = false
  }

  /// `true` if who leads the row stands before its word.
  private(set) var isLeadFirst = false
  /// The rows that are shown, by section; a list view begins with one section, which is empty.
  private(set) var shown: [[Row]] = [[]]
  private var table: Table
  /// The sections that the table showed when it left the screen.
  private var left: [Table.Section]
  private var tellings: [Telling] = []

  /// The names of the sections.
  private static let (fields, crew) = ("fields", "crew")
  private static let (word, lead) = ("word", "lead")

  /// Makes a sheet that is not on the screen, and has no rows.
  init() {
    let sections = [Table.Section(Self.fields), Table.Section(listed: Self.crew)]
    do throws(FormFault) { table = try Table(sections) } catch {
      invariantBroken("a sheet has two sections of other names: \(error)")
    }
    left = [sections[0]]
  }

  /// Comes onto the screen; returns how many publications that takes.
  mutating func appear() -> Int {
    var wishes: [Table.Wish] = []
    table.appear(into: &wishes)
    return take(wishes)
  }

  /// Leaves the screen; what is shown stays as it is.
  mutating func leave() {
    var wishes: [Table.Wish] = []
    left = table.sections
    table.disappear(into: &wishes)
    // What was told and not published is not seen any more: the next life begins with what is shown.
    if !tellings.isEmpty { left = Self.sections(of: shown) }
    tellings = []
  }

  /// Shows what the form shows: fields by their names, those that have none left out; returns how many publications that takes.
  mutating func show(_ node: Node) -> Int {
    var wishes: [Table.Wish] = []
    do throws(FormFault) {
      table.beginUpdates()
      for (name, field) in [(Self.word, ObjectNotes.word), (Self.lead, ObjectNotes.lead)] {
        try set(name, node[field].isNull ? nil : node[field].fingerprint, into: &wishes)
      }
      let crew = node[ObjectNotes.crew].children.map {
        FormRow("\(Self.crew)-\($0.key)", $0.value.fingerprint)
      }
      try table.show(crew, in: Self.crew, into: &wishes)
      try table.endUpdates(into: &wishes)
    } catch {
      invariantBroken("a sheet has other rows than it was shown: \(error)")
    }
    return take(wishes)
  }

  /// Moves the first of the fields below the other one; returns how many publications that takes.
  mutating func arrange() -> Int {
    isLeadFirst.toggle()
    if table.sections[0].rows.count < 2 { return 0 }
    var wishes: [Table.Wish] = []
    do throws(FormFault) {
      try table.move(Self.word, to: Self.fields, at: isLeadFirst ? 1 : 0, into: &wishes)
    } catch {
      invariantBroken("a sheet with two fields lets none be moved: \(error)")
    }
    return take(wishes)
  }

  private mutating func set(
    _ name: String, _ content: UInt64?, into wishes: inout [Table.Wish]
  ) throws(FormFault) {
    let rows = table.sections[0].rows
    let row = rows.first { $0.id == name }
    switch (row, content) {
    case (nil, nil): break
    case (nil, let content?):
      let isFirst = rows.isEmpty || (name == Self.lead) == isLeadFirst
      try table.add(
        FormRow(name, content), to: Self.fields, at: isFirst ? 0 : 1, into: &wishes)
    case (_, nil): try table.delete([name], into: &wishes)
    case (let row?, let content?):
      if row.content != content { try table.change(name, to: content, into: &wishes) }
    }
  }

  /// Keeps what the table told until it is published.
  private mutating func take(_ wishes: [Table.Wish]) -> Int {
    let before = tellings.count
    for wish in wishes {
      switch wish {
      case .reload(let rows):
        let sections = table.sections
        tellings.append(
          Telling(
            changes: diff(sections: left, to: sections), rows: Self.rows(rows), isFirst: true))
      case .perform(let changes, let rows):
        tellings.append(Telling(changes: changes, rows: Self.rows(rows)))
      case .bind, .refresh, .bindHeader, .refreshHeader, .unbind: break
      }
    }
    return tellings.count - before
  }

  private static func rows(_ rows: [[Table.Row]]) -> [[Row]] {
    rows.map { $0.map { Row(key: Key($0.id), stamp: $0.content) } }
  }

  /// The sections that show these rows, to find out what changes.
  private static func sections(of rows: [[Row]]) -> [Table.Section] {
    zip([fields, crew], rows).map { name, rows in
      Table.Section(name, rows: rows.map { FormRow("\($0.key)", $0.stamp) })
    }
  }

  /// Shows the next of the changes that the table told.
  mutating func publish(into update: inout StackUpdate) {
    update.removeAll()
    invariant(!tellings.isEmpty, "a sheet publishes what it was not told")
    let telling = tellings.removeFirst()
    (update.changes, update.isFirst) = (telling.changes, telling.isFirst)
    shown = telling.rows
  }
}

// The sheet of the form that is open.
extension ObjectApp {
  /// The number of the surface that shows the sheet, which is the last one; nil: there is none.
  var sheetNumber: Int? { sheet == nil ? nil : options.table > 0 ? 4 : 2 }

  /// The sheet comes onto the screen.
  mutating func openSheet(into wishes: inout [StackWish]) {
    guard let count = sheet?.appear() else { return }
    noteArranged(into: &wishes)
    publishSheet(count, into: &wishes)
  }

  /// Shows what the form shows.
  mutating func showSheet(into wishes: inout [StackWish]) {
    guard isOpen else { return }
    let node =
      form.flatMap { store[$0.handle].isThere == nil ? nil : store[$0.handle].shown } ?? .null
    publishSheet(sheet?.show(node) ?? 0, into: &wishes)
  }

  /// Somebody moves the first of the fields down.
  mutating func arrangeSheet(into wishes: inout [StackWish]) {
    guard let count = sheet?.arrange() else { return }
    noteArranged(into: &wishes)
    publishSheet(count, into: &wishes)
  }

  private func noteArranged(into wishes: inout [StackWish]) {
    guard let sheet else { return }
    note(ObjectNotes.arranged.holding(sheet.isLeadFirst ? 1 : 0), Step.noKey, into: &wishes)
  }

  private func publishSheet(_ count: Int, into wishes: inout [StackWish]) {
    guard let sheetNumber else { return }
    for _ in 0..<count { wishes.append(.publishSurface(sheetNumber)) }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirLists
import WeirObjects
import WeirTestSupport

@Suite struct FormTableTests {
  private var form: FormTable<String>
  private var bench = TableBench<FormSection<String>>()

  init() throws {
    form = try FormTable([
      FormSection(
        "person", header: "Person", rows: [FormRow("name", "Ann"), FormRow("mail", "a@b")]),
      FormSection(listed: "phones", header: "Phones"),
    ])
  }

  private var ids: [[String]] { bench.view.sections.map { $0.map(\.id) } }

  @Test mutating func `a form is shown as it is when it appears, and its changes are batches then`()
    throws
  {
    try form.add(FormRow("home", "x"), to: "person", into: &bench.wishes)
    #expect(bench.take() == [])
    form.appear(into: &bench.wishes)
    form.appear(into: &bench.wishes)
    #expect(bench.take() == ["reload"])
    #expect(ids == [["name", "mail", "home"], []])
    try form.add(FormRow("age", "7"), to: "person", at: 1, into: &bench.wishes)
    _ = try form.display(0, into: &bench.wishes)
    #expect(bench.take() == ["inserts [1]", "bind name"])
    form.disappear(into: &bench.wishes)
    #expect(bench.take() == ["unbind"])
    try form.delete(["age"], into: &bench.wishes)
    #expect(bench.take() == [])
  }

  @Test mutating func `updates between begin and end are one batch, whatever their order`() throws {
    form.appear(into: &bench.wishes)
    bench.take()
    form.beginUpdates()
    try form.delete(["name"], into: &bench.wishes)
    form.beginUpdates()
    try form.add(FormRow("age", "7"), to: "person", into: &bench.wishes)
    try form.add(FormSection("more", rows: [FormRow("pet", "cat")]), at: 0, into: &bench.wishes)
    try form.endUpdates(into: &bench.wishes)
    #expect(form.state(of: "age") == .pending)
    try form.move("age", to: "person", at: 0, into: &bench.wishes)
    #expect(bench.take() == [])
    try form.endUpdates(into: &bench.wishes)
    #expect(bench.take().count == 1)
    #expect(ids == [["pet"], ["age", "mail"], []])
    #expect(form.state(of: "age") == .free)
    #expect(throws: FormFault.notBegun) { try form.endUpdates(into: &bench.wishes) }
  }

  @Test mutating func `a section of a list changes with its list alone`() throws {
    form.appear(into: &bench.wishes)
    try form.show(
      [FormRow("p1", "112"), FormRow("p2", "911")], in: "phones", into: &bench.wishes)
    bench.take()
    try form.show([FormRow("p2", "999")], in: "phones", into: &bench.wishes)
    #expect(bench.take().count == 1)
    #expect(bench.view.sections[1].map(\.content) == ["999"])
    try form.show([FormRow("p2", "999", isSelectable: false)], in: "phones", into: &bench.wishes)
    #expect(bench.take() == ["updates [0 of section 1 → 0 of section 1]"])
    #expect(throws: FormFault.listed("phones")) {
      try form.add(FormRow("p3", ""), to: "phones", into: &bench.wishes)
    }
    #expect(throws: FormFault.listed("phones")) { try form.delete(["p2"], into: &bench.wishes) }
    #expect(throws: FormFault.listed("phones")) {
      try form.change("p2", to: "1", into: &bench.wishes)
    }
    #expect(throws: FormFault.notListed("person")) {
      try form.show([], in: "person", into: &bench.wishes)
    }
    #expect(throws: FormFault.present("name")) {
      try form.show([FormRow("name", "")], in: "phones", into: &bench.wishes)
    }
    #expect(throws: FormFault.present("q")) {
      try form.show([FormRow("q", ""), FormRow("q", "")], in: "phones", into: &bench.wishes)
    }
    #expect(bench.take() == [])
    #expect(ids == [["name", "mail"], ["p2"]])
  }

  @Test mutating func `a row that was changed is refreshed, and one that is selected is said`()
    throws
  {
    form.appear(into: &bench.wishes)
    let cell = try form.display(1, into: &bench.wishes)
    bench.take()
    try form.change("mail", to: "c@d", into: &bench.wishes)
    #expect(bench.take() == ["updates [1 → 1]", "refresh mail"])
    #expect(form.row(of: cell)?.content == "c@d")
    #expect(try form.select("mail").content == "c@d")
    form.refreshAll(into: &bench.wishes)
    #expect(bench.take() == ["refresh mail"])
    try form.add(FormRow("note", "…", isSelectable: false), to: "person", into: &bench.wishes)
    #expect(throws: FormFault.notSelectable("note")) { try form.select("note") }
    #expect(throws: FormFault.noRow("zip")) { try form.select("zip") }
  }

  @Test mutating func `rows that are deleted together go whatever the order of their names`() throws
  {
    form.appear(into: &bench.wishes)
    try form.add(FormRow("age", "7"), to: "person", into: &bench.wishes)
    bench.take()
    try form.delete(["age", "name"], into: &bench.wishes)
    #expect(bench.take() == ["deletes [0, 2]"])
    #expect(ids == [["mail"], []])
  }

  @Test mutating func `each state of a row is told`() throws {
    form.appear(into: &bench.wishes)
    #expect(form.state(of: "name") == .free)
    let cell = try form.display(0, into: &bench.wishes)
    #expect(form.state(of: "name") == .displayed)
    try form.delete(["name", "name"], into: &bench.wishes)
    #expect(form.state(of: "name") == .removed)
    #expect(form.place(of: cell) == nil)
    form.endDisplaying(cell, into: &bench.wishes)
    bench.take()
    #expect(form.state(of: "name") == nil)
    #expect(bench.observers == 0)
  }

  @Test mutating func `rows of a section that is deleted stay until nobody displays them`() throws {
    form.appear(into: &bench.wishes)
    let cell = try form.display(0, into: &bench.wishes)
    try form.deleteSections(["person"], into: &bench.wishes)
    #expect(form.state(of: "name") == .removed && form.state(of: "mail") == nil)
    #expect(form.row(of: cell)?.id == "name")
    form.endDisplaying(cell, into: &bench.wishes)
    bench.take()
    #expect(form.state(of: "name") == nil && bench.observers == 0)
  }

  @Test mutating func `rows and sections are refreshed by their names, where they are displayed`()
    throws
  {
    form.appear(into: &bench.wishes)
    for place in 0..<2 { _ = try form.display(Place(Int32(place)), into: &bench.wishes) }
    _ = try form.displayHeader(of: 0, into: &bench.wishes)
    bench.take()
    try form.refresh(["mail"], into: &bench.wishes)
    #expect(bench.take() == ["refresh mail"])
    try form.refreshSections(["person"], into: &bench.wishes)
    #expect(bench.take() == ["refresh name", "refresh mail", "refresh header person"])
    try form.refreshSections(["phones"], into: &bench.wishes)
    #expect(bench.take() == [])
    #expect(throws: FormFault.noRow("zip")) {
      try form.refresh(["mail", "zip"], into: &bench.wishes)
    }
    #expect(throws: FormFault.noSection("x")) {
      try form.refreshSections(["x"], into: &bench.wishes)
    }
    #expect(bench.take() == [])
  }

  @Test mutating func `sections come, go and are titled by their names`() throws {
    form.appear(into: &bench.wishes)
    _ = try form.displayHeader(of: 0, into: &bench.wishes)
    bench.take()
    try form.title("person", header: "You", into: &bench.wishes)
    #expect(bench.take().last == "refresh header person")
    try form.title("person", header: "You", footer: "of age", into: &bench.wishes)
    #expect(bench.take().last == "refresh header person")
    #expect(form.sections[0].footer == "of age")
    try form.deleteSections(["phones", "person"], into: &bench.wishes)
    #expect(bench.take().count == 1)
    #expect(form.sections.isEmpty)
    #expect(throws: FormFault.noSection("person")) {
      try form.deleteSections(["person"], into: &bench.wishes)
    }
  }

  @Test mutating func `what is not there, or there already, is a fault that changes nothing`()
    throws
  {
    form.appear(into: &bench.wishes)
    bench.take()
    let before = form.sections
    #expect(throws: FormFault.noSection("x")) {
      try form.add(FormRow("a", ""), to: "x", into: &bench.wishes)
    }
    #expect(throws: FormFault.noPlace(3)) {
      try form.add(FormRow("a", ""), to: "person", at: 3, into: &bench.wishes)
    }
    #expect(throws: FormFault.present("mail")) {
      try form.add(FormRow("mail", ""), to: "person", into: &bench.wishes)
    }
    #expect(throws: FormFault.noRow("zip")) {
      try form.delete(["name", "zip"], into: &bench.wishes)
    }
    #expect(throws: FormFault.noPlace(2)) {
      try form.move("name", to: "person", at: 2, into: &bench.wishes)
    }
    #expect(throws: FormFault.present("person")) {
      try form.add(FormSection("person"), into: &bench.wishes)
    }
    #expect(throws: FormFault.present("mail")) {
      try form.add(FormSection("b", rows: [FormRow("mail", "")]), into: &bench.wishes)
    }
    #expect(throws: FormFault.noPlace(3)) {
      try form.add(FormSection("c"), at: 3, into: &bench.wishes)
    }
    #expect(throws: FormFault.present("r")) {
      try FormTable([FormSection("d", rows: [FormRow("r", ""), FormRow("r", "")])])
    }
    #expect(form.sections == before && bench.take() == [])
    #expect(FormFault.noPlace(3).description == "there is no place 3")
  }
}

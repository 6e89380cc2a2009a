// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario
import WeirTree

@Suite struct LookTests {
  private func group(_ keys: String) throws -> Scenario.ClientGroup {
    try scenario(least, overrides: ["clients.0={ list: a, \(keys) }"]).clients[0]
  }

  private func words(_ keys: String) -> String {
    problems(least, overrides: ["clients.0={ list: a, \(keys) }"])
  }

  @Test func `a list that says nothing shows everything in key order`() throws {
    #expect(try group("count: 1").look == Scenario.Look())
  }

  @Test func `a window says with which end the list starts`() throws {
    #expect(try group("newest: 5").look.isDescending)
    #expect(try !group("oldest: 5").look.isDescending)
    #expect(try group("descending: on").look.isDescending)
    #expect(
      words("newest: 5, descending: off") == """
        --set:1:45: error: 'descending: off' beside the other end of the list
          remedy: leave descending out: newest starts with the last row, oldest with the first
        """)
  }

  @Test func `what a window implies may be written out`() throws {
    let short = try scenario(least, overrides: ["clients.0.newest=5"])
    let long = try scenario(
      least, overrides: ["clients.0.newest=5", "clients.0.descending=on"])
    #expect(short.fingerprint == long.fingerprint)
  }

  @Test func `every order can be asked for`() throws {
    #expect(try group("order: key").look.order == .key)
    #expect(try group("order: value").look.order == .value)
    #expect(try group("order: priority").look.order == .priority)
    #expect(try group("order: { child: a/b }").look.order == .child(Path("a/b")))
    #expect(words("order: score").contains("unknown order 'score'"))
    #expect(words("order: { child: a//b }").contains("'a//b' is not the name of a field"))
  }

  @Test func `conditions nest`() throws {
    #expect(
      try group("where: { field: done, is: false }").look.filter
        == .is(Path("done"), .bool(false)))
    #expect(
      try group("where: { field: score, below: 10 }").look.filter
        == .less(Path("score"), .integer(10)))
    #expect(
      try group("where: { not: { any: [ { has: a }, { every: [ { has: b }, { has: c } ] } ] } }")
        .look.filter
        == .not(.any([.has(Path("a")), .every([.has(Path("b")), .has(Path("c"))])])))
  }

  @Test func `a condition that is none, or two, is told`() {
    #expect(
      words("where: {}") == """
        --set:1:29: error: one of the keys is, below, has, not, every, any is missing
          remedy: add exactly one of them
        """)
    #expect(words("where: { has: a, not: { has: b } }").contains("'not' beside 'has'"))
    #expect(words("where: { is: 5 }").contains("missing key 'field'"))
    #expect(words("where: { field: a, has: b }").contains("'field' does not belong here"))
    #expect(words("where: { field: a, is: [1] }").contains("expected a value, found a list"))
  }

  @Test func `sections are made by a field or by conditions`() throws {
    #expect(try group("sections: { by: team }").look.sections == .byValue(of: Path("team")))
    #expect(
      try group("sections: [ { field: team, is: red }, { has: team } ]").look.sections
        == .fixed([.is(Path("team"), .text("red")), .has(Path("team"))]))
    #expect(words("sections: [ { field: team } ]").contains("one of the keys is, below"))
    #expect(words("sections: team").contains("expected a field, or a list of conditions"))
  }

  @Test func `a union names its further lists, one by one`() throws {
    #expect(try group("also: [b, c/d]").look.also == [Path("b"), Path("c/d")])
    #expect(words("also: [\"b{1..2}\"]").contains("stands for several lists"))
  }

  @Test func `a list may start and end somewhere, at keys or at values of its order`() throws {
    let keys = try group("from: 10, to: b").look
    #expect(keys.from == Query.Bound(Key("10")) && keys.to == Query.Bound(Key("b")))
    let values = try group("order: value, from: 10, to: true").look
    #expect(values.from == Query.Bound(.integer(10)) && values.to == Query.Bound(.bool(true)))
    #expect(words("from: true").contains("'from' is not a key"))
    #expect(words("to: a.b").contains("error"))
  }

  @Test func `show, flipped and a mutant are understood`() throws {
    let group = try group("show: 3, flipped: on, stack: { mutant: upside-down }")
    #expect(group.look.most == 3)
    #expect(group.look.isFlipped == true)
    #expect(group.stack == .mutant("upside-down"))
    #expect(words("stack: rivers").contains("write streams, or { mutant: NAME }"))
    #expect(words("stack: {}").contains("missing key 'mutant'"))
  }

  @Test func `work says how far it pages, and what it assigns`() throws {
    let work = try scenario(
      least,
      overrides: [
        "workload.0.does={ page: 50%, filter: 20%, assign: 30% }", "workload.0.page=7",
        "workload.0.field=team", "workload.0.values=[red, 5, null]",
      ]
    ).workload[0]
    #expect(work.does.map(\.action) == [.page, .filter, .assign])
    #expect(work.page == 7)
    #expect(work.field == "team")
    #expect(work.values == [.text("red"), .integer(5), .null])
  }

  @Test func `a checker may be expected to find its promise broken`() throws {
    let scenario = try scenario(
      least, overrides: ["expect.lists=broken", "expect.converge=broken", "expect.pages=held"])
    #expect(
      scenario.expectations.map(\.subject) == [
        .broken("lists"), .broken("converge"), .checker("pages"),
      ])
  }
}

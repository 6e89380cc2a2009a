// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

/// An app with objects as its checkers see it: what is committed, what is typed, and what its form shows.
private struct Stage: ~Copyable {
  private var checkers: Checkers
  private var now = Instant.zero
  private var version: UInt64 = 0
  private var shown: [Row] = []
  private var tree = Node.null
  private let form: UInt32

  init() {
    var surfaces = SurfaceNumbers(clients: 1)
    form = surfaces.add(ObjectNotes.form, of: 0)
    checkers = Checkers(
      Checkers.objects,
      on: Ground(lists: [Path("l")], transactAction: 6, surfaces: surfaces))
    open()
  }

  /// The list and its form are opened.
  mutating func open() {
    let screen = Screen(QueryBuilder(Path("l")))
    for client in [0, form] {
      record(
        .opened, client: client,
        evidence: .screen(OpenedScreen(screen, lists: [0], atMost: .zero)))
    }
  }

  mutating func wait() { now = now + .milliseconds(1) }

  mutating func record(
    _ kind: Step.Kind, client: UInt32 = 0, key: Key = Step.noKey, x: UInt64 = 0, y: UInt64 = 0,
    journey: UInt32 = 0, evidence: Evidence = .none
  ) {
    checkers.observe(
      Step(at: now, kind, client: client, journey: journey, list: 0, key: key, x: x, y: y), evidence
    )
  }

  mutating func note(_ words: UInt64, _ key: String, x: UInt64 = 0) {
    record(.noted, key: Key(key), x: x, y: words)
  }

  mutating func openForm(_ key: String) {
    wait()
    note(ObjectNotes.opened.holding(), key)
  }

  mutating func type(_ text: String, into key: String) {
    wait()
    note(ObjectNotes.typed.holding(), key, x: Node.text(text).fingerprint)
  }

  mutating func end(_ text: String, in key: String, isSaved: Bool) {
    note(ObjectNotes.ended.holding(isSaved ? 0 : 1), key, x: Node.text(text).fingerprint)
  }

  /// The form shows a text, or nothing.
  mutating func show(_ text: String?) {
    let new = text.map { [Row(key: ObjectNotes.word, stamp: Node.text($0).fingerprint)] } ?? []
    record(
      .published, client: form,
      evidence: .publication(Publication(diff(from: shown, to: new), sections: [new])))
    shown = new
  }

  /// The server commits rows, all at one instant, by somebody who relates them, unless it is somebody else.
  mutating func commit(_ rows: [(String, Node)], isOwn: Bool = true) {
    wait()
    version += 1
    var journey = UInt32(version)
    if isOwn { record(.meant, x: ObjectNotes.joining, journey: journey) }
    for (key, node) in rows {
      tree.set(node, at: Key(key))
      record(
        .committed, key: Key(key), x: node.fingerprint, y: version, journey: journey,
        evidence: .row(node))
      journey = 0
    }
  }

  /// The server commits what somebody saves.
  mutating func save(_ text: String, in key: String, journey: UInt32) {
    wait()
    version += 1
    var node = tree[Key(key)]
    node.set(.text(text), at: ObjectNotes.word)
    tree.set(node, at: Key(key))
    record(
      .committed, key: Key(key), x: node.fingerprint, y: version, journey: journey,
      evidence: .row(node))
  }

  static func row(_ word: String, lead: String? = nil, crew: [String] = [], at key: String = "")
    -> Node
  {
    func end(_ target: String, _ back: String) -> Node {
      Node([(Key("t_pth"), .text("l/\(target)")), (Key("r_prop"), .text(back))])
    }
    return Node([
      (ObjectNotes.word, .text(word)),
      (ObjectNotes.lead, lead.map { end($0, "crew/\(key)") } ?? .null),
      (ObjectNotes.crew, Node(crew.map { (Key($0), end($0, "lead")) })),
    ])
  }

  mutating func rest() {
    wait()
    record(.rested, evidence: .rest(FinalState(lists: [tree])))
  }

  /// The promises that broke, with how long ends were half.
  consuming func faults() -> [String] {
    checkers.findings.filter(\.verdict.isBroken).map { "\($0.checker): \($0.verdict)" }
  }
}

@Suite struct ObjectCheckersTests {
  @Test func `a form that keeps what is typed, and at last shows its row, keeps the promise`() {
    var stage = Stage()
    stage.commit([("a", Stage.row("old"))])
    stage.openForm("a")
    stage.show("old")
    stage.type("mine", into: "a")
    stage.show("mine")
    stage.commit([("a", Stage.row("theirs"))])
    stage.type("mine again", into: "a")
    stage.show("mine again")
    stage.commit([("a", Stage.row("mine again"))])
    stage.end("mine again", in: "a", isSaved: true)
    stage.type("no", into: "a")
    stage.show("no")
    stage.end("no", in: "a", isSaved: false)
    stage.show("mine again")
    stage.rest()
    #expect(stage.faults() == [])
  }

  @Test(arguments: [false, true])
  func `what was typed may go from the screen if its edit is told to be over at the same moment`(
    isTold: Bool
  ) {
    var stage = Stage()
    stage.commit([("a", Stage.row("old"))])
    stage.openForm("a")
    stage.type("mine", into: "a")
    stage.show("mine")
    stage.wait()
    stage.show("old")
    if isTold { stage.end("mine", in: "a", isSaved: false) }
    stage.rest()
    #expect(stage.faults().count == (isTold ? 0 : 1))
  }

  @Test func `the end of an older edit is not the end of a newer one`() {
    var stage = Stage()
    stage.commit([("a", Stage.row("one"))])
    stage.openForm("a")
    stage.type("one", into: "a")
    stage.show("one")
    stage.type("two", into: "a")
    stage.show("two")
    stage.wait()
    stage.show("one")
    stage.end("one", in: "a", isSaved: true)
    stage.rest()
    #expect(stage.faults().count == 1)
  }

  @Test(arguments: ["other", nil])
  func `at rest a form shows its row`(shown: String?) {
    var stage = Stage()
    stage.commit([("a", Stage.row("new"))])
    stage.openForm("a")
    stage.show(shown)
    stage.rest()
    #expect(stage.faults().count == 1)
  }

  @Test func `a form whose row is gone shows nothing at rest`() {
    for isShown in [false, true] {
      var stage = Stage()
      stage.commit([("a", Stage.row("new"))])
      stage.openForm("a")
      stage.show("new")
      stage.commit([("a", .null)])
      if !isShown { stage.show(nil) }
      stage.rest()
      #expect(stage.faults().count == (isShown ? 1 : 0))
    }
  }

  @Test func `a list that is closed takes its form along, and so does who may not read the row`() {
    for kind in [Step.Kind.closed, .killed, .cancelled] {
      var stage = Stage()
      stage.commit([("a", Stage.row("new"))])
      stage.openForm("a")
      stage.show("old")
      stage.record(kind)
      stage.rest()
      #expect(stage.faults() == [], "\(kind)")
    }
  }

  @Test(arguments: ["back before", "while saving", "refused", "later"])
  func `no save brings back a row that is gone, whether its client has heard so or not`(way: String)
  {
    var stage = Stage()
    stage.commit([("a", Stage.row("old"))])
    stage.openForm("a")
    stage.type("mine", into: "a")
    stage.show("mine")
    if way == "while saving" { stage.record(.meant, x: ObjectNotes.saving, journey: 99) }
    stage.commit([("a", .null)])
    if way == "back before" { stage.commit([("a", Stage.row("theirs"))]) }
    if way != "while saving" { stage.record(.meant, x: ObjectNotes.saving, journey: 99) }
    if way != "refused" { stage.save("mine", in: "a", journey: 99) }
    stage.end("mine", in: "a", isSaved: way != "refused")
    stage.show(way == "refused" ? nil : "mine")
    stage.rest()
    #expect(stage.faults().count == (["back before", "refused"].contains(way) ? 0 : 1))
  }

  // MARK: Files

  @Test(arguments: [false, true])
  func `nobody brings back a row that is gone by giving it a file`(isGone: Bool) {
    var stage = Stage()
    stage.commit([("a", Stage.row("old"))])
    stage.record(.transferred, key: Key("f1"), y: Step.Transferred.end.holding(UInt64(1)))
    if isGone { stage.commit([("a", .null)]) }
    let photo = Node([(Key("f1"), .integer(7))])
    stage.commit(
      [
        (
          "a",
          Node([(ObjectNotes.word, isGone ? .null : .text("old")), (ObjectNotes.photo, photo)])
        )
      ])
    stage.rest()
    #expect(stage.faults().count == (isGone ? 1 : 0))
  }

  // MARK: Relations

  @Test func `both ends at one instant keep the promise, in either order of the rows`() {
    for isReversed in [false, true] {
      var stage = Stage()
      stage.commit([("a", Stage.row("a"))])
      stage.commit([("b", Stage.row("b"))])
      let rows = [
        ("a", Stage.row("a", lead: "b", at: "a")), ("b", Stage.row("b", crew: ["a"])),
      ]
      stage.commit(isReversed ? rows.reversed() : rows)
      stage.commit([("a", Stage.row("a")), ("b", Stage.row("b"))])
      stage.rest()
      #expect(stage.faults() == [])
    }
  }

  @Test func `one end alone breaks it, though the other one follows`() {
    var stage = Stage()
    stage.commit([("b", Stage.row("b"))])
    stage.commit([("a", Stage.row("a", lead: "b", at: "a"))])
    stage.commit([("b", Stage.row("b", crew: ["a"]))])
    stage.rest()
    #expect(stage.faults().count == 1)
  }

  @Test func `others may move a row with its ends, which is mended before all is over`() {
    for isOwn in [false, true] {
      var stage = Stage()
      stage.commit([("b", Stage.row("b"))])
      stage.commit([
        ("a", Stage.row("a", lead: "b", at: "a")), ("b", Stage.row("b", crew: ["a"])),
      ])
      stage.commit([("b", .null), ("c", Stage.row("b", crew: ["a"]))], isOwn: isOwn)
      stage.commit([("a", Stage.row("a")), ("c", Stage.row("b"))])
      stage.rest()
      #expect(stage.faults().count == (isOwn ? 1 : 0))
    }
  }

  @Test func `an end that leads to nothing may be there for a while, and not at rest`() {
    for isMended in [false, true] {
      var stage = Stage()
      stage.commit([
        ("a", Stage.row("a", lead: "b", at: "a")), ("b", Stage.row("b", crew: ["a"])),
      ])
      stage.commit([("b", .null)])
      if isMended { stage.commit([("a", Stage.row("a"))]) }
      stage.rest()
      #expect(stage.faults().count == (isMended ? 0 : 1))
    }
  }

  @Test func `where nobody is left who sees the list, nobody mends it`() {
    for kind in [Step.Kind.closed, .killed, .cancelled] {
      var stage = Stage()
      stage.commit([
        ("a", Stage.row("a", lead: "b", at: "a")), ("b", Stage.row("b", crew: ["a"])),
      ])
      stage.record(kind)
      stage.commit([("b", .null)])
      stage.rest()
      #expect(stage.faults() == [], "\(kind)")
    }
  }

  @Test func `what the rules forbid to mend stays until the row changes or its list is opened`() {
    for (what, count) in [
      ("nothing", 0), ("allowed", 1), ("another", 1), ("same", 0), ("changed", 1), ("opened", 1),
    ] {
      var stage = Stage()
      let half = Stage.row("a", lead: "b", at: "a")
      stage.commit([("a", half), ("b", Stage.row("b", crew: ["a"]))])
      stage.commit([("b", .null)])
      stage.note(ObjectNotes.mending.holding(), "a")
      if what != "allowed" {
        stage.note(ObjectNotes.unmended.holding(), what == "another" ? "c" : "a")
      }
      // Others write it as it is, or with another word.
      if what == "same" { stage.commit([("a", half)]) }
      if what == "changed" { stage.commit([("a", Stage.row("z", lead: "b", at: "a"))]) }
      if what == "opened" { stage.open() }
      stage.rest()
      #expect(stage.faults().count == count, "\(what)")
    }
  }

  @Test func `an end that leads to one which leads elsewhere is no relation`() {
    var stage = Stage()
    stage.commit([
      ("a", Stage.row("a", lead: "b", at: "a")), ("b", Stage.row("b", crew: ["a"])),
    ])
    stage.commit([
      ("a", Stage.row("a", lead: "c", at: "a")), ("c", Stage.row("c", crew: ["a"])),
    ])
    stage.rest()
    #expect(stage.faults().count == 1)
  }
}

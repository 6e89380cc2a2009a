// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

/// An app whose form has a sheet beside it, in the eyes of the checker of sheets.
private struct Stage: ~Copyable {
  private var checkers: Checkers
  private var now = Instant.zero

  init() {
    var surfaces = SurfaceNumbers(clients: 1)
    surfaces.add(ObjectNotes.form, of: 0)
    surfaces.add(ObjectNotes.sheet, of: 0)
    let list = Path("crew")
    checkers = Checkers(
      Checkers.objects.filter { $0.promise.name == "sheets" },
      on: Ground(lists: [list], transactAction: 6, surfaces: surfaces))
    let screen = Screen(QueryBuilder(list))
    for client in 0...2 as ClosedRange<UInt32> {
      record(
        .opened, client: client,
        evidence: .screen(OpenedScreen(screen, lists: [0], atMost: .zero)))
    }
    arrange(leadFirst: false)
  }

  mutating func record(
    _ kind: Step.Kind, client: UInt32 = 0, y: UInt64 = 0, evidence: Evidence = .none
  ) {
    checkers.observe(
      Step(at: now, kind, client: client, list: 0, key: Key("a"), x: 0, y: y), evidence)
  }

  /// A later instant begins.
  mutating func later() { now = now + .milliseconds(1) }

  mutating func form(_ rows: [(String, UInt64)]) { publish([rows], client: 1) }
  mutating func sheet(_ fields: [(String, UInt64)], _ crew: [(String, UInt64)] = []) {
    publish([fields, crew], client: 2)
  }

  private mutating func publish(_ sections: [[(String, UInt64)]], client: UInt32) {
    let rows = sections.map { $0.map { Row(key: Key($0.0), stamp: $0.1) } }
    record(
      .published, client: client, evidence: .publication(Publication(ChangeSet(), sections: rows)))
  }

  mutating func arrange(leadFirst: Bool) {
    record(.noted, y: ObjectNotes.arranged.holding(leadFirst ? 1 : 0))
  }

  /// A row is committed that leads these.
  mutating func commit(_ crew: [(String, Node)]) -> UInt64 {
    let node = Node(crew.map { (Key($0.0), $0.1) })
    record(.committed, evidence: .row(Node([(ObjectNotes.crew, node)])))
    return node.fingerprint
  }

  consuming func isBroken() -> Bool {
    later()
    record(.noted, y: ObjectNotes.cardBroken.holding())
    return checkers.findings.contains { $0.verdict.isBroken }
  }
}

@Suite struct SheetCheckerTests {
  @Test func `a sheet that shows what its form does keeps it`() {
    var stage = Stage()
    stage.form([("word", 1)])
    stage.sheet([("word", 1)])
    stage.later()
    let (one, other) = (Node.text("x"), Node.text("y"))
    let crew = stage.commit([("b", one), ("c", other)])
    stage.form([("word", 1), ("lead", 2), ("crew", crew)])
    stage.sheet(
      [("word", 1), ("lead", 2)], [("crew-b", one.fingerprint), ("crew-c", other.fingerprint)])
    stage.later()
    stage.arrange(leadFirst: true)
    stage.sheet(
      [("lead", 2), ("word", 1)], [("crew-b", one.fingerprint), ("crew-c", other.fingerprint)])
    stage.later()
    stage.form([("crew", 77)])
    stage.sheet([], [("crew-z", 5)])
    let isBroken = stage.isBroken()
    #expect(!isBroken, "of a crew that nobody committed it is not known who is in it")
  }

  @Test func `within an instant a sheet may lag behind`() {
    var stage = Stage()
    stage.form([("word", 1)])
    stage.arrange(leadFirst: true)
    stage.sheet([("word", 1)])
    let isBroken = stage.isBroken()
    #expect(!isBroken)
  }

  @Test func `fields that are missing, old or in another order break it`() {
    for fields in [[], [("word", 1)], [("word", 3), ("lead", 2)], [("lead", 2), ("word", 1)]]
      as [[(String, UInt64)]]
    {
      var stage = Stage()
      stage.form([("word", 1), ("lead", 2)])
      stage.sheet(fields)
      let isBroken = stage.isBroken()
      #expect(isBroken, "\(fields)")
    }
    var stage = Stage()
    stage.form([("word", 1), ("lead", 2)])
    stage.sheet([("word", 1), ("lead", 2)])
    stage.later()
    stage.arrange(leadFirst: true)
    let isBroken = stage.isBroken()
    #expect(isBroken, "it was arranged")
  }

  @Test func `rows below that are too many, too few or others break it`() {
    let node = Node.text("x")
    for crew in [[], [("crew-c", node.fingerprint)], [("crew-b", 1)]] as [[(String, UInt64)]] {
      var stage = Stage()
      let stamp = stage.commit([("b", node)])
      stage.form([("crew", stamp)])
      stage.sheet([], crew)
      let isBroken = stage.isBroken()
      #expect(isBroken, "\(crew)")
    }
    var stage = Stage()
    stage.form([])
    stage.sheet([], [("crew-b", 1)])
    let isBroken = stage.isBroken()
    #expect(isBroken, "nobody is led")
    var other = Stage()
    other.form([("crew", 77)])
    other.sheet([])
    let isOtherBroken = other.isBroken()
    #expect(isOtherBroken, "somebody is led")
  }

  @Test func `a sheet that is not on the screen is not judged`() {
    for ending in [Step.Kind.closed, .killed] {
      var stage = Stage()
      stage.form([("word", 1)])
      stage.record(ending)
      let isBroken = stage.isBroken()
      #expect(!isBroken)
    }
  }
}

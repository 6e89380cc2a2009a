// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

/// A collection with its index, and an app with a table of it, as their checker sees them.
private struct TableStage: ~Copyable {
  private var checkers: Checkers
  private var now = Instant.zero
  private var version: UInt64 = 0
  private var (things, index) = (Node.null, Node.null)
  private let surfaces: [String: UInt32]

  init() {
    var surfaces = SurfaceNumbers(clients: 1)
    let names = [ObjectNotes.form, ObjectNotes.table, ObjectNotes.cells]
    var numbers: [String: UInt32] = [:]
    for name in names { numbers[name] = surfaces.add(name, of: 0) }
    self.surfaces = numbers
    let list = Path("things")
    checkers = Checkers(
      Checkers.objects,
      on: Ground(lists: [list, ObjectNotes.index(of: list)], transactAction: 6, surfaces: surfaces))
    let screen = Screen(QueryBuilder(list))
    for client in 0...UInt32(names.count) {
      record(
        .opened, client: client,
        evidence: .screen(OpenedScreen(screen, lists: [0], atMost: .zero)))
    }
  }

  mutating func wait() { now = now + .milliseconds(1) }

  mutating func record(
    _ kind: Step.Kind, client: UInt32 = 0, list: UInt32 = 0, key: Key = Step.noKey, x: UInt64 = 0,
    y: UInt64 = 0, evidence: Evidence = .none
  ) {
    checkers.observe(
      Step(at: now, kind, client: client, list: list, key: key, x: x, y: y), evidence)
  }

  /// A thing comes, with its row in the index, or one of both alone; nil: it goes.
  mutating func commit(_ key: String, _ word: String?, element: Bool = true, row: Bool = true) {
    wait()
    version += 1
    let thing = word.map { Node([(ObjectNotes.word, .text($0))]) } ?? .null
    let glimpse = word.map { Node([(Key("__pl"), .text($0))]) }
    let entry = glimpse.map { Node([(Key("__val"), $0)]) } ?? .null
    if row {
      index.set(entry, at: Key(key))
      record(.committed, list: 1, key: Key(key), y: version, evidence: .row(entry))
    }
    if element {
      things.set(thing, at: Key(key))
      record(.committed, key: Key(key), y: version, evidence: .row(thing))
    }
  }

  /// A surface shows things, with their words.
  mutating func show(_ surface: String, _ rows: [(String, String)]) {
    let rows = rows.map { Row(key: Key($0.0), stamp: Node.text($0.1).fingerprint) }
    record(
      .published, client: surfaces[surface] ?? 0,
      evidence: .publication(Publication(diff(from: [], to: rows), sections: [rows])))
  }

  /// A cell displays a thing, or does so no more; `tag` is that of the listen which begins or ends with it.
  mutating func display(_ key: String, _ isDisplayed: Bool, tag: UInt64?) {
    record(.noted, key: Key(key), y: ObjectNotes.displayed.holding(isDisplayed ? 1 : 0))
    guard let tag else { return }
    if isDisplayed {
      listen(tag)
    } else {
      record(.unlistened, list: Step.nowhere, x: tag)
    }
  }

  mutating func listen(_ tag: UInt64) {
    record(.listened, list: Step.nowhere, x: tag, evidence: .query(Query()))
  }

  mutating func rest() {
    wait()
    let holding = FinalState.Holding(
      asked: 0, atClient: 0, atServer: 0, hasSession: true, isConnected: true)
    record(.rested, evidence: .rest(FinalState(holdings: [holding], lists: [things, index])))
  }

  consuming func fault() -> String? {
    let verdict = checkers.findings.first { $0.checker == "tables" }?.verdict
    return verdict.flatMap { $0.isBroken ? "\($0)" : nil }
  }
}

@Suite struct TableCheckerTests {
  /// A table that shows milk, and bread, which one cell displays.
  private static func stage() -> TableStage {
    var stage = TableStage()
    stage.commit("bread", "rye")
    stage.commit("milk", "fresh")
    stage.show(ObjectNotes.table, [("bread", "rye"), ("milk", "fresh")])
    stage.display("bread", true, tag: 1)
    stage.show(ObjectNotes.cells, [("bread", "rye")])
    return stage
  }

  @Test func `a table of all rows, whose cells observe what they display, keeps the promise`() {
    var stage = Self.stage()
    stage.wait()
    stage.display("bread", false, tag: 1)
    stage.display("milk", true, tag: 2)
    stage.show(ObjectNotes.cells, [("milk", "fresh")])
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test(arguments: [false, true])
  func `a commit of an element without its row, or the other way round, breaks it`(hasRow: Bool) {
    var stage = TableStage()
    stage.commit("milk", "fresh", element: !hasRow, row: hasRow)
    stage.rest()
    #expect(
      stage.fault()?.contains(hasRow ? "which is not there" : "has no row in its index") == true)
  }

  @Test func `a cell that goes and is still observed breaks it`() {
    var stage = Self.stage()
    stage.wait()
    stage.display("bread", false, tag: nil)
    stage.wait()
    stage.rest()
    #expect(stage.fault()?.contains("displays 0 things, and listens to 1") == true)
  }

  @Test func `a cell that observes nothing breaks it`() {
    var stage = Self.stage()
    stage.wait()
    stage.display("milk", true, tag: nil)
    stage.wait()
    stage.rest()
    #expect(stage.fault()?.contains("displays 2 things, and listens to 1") == true)
  }

  @Test func `the row in a form is observed, and once if a cell displays it`() {
    var stage = Self.stage()
    stage.wait()
    stage.record(.noted, key: Key("bread"), y: ObjectNotes.opened.holding())
    stage.wait()
    stage.record(.noted, key: Key("milk"), y: ObjectNotes.opened.holding())
    stage.listen(3)
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test func `who leaves observes nothing any more`() {
    var stage = Self.stage()
    stage.wait()
    stage.record(.closed)
    stage.wait()
    stage.rest()
    #expect(stage.fault()?.contains("displays 0 things, and listens to 1") == true)
  }

  @Test func `a table without a row of the index breaks it at rest`() {
    var stage = Self.stage()
    stage.commit("tea", "green")
    stage.rest()
    #expect(stage.fault()?.contains("something else than the index has") == true)
  }

  @Test func `a cell that shows what its thing was breaks it at rest`() {
    var stage = Self.stage()
    stage.commit("bread", "rye, ticked off", row: false)
    stage.rest()
    #expect(stage.fault()?.contains("otherwise than the backend has it") == true)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

/// An app that keeps what its form hears, as its checker sees it; times are in milliseconds.
private struct KeptStage: ~Copyable {
  private var checkers: Checkers
  private var shown: [Row] = []
  private var tag: UInt64 = 0
  private let form: UInt32

  init() {
    var surfaces = SurfaceNumbers(clients: 1)
    form = surfaces.add(ObjectNotes.form, of: 0)
    checkers = Checkers(
      Checkers.objects, on: Ground(lists: [Path("l")], transactAction: 6, surfaces: surfaces))
    let screen = Screen(QueryBuilder(Path("l")))
    for client in [0, form] {
      record(
        0, .opened, client: client,
        evidence: .screen(OpenedScreen(screen, lists: [0], atMost: .zero)))
    }
  }

  mutating func record(
    _ ms: Int64, _ kind: Step.Kind, client: UInt32 = 0, list: UInt32 = 0, key: Key = Step.noKey,
    x: UInt64 = 0, y: UInt64 = 0, evidence: Evidence = .none
  ) {
    checkers.observe(
      Step(
        at: .zero + .milliseconds(ms), kind, client: client, list: list, key: key, x: x, y: y),
      evidence)
  }

  /// Somebody opens a row in the form, which begins to listen to it.
  mutating func open(_ ms: Int64, _ key: String) {
    record(ms, .noted, key: Key(key), y: ObjectNotes.opened.holding())
    tag += 1
    show(ms, nil)
    record(ms, .listened, list: Step.nowhere, x: tag, evidence: .query(Query()))
  }

  /// The form hears its row, nil: that it is gone, and shows it.
  mutating func hear(_ ms: Int64, _ word: String?) {
    if let word {
      record(
        ms, .heard, list: Step.nowhere, key: ObjectNotes.word, x: Node.text(word).fingerprint,
        y: Step.Heard.tag.holding(tag))
    }
    record(ms, .completed, list: Step.nowhere, x: tag)
    show(ms, word)
  }

  /// The form hears that its row has gone, and shows so if the batch ends there.
  mutating func hearRemoval(_ ms: Int64, isOpen: Bool = false) {
    record(
      ms, .heard, list: Step.nowhere, key: ObjectNotes.word, y: Step.Heard.tag.holding(tag))
    if !isOpen { show(ms, nil) }
  }

  mutating func show(_ ms: Int64, _ text: String?) {
    let new = text.map { [Row(key: ObjectNotes.word, stamp: Node.text($0).fingerprint)] } ?? []
    record(
      ms, .published, client: form,
      evidence: .publication(Publication(diff(from: shown, to: new), sections: [new])))
    shown = new
  }

  /// The store of the phone has saved something.
  mutating func save(_ ms: Int64, _ key: String) {
    record(ms, .stored, key: Key(key), y: Step.Stored.isSave.holding(true))
  }

  mutating func kill(_ ms: Int64) {
    record(ms, .killed)
    shown = []
  }

  consuming func verdict() -> Verdict? {
    checkers.findings.first { $0.checker == "kept-forms" }?.verdict
  }
}

@Suite struct KeptFormCheckerTests {
  /// A form has heard `one` and, half a second before its app is killed, `two`; then the row is opened again.
  private func reopened() -> KeptStage {
    var stage = KeptStage()
    stage.open(10, "a")
    stage.hear(20, "one")
    stage.save(25, "a")
    stage.hear(1_500, "two")
    stage.kill(2_000)
    stage.open(3_000, "a")
    return stage
  }

  @Test(arguments: ["one", "two"])
  func `what was heard last is shown, or what was before that if it may not have been kept`(
    word: String
  ) {
    var stage = reopened()
    stage.show(3_001, word)
    #expect(stage.verdict() == .held)
  }

  @Test(arguments: ["none", "kept late"])
  func `nothing else is shown`(way: String) {
    var stage = reopened()
    if way == "kept late" {
      stage.hear(3_100, "two")
      stage.kill(5_000)
      stage.open(6_000, "a")
    }
    stage.show(6_001, way == "none" ? "three" : "one")
    #expect(stage.verdict()?.isBroken == true)
  }

  @Test(arguments: [false, true])
  func `a row of which was heard that it is gone is not shown, in this life or the next`(
    isKilled: Bool
  ) {
    for isShown in [false, true] {
      var stage = reopened()
      stage.hear(3_100, "two")
      stage.hearRemoval(3_200)
      if isKilled { stage.kill(5_000) }
      stage.open(6_000, "a")
      if isShown { stage.show(6_001, "two") }
      stage.hear(9_000, nil)
      #expect((stage.verdict()?.isBroken ?? false) == isShown)
    }
  }

  @Test(arguments: [500, 5_000] as [Int64], [false, true])
  func `what is kept is shown within a second`(wait: Int64, isShown: Bool) {
    var stage = reopened()
    if isShown { stage.show(3_100, "two") }
    stage.hear(3_000 + wait, "two")
    #expect((stage.verdict()?.isBroken ?? false) == (wait > 1_000 && !isShown))
  }

  /// A write of the client itself was taken back, and the server has not spoken: nobody knows what is there.
  @Test(arguments: ["one", nil, "two"])
  func `a row that went without the end of a batch may be gone or not`(word: String?) {
    for isKilled in [false, true] {
      var stage = KeptStage()
      stage.open(10, "a")
      stage.hear(20, "one")
      stage.save(25, "a")
      stage.hearRemoval(2_000, isOpen: true)
      if isKilled { stage.kill(4_000) }
      stage.open(5_000, "a")
      if let word { stage.show(5_001, word) }
      stage.open(7_000, "b")
      #expect(stage.verdict()?.isBroken == (word == "two"), "\(isKilled)")
    }
  }

  @Test func `an app in the background has kept what it heard before that, and is late`() {
    for isPaused in [false, true] {
      var stage = KeptStage()
      stage.open(10, "a")
      stage.hear(20, "one")
      stage.save(25, "a")
      stage.hear(1_500, "two")
      if isPaused { stage.record(2_000, .paused, x: 1) }
      stage.kill(9_000)
      stage.open(9_100, "a")
      stage.show(9_101, "one")
      #expect(stage.verdict()?.isBroken == !isPaused)
      var other = reopened()
      if isPaused { other.record(3_001, .paused, x: 1) }
      other.hear(9_000, "two")
      #expect((other.verdict()?.isBroken ?? false) == !isPaused)
    }
  }

  @Test func `what somebody types is not kept, and apps that keep nothing owe nothing`() {
    var stage = reopened()
    stage.show(3_001, "two")
    stage.record(3_010, .noted, key: Key("a"), y: ObjectNotes.typed.holding())
    stage.show(3_010, "mine")
    #expect(stage.verdict() == .held)
    var other = KeptStage()
    other.open(10, "a")
    other.hear(20, "one")
    other.kill(3_000)
    other.open(4_000, "a")
    other.hear(9_000, "one")
    #expect(other.verdict() == .notReached)
  }
}

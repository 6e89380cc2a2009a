// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

/// People and their edits of a shopping list, as the checker of edits sees them.
private struct EditStage: ~Copyable {
  private var checkers = Checkers(
    Checkers.objects,
    on: Ground(lists: [Path("things"), Path("__receipts")], transactAction: 6))
  private var now = Instant.zero
  private var version: UInt64 = 0

  private mutating func record(
    _ kind: Step.Kind, list: UInt32 = 0, key: Key = Step.noKey, x: UInt64 = 0, y: UInt64 = 0,
    evidence: Evidence = .none
  ) {
    checkers.observe(Step(at: now, kind, client: 0, list: list, key: key, x: x, y: y), evidence)
  }

  mutating func edit(_ deed: UInt64, _ key: String, _ text: String) {
    now = now + .milliseconds(1)
    record(
      .noted, key: Key(key), x: Node.text(text).fingerprint, y: ObjectNotes.edited.holding(deed))
  }

  mutating func settle(_ text: String, isDone: Bool) {
    record(
      .noted, x: Node.text(text).fingerprint, y: ObjectNotes.settled.holding(isDone ? 0 : 1))
  }

  /// The server commits a receipt, and a row with a word, nil: without any row, `.some(nil)`: the row is gone.
  mutating func commit(receipt text: String, _ key: String, word: String??) {
    now = now + .milliseconds(1)
    version += 1
    if let word {
      let row = word.map { Node([(ObjectNotes.word, .text($0))]) } ?? .null
      record(.committed, key: Key(key), x: row.fingerprint, y: version, evidence: .row(row))
    }
    let receipt = Node([(ObjectNotes.edit, .text(text))])
    record(
      .committed, list: 1, key: Key("me"), x: receipt.fingerprint, y: version,
      evidence: .row(receipt))
  }

  mutating func kill(isSaved: Bool) { record(.killed, y: isSaved ? 1 : 0) }

  mutating func rest(isConnected: Bool = true) {
    now = now + .milliseconds(1)
    let holding = FinalState.Holding(
      asked: 0, atClient: 0, atServer: 0, hasSession: true, isConnected: isConnected)
    record(.rested, evidence: .rest(FinalState(holdings: [holding], lists: [.null, .null])))
  }

  consuming func fault() -> String? {
    let verdict = checkers.findings.first { $0.checker == "offline-edits" }?.verdict
    return verdict.flatMap { $0.isBroken ? "\($0)" : nil }
  }
}

@Suite struct EditCheckerTests {
  @Test func `edits that are done once or refused, and said to be, keep the promise`() {
    var stage = EditStage()
    stage.edit(0, "milk", "one")
    stage.edit(1, "milk", "two")
    stage.edit(2, "milk", "three")
    stage.edit(1, "milk", "four")
    stage.commit(receipt: "one", "milk", word: "one")
    stage.settle("one", isDone: true)
    stage.commit(receipt: "two", "milk", word: "two")
    stage.kill(isSaved: true)
    stage.settle("two", isDone: true)
    stage.commit(receipt: "three", "milk", word: .some(nil))
    stage.settle("three", isDone: true)
    stage.settle("four", isDone: false)
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test func `an edit that takes effect twice breaks it`() {
    var stage = EditStage()
    stage.edit(0, "milk", "one")
    stage.commit(receipt: "one", "milk", word: "one")
    stage.commit(receipt: "one", "milk", word: "one")
    stage.settle("one", isDone: true)
    #expect(stage.fault()?.contains("took effect twice") == true)
  }

  @Test func `a receipt without what was done breaks it`() {
    var stage = EditStage()
    stage.edit(0, "milk", "one")
    stage.commit(receipt: "one", "milk", word: nil)
    stage.settle("one", isDone: true)
    #expect(stage.fault()?.contains("not all of it was written") == true)
  }

  @Test func `a thing that is said to be taken away and stays breaks it`() {
    var stage = EditStage()
    stage.edit(2, "milk", "one")
    stage.commit(receipt: "one", "milk", word: "old")
    stage.settle("one", isDone: true)
    #expect(stage.fault()?.contains("not all of it was written") == true)
  }

  @Test(arguments: [false, true])
  func `an end that is told otherwise than it was breaks it`(isWritten: Bool) {
    var stage = EditStage()
    stage.edit(0, "milk", "one")
    if isWritten { stage.commit(receipt: "one", "milk", word: "one") }
    stage.settle("one", isDone: !isWritten)
    #expect(
      stage.fault()?.contains(isWritten ? "refused, and it was done" : "and it was not") == true)
  }

  @Test func `an end that is told twice breaks it`() {
    var stage = EditStage()
    stage.edit(0, "milk", "one")
    stage.settle("one", isDone: false)
    stage.settle("one", isDone: false)
    #expect(stage.fault()?.contains("over twice") == true)
  }

  @Test
  func
    `an edit of which nobody hears any more breaks it, unless nothing was saved or it cannot come yet`()
  {
    var lost = EditStage()
    lost.edit(0, "milk", "one")
    lost.kill(isSaved: true)
    lost.rest()
    #expect(lost.fault()?.contains("neither done nor said to be refused") == true)
    var killed = EditStage()
    killed.edit(0, "milk", "one")
    killed.kill(isSaved: false)
    killed.rest()
    #expect(killed.fault() == nil)
    var offline = EditStage()
    offline.edit(0, "milk", "one")
    offline.rest(isConnected: false)
    #expect(offline.fault() == nil)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

/// A client with transactions over several rows, as their checker sees it.
private struct WholeStage: ~Copyable {
  private var checkers = Checkers(
    Checkers.objects, on: Ground(lists: [Path("l")], transactAction: 6))
  private var now = Instant.zero
  private var version: UInt64 = 0

  private mutating func record(
    _ kind: Step.Kind, key: Key = Step.noKey, x: UInt64 = 0, y: UInt64 = 0,
    evidence: Evidence = .none
  ) {
    checkers.observe(Step(at: now, kind, client: 0, list: 0, key: key, x: x, y: y), evidence)
  }

  mutating func enter(_ stages: TransactionStage..., of number: UInt64 = 1) {
    for stage in stages {
      record(.noted, x: number, y: ObjectNotes.stage.holding(stage.rawValue))
    }
  }

  /// A transaction wants marks; nil: none any more.
  mutating func want(_ marks: [(String, String?)], in number: UInt64 = 1) {
    for (key, mark) in marks {
      let stamp = mark.map { Node.text($0).fingerprint } ?? 0
      record(.noted, key: Key(key), x: stamp, y: ObjectNotes.wanted.holding(number))
    }
  }

  mutating func commit(_ marks: [(String, String?)]) {
    now = now + .milliseconds(1)
    version += 1
    for (key, mark) in marks {
      let row = Node([
        (ObjectNotes.word, .text("w")), (ObjectNotes.mark, mark.map { .text($0) } ?? .null),
      ])
      record(.committed, key: Key(key), x: row.fingerprint, y: version, evidence: .row(row))
    }
  }

  mutating func kill() { record(.killed) }

  mutating func rest() {
    now = now + .milliseconds(1)
    let holding = FinalState.Holding(
      asked: 0, atClient: 0, atServer: 0, hasSession: true, isConnected: true)
    record(.rested, evidence: .rest(FinalState(holdings: [holding], lists: [.null])))
  }

  consuming func fault() -> String? {
    let verdict = checkers.findings.first { $0.checker == "whole-transactions" }?.verdict
    return verdict.flatMap { $0.isBroken ? "\($0)" : nil }
  }
}

@Suite struct WholeCheckerTests {
  @Test func `transactions that are written whole, refused, given up and merged keep the promise`()
  {
    var stage = WholeStage()
    stage.enter(.begun)
    stage.enter(.begun, .merged, of: 2)
    stage.want([("a", "one"), ("b", nil)])
    stage.enter(.committing)
    stage.commit([("a", "one"), ("b", nil)])
    stage.enter(.done)
    stage.enter(.begun, .reverted, of: 3)
    stage.enter(.begun, of: 4)
    stage.want([("a", "two"), ("b", "three")], in: 4)
    stage.enter(.committing, .refused, of: 4)
    stage.commit([("a", "somebody else's")])
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test(arguments: [[("a", "one")], [("a", "one"), ("b", "old")]] as [[(String, String?)]])
  func `a commit without all that a transaction wants breaks it`(rows: [(String, String?)]) {
    var stage = WholeStage()
    stage.enter(.begun)
    stage.want([("a", "one"), ("b", nil)])
    stage.enter(.committing)
    stage.commit(rows)
    stage.rest()
    #expect(stage.fault()?.contains("'b' is not as it wants") == true)
  }

  @Test(
    arguments: [
      [.begun, .committing, .done, .done], [.begun, .done], [.committing],
      [.begun, .reverted, .reverted], [.begun, .reverted, .committedAgain], [.begun, .begun],
      [.begun, .committing, .refused, .done], [.begun, .merged, .committing],
    ] as [[TransactionStage]])
  func `a life that is no path of the graph breaks it`(stages: [TransactionStage]) {
    var stage = WholeStage()
    for next in stages { stage.enter(next) }
    #expect(stage.fault()?.contains("and then") == true)
  }

  @Test func `what is said to be done and was not written breaks it`() {
    var stage = WholeStage()
    stage.enter(.begun)
    stage.want([("a", "one")])
    stage.enter(.committing, .done)
    #expect(stage.fault()?.contains("nothing was written") == true)
  }

  @Test(arguments: [[.begun], [.begun, .committing]] as [[TransactionStage]])
  func `a transaction that never ends breaks it, unless its app was killed`(
    stages: [TransactionStage]
  ) {
    var forgotten = WholeStage()
    for next in stages { forgotten.enter(next) }
    forgotten.rest()
    #expect(forgotten.fault()?.contains("never ended") == true)
    var killed = WholeStage()
    for next in stages { killed.enter(next) }
    killed.kill()
    killed.enter(.begun, .reverted)
    killed.rest()
    #expect(killed.fault() == nil)
  }
}

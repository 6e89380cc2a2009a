// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a transaction is written whole, as its merges say, and that its life is a path of the graph of its stages, which
/// ends once.
///
/// What it wants is said before it is committed. A write that is sent again over an answer that was lost may be refused though
/// it was done, if it demands what it has changed itself; so only of one that is said to be done it is known that it was.
struct WholeChecker: Checker {
  static let promise = Promise(
    "whole-transactions",
    "A transaction is written whole or not at all, and comes to its end once.",
    usualCause:
      "Usually what belongs together was written in two steps, or an end was told twice or never.")
  static let kinds: KindSet = [.noted, .committed, .killed, .rested]

  var verdict = Verdict.notReached
  var opportunities = 0
  /// By client: the stages of the transactions of this life of its app.
  private var stages: [SortedMap<UInt64, TransactionStage>] = []
  private var plans: [Plan] = []
  /// By client and number, of its last life: the place of what a transaction wants; only looked up in.
  private var places: [Author: Int] = [:]
  /// By the stamp of a mark: the place of the transaction that wants it; only looked up in.
  private var marks: [UInt64: Int] = [:]
  /// By list: the marks of rows as they were committed last.
  private var rows: [SortedMap<Key, UInt64>]
  private var commit: (step: Step, rows: [Written])?

  /// The marks that a transaction wants; 0: none.
  private struct Plan: Sendable {
    let step: Step
    var wants: [(key: Key, mark: UInt64)] = []
    var isWritten = false
  }

  private struct Author: Hashable, Sendable {
    let client: UInt32
    let number: UInt64
  }

  /// A row of a commit.
  private struct Written: Sendable {
    let list: UInt32
    let key: Key
    let mark: UInt64
    let isNew: Bool
  }

  init(_ ground: Ground) { rows = Array(repeating: SortedMap(), count: ground.lists.count) }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if let commit, commit.step.y != step.y || step.kind != .committed { judge() }
    switch (step.kind, evidence) {
    case (.noted, _) where ObjectNotes.wanted.isSaid(by: step): want(step)
    case (.noted, _) where ObjectNotes.stage.isSaid(by: step): enter(step)
    case (.committed, .row(let node)) where !plans.isEmpty: take(node, step)
    case (.killed, _) where Int(step.client) < stages.count:
      for (number, _) in stages[Int(step.client)] {
        places[Author(client: step.client, number: number)] = nil
      }
      stages[Int(step.client)] = SortedMap()
    case (.rested, .rest(let end)): rest(step, end)
    default: break
    }
  }

  private mutating func want(_ step: Step) {
    let author = Author(client: step.client, number: step[Step.Noted.detail])
    let place = places[author] ?? plans.count
    if place == plans.count { plans.append(Plan(step: step)) }
    places[author] = place
    plans[place].wants.append((step.key, step.x))
    if step.x != 0 { marks[step.x] = place }
  }

  /// A transaction comes to a stage.
  private mutating func enter(_ step: Step) {
    let client = Int(step.client)
    while stages.count <= client { stages.append(SortedMap()) }
    guard let next = TransactionStage(rawValue: step[Step.Noted.detail]) else { return }
    let last = stages[client][step.x]
    opportunities += 1
    verdict.reach()
    if !TransactionStage.leads(from: last, to: next) {
      let from = last?.word ?? "unheard of"
      blame(step, "transaction \(step.x) of client \(client) was \(from), and then \(next.word)")
    }
    stages[client].set(next, for: step.x)
    guard next == .done,
      let place = places[Author(client: step.client, number: step.x)], !plans[place].isWritten
    else { return }
    blame(
      step, "transaction \(step.x) of client \(client) is said to be done, and nothing was written")
  }

  private mutating func take(_ node: Node, _ step: Step) {
    guard Int(step.list) < rows.count else { return }
    let mark = node[ObjectNotes.mark].isNull ? 0 : node[ObjectNotes.mark].fingerprint
    let isNew = rows[Int(step.list)][step.key] != mark
    rows[Int(step.list)].set(mark, for: step.key)
    if commit == nil { commit = (step, []) }
    commit?.rows.append(Written(list: step.list, key: step.key, mark: mark, isNew: isNew))
  }

  /// Judges a commit, now that all its rows are known.
  private mutating func judge() {
    guard let commit else { return }
    self.commit = nil
    guard
      let place = commit.rows.compactMap({ $0.isNew && $0.mark != 0 ? marks[$0.mark] : nil }).first
    else { return }
    plans[place].isWritten = true
    let plan = plans[place]
    for (key, mark) in plan.wants {
      opportunities += 1
      verdict.reach()
      let row = commit.rows.first { $0.list == plan.step.list && $0.key == key }
      if row?.mark == mark { continue }
      blame(
        commit.step,
        "a transaction of client \(plan.step.client) was written, and '\(key)' is not as it wants")
    }
  }

  private mutating func rest(_ step: Step, _ end: FinalState) {
    for (client, stages) in stages.enumerated() {
      guard client < end.holdings.count, end.holdings[client].isConnected else { continue }
      for (number, stage) in stages where stage == .begun || stage == .committing {
        blame(step, "transaction \(number) of client \(client) is \(stage.word), and never ended")
      }
    }
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: step.key, reason)))
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

/// A paged list as its checkers see it: what was asked, what came, and what is shown.
struct PageDesk: ~Copyable {
  private let client: UInt32
  private var checkers: Checkers
  private var now = Instant.zero
  private var list = QueryBuilder(Path("l"))
  private var shown: [Row] = []
  private var nodes: [Key: Node] = [:]

  init(
    _ keys: String = "a b c d e f", replicas: Int = 1, client: UInt32 = 0,
    pace: ListPace = .read
  ) {
    self.client = client
    var ground = Ground(lists: [Path("l")], transactAction: 6)
    ground.replicas = replicas
    checkers = Checkers(Checkers.paging, on: ground)
    for key in keys.split(separator: " ") { commit(String(key)) }
    record(
      .opened,
      evidence: .screen(OpenedScreen(Screen(list), lists: [0], atMost: .zero, pace: pace)))
  }

  mutating func record(
    _ kind: Step.Kind, key: Key = Step.noKey, x: UInt64 = 0, y: UInt64 = 0,
    evidence: Evidence = .none
  ) {
    now = now + .milliseconds(1)
    checkers.observe(
      Step(at: now, kind, client: client, list: 0, key: key, x: x, y: y), evidence)
  }

  /// A row is written, with another content each time, or taken away.
  mutating func commit(_ name: String, _ content: Int64? = 1) {
    let (key, node) = (Key(name), content.map { Node.integer($0) } ?? .null)
    nodes[key] = content == nil ? nil : node
    record(.committed, key: key, x: node.fingerprint, evidence: .row(node))
  }

  mutating func ask(
    _ tag: UInt64, from start: PageQuery.Start = .offset(0), _ count: Int = 3,
    isFresh: Bool = false, goesOn: Bool = false, isBackward: Bool = false
  ) {
    let query = PageQuery(list, from: start, isBackward: isBackward, count: count)
    record(
      .requested,
      y: Step.Requested.tag.holding(tag) | Step.Requested.isFresh.holding(isFresh)
        | Step.Requested.goesOn.holding(goesOn),
      evidence: .question(query))
  }

  mutating func bring(
    _ tag: UInt64, _ keys: String, offset: Int, more: Bool = true, total: Int = 6,
    isLast: Bool = true
  ) {
    let rows = keys.split(separator: " ").map { name in
      Message.Entry(Key(String(name)), nodes[Key(String(name))] ?? .integer(1))
    }
    record(
      .fetched, x: UInt64(offset),
      y: Step.Fetched.tag.holding(tag) | Step.Fetched.isLast.holding(isLast)
        | Step.Fetched.rows.holding(rows.count),
      evidence: .page(
        ListPage(rows: rows, offset: offset, total: total, hasMore: more),
        of: PageQuery(list, count: 3)))
  }

  mutating func fail(_ tag: UInt64, _ failure: PageFailure = .overloaded) {
    record(
      .fetched,
      y: Step.Fetched.tag.holding(tag) | Step.Fetched.isLast.holding(true)
        | Step.Fetched.end.holding(UInt64(failure.rawValue) + 1))
  }

  mutating func show(_ keys: String) {
    shown = keys.split(separator: " ").map { name in
      Row(key: Key(String(name)), stamp: (nodes[Key(String(name))] ?? .integer(1)).fingerprint)
    }
    record(
      .published, evidence: .publication(Publication(ChangeSet(), sections: [shown])))
  }

  /// Somebody who asked for a page is told that there is one more, or none.
  mutating func tell(hasMore: Bool) {
    record(.paged, y: Step.Paged.hasMore.holding(hasMore))
  }

  /// Somebody scrolls, and sees so many rows from `top` on.
  mutating func scroll(to top: UInt64, seen: UInt64 = 2) {
    record(.noted, x: top, y: PageNotes.scrolled.holding(seen))
  }

  /// Somebody opens the list at a place in its middle.
  mutating func jump() { record(.noted, y: PageNotes.opened.holding()) }

  /// The store of the phone has answered: `list` stands for all that is kept.
  mutating func store(isSave: Bool = false, fails: Bool = false) {
    record(
      .stored, key: Key("list"), x: fails ? 0 : 7,
      y: Step.Stored.isSave.holding(isSave) | Step.Stored.isFailure.holding(fails))
  }

  /// The app is killed, and starts again with what it kept.
  mutating func restart() {
    record(.killed)
    record(
      .opened,
      evidence: .screen(OpenedScreen(Screen(list), lists: [0], atMost: .zero, pace: .read)))
  }

  mutating func rest() { record(.rested, evidence: .rest(FinalState(holdings: [], lists: []))) }

  func verdict(_ name: String) -> String? {
    guard let finding = checkers.findings.first(where: { $0.checker == name }) else { return nil }
    return finding.verdict.breach?.words ?? "\(finding.verdict)"
  }

  func share(_ name: String) -> [Int64]? {
    checkers.measured.first { $0.metric == name }?.values
  }
}

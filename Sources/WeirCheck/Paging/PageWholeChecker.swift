// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a pass through a whole list misses none of its rows, and shows them in their order: none at all if
/// nobody wrote to the list while it went on, and, where pages begin at places rather than behind so many rows, none that
/// stayed where it was.
///
/// Offsets promise nothing of a list that changes: what they double and miss is counted, not judged. Nothing is judged of
/// clients that read a copy which may be late, of pages that came in two versions, of a page before others that is asked for
/// by an offset and comes too short, for which the server is to blame, and of a pass that goes on after its app was killed, as a list that is kept on the phone may: nobody has leafed through that in one go.
///
/// On the way it counts what paging does wrong by its nature, over each pass that ends: by another one, with its list or with
/// the run.
struct PageWholeChecker: Checker {
  static let promise = Promise(
    "page-whole",
    "Who has leafed through a list has seen every row that stayed where it was, in order.",
    usualCause: "Usually a page began where the one before it had not ended.")
  static let kinds: KindSet = [
    .requested, .fetched, .committed, .opened, .killed, .closed, .rested, .stored,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private let replicas: Int
  private var passes = PagePasses()
  /// By list: how often it was written to, and by client the rows that have stayed since its pass began.
  private var commits: [Int] = []
  private var steady: [Steady?] = []
  private var tally = PageTally()

  var measured: [Measured] { tally.measured }

  /// The rows of a list that have stayed where they were.
  private struct Steady: Sendable {
    var list: UInt32
    var index: Query.Index
    var commits: Int
    var pass: Int
    /// The rows at the beginning.
    var rows: SortedMap<Key, Node>
    // Only looked up in.
    var moved: Set<Key> = []
  }

  init(_ ground: Ground) { replicas = max(1, ground.replicas) }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .committed: if case .row(let node) = evidence { commit(step, node) }
    case .requested: ask(step, evidence, history.lists)
    case .fetched: bring(step, evidence)
    case .rested:
      for client in steady.indices { count(UInt32(client), history.lists) }
    case .stored: passes.keep(step)
    case .killed:
      count(step.client, history.lists)
      passes.kill(step.client)
      forget(step.client)
    default:
      count(step.client, history.lists)
      passes.forget(step.client)
      forget(step.client)
    }
  }

  private mutating func forget(_ client: UInt32) {
    if Int(client) < steady.count { steady[Int(client)] = nil }
  }

  private mutating func commit(_ step: Step, _ node: Node) {
    while commits.count <= Int(step.list) { commits.append(0) }
    commits[Int(step.list)] += 1
    for client in steady.indices where steady[client]?.list == step.list {
      guard let index = steady[client]?.index, let old = steady[client]?.rows[step.key] else {
        continue
      }
      if node.isNull || index.sortValue(of: old) != index.sortValue(of: node) {
        steady[client]?.moved.insert(step.key)
      }
    }
  }

  private mutating func ask(_ step: Step, _ evidence: Evidence, _ lists: ShadowLists) {
    if step.has(Step.Requested.isFresh) { count(step.client, lists) }
    passes.ask(step, evidence)
    guard case .question(let query) = evidence, step.has(Step.Requested.isFresh) else { return }
    while steady.count <= Int(step.client) { steady.append(nil) }
    let isLate = Int(step.client) % replicas > 0
    guard !isLate, Int(step.list) < lists.server.count, Int(step.list) < commits.count,
      let reader = passes[step.client]
    else { return steady[Int(step.client)] = nil }
    steady[Int(step.client)] = Steady(
      list: step.list, index: query.list.index, commits: commits[Int(step.list)],
      pass: reader.passes.count - 1, rows: lists.server[Int(step.list)])
  }

  /// A pass is over: what it brought is held against the list.
  private mutating func count(_ client: UInt32, _ lists: ShadowLists) {
    guard Int(client) < steady.count, let start = steady[Int(client)],
      let reader = passes[client], reader.passes.indices.contains(start.pass)
    else { return }
    steady[Int(client)] = nil
    let pass = reader.passes[start.pass]
    if pass.pages.isEmpty { return }
    var whole = pass.first.list
    whole.limit = nil
    let wanted = Self.rows(start.rows, of: whole).filter { !start.moved.contains($0) }
    tally.count(pass, steady: wanted, now: lists.server[Int(start.list)])
  }

  private mutating func bring(_ step: Step, _ evidence: Evidence) {
    let numbers = passes.bring(step, evidence)
    guard !numbers.isEmpty, let reader = passes[step.client],
      let start = steady[Int(step.client)], numbers.contains(start.pass)
    else { return }
    let pass = reader.passes[start.pass]
    guard pass.isWhole, pass.pages.allSatisfy({ !$0.isDraft }) else { return }
    let isUntouched = commits[Int(start.list)] == start.commits
    let isByPlace = pass.pages.allSatisfy { $0.query.isByPlace || $0.query == pass.first }
    guard isUntouched || isByPlace, !pass.hasOddVersions, !pass.hasUnevenFront else { return }
    opportunities += 1
    verdict.reach()
    guard !verdict.isBroken, let reason = breach(pass, start, isUntouched: isUntouched) else {
      return
    }
    let words = "client \(step.client) \(reason)"
    verdict.breaks(
      at: step.at,
      Breach(
        words,
        first: Fact(
          at: pass.began, client: step.client, list: start.list, "client \(step.client) begins"),
        second: Fact(step, words)))
  }

  private func breach(
    _ pass: PagePasses.Pass, _ start: Steady, isUntouched: Bool
  ) -> String? {
    var whole = pass.first.list
    whole.limit = nil
    let wanted = Self.rows(start.rows, of: whole).filter { !start.moved.contains($0) }
    let steady = Set(wanted)
    let brought = pass.pages.flatMap(\.rows).map(\.key)
    let seen = brought.filter { steady.contains($0) }
    if let missing = wanted.first(where: { !Set(seen).contains($0) }) {
      return "has leafed through a list, but never saw '\(missing)'"
    }
    if seen != wanted {
      let place = zip(seen, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? wanted.count
      return "has seen '\(seen[place])' out of its order, or twice"
    }
    if isUntouched, brought.count != wanted.count {
      return "has seen \(brought.count) rows of a list of \(wanted.count)"
    }
    return nil
  }

  /// The keys of a list's rows in its order.
  private static func rows(_ rows: SortedMap<Key, Node>, of list: QueryBuilder) -> [Key] {
    let query = list.query
    let order = ServerOrder(rows, by: query.index)
    let keys = order.rows[order.places(of: query)].map(\.rank.key)
    return list.isAscending ? keys : keys.reversed()
  }
}

extension PagePasses.Pass {
  /// `true` if the server brought fewer rows, or more, than would reach to the page behind, which was there before.
  fileprivate var hasUnevenFront: Bool {
    zip(pages, pages.dropFirst()).contains { page, next in
      guard case .offset(let offset) = page.query.start, page.order > next.order else {
        return false
      }
      return page.rows.count != page.query.count && offset + page.rows.count != next.offset
    }
  }
}

extension PageQuery {
  /// `true` if it begins at a place in the order, whatever stands before it.
  fileprivate var isByPlace: Bool { if case .beyond = start { true } else { false } }
}

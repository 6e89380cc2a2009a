// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
package import WeirRun
import WeirTree

/// The habits of a plain pager; a mutant has one that is wrong.
protocol PagerHabits: Sendable {
  /// The place behind which the next page begins.
  static func next(_ pager: PagerState) -> PageQuery.Start
  /// `true` if a next page may be asked for now.
  static func mayAsk(_ pager: PagerState) -> Bool
  /// `true` if the list may be loaded anew now.
  static func mayRefresh(_ pager: PagerState) -> Bool
  /// `true` if an answer counts.
  static func takes(_ request: PagerState.Request, _ pager: PagerState) -> Bool
  /// Puts a page into the list.
  static func put(_ page: [Row], of request: PagerState.Request, into pager: inout PagerState)
  /// A page did not come.
  static func fail(_ request: PagerState.Request, _ pager: inout PagerState)
  /// A refresh begins.
  static func begin(_ pager: inout PagerState)
  /// `true` if who asks for a page that is under way waits for it.
  static var joins: Bool { get }
  /// The number of requests that are made for one page.
  static var copies: Int { get }
}

/// The state of a plain pager.
struct PagerState: Sendable {
  static let pageSize = 10

  /// A page that was asked for.
  struct Request: Sendable {
    var tag: UInt32
    var query: PageQuery
    var isFresh: Bool
    var generation: Int
    /// `true` once an answer has come, and another one may follow.
    var isDraftThere = false
    /// The number of rows that were there, and that had been received, before that answer.
    var before = (rows: 0, received: 0)
  }

  var rows: [Row] = []
  /// The number of rows that pages have brought, those twice that came twice.
  var received = 0
  /// The number of pages that have been asked for, the first one included.
  var pages = 0
  var hasMore = false
  var generation = 0
  var requests: [Request] = []
  var last: Message.Entry?

  /// Takes away what a page stands in the place of, and counts its rows.
  mutating func makeRoom(for count: Int, of request: Request) {
    if request.isFresh {
      rows = []
      received = 0
    } else if request.isDraftThere {
      received = request.before.received
      rows.removeLast(rows.count - request.before.rows)
    }
    received += count
  }

  var isRefreshing: Bool { requests.contains(where: \.isFresh) }
  var isPaging: Bool { requests.contains { !$0.isFresh } }
}

/// The habits of a pager that does everything right.
enum RightPager: PagerHabits {}

extension PagerHabits {
  static func next(_ pager: PagerState) -> PageQuery.Start { .offset(pager.received) }
  static func mayAsk(_ pager: PagerState) -> Bool {
    pager.pages > 0 && pager.hasMore && !pager.isPaging && !pager.isRefreshing
  }
  static func mayRefresh(_ pager: PagerState) -> Bool { !pager.isRefreshing }
  static func takes(_ request: PagerState.Request, _ pager: PagerState) -> Bool {
    request.generation == pager.generation
  }
  static func put(
    _ page: [Row], of request: PagerState.Request, into pager: inout PagerState
  ) {
    pager.makeRoom(for: page.count, of: request)
    for row in page where !pager.rows.contains(where: { $0.key == row.key }) {
      pager.rows.append(row)
    }
  }
  static func fail(_ request: PagerState.Request, _ pager: inout PagerState) {}
  static func begin(_ pager: inout PagerState) {}
  static var joins: Bool { true }
  static var copies: Int { 1 }
}

/// A pager with offsets that does the least that a list needs: it loads, loads anew, and loads more.
struct PlainPager<Habits: PagerHabits>: ClientStack {
  private var pager = PagerState()
  private let list: QueryBuilder
  private var shown: [Row] = []
  private var isOpen = false
  private var hasPublished = false
  private var hasTold = false
  private var lastTag: UInt32 = 0
  private var calls: [(call: UInt32, received: Int)] = []
  private var waiters: [UInt32] = []

  init(_ context: StackContext) { list = context.screen.sources[0] }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen { return }
    (isOpen, hasPublished, hasTold) = (true, false, false)
    if pager.pages > 0 { wishes.append(.publish) }
    refresh(into: &wishes)
  }

  mutating func close(into wishes: inout [StackWish]) {
    isOpen = false
    for request in pager.requests {
      wishes.append(.fetch(tag: request.tag, nil, .next, journey: 0))
    }
    pager.requests.removeAll()
    for call in calls { wishes.append(.tell(.pageFailed(call: call.call, .cancelled))) }
    for journey in waiters { wishes.append(.over(journey: journey)) }
    calls.removeAll()
    waiters.removeAll()
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {}
  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {}
  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen, pager.pages == 0 { refresh(into: &wishes) }
  }

  private mutating func ask(
    _ start: PageQuery.Start, isFresh: Bool, into wishes: inout [StackWish]
  ) {
    lastTag += 1
    let query = PageQuery(list, from: start, count: PagerState.pageSize)
    pager.requests.append(
      .init(tag: lastTag, query: query, isFresh: isFresh, generation: pager.generation))
    wishes.append(.fetch(tag: lastTag, query, isFresh ? .first : .next, journey: 0))
  }

  private mutating func refresh(into wishes: inout [StackWish]) {
    guard Habits.mayRefresh(pager) else { return }
    pager.generation += 1
    Habits.begin(&pager)
    if pager.rows != shown { wishes.append(.publish) }
    ask(.offset(0), isFresh: true, into: &wishes)
  }

  private mutating func loadMore(into wishes: inout [StackWish]) {
    guard Habits.mayAsk(pager) else { return }
    for _ in 0..<Habits.copies { ask(Habits.next(pager), isFresh: false, into: &wishes) }
    pager.pages += 1
  }

  mutating func answer(
    _ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard case .fetched(let tag, let reply) = answer,
      let place = pager.requests.firstIndex(where: { $0.tag == tag })
    else { return }
    var request = pager.requests[place]
    switch reply {
    case .page(let page, let isLast):
      if !request.isDraftThere { request.before = (pager.rows.count, pager.received) }
      if Habits.takes(request, pager) {
        let rows = page.rows.map { Row(key: $0.key, stamp: $0.node.fingerprint) }
        Habits.put(rows, of: request, into: &pager)
        pager.hasMore = page.hasMore
        if request.isFresh { pager.pages = 1 }
        if pager.rows != shown || !hasPublished { wishes.append(.publish) }
      }
      request.isDraftThere = true
      pager.requests[place] = request
      if isLast { pager.requests.remove(at: place) }
    case .failed:
      pager.requests.remove(at: place)
      if !request.isFresh, request.generation == pager.generation { pager.pages -= 1 }
      Habits.fail(request, &pager)
      if request.isFresh, pager.pages == 0 { wishes.append(.wake(now + .seconds(1))) }
    }
    settle(into: &wishes)
  }

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    switch command {
    case .loadPage(let call, _):
      guard pager.pages > 0 else {
        return wishes.append(.tell(.pageFailed(call: call, .notLoaded)))
      }
      if Habits.joins || !pager.isPaging { calls.append((call, pager.received)) }
      loadMore(into: &wishes)
    case .act(let act):
      waiters.append(act.journey)
      // The first action of the family is to ask for a page, the second one to refresh.
      if act.action == 1 { refresh(into: &wishes) } else { loadMore(into: &wishes) }
    case .show, .showAtMost, .addOwn, .removeOwn: break
    }
    settle(into: &wishes)
  }

  /// Ends the waiting of all when nothing is under way any more.
  private mutating func settle(into wishes: inout [StackWish]) {
    guard pager.requests.isEmpty else { return }
    for (call, received) in calls {
      let new = max(0, pager.received - received)
      wishes.append(.tell(.paged(call: call, new: new, hasMore: pager.hasMore)))
    }
    for journey in waiters { wishes.append(.over(journey: journey)) }
    calls.removeAll()
    waiters.removeAll()
  }

  mutating func publish(into update: inout StackUpdate) {
    var workspace = DiffWorkspace()
    diff(from: shown, to: pager.rows, into: &update.changes, workspace: &workspace)
    shown = pager.rows
    update.isFirst = !hasPublished
    hasPublished = true
    if !hasTold { update.news.append(.loaded(nil)) }
    hasTold = true
  }

  var sectionCount: Int { 1 }
  func rowCount(in section: Int) -> Int { shown.count }
  func row(at place: Place) -> Row { shown[Int(place.row)] }
  func rows(into sections: inout [[Row]]) { sections = [shown] }
}

extension Mutant {
  /// The pager of which the mutants of pagers are made, without a bug.
  static let plainPager = Mutant(
    "plain-pager", of: "the control", caughtBy: nil,
    about: "Leafs through a list by offsets, rightly.",
    pager: RightPager.self)

  /// Makes a mutant of a plain pager with a wrong habit.
  init<Habits: PagerHabits>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    pager: Habits.Type
  ) {
    self.init(name, of: provenance, caughtBy: checker, about: about) { PlainPager<Habits>($0) }
  }

  /// The bugs of pagers.
  package static let pagers: [Mutant] = [
    StalePageAppended.mutant, LastAnswerWins.mutant, PagesWhileLoading.mutant,
    EachValueAppended.mutant, OffsetFromPages.mutant, OffsetFromRows.mutant, CallDropped.mutant,
    FailureAdvances.mutant, PagesAtOnce.mutant, RowsTwice.mutant, RefreshMerges.mutant,
    RefreshEmpties.mutant, PageAtFront.mutant, StoreMerges.mutant, KeysBeforeRows.mutant,
    JumpMiscounts.mutant, NextPageSwallowed.mutant, EarlierPageSwallowed.mutant,
  ]
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

@Suite struct TieredPagerTests {
  private let server = FakePages(list: items(0..<45), pageSize: 10)

  private func desk(
    store: [Item] = [], _ change: (inout PagerRules) -> Void = { _ in }
  ) -> TieredDesk {
    var rules = PagerRules(pageSize: 10)
    change(&rules)
    return TieredDesk(rules, store: store)
  }

  @Test func `a launch shows the store at once, and then the network's rows in its place`() {
    var desk = desk(store: items(3..<20))
    desk.start(.launch)
    #expect(desk.ids == Array(3..<13))
    #expect(desk.asks.map(\.key) == [.start])
    #expect(desk.pager.remoteState(of: .refresh) == .loading)
    desk.answer(server)
    #expect(desk.ids == Array(0..<10))
    #expect(desk.store == items(0..<10))
    #expect(desk.pager.remoteState(of: .refresh) == .idle)
    #expect(desk.pager.links?.next == .key(.cursor("9")))
    #expect(desk.kept == desk.pager.links)
  }

  @Test func `a skip asks for nothing until the store ends, and goes on from the kept links`() {
    var desk = desk(store: items(0..<20))
    desk.start(.skip(StoreLinks(next: .key(.cursor("19")))))
    #expect(desk.asks.isEmpty)
    desk.show(0..<10)
    #expect(desk.ids == Array(0..<20))
    #expect(desk.asks.isEmpty)
    desk.show(12..<20)
    #expect(desk.asks.map(\.key) == [.cursor("19")])
    #expect(desk.asks.map(\.direction) == [.append])
    desk.answer(server)
    #expect(desk.ids == Array(0..<30))
  }

  /// The first key before the list is not known before the refresh.
  @Test func `nothing is asked for at the ends before the first refresh has succeeded`() {
    var desk = desk(store: items(0..<10))
    desk.start(.launch)
    desk.show(0..<10)
    desk.next()
    desk.call { $0.loadPreviousPageIfNeeded(at: $1, into: &$2) }
    #expect(desk.allAsks.map(\.direction) == [.refresh])
    #expect(desk.pager.hasMore)
    desk.failAsk()
    desk.show(0..<10)
    desk.next()
    #expect(desk.asks.isEmpty)
    #expect(desk.pager.remoteState(of: .refresh) == .failed(.failed("down"), attempt: 1))
    desk.call { $0.retry(at: $1, into: &$2) }
    #expect(desk.asks.map(\.direction) == [.refresh])
    desk.answer(server)
    #expect(desk.asks.map(\.direction) == [.append])
  }

  /// A known pager asked its network again and again while nobody scrolled.
  @Test func `each time rows are missing is one request, and none follows without a scroll`() {
    var desk = desk { $0.prefetchDistance = 3 }
    desk.start(.launch)
    desk.answer(server)
    desk.show(0..<6)
    #expect(desk.asks.isEmpty)
    desk.show(2..<8)
    desk.show(3..<9)
    desk.show(2..<8)
    #expect(desk.asks.count == 1)
    desk.answer(server)
    #expect(desk.ids == Array(0..<20))
    #expect(desk.asks.isEmpty)
    #expect(desk.allAsks.count == 2)
  }

  /// In a known pager each write of the network loaded the list again and threw it to the top.
  @Test func `rows of the network do not move those that are shown`() {
    var desk = desk()
    desk.start(.launch)
    desk.answer(server)
    desk.show(5..<10)
    desk.answer(server)
    #expect(desk.published.last == ChangeSet(inserts: (10..<20).map { .init($0) }))
    #expect(desk.pager.pager.visible == 5..<10)
    #expect(desk.pager.pager.times.jumps == 0)
    #expect(desk.pager.pager.generation == 2)
  }

  @Test func `an end that the network states is an end until the next refresh`() {
    var desk = desk()
    desk.start(.launch)
    desk.answer(server)
    while desk.pager.hasMore {
      desk.next()
      desk.answer(server)
      #expect(desk.asks.isEmpty, "one call is one page")
    }
    #expect(desk.ids == Array(0..<45))
    #expect(desk.allAsks.count == 5)
    desk.next()
    desk.show(40..<45)
    #expect(desk.asks.isEmpty)
    desk.refresh()
    desk.answer(server)
    #expect(desk.pager.hasMore)
  }

  @Test func `rows before the list come in front of the store, and are read from there`() {
    var desk = desk(store: items(20..<30))
    desk.start(.skip(StoreLinks(previous: .key(.cursor("20")))))
    desk.call { $0.loadPreviousPageIfNeeded(at: $1, into: &$2) }
    #expect(desk.asks.map(\.key) == [.cursor("20")])
    #expect(desk.asks.map(\.isBackward) == [true])
    desk.answer(server)
    #expect(desk.store == items(10..<30))
    #expect(desk.ids == Array(10..<30))
    #expect(desk.published.last == ChangeSet(inserts: (0..<10).map { .init($0) }))
  }

  @Test func `an answer of the network that a refresh overtook does not reach the store`() {
    var desk = desk()
    desk.start(.launch)
    desk.answer(server)
    desk.next()
    let page = desk.asks[0]
    desk.refresh()
    desk.refresh()
    #expect(desk.asks.map(\.direction) == [.refresh])
    desk.call { [server] in $0.receive(server.answer(page), to: page.id, at: $1, into: &$2) }
    #expect(desk.saves.isEmpty)
    desk.answer(server)
    #expect(desk.store == items(0..<10))
  }

  @Test func `a page that the store could not keep has failed, and is asked for again`() {
    var desk = desk { $0.retry = RetryPolicy(attempts: 1) }
    desk.start(.launch)
    desk.answer(server)
    desk.next()
    let page = desk.asks[0]
    desk.call { [server] in $0.receive(server.answer(page), to: page.id, at: $1, into: &$2) }
    desk.call { $0.loadNextPageIfNeeded(at: $1, into: &$2) }
    #expect(desk.allAsks.count == 2)
    desk.failSave()
    #expect(desk.pager.remoteState(of: .append) == .failed(.failed("disk"), attempt: 1))
    #expect(desk.wakes == [.zero + .seconds(1)])
    #expect(desk.pager.links?.next == .key(.cursor("9")))
    desk.now = .zero + .seconds(1)
    desk.call { $0.wake(at: $1, into: &$2) }
    #expect(desk.allAsks.map(\.key) == [.start, .cursor("9"), .cursor("9")])
  }

  @Test func `a page without rows but with a next key leads on, one that leads back fails`() {
    var desk = desk()
    desk.start(.launch)
    desk.answer(server)
    desk.next()
    let empty = PageAnswer<Item>(items: [], next: .key(.cursor("x")))
    desk.call { $0.receive(empty, to: 2, at: $1, into: &$2) }
    desk.settleStore()
    #expect(desk.allAsks.last?.key == .cursor("x"))
    desk.call { $0.receive(empty, to: 3, at: $1, into: &$2) }
    #expect(desk.pager.remoteState(of: .append) == .failed(.doesNotContinue, attempt: 1))
    #expect(desk.saves.isEmpty)
  }

  /// The old rows are in the store no longer: a page from there would stand behind rows of another list.
  @Test func `rows of a store that was filled again are not mixed with those that are shown`() {
    var desk = desk(store: items(0..<30)) { $0.retry = RetryPolicy(attempts: 1) }
    desk.start(.launch)
    desk.show(0..<10)
    #expect(desk.ids == Array(0..<20))
    desk.answerUntilSaved(FakePages(list: items(-5..<45), pageSize: 10))
    #expect(desk.pager.pager.isOutdated)
    desk.failRead()
    desk.show(10..<20)
    desk.next()
    #expect(desk.ids == Array(0..<20) && desk.reads.isEmpty && desk.asks.isEmpty)
    desk.now = desk.wakes.last ?? .zero
    desk.call { $0.wake(at: $1, into: &$2) }
    desk.settleStore()
    #expect(desk.ids == Array(-5..<5) && !desk.pager.pager.isOutdated)
  }

  @Test func `who asks for more of an outdated list loads it again, and the network waits`() {
    var desk = desk()
    desk.start(.launch)
    desk.answerUntilSaved(server)
    desk.failRead()
    desk.show(0..<10)
    #expect(desk.ids == [] && desk.asks.isEmpty && desk.reads.isEmpty)
    desk.call { $0.loadPreviousPageIfNeeded(at: $1, into: &$2) }
    #expect(desk.reads.map(\.direction) == [.refresh])
    desk.failRead()
    desk.call { $0.loadNextPageIfNeeded(at: $1, into: &$2) }
    #expect(desk.reads.map(\.offset) == [0] && desk.asks.isEmpty)
    desk.settleStore()
    #expect(desk.ids == Array(0..<10) && desk.asks.isEmpty)
    desk.next()
    #expect(desk.asks.map(\.direction) == [.append])
  }

  @Test func `after all was given up nothing is loaded before the next call`() {
    var desk = desk(store: items(0..<10)) { $0.retry = RetryPolicy(attempts: 3) }
    desk.start(.launch)
    desk.failAsk()
    #expect(desk.pager.remoteRetryTime(of: .refresh) == desk.now + .seconds(1))
    desk.call { $0.cancel(at: $1, into: &$2) }
    #expect(desk.pager.remoteRetryTime(of: .refresh) == nil)
    desk.now = desk.now + .seconds(10)
    desk.call { $0.wake(at: $1, into: &$2) }
    #expect(desk.asks.isEmpty && desk.ids == Array(0..<10))
    desk.refresh()
    desk.call { $0.cancel(at: $1, into: &$2) }
    #expect(desk.asks.isEmpty && desk.pager.remoteState(of: .refresh) == .idle)
    desk.refresh()
    desk.answer(server)
    #expect(desk.pager.links?.next == .key(.cursor("9")))
    desk.next()
    desk.call { $0.cancel(at: $1, into: &$2) }
    #expect(desk.asks.isEmpty && desk.pager.links?.next == .key(.cursor("9")))
  }

  @Test func `a page that was given up and saved leaves the ends unknown until a refresh`() {
    var desk = desk(store: items(0..<10))
    desk.start(.skip(StoreLinks(next: .key(.cursor("9")))))
    desk.show(0..<10)
    desk.answerUntilSaved(server, saves: false)
    desk.call { $0.cancel(at: $1, into: &$2) }
    desk.settleStore()
    #expect(desk.store == items(0..<20) && desk.ids == Array(0..<10))
    #expect(desk.pager.links == nil)
    desk.show(0..<10)
    desk.next()
    #expect(desk.asks.isEmpty)
    desk.refresh()
    desk.answer(server)
    #expect(desk.ids == Array(0..<10) && desk.store == items(0..<10))
  }

  @Test func `a jump goes into the middle of the store, and asks the network for nothing`() {
    var desk = desk(store: items(0..<40))
    desk.start(.skip(StoreLinks(next: .key(.cursor("39")))))
    desk.call { $0.jump(toOffset: 20, at: $1, into: &$2) }
    desk.settleStore()
    #expect(desk.ids == Array(20..<30))
    desk.show(0..<7)
    #expect(desk.ids == Array(10..<30) && desk.asks.isEmpty)
    desk.show(13..<20)
    #expect(desk.ids == Array(10..<40))
    desk.show(23..<30)
    #expect(desk.asks.map(\.key) == [.cursor("39")])
  }
}

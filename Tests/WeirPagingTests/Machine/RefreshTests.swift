// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

@Suite struct RefreshTests {
  private let server = FakePages(list: items(0..<100), pageSize: 10)

  private func desk(
    _ strategy: RefreshStrategy, keys: PageKeyKind = .offset, pages: Int = 3,
    initialKey: PageKey? = nil
  ) -> PagerDesk {
    var rules = PagerRules(pageSize: 10, keys: keys, initialKey: initialKey)
    rules.refresh = strategy
    var desk = PagerDesk(rules)
    desk.load()
    desk.settle(server)
    for _ in 1..<pages {
      desk.next()
      desk.settle(server)
    }
    return desk
  }

  @Test(arguments: [PageKeyKind.offset, .number(first: 1), .cursor])
  func `all pages are loaded again in sequence, and change the list once`(keys: PageKeyKind) {
    var desk = desk(.allPages, keys: keys)
    let longer = FakePages(list: items(-5..<100), pageSize: 10)
    desk.refresh()
    desk.answer(longer)
    #expect(desk.ids == Array(0..<30))
    #expect(desk.wishes.contains(.publish) == false)
    desk.answer(longer)
    #expect(desk.open.count == 1)
    desk.answer(longer)
    #expect(desk.open.isEmpty)
    #expect(desk.ids == Array(-5..<25))
    #expect(desk.pager.pages == 3)
    #expect(Set(desk.requests.suffix(3).map(\.generation)) == [2])
    #expect(desk.published.inserts == [0, 1, 2, 3, 4])
    #expect(desk.pager.state(of: .refresh) == .idle)
  }

  @Test func `a list that became shorter ends the sequence`() {
    var desk = desk(.allPages)
    desk.refresh()
    desk.settle(FakePages(list: items(0..<15), pageSize: 10))
    #expect(desk.ids == Array(0..<15))
    #expect(desk.requests.count == 5)
    #expect(desk.pager.total == 15)
  }

  @Test func `a sequence that fails changes nothing, and goes on where it failed`() {
    var desk = desk(.allPages)
    let total = desk.pager.total
    desk.refresh()
    desk.answer(FakePages(list: items(0..<90), pageSize: 10))
    desk.fail(desk.open[0].id)
    #expect(desk.ids == Array(0..<30))
    #expect(desk.pager.total == total)
    #expect(desk.pager.state(of: .refresh) == .failed(.failed("down"), attempt: 1))
    desk.retry()
    #expect(desk.open.map(\.key) == [.offset(10)])
    desk.settle(server)
    #expect(desk.ids == Array(0..<30))
    #expect(desk.pager.generation == 3)
  }

  @Test func `early answers of a sequence are not shown`() {
    var desk = desk(.allPages)
    desk.refresh()
    desk.receive(PageAnswer(items: items(60..<70), total: 100, isFinal: false), to: 4)
    #expect(desk.ids == Array(0..<30))
    #expect(desk.pager.state(of: .refresh) == .loading)
  }

  @Test func `rows around the first visible one are loaded, and it stays`() {
    var desk = desk(.aroundVisible(rows: 20), pages: 5)
    desk.show(30..<38)
    desk.refresh()
    #expect(desk.open.map(\.key) == [.offset(24)])
    #expect(desk.open.map(\.size) == [20])
    desk.settle(server)
    #expect(desk.ids == Array(24..<44))
    #expect(desk.pager.visible == 6..<14)
    #expect(desk.pager.times.jumps == 1)
    #expect(desk.pager.hasPrevious)
    desk.previous()
    #expect(desk.open.map(\.key) == [.offset(14)])
    desk.settle(server)
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(44)])
  }

  @Test(arguments: [true, false])
  func `with cursors the page of the first visible row is loaded again`(looksBack: Bool) {
    var server = server
    server.looksBack = looksBack
    var desk = desk(.aroundVisible(rows: 20), keys: .cursor, pages: 1)
    for _ in 0..<4 {
      desk.next()
      desk.settle(server)
    }
    desk.show(33..<38)
    desk.refresh()
    #expect(desk.open.map(\.key) == [.cursor("29")])
    desk.settle(server)
    #expect(desk.ids == Array(30..<40))
    desk.previous()
    desk.settle(server)
    #expect(desk.ids == Array(20..<40))
  }

  @Test func `without visible rows the first page is loaded`() {
    var desk = desk(.aroundVisible(rows: 20), pages: 5)
    desk.refresh()
    #expect(desk.open.map(\.key) == [.offset(0)])
  }

  @Test func `a window of a list is loaded again from its own first row`() {
    var desk = desk(.allPages, pages: 2, initialKey: .offset(40))
    desk.previous()
    desk.settle(server)
    desk.refresh()
    #expect(desk.open.map(\.key) == [.offset(30)])
    desk.settle(server)
    #expect(desk.ids == Array(30..<60))
  }

  @Test func `an invalidation gives up everything, and begins a generation`() {
    var desk = desk(.firstPageOnly)
    desk.invalidate()
    let old = desk.open[0]
    desk.invalidate()
    #expect(desk.wishes.first == .cancel(old.id))
    #expect(desk.pager.generation == 3)
    desk.receive(PageAnswer(items: items(90..<99), total: 100), to: old.id)
    #expect(desk.ids == Array(0..<30))
    desk.settle(server)
    #expect(desk.ids == Array(0..<10))
  }

  @Test func `an invalidation before the first load does nothing`() {
    var desk = PagerDesk(PagerRules(pageSize: 10))
    desk.invalidate()
    #expect(desk.wishes.isEmpty)
  }

  @Test func `a refresh takes failures and waits of pages with it`() {
    var desk = desk(.firstPageOnly)
    desk.next()
    desk.fail(desk.open[0].id)
    desk.refresh()
    desk.settle(server)
    #expect(desk.pager.state(of: .append) == .idle)
    #expect(desk.pager.pages == 1, "the call for the page that failed was over")
    desk.refresh()
    desk.fail(desk.open[0].id)
    desk.refresh()
    desk.settle(server)
    #expect(desk.pager.state(of: .refresh) == .idle)
  }

  /// A page of the new list behind rows of the old one would be a hole.
  @Test func `nothing is added to an outdated list until it is loaded again`() {
    var desk = desk(.firstPageOnly)
    desk.call { $0.outdate(at: $1, into: &$2) }
    #expect(desk.pager.isOutdated && desk.open.map(\.direction) == [.refresh])
    desk.fail(desk.open[0].id)
    desk.show(20..<30)
    #expect(desk.open.isEmpty && desk.ids == Array(0..<30))
    desk.next()
    #expect(desk.open.map(\.direction) == [.refresh])
    desk.answer(FakePages(list: items(-5..<100), pageSize: 10))
    #expect(desk.ids == Array(-5..<5) && !desk.pager.isOutdated)
    desk.next()
    #expect(desk.open.map(\.direction) == [.append])
  }

  /// With a small total what was seen lies behind the end, and there would be nothing to show.
  @Test(arguments: [5, 30])
  func `an outdated list that has become short begins at its start`(total: Int) {
    var desk = desk(.aroundVisible(rows: 10))
    desk.show(20..<25)
    desk.call { $0.outdate(total: total, at: $1, into: &$2) }
    #expect(desk.open.map(\.key) == [.offset(total == 5 ? 0 : 18)])
  }

  @Test func `a list whose keys have become worthless is loaded from its start`() {
    var desk = desk(.aroundVisible(rows: 10))
    desk.show(20..<25)
    desk.call { $0.invalidate(fromStart: true, at: $1, into: &$2) }
    #expect(desk.open.map(\.key) == [.offset(0)])
  }
}

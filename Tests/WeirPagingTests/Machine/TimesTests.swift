// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirPaging

@Suite struct TimesTests {
  private let server = FakePages(list: items(0..<100), pageSize: 10)

  private func desk(prefetch: Int = 0, refresh: RefreshStrategy = .firstPageOnly) -> PagerDesk {
    var rules = PagerRules(pageSize: 10)
    rules.prefetchDistance = prefetch
    rules.refresh = refresh
    var desk = PagerDesk(rules)
    desk.now = .zero + .seconds(1)
    desk.load()
    return desk
  }

  @Test func `the first content counts from the first load, over failures`() {
    var desk = desk()
    desk.now = .zero + .seconds(3)
    desk.fail(1)
    #expect(desk.pager.times.toFirstContent == nil)
    desk.retry()
    desk.now = .zero + .seconds(4)
    desk.settle(server)
    #expect(desk.pager.times.toFirstContent == .seconds(3))
    desk.now = .zero + .seconds(9)
    desk.refresh()
    desk.settle(server)
    #expect(desk.pager.times.toFirstContent == .seconds(3))
  }

  @Test func `a scroll to the end meets a spinner, and waits until rows come`() {
    var desk = desk()
    desk.settle(server)
    desk.show(0..<9)
    #expect(desk.pager.times.spinnersMet == 0)
    desk.now = .zero + .seconds(10)
    desk.show(1..<10)
    desk.now = .zero + .seconds(11)
    desk.show(1..<10)
    #expect(desk.pager.times.spinnersMet == 1)
    desk.now = .zero + .seconds(13)
    desk.settle(server)
    #expect(desk.pager.times.lastWait == .seconds(3))
    desk.show(11..<20)
    desk.now = .zero + .seconds(14)
    desk.settle(server)
    #expect(desk.pager.times.lastWait == .seconds(1))
    #expect(desk.pager.times.longestWait == .seconds(3))
    #expect(desk.pager.times.totalWait == .seconds(4))
    #expect(desk.pager.times.waits == 2)
    #expect(desk.pager.times.spinnersMet == 2)
  }

  @Test func `a page that comes before the end is reached spares the spinner`() {
    var desk = desk(prefetch: 5)
    desk.settle(server)
    desk.show(0..<6)
    desk.settle(server)
    desk.show(4..<12)
    #expect(desk.pager.times.spinnersMet == 0)
    #expect(desk.pager.times.waits == 0)
  }

  @Test func `a person who scrolls away does not wait any more`() {
    var desk = desk()
    desk.settle(server)
    desk.show(5..<10)
    desk.show(0..<5)
    desk.settle(server)
    #expect(desk.pager.times.spinnersMet == 1)
    #expect(desk.pager.times.waits == 0)
  }

  @Test func `the end of the whole list is no spinner`() {
    var desk = desk()
    desk.settle(FakePages(list: items(0..<10), pageSize: 10))
    desk.show(5..<10)
    #expect(desk.pager.times.spinnersMet == 0)
  }

  @Test func `rows that move under the thumb are counted, scrolls are not`() {
    var desk = desk(refresh: .allPages)
    desk.settle(server)
    desk.show(2..<6)
    desk.show(4..<8)
    #expect(desk.pager.times.jumps == 0)
    desk.refresh()
    desk.settle(FakePages(list: items(-3..<97), pageSize: 10))
    #expect(desk.pager.visible == 6..<10)
    #expect(desk.pager.times.jumps == 1)
    #expect(desk.pager.times.jumpedRows == 3)
    desk.call { $0.remove(-3, isOnServer: true, at: $1, into: &$2) }
    #expect(desk.pager.times.jumps == 2)
    #expect(desk.pager.times.jumpedRows == 4)
    desk.refresh()
    desk.settle(FakePages(list: items(200..<300), pageSize: 10))
    #expect(desk.pager.times.lostPlaces == 1)
    #expect(desk.pager.times.jumps == 2)
  }

  @Test func `a first visible row that goes leaves the count to the next one`() {
    var desk = desk()
    desk.settle(server)
    desk.show(4..<8)
    desk.call { $0.remove(4, isOnServer: true, at: $1, into: &$2) }
    #expect(desk.pager.times.jumpedRows == 1)
    #expect(desk.pager.times.lostPlaces == 0)
  }
}

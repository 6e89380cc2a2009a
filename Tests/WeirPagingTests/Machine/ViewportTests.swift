// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

@Suite struct ViewportTests {
  private let server = FakePages(list: items(0..<100), pageSize: 10)

  private func desk(
    prefetch: Int = 0, from start: Int = 0, _ change: (inout PagerRules) -> Void = { _ in }
  ) -> PagerDesk {
    var rules = PagerRules(pageSize: 10, initialSize: 30, initialKey: .offset(start))
    rules.prefetchDistance = prefetch
    change(&rules)
    var desk = PagerDesk(rules)
    desk.load()
    desk.settle(server)
    return desk
  }

  @Test func `the next page is asked for when its distance is reached, not before`() {
    var desk = desk(prefetch: 5)
    desk.show(14..<24)
    #expect(desk.open.isEmpty)
    desk.show(15..<25)
    #expect(desk.open.map(\.key) == [.offset(30)])
    desk.settle(server)
    #expect(desk.pager.items.count == 40)
  }

  @Test func `pages come until the distance is kept, without a further scroll`() {
    var desk = desk(prefetch: 25)
    desk.show(20..<30)
    desk.settle(server)
    #expect(desk.pager.items.count == 60)
  }

  @Test func `the page before is asked for at the other end`() {
    var desk = desk(prefetch: 2, from: 50)
    desk.show(3..<10)
    #expect(desk.open.isEmpty)
    desk.show(2..<10)
    #expect(desk.open.map(\.key) == [.offset(40)])
    desk.settle(server)
    #expect(desk.pager.visible == 12..<20)
    #expect(desk.pager.times.jumps == 1)
    #expect(desk.pager.times.jumpedRows == 10)
  }

  @Test func `a failed page is not asked for again by scrolling alone`() {
    var desk = desk()
    desk.show(20..<30)
    desk.fail(2)
    desk.show(21..<30)
    #expect(desk.open.isEmpty)
    desk.retry()
    #expect(desk.open.map(\.key) == [.offset(30)])
  }

  @Test func `with a largest number of pages the far ones leave and come back`() {
    var desk = desk { $0.maxPages = 3 }
    desk.show(20..<30)
    desk.settle(server)
    desk.show(30..<40)
    desk.settle(server)
    #expect(desk.pager.pages == 3)
    desk.show(40..<50)
    desk.settle(server)
    #expect(desk.pager.pages == 3)
    #expect(desk.ids == Array(30..<60))
    #expect(desk.published.deletes.count == 30)
    #expect(desk.published.inserts == (20..<30).map { .init($0) })
    #expect(desk.pager.visible == 10..<20)
    #expect(desk.pager.times.jumpedRows == 30)
    desk.show(0..<10)
    #expect(desk.open.map(\.key) == [.offset(20)])
    desk.settle(server)
    #expect(desk.ids == Array(20..<50))
    desk.show(15..<30)
    desk.settle(server)
    #expect(desk.ids == Array(30..<60))
    #expect(desk.pager.report.droppedPages == 3)
  }

  @Test func `a page near visible rows stays although there are too many`() {
    var desk = desk { $0.maxPages = 2 }
    desk.show(20..<30)
    desk.settle(server)
    desk.show(29..<40)
    desk.settle(server)
    #expect(desk.pager.pages == 3)
    desk.show(40..<50)
    desk.settle(server)
    #expect(desk.ids == Array(30..<60))
    #expect(desk.open.isEmpty)
    desk.show(25..<30)
    desk.settle(server)
    #expect(desk.pager.pages == 2)
    #expect(desk.ids == Array(50..<70))
  }

  @Test(arguments: [true, false])
  func `cursors lead back to pages that left`(looksBack: Bool) {
    var server = server
    server.looksBack = looksBack
    var rules = PagerRules(pageSize: 10, keys: .cursor)
    rules.maxPages = 2
    var desk = PagerDesk(rules)
    desk.load()
    desk.settle(server)
    for _ in 0..<4 {
      desk.next()
      desk.settle(server)
    }
    #expect(desk.ids == Array(30..<50))
    for end in [40, 30, 20] {
      #expect(desk.pager.hasPrevious)
      desk.previous()
      desk.settle(server)
      #expect(desk.ids == Array(end - 20..<end))
    }
    #expect(!desk.pager.hasPrevious)
    desk.next()
    desk.settle(server)
    #expect(desk.ids == Array(10..<30))
  }

  @Test func `a page under way at the end that leaves is given up`() {
    var desk = desk(from: 50) { $0.maxPages = 2 }
    desk.next()
    desk.settle(server)
    desk.previous()
    desk.next()
    let append = desk.open[1]
    desk.answer(server)
    #expect(desk.wishes.contains(.cancel(append.id)))
    #expect(desk.ids == Array(40..<80))
    desk.receive(server.answer(append), to: append.id)
    #expect(desk.ids == Array(40..<80))
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(80)])
  }

  @Test func `placeholders are counted on both sides, from offsets or from the server's words`() {
    var desk = desk(from: 20) { $0.placeholders = true }
    #expect(desk.pager.placeholdersBefore == 20)
    #expect(desk.pager.placeholdersAfter == 50)
    desk.previous()
    desk.settle(server)
    #expect(desk.pager.placeholdersBefore == 10)
    #expect(desk.pager.slotCount == 100)
    #expect(desk.pager.slot(at: 9).rowID == .before(9))
    #expect(desk.pager.slot(at: 10).rowID == .row(10))
    #expect(desk.pager.slot(at: 49).rowID == .row(49))
    #expect(desk.pager.slot(at: 50).rowID == .after(49))
    #expect(desk.published.deletes == (10..<20).map { .init($0) })
    #expect(desk.published.inserts == (10..<20).map { .init($0) })
    var counting = server
    counting.counts = true
    var rules = PagerRules(pageSize: 10, keys: .cursor, initialKey: .cursor("29"))
    rules.placeholders = true
    var cursors = PagerDesk(rules)
    cursors.load()
    cursors.settle(counting)
    #expect(cursors.pager.placeholdersBefore == 30)
    #expect(cursors.pager.placeholdersAfter == 60)
    let plain = self.desk(from: 20)
    #expect(plain.pager.placeholdersBefore == 0)
    #expect(plain.pager.placeholdersAfter == 0)
  }
}

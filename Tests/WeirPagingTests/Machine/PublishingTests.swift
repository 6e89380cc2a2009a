// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

@Suite struct PublishingTests {
  private let server = FakePages(list: items(0..<100), pageSize: 10)

  @Test func `what is published late is published at once`() {
    var desk = PagerDesk(PagerRules(pageSize: 10))
    desk.publishes = false
    desk.load()
    desk.settle(server)
    desk.next()
    desk.settle(server)
    desk.call { $0.remove(3, isOnServer: true, at: $1, into: &$2) }
    desk.publish()
    #expect(desk.published == ChangeSet(inserts: (0..<19).map { .init($0) }))
    desk.publish()
    #expect(desk.published.isEmpty)
  }

  @Test func `a copy of the rows does not change with the pager`() {
    var desk = PagerDesk(PagerRules(pageSize: 10))
    desk.load()
    desk.settle(server)
    let shown = desk.pager.items
    desk.next()
    desk.settle(server)
    #expect(shown.map(\.id) == Array(0..<10))
    #expect(desk.pager.items.array == items(0..<20))
    #expect(desk.pager.items[15] == Item(id: 15))
  }

  @Test func `rows are found past pages that show nothing`() {
    var desk = PagerDesk(PagerRules(pageSize: 10))
    desk.load()
    desk.settle(server)
    desk.next()
    desk.receive(PageAnswer(items: items(0..<10), total: 100), to: 2)
    desk.next()
    desk.receive(PageAnswer(items: items(20..<30), total: 100), to: 3)
    #expect(desk.ids == Array(0..<10) + Array(20..<30))
    desk.call { $0.insert(Item(id: 77), at: 10, isOnServer: false, at: $1, into: &$2) }
    desk.call { $0.remove(20, isOnServer: false, at: $1, into: &$2) }
    #expect(desk.ids == Array(0..<10) + [77] + Array(21..<30))
  }
}

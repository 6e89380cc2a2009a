// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

@Suite struct KeysTests {
  private let server = FakePages(list: items(0..<50), pageSize: 10)

  @Test(arguments: [PageKeyKind.offset, .number(first: 1), .cursor, .position])
  func `keys of every kind lead to the end of the list and no further`(keys: PageKeyKind) {
    var desk = PagerDesk(PagerRules(pageSize: 10, keys: keys))
    desk.load()
    #expect(desk.open.map(\.key) == [keys.start])
    desk.settle(server)
    while desk.pager.hasMore {
      desk.next()
      desk.settle(server)
    }
    #expect(desk.ids == Array(0..<50))
    #expect(desk.requests.count == 5)
    #expect(!desk.pager.hasPrevious)
  }

  @Test func `page numbers go on behind a first page of several sizes`() {
    var desk = PagerDesk(PagerRules(pageSize: 10, initialSize: 30, keys: .number(first: 1)))
    desk.load()
    #expect(desk.open.map(\.size) == [30])
    desk.settle(server)
    desk.next()
    #expect(desk.open.map(\.key) == [.number(4)])
    #expect(desk.open.map(\.size) == [10])
    desk.settle(server)
    #expect(desk.ids == Array(0..<40))
  }

  @Test func `a page number too large for a count of rows is the end`() {
    let rules = PagerRules(
      pageSize: 10, keys: .number(first: 1), initialKey: .number(.max / 10 + 1))
    var desk = PagerDesk(rules)
    desk.load()
    desk.receive(PageAnswer(items: items(0..<10)), to: 1)
    #expect(!desk.pager.hasMore)
  }

  @Test func `an end that the server states counts, whatever the numbers say`() {
    var desk = PagerDesk(PagerRules(pageSize: 10))
    desk.load()
    desk.receive(PageAnswer(items: items(0..<10), total: 50, next: .end), to: 1)
    #expect(!desk.pager.hasMore)
  }

  @Test func `a short or empty page is no end if the server states a next key`() {
    var desk = PagerDesk(PagerRules(pageSize: 10, keys: .cursor))
    desk.load()
    desk.receive(PageAnswer(items: items(0..<3), next: .key(.cursor("a"))), to: 1)
    #expect(desk.pager.hasMore)
    desk.next()
    desk.receive(PageAnswer(items: [], next: .key(.cursor("b"))), to: 2)
    #expect(desk.pager.hasMore)
    #expect(desk.open.isEmpty == false, "the call was not served by a page without rows")
    #expect(desk.open.map(\.key) == [.cursor("b")])
    desk.receive(PageAnswer(items: items(3..<5), next: PageLink(stated: nil)), to: 3)
    #expect(!desk.pager.hasMore)
    #expect(desk.ids == Array(0..<5))
  }

  @Test func `without a total an offset list ends with an empty page`() {
    var desk = PagerDesk(PagerRules(pageSize: 10))
    desk.load()
    desk.receive(PageAnswer(items: items(0..<7)), to: 1)
    #expect(desk.pager.hasMore)
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(7)])
    desk.receive(PageAnswer(items: []), to: 2)
    #expect(!desk.pager.hasMore)
  }

  @Test(arguments: [
    PagerRules(pageSize: 10, initialKey: .offset(25)),
    PagerRules(pageSize: 10, keys: .number(first: 1), initialKey: .number(3)),
    PagerRules(pageSize: 10, keys: .cursor, initialKey: .cursor("24")),
    PagerRules(pageSize: 10, keys: .position, initialKey: .position("24")),
  ])
  func `a list that opens in the middle grows at both ends, each with a state of its own`(
    rules: PagerRules
  ) {
    var desk = PagerDesk(rules)
    desk.load()
    desk.settle(server)
    let first = desk.ids[0]
    #expect(desk.pager.hasMore && desk.pager.hasPrevious)
    desk.previous()
    desk.next()
    #expect(desk.open.map(\.direction) == [.prepend, .append])
    desk.fail(desk.open[1].id)
    #expect(desk.pager.state(of: .prepend) == .loading)
    #expect(desk.pager.state(of: .append) == .failed(.failed("down"), attempt: 1))
    desk.settle(server)
    #expect(desk.pager.state(of: .prepend) == .idle)
    #expect(desk.ids == Array(first - 10..<first + 10))
    while desk.pager.hasPrevious || desk.pager.hasMore {
      desk.previous()
      desk.next()
      desk.settle(server)
    }
    #expect(desk.ids == Array(0..<50))
  }

  @Test func `a page before the first one asks for no more rows than there are`() {
    var desk = PagerDesk(PagerRules(pageSize: 10, initialKey: .offset(4)))
    desk.load()
    desk.settle(server)
    desk.previous()
    #expect(desk.open.map(\.key) == [.offset(0)])
    #expect(desk.open.map(\.size) == [4])
    desk.receive(PageAnswer(items: items(0..<9), total: 50), to: 2)
    #expect(desk.ids == Array(0..<14))
    #expect(desk.published.inserts == [0, 1, 2, 3])
  }

  @Test func `an answer that says that it is another page's is dropped and counted`() {
    var desk = PagerDesk(PagerRules(pageSize: 10, keys: .cursor))
    desk.load()
    desk.settle(server)
    desk.next()
    desk.receive(
      PageAnswer(items: items(30..<40), next: .end, key: .cursor("29")), to: 2)
    #expect(desk.ids == Array(0..<10))
    #expect(desk.pager.state(of: .append) == .failed(.doesNotContinue, attempt: 1))
    #expect(desk.pager.report.misfits == 1)
    desk.next()
    #expect(desk.open.map(\.key) == [.cursor("9")])
    desk.receive(PageAnswer(items: items(10..<20), next: .end, key: .cursor("9")), to: 3)
    #expect(desk.ids == Array(0..<20))
  }

  @Test func `an answer that leads back to its own page is dropped and counted`() {
    var desk = PagerDesk(PagerRules(pageSize: 10, keys: .cursor))
    desk.load()
    desk.settle(server)
    desk.next()
    desk.receive(PageAnswer(items: items(10..<20), next: .key(.cursor("9"))), to: 2)
    #expect(desk.pager.state(of: .append) == .failed(.doesNotContinue, attempt: 1))
    #expect(desk.pager.items.count == 10)
  }

  /// Canonically equal, but other bytes.
  @Test func `tokens are compared as bytes`() {
    #expect(PageToken("\u{e9}") != PageToken("e\u{301}"))
    #expect(PageToken("c7").description == "\"c7\"")
    #expect(PageKey.cursor("c7").description == "cursor \"c7\"")
  }
}

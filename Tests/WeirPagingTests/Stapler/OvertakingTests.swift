// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

/// S-13 to S-17 and S-28 to S-30: loads that overtake, answer twice, or never.
@Suite struct OvertakingTests {
  private let list = items(0..<60)

  private func loaded(pages: Int) -> PagerDesk {
    var desk = PagerDesk(PagerRules(pageSize: 10))
    desk.load()
    desk.answer(from: list)
    for _ in 1..<pages {
      desk.next()
      desk.answer(from: list)
    }
    return desk
  }

  @Test func `S-13 a page that answers before the refresh that overtook it changes nothing`() {
    var desk = loaded(pages: 3)
    desk.next()
    let page = desk.open[0]
    desk.refresh()
    #expect(desk.wishes.first == .cancel(page.id))
    desk.receive(desk.slice(of: list, for: page), to: page.id)
    #expect(desk.ids == Array(0..<30))
    desk.answer(from: list)
    #expect(Array(desk.ids.prefix(10)) == Array(0..<10))
    #expect(desk.pager.report.lateAnswers == 1)
  }

  /// The headline bug: the original appends the page, so that rows 10 to 19 are missing and others come twice, and a
  /// check of the count does not see it.
  @Test func `S-14 and B-S3 a page that answers after the refresh leaves no hole`() {
    var desk = loaded(pages: 3)
    desk.next()
    let page = desk.open[0]
    desk.refresh()
    let refresh = desk.open[0]
    desk.receive(desk.slice(of: list, for: refresh), to: refresh.id)
    desk.receive(desk.slice(of: list, for: page), to: page.id)
    while desk.pager.hasMore {
      if desk.open.isEmpty { desk.next() }
      desk.answer(from: list)
    }
    #expect(desk.ids == Array(0..<60))
    #expect(desk.pager.report.lateAnswers == 1)
  }

  /// In the original both run, and the one that answers last wins, though it may be the older one.
  @Test func `S-15 and B-S4 a first load and a refresh are one, and an older one never wins`() {
    var desk = PagerDesk(PagerRules(pageSize: 10))
    desk.load()
    desk.refresh()
    #expect(desk.requests.count == 1)
    desk.invalidate()
    #expect(desk.requests.map(\.generation) == [1, 2])
    #expect(desk.open.map(\.id) == [2])
    desk.receive(PageAnswer(items: items(5..<15), total: 10), to: 2)
    desk.receive(PageAnswer(items: items(0..<10), total: 10), to: 1)
    #expect(desk.ids == Array(5..<15))
  }

  /// The original appends both, and counts two pages.
  @Test func `S-16 and B-S6 the answer of the server takes the place of that of the cache`() {
    var desk = loaded(pages: 1)
    desk.next()
    let early = items(10..<18) + [Item(id: 99), Item(id: 19)]
    desk.receive(PageAnswer(items: early, total: 60, isFinal: false), to: 2)
    #expect(desk.ids.suffix(3) == [17, 99, 19])
    #expect(desk.pager.state(of: .append) == .loading)
    desk.receive(
      PageAnswer(items: [Item(id: 10, look: 1)] + items(11..<20), total: 60), to: 2)
    #expect(desk.ids == Array(0..<20))
    #expect(desk.pager.items[10].look == 1)
    #expect(desk.published.deletes == [18])
    #expect(desk.published.inserts == [18])
    #expect(desk.published.updates == [.init(old: 10, new: 10)])
    #expect(desk.pager.pages == 2)
    #expect(desk.pager.state(of: .append) == .idle)
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(20)])
  }

  @Test func `S-16 a first page is replaced by its later answer, too`() {
    var desk = PagerDesk(PagerRules(pageSize: 3))
    desk.load()
    desk.receive(PageAnswer(items: items(0..<3), total: 9, isFinal: false), to: 1)
    #expect(desk.pager.state(of: .refresh) == .loading)
    desk.next()
    #expect(desk.open.count == 1)
    desk.receive(PageAnswer(items: items(1..<4), total: 9), to: 1)
    #expect(desk.ids == [1, 2, 3])
    #expect(desk.pager.pages == 1)
    #expect(desk.open.map(\.key) == [.offset(3)])
  }

  @Test func `S-16 a later answer that fails leaves the early one, to be replaced later`() {
    var desk = loaded(pages: 1)
    desk.next()
    desk.receive(PageAnswer(items: items(10..<20), total: 60, isFinal: false), to: 2)
    desk.fail(2)
    #expect(desk.ids == Array(0..<20))
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(10)])
    desk.receive(PageAnswer(items: items(11..<21), total: 60), to: 3)
    #expect(desk.ids == Array(0..<10) + Array(11..<21))
    #expect(desk.pager.pages == 2)
  }

  /// The original is silent about it.
  @Test func `S-17 a request that ends without an answer has failed`() {
    var desk = loaded(pages: 2)
    desk.next()
    desk.fail(3, .noAnswer)
    #expect(desk.summary == "20 / 2 / 60 / true")
    #expect(desk.pager.state(of: .append) == .failed(.noAnswer, attempt: 1))
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(20)])
  }

  /// The view of the original calls once, when its last row appears, and is not heard.
  @Test func `S-28 and B-S7 a last row that was visible in vain is remembered`() {
    var desk = loaded(pages: 1)
    desk.show(5..<10)
    let page = desk.open[0]
    desk.show(5..<10)
    #expect(desk.open == [page])
    // The page brings rows that are there already, so that the last one is still visible.
    desk.receive(PageAnswer(items: items(0..<10), total: 60), to: page.id)
    #expect(desk.open.map(\.key) == [.offset(20)])
  }

  @Test func `S-28 a last row that is not visible any more asks for nothing`() {
    var desk = loaded(pages: 1)
    desk.show(5..<10)
    desk.answer(from: list)
    #expect(desk.open.isEmpty)
    #expect(desk.pager.visible == 5..<10)
  }

  @Test func `S-28 a call between an early answer and the final one is obeyed after it`() {
    var desk = loaded(pages: 1)
    desk.next()
    desk.receive(PageAnswer(items: items(10..<20), total: 60, isFinal: false), to: 2)
    desk.next()
    #expect(desk.requests.count == 2)
    desk.receive(PageAnswer(items: items(10..<20), total: 60), to: 2)
    #expect(desk.open.map(\.key) == [.offset(20)])
  }

  @Test func `S-28 rows that become the last visible ones by a refresh ask for the next page`() {
    var desk = loaded(pages: 3)
    desk.show(12..<17)
    desk.refresh()
    desk.answer(from: list)
    #expect(desk.pager.visible == 5..<10)
    #expect(desk.open.map(\.key) == [.offset(10)])
  }

  @Test func `S-28 a page that a refresh overtook is asked for again if the refresh fails`() {
    var desk = loaded(pages: 2)
    desk.next()
    desk.refresh()
    desk.fail(desk.open[0].id)
    #expect(desk.open.map(\.key) == [.offset(20)])
    #expect(desk.open[0].generation == desk.pager.generation)
  }

  /// In the original, requests of an owner that is gone still change what it owned.
  @Test func `S-29 what was given up is stopped, and its answers change nothing`() {
    var desk = loaded(pages: 2)
    desk.next()
    desk.cancel()
    #expect(desk.wishes == [.cancel(3)])
    #expect(desk.pager.state(of: .append) == .idle)
    desk.receive(PageAnswer(items: items(20..<30), total: 60), to: 3)
    desk.fail(3)
    #expect(desk.summary == "20 / 2 / 60 / true")
    #expect(desk.pager.state(of: .append) == .idle)
    #expect(desk.open.isEmpty)
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(20)])
  }

  /// The original locks up; here a call returns before its effects are seen, so that the next call is simply the next.
  @Test func `S-30 and B-S5 after an answer that comes at once the pager can be called`() {
    var desk = PagerDesk(PagerRules(pageSize: 10))
    desk.load()
    while let request = desk.open.first {
      desk.receive(desk.slice(of: list, for: request), to: request.id)
      desk.next()
    }
    #expect(desk.ids == Array(0..<60))
    #expect(desk.requests.count == 6)
  }

  @Test func `an answer that comes twice counts once`() {
    var desk = loaded(pages: 1)
    desk.next()
    let answer = PageAnswer(items: items(10..<20), total: 60)
    desk.receive(answer, to: 2)
    desk.receive(answer, to: 2)
    #expect(desk.summary == "20 / 2 / 60 / true")
    #expect(desk.pager.report.lateAnswers == 1)
  }
}

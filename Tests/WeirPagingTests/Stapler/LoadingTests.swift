// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

/// S-01 to S-12: the offset preset, page by page.
@Suite struct LoadingTests {
  private let list = items(0..<35)
  private let rules = PagerRules(pageSize: 10)

  private func loaded(pages: Int, of list: [Item]) -> PagerDesk {
    var desk = PagerDesk(rules)
    desk.load()
    desk.answer(from: list)
    for _ in 1..<pages {
      desk.next()
      desk.answer(from: list)
    }
    return desk
  }

  @Test func `S-01 before anything is loaded a next page is not asked for`() {
    var desk = PagerDesk(rules)
    desk.next()
    desk.show(0..<0)
    #expect(desk.requests.isEmpty)
    #expect(desk.summary == "0 / 0 / 0 / false")
  }

  @Test func `S-02 the first page is asked for by offset, and brings all facts at once`() {
    var desk = PagerDesk(rules)
    desk.load()
    #expect(
      desk.wishes == [
        .fetch(
          PageRequest(id: 1, generation: 1, direction: .refresh, key: .offset(0), size: 10))
      ])
    #expect(desk.pager.state(of: .refresh) == .loading)
    desk.answer(from: list)
    #expect(desk.wishes == [.publish])
    #expect(desk.published.inserts == (0..<10).map { .init($0) })
    #expect(desk.summary == "10 / 1 / 35 / true")
    #expect(desk.pager.state(of: .refresh) == .idle)
  }

  /// The original says in its comment that the indicator appears when the second page starts to load, but shows it
  /// from the first page on; ours says the latter, and has a state for the page itself.
  @Test func `B-S1 the indicator is there from the first page on`() {
    var desk = loaded(pages: 1, of: list)
    #expect(desk.pager.showsNextPageIndicator)
    #expect(desk.pager.state(of: .append) == .idle)
    desk.next()
    #expect(desk.pager.state(of: .append) == .loading)
  }

  @Test func `S-03 three more pages end the list, and a fourth call asks for nothing`() {
    var desk = loaded(pages: 2, of: list)
    #expect(desk.summary == "20 / 2 / 35 / true")
    desk.next()
    desk.answer(from: list)
    desk.next()
    desk.answer(from: list)
    #expect(desk.summary == "35 / 4 / 35 / false")
    #expect(desk.ids == Array(0..<35))
    desk.next()
    #expect(desk.open.isEmpty)
    #expect(desk.requests.map(\.key) == [.offset(0), .offset(10), .offset(20), .offset(30)])
  }

  @Test func `S-04 a list of whole pages ends without an empty request`() {
    var desk = loaded(pages: 3, of: items(0..<30))
    #expect(desk.summary == "30 / 3 / 30 / false")
    desk.next()
    #expect(desk.requests.count == 3)
  }

  @Test func `S-05 an empty list is loaded, and has no more`() {
    let desk = loaded(pages: 1, of: [])
    #expect(desk.summary == "0 / 1 / 0 / false")
    #expect(desk.wishes == [.publish])
  }

  @Test func `S-06 many calls while a page is under way are one request`() {
    var desk = loaded(pages: 1, of: list)
    for _ in 0..<20 { desk.next() }
    #expect(desk.requests.count == 2)
    desk.answer(from: list)
    #expect(desk.open.isEmpty)
    #expect(desk.pager.items.count == 20)
  }

  /// The original sends a failure to whoever listens at that moment and forgets it.
  @Test func `S-07 a page that fails changes only its state, and is asked for again`() {
    var desk = loaded(pages: 1, of: list)
    desk.next()
    desk.fail(2)
    #expect(desk.wishes.isEmpty)
    #expect(desk.summary == "10 / 1 / 35 / true")
    #expect(desk.pager.state(of: .append) == .failed(.failed("down"), attempt: 1))
    #expect(desk.pager.state(of: .refresh) == .idle)
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(10)])
    #expect(desk.pager.state(of: .append) == .loading)
    desk.answer(from: list)
    #expect(desk.ids == Array(0..<20))
    #expect(desk.pager.state(of: .append) == .idle)
  }

  /// In the original a retry is only to load again by hand.
  @Test func `S-08 a first page that fails is stored, and can be tried again`() {
    var desk = PagerDesk(rules)
    desk.load()
    desk.fail(1)
    #expect(desk.summary == "0 / 0 / 0 / false")
    #expect(desk.pager.state(of: .refresh) == .failed(.failed("down"), attempt: 1))
    desk.next()
    #expect(desk.open.isEmpty)
    desk.retry()
    #expect(desk.open.map(\.key) == [.offset(0)])
    desk.answer(from: list)
    #expect(desk.summary == "10 / 1 / 35 / true")
  }

  @Test func `S-09 a refresh that fails keeps the rows, and pages go on from the old offset`() {
    var desk = loaded(pages: 3, of: list)
    desk.refresh()
    desk.fail(4)
    #expect(desk.summary == "30 / 3 / 35 / true")
    #expect(desk.pager.state(of: .refresh) == .failed(.failed("down"), attempt: 1))
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(30)])
  }

  @Test func `S-10 a refresh puts the first page in the place of all`() {
    var desk = loaded(pages: 3, of: list)
    desk.refresh()
    #expect(desk.pager.items.count == 30)
    desk.answer(from: list)
    #expect(desk.summary == "10 / 1 / 35 / true")
    #expect(desk.published.deletes == (10..<30).map { .init($0) })
    #expect(desk.published.inserts.isEmpty)
    #expect(desk.pager.generation == 2)
  }

  /// The original forgets such a call, and nobody makes another one.
  @Test func `S-11 a call for the next page during a refresh is obeyed after it`() {
    var desk = loaded(pages: 3, of: list)
    desk.refresh()
    desk.next()
    #expect(desk.open.map(\.direction) == [.refresh])
    desk.answer(from: list)
    #expect(desk.open.map(\.key) == [.offset(10)])
  }

  /// The original looks at its refresh only, so that a page may be asked for during a repeated first load.
  @Test func `S-12 and B-S2 a repeated first load holds back the next page as a refresh does`() {
    var desk = loaded(pages: 3, of: list)
    desk.load()
    desk.next()
    #expect(desk.open.map(\.direction) == [.refresh])
    desk.answer(from: list)
    desk.answer(from: list)
    #expect(desk.ids == Array(0..<20))
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

@Suite struct DuplicatesTests {
  private func desk(_ policy: DuplicatePolicy, initialKey: PageKey? = nil) -> PagerDesk {
    var rules = PagerRules(pageSize: 4, initialKey: initialKey)
    rules.duplicates = policy
    var desk = PagerDesk(rules)
    desk.load()
    desk.receive(PageAnswer(items: items(10..<14), total: 20), to: 1)
    return desk
  }

  @Test func `a row that came first stays as it is`() {
    var desk = desk(.keepFirst)
    desk.next()
    desk.receive(
      PageAnswer(items: [Item(id: 12, look: 5), Item(id: 14), Item(id: 14, look: 1)], total: 20),
      to: 2)
    #expect(desk.ids == Array(10..<15))
    #expect(desk.pager.items.allSatisfy { $0.look == 0 })
    #expect(desk.published == ChangeSet(inserts: [4]))
    #expect(desk.pager.report.duplicates == 2)
  }

  @Test func `a row that comes again is replaced where it is`() {
    var desk = desk(.replaceInPlace)
    desk.next()
    let page = [Item(id: 12, look: 5), Item(id: 14), Item(id: 10), Item(id: 14, look: 1)]
    desk.receive(PageAnswer(items: page, total: 20), to: 2)
    #expect(desk.ids == Array(10..<15))
    #expect(desk.pager.items.map(\.look) == [0, 0, 5, 0, 1])
    #expect(desk.published == ChangeSet(inserts: [4], updates: [.init(old: 2, new: 2)]))
    #expect(desk.pager.report.duplicates == 3)
  }

  @Test func `a page before the first one replaces rows behind it, too`() {
    var desk = desk(.replaceInPlace, initialKey: .offset(8))
    desk.previous()
    let page = [Item(id: 8), Item(id: 9), Item(id: 13, look: 2)]
    desk.receive(PageAnswer(items: page, total: 20), to: 2)
    #expect(desk.ids == Array(8..<14))
    #expect(desk.published == ChangeSet(inserts: [0, 1], updates: [.init(old: 3, new: 5)]))
  }

  @Test func `a later answer of a page before the first one replaces rows behind it, too`() {
    var desk = desk(.replaceInPlace, initialKey: .offset(8))
    desk.previous()
    desk.receive(PageAnswer(items: items(8..<10), total: 20, isFinal: false), to: 2)
    let page = [Item(id: 7), Item(id: 8), Item(id: 9), Item(id: 13, look: 2)]
    desk.receive(PageAnswer(items: page, total: 20), to: 2)
    #expect(desk.ids == Array(7..<14))
    #expect(desk.published == ChangeSet(inserts: [0], updates: [.init(old: 5, new: 6)]))
  }

  @Test func `a row is replaced while the pages before it leave`() {
    var rules = PagerRules(pageSize: 2)
    rules.duplicates = .replaceInPlace
    rules.maxPages = 2
    var desk = PagerDesk(rules)
    desk.load()
    desk.answer(from: items(0..<8))
    desk.next()
    desk.answer(from: items(0..<8))
    desk.next()
    desk.receive(PageAnswer(items: [Item(id: 3, look: 1), Item(id: 4)], total: 8), to: 3)
    #expect(Array(desk.pager.items) == [Item(id: 2), Item(id: 3, look: 1), Item(id: 4)])
    #expect(
      desk.published
        == ChangeSet(deletes: [0, 1], inserts: [2], updates: [.init(old: 3, new: 1)]))
  }

  @Test func `within a refresh a row is shown once, as the rule says`() {
    var first = desk(.keepFirst)
    first.refresh()
    first.receive(PageAnswer(items: [Item(id: 1), Item(id: 1, look: 1)], total: 2), to: 2)
    #expect(Array(first.pager.items) == [Item(id: 1)])
    var last = desk(.replaceInPlace)
    last.refresh()
    last.receive(PageAnswer(items: [Item(id: 1), Item(id: 1, look: 1)], total: 2), to: 2)
    #expect(Array(last.pager.items) == [Item(id: 1, look: 1)])
  }

  @Test func `without a rule rows come twice, in order`() {
    var desk = desk(.off)
    desk.next()
    desk.receive(PageAnswer(items: items(12..<16), total: 20), to: 2)
    #expect(desk.ids == [10, 11, 12, 13, 12, 13, 14, 15])
    desk.call { $0.update(Item(id: 12, look: 3), at: $1, into: &$2) }
    #expect(desk.pager.items.map(\.look) == [0, 0, 3, 0, 0, 0, 0, 0])
  }

  @Test func `a row that left with its page may come again`() {
    var rules = PagerRules(pageSize: 2)
    rules.maxPages = 2
    var desk = PagerDesk(rules)
    desk.load()
    for _ in 0..<3 {
      desk.answer(from: items(0..<8))
      desk.next()
    }
    #expect(desk.ids == [2, 3, 4, 5])
    desk.receive(PageAnswer(items: [Item(id: 0), Item(id: 6)], total: 8), to: 4)
    #expect(desk.ids == [4, 5, 0, 6])
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging

/// S-18 to S-27: pages of other lengths, totals that change, rows that come and go, and wrong rules.
@Suite struct DriftTests {
  private func desk(
    _ list: [Item], pages: Int = 1, duplicates: DuplicatePolicy = .keepFirst
  ) -> PagerDesk {
    var rules = PagerRules(pageSize: 10)
    rules.duplicates = duplicates
    var desk = PagerDesk(rules)
    desk.load()
    desk.answer(from: list)
    for _ in 1..<pages {
      desk.next()
      desk.answer(from: list)
    }
    return desk
  }

  /// The original goes on a whole page further, and skips what was missing.
  @Test func `S-18 after a short page the next one begins where it ended`() {
    var desk = desk(items(0..<35))
    desk.next()
    desk.receive(PageAnswer(items: items(10..<16), total: 35), to: 2)
    #expect(desk.pager.report.shortPages == 1)
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(16)])
    while desk.answer(from: items(0..<35)) != nil { desk.next() }
    #expect(desk.ids == Array(0..<35))
  }

  /// The original goes on only one page further, and shows rows twice.
  @Test func `S-19 after a long page the next one begins where it ended`() {
    var desk = desk(items(0..<35), duplicates: .off)
    desk.next()
    desk.receive(PageAnswer(items: items(10..<24), total: 35), to: 2)
    #expect(desk.pager.report.longPages == 1)
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(24)])
    while desk.answer(from: items(0..<35)) != nil { desk.next() }
    #expect(desk.ids == Array(0..<35))
  }

  @Test func `S-20 a total that shrinks below what is loaded ends the list, and takes no row away`()
  {
    var desk = desk(items(0..<35), pages: 2)
    desk.next()
    desk.receive(PageAnswer(items: items(20..<22), total: 12), to: 3)
    #expect(desk.summary == "22 / 3 / 12 / false")
    desk.next()
    #expect(desk.open.isEmpty)
  }

  /// The original never learns of it.
  @Test func `S-21 a total that grows after the end goes on with the list`() {
    var desk = desk(items(0..<20), pages: 2)
    desk.show(15..<20)
    #expect(desk.open.isEmpty)
    desk.call { $0.setTotal(25, at: $1, into: &$2) }
    #expect(desk.wishes.first == .publish)
    #expect(desk.open.map(\.key) == [.offset(20)])
    desk.answer(from: items(0..<25))
    #expect(desk.summary == "25 / 3 / 25 / false")
  }

  @Test func `S-21 a page without rows ends the list until the total says otherwise`() {
    var desk = desk(items(0..<20), pages: 2)
    desk.call { $0.setTotal(40, at: $1, into: &$2) }
    desk.next()
    desk.receive(PageAnswer(items: [], total: 40), to: 3)
    #expect(!desk.pager.hasMore)
    #expect(desk.pager.report.emptyPages == 1)
    desk.show(10..<20)
    #expect(desk.open.isEmpty)
    desk.call { $0.setTotal(41, at: $1, into: &$2) }
    #expect(desk.open.map(\.key) == [.offset(20)])
  }

  /// The original shows one row twice for each that was inserted.
  @Test func `S-22 rows that came in front show no row twice, and are counted`() {
    var desk = desk(items(0..<30))
    desk.next()
    desk.answer(from: items(100..<103) + items(0..<30))
    #expect(desk.ids == Array(0..<17))
    #expect(desk.pager.report.duplicates == 3)
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(20)])
  }

  @Test func `S-22 without a rule for them rows that came in front are shown twice`() {
    var desk = desk(items(0..<30), duplicates: .off)
    desk.next()
    desk.answer(from: items(100..<103) + items(0..<30))
    #expect(desk.ids == Array(0..<10) + Array(7..<17))
    #expect(desk.pager.report.duplicates == 0)
  }

  /// No pager can see this by offsets alone; told of it, ours does not skip.
  @Test func `S-23 rows that went on the server are skipped, unless the pager is told`() {
    var untold = desk(items(0..<30))
    untold.next()
    untold.answer(from: items(2..<30))
    #expect(untold.ids == Array(0..<10) + Array(12..<22))
    var told = desk(items(0..<30))
    told.call { $0.remove(0, isOnServer: true, at: $1, into: &$2) }
    told.call { $0.remove(1, isOnServer: true, at: $1, into: &$2) }
    told.next()
    #expect(told.open.map(\.key) == [.offset(8)])
    told.answer(from: items(2..<30))
    #expect(told.ids == Array(2..<20))
  }

  /// The original asks for offset 10 still, and skips row 10.
  @Test func `S-24 a row that the app removes here and there moves the next page by one`() {
    var desk = desk(items(0..<30))
    desk.call { $0.remove(4, isOnServer: true, at: $1, into: &$2) }
    #expect(desk.published == ChangeSet(deletes: [4]))
    #expect(desk.pager.total == 29)
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(9)])
    desk.answer(from: items(0..<30).filter { $0.id != 4 })
    #expect(desk.ids == (0..<20).filter { $0 != 4 })
  }

  @Test func `S-24 a page under way when rows move is given up and asked for at its new offset`() {
    var desk = desk(items(0..<30))
    desk.next()
    desk.call { $0.remove(4, isOnServer: true, at: $1, into: &$2) }
    #expect(desk.wishes.contains(.cancel(2)))
    #expect(desk.open.map(\.key) == [.offset(9)])
    #expect(desk.open.map(\.id) == [3])
  }

  @Test func `S-24 a row that only the app hides does not move the next page`() {
    var desk = desk(items(0..<30))
    desk.next()
    desk.call { $0.remove(4, isOnServer: false, at: $1, into: &$2) }
    #expect(desk.open.map(\.key) == [.offset(10)])
    #expect(desk.pager.total == 30)
    desk.call { $0.remove(4, isOnServer: false, at: $1, into: &$2) }
    #expect(desk.published.isEmpty)
  }

  /// The original asks for offset 10 still, and shows row 9 twice.
  @Test func `S-25 a row that the app adds here and there moves the next page by one`() {
    var desk = desk(items(0..<30), duplicates: .off)
    desk.call { $0.insert(Item(id: 77), at: 0, isOnServer: true, at: $1, into: &$2) }
    #expect(desk.published == ChangeSet(inserts: [0]))
    desk.next()
    #expect(desk.open.map(\.key) == [.offset(11)])
    desk.answer(from: [Item(id: 77)] + items(0..<30))
    #expect(desk.ids == [77] + Array(0..<20))
  }

  @Test func `edits find rows of every page, and pages after them move along`() {
    var desk = desk(items(0..<30), pages: 3)
    desk.call { $0.insert(Item(id: 77), at: 12, isOnServer: true, at: $1, into: &$2) }
    desk.call { $0.update(Item(id: 25, look: 1), at: $1, into: &$2) }
    #expect(desk.published == ChangeSet(updates: [.init(old: 26, new: 26)]))
    desk.call { $0.update(Item(id: 25, look: 1), at: $1, into: &$2) }
    #expect(desk.wishes.isEmpty)
    desk.call { $0.remove(29, isOnServer: true, at: $1, into: &$2) }
    #expect(desk.ids == Array(0..<12) + [77] + Array(12..<29))
    desk.call { $0.insert(Item(id: 88), at: 30, isOnServer: true, at: $1, into: &$2) }
    desk.call { $0.insert(Item(id: 88), at: 0, isOnServer: true, at: $1, into: &$2) }
    #expect(desk.published.isEmpty)
    #expect(desk.pager.total == 31)
    #expect(!desk.pager.hasMore)
  }

  /// The original asks for the same offset without end.
  @Test func `S-26 a page size of zero is refused, with all other problems at once`() {
    var rules = PagerRules(pageSize: 0, initialSize: -1)
    rules.prefetchDistance = -1
    rules.maxPages = 1
    do throws(Problems) {
      _ = try Pager<Item>(rules)
      Issue.record("rules without sense were taken")
    } catch {
      #expect(error.all.count == 4)
      #expect(error.all[0].message.contains("never reaches the end"))
    }
  }

  /// The original stops the app.
  @Test func `S-27 an offset that no number holds is the end of the list`() {
    var rules = PagerRules(pageSize: 10, initialKey: .offset(.max - 4))
    rules.duplicates = .off
    var desk = PagerDesk(rules)
    desk.load()
    desk.receive(PageAnswer(items: items(0..<10), total: .max), to: 1)
    #expect(desk.pager.items.count == 10)
    #expect(!desk.pager.hasMore)
    desk.next()
    #expect(desk.open.isEmpty)
  }
}

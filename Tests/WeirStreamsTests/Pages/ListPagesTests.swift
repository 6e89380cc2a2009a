// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// SB28 to SB33, with pages that stay live.
@Suite struct ListPagesTests {
  private static let path = Path("list")

  private static func server(_ keys: ClosedRange<Int>) -> FakeServer {
    FakeServer(keys.map { (Key("\($0)"), .integer(1)) })
  }

  private static func desk(
    _ keys: ClosedRange<Int>, limit: Int, isAscending: Bool = true, wait: Int64 = 0
  ) -> ListDesk {
    var builder = QueryBuilder(path).limited(to: limit)
    builder.isAscending = isAscending
    var desk = ListDesk(builder, wait: wait, atMost: wait, server: server(keys))
    desk.settle()
    return desk
  }

  @Test
  func `a page that shows a row which another listen still shows elsewhere waits for that listen`()
  {
    var builder = QueryBuilder(Path("list")).limited(to: 2)
    builder.index = .child(Path("n"))
    func node(_ number: Double) -> Node { Node([(Key("n"), .number(number))]) }
    let rows = ["a", "b", "c", "d", "e", "f"].enumerated().map {
      (Key($1), node(Double($0 + 1)))
    }
    var desk = ListDesk(builder, server: FakeServer(rows))
    desk.loadPage(1, 2)
    #expect(desk.keys == ["a", "b", "c", "d"])
    // The list will hear of it from its old listens, later than from those of the page.
    desk.delay = 100
    desk.set("a", node(4.5))
    desk.delay = 0
    let asked = desk.asked.count
    desk.loadPage(2, 1)
    #expect(desk.asked.count == asked + 2 && desk.keys == ["a", "b", "c", "d"])
    desk.loadPage(3, 1)
    desk.advance(to: desk.now + 100)
    #expect(desk.keys == ["b", "c", "d", "a"] && desk.asked.count == asked + 2)
    let news: [StackNews] = [
      .pageFailed(call: 3, .busy), .paged(call: 2, new: 1, hasMore: true),
    ]
    #expect(Array(desk.news.suffix(2)) == news)
  }

  @Test func `a page is told with the publication that shows its rows`() {
    var desk = Self.desk(1...9, limit: 2, wait: 50)
    desk.loadPage(1, 3)
    #expect(!desk.news.contains(.paged(call: 1, new: 3, hasMore: true)))
    desk.settle()
    #expect(desk.keys == ["1", "2", "3", "4", "5"])
    #expect(desk.published.last?.update.news == [.paged(call: 1, new: 3, hasMore: true)])
    #expect(desk.published.last?.update.changes == ChangeSet(inserts: [2, 3, 4]))
  }

  @Test func `pages visit every row once, and the last one says that there is no more`() {
    var desk = Self.desk(1...9, limit: 2, isAscending: false)
    for call in 1...4 { desk.loadPage(UInt32(call), 3) }
    #expect(desk.keys == (1...9).reversed().map { "\($0)" })
    #expect(
      desk.news.dropFirst() == [
        .paged(call: 1, new: 3, hasMore: true), .paged(call: 2, new: 3, hasMore: true),
        .paged(call: 3, new: 1, hasMore: false), .paged(call: 4, new: 0, hasMore: false),
      ])
  }

  @Test func `a call asks for two rows more than it wants, and for what is loaded`() {
    var desk = Self.desk(1...9, limit: 2)
    desk.loadPage(1, 3)
    let two = Query.Bound(Key("2"))
    #expect(
      desk.asked.dropFirst().map(\.query) == [
        Query(.key, to: two), Query(.key, from: two, limit: .first(5)),
      ])
    #expect(desk.ended == [0])
    desk.loadPage(2, 3)
    let five = Query.Bound(Key("5"))
    #expect(
      desk.asked.dropFirst(3).map(\.query) == [
        Query(.key, from: two, to: five), Query(.key, from: five, limit: .first(5)),
      ])
    #expect(desk.ended == [0, 2])
  }

  @Test func `pages keep the builder's own range and order`() {
    let range = QueryBuilder(Self.path).ordered(by: .value).descending().limited(to: 1)
      .starting(at: .init(.integer(6))).ending(at: .init(.integer(3)))
    var desk = ListDesk(
      range, server: FakeServer((1...9).map { (Key("k\($0)"), .integer(Int64($0))) }))
    desk.loadPage(1, 2)
    #expect(desk.keys == ["k6", "k5", "k4"])
    desk.loadPage(2, 20)
    #expect(desk.keys == ["k6", "k5", "k4", "k3"])
    #expect(desk.news.last == .paged(call: 2, new: 1, hasMore: false))
  }

  @Test func `rows of a page are as live as the first`() {
    var desk = Self.desk(1...9, limit: 2)
    desk.loadPage(1, 4)
    desk.set("5", .integer(2))
    #expect(desk.published.last?.update.changes == ChangeSet(updates: [.init(old: 4, new: 4)]))
    desk.remove("3")
    #expect(desk.keys == ["1", "2", "4", "5", "6", "7"])
  }

  @Test func `writes at the live end leave no hole, and take no row out of the middle`() {
    var desk = Self.desk(1...10, limit: 2, isAscending: false)
    desk.loadPage(1, 3)
    #expect(desk.keys == ["10", "9", "8", "7", "6"])
    desk.set("11", .integer(1))
    #expect(desk.keys == ["11", "10", "9", "8", "7", "6"])
    desk.remove("11")
    desk.remove("10")
    #expect(desk.keys == ["9", "8", "7", "6"])
  }

  @Test func `keys between a key and its neighbour are not left out`() {
    var desk = ListDesk(
      QueryBuilder(Self.path).limited(to: 1),
      server: FakeServer(["5", "05", "6"].map { (Key($0), .integer(1)) }))
    #expect(desk.keys == ["5"])
    desk.loadPage(1, 1)
    #expect(desk.keys == ["5", "05"])
    desk.loadPage(2, 1)
    #expect(desk.keys == ["5", "05", "6"])
  }

  @Test func `until both listens have answered, the old rows stay, and stay live`() {
    var desk = Self.desk(1...9, limit: 2)
    desk.delay = 100
    desk.loadPage(1, 2)
    desk.delay = 0
    desk.set("0", .integer(1))
    #expect(desk.keys == ["0", "1"] && desk.ended.isEmpty)
    desk.settle()
    #expect(desk.keys == ["0", "1", "2", "3", "4"] && desk.ended == [0])
  }

  @Test func `a second call while a page is under way is refused, and the first goes on`() {
    var desk = Self.desk(1...9, limit: 2)
    desk.delay = 100
    desk.loadPage(1, 2)
    desk.loadPage(2, 2)
    #expect(desk.news.last == .pageFailed(call: 2, .busy))
    desk.settle()
    #expect(desk.news.last == .paged(call: 1, new: 2, hasMore: true))
    desk.loadPage(3, 1)
    desk.settle()
    #expect(desk.news.last == .paged(call: 3, new: 1, hasMore: true))
  }

  @Test func `before the list has loaded there is no page, nor when it never will`() {
    var desk = ListDesk(isOpen: false)
    desk.loadPage(1, 2)
    desk.delay = 100
    desk.open()
    desk.loadPage(2, 2)
    desk.refuse(0)
    desk.loadPage(3, 2)
    #expect(
      desk.news == [
        .pageFailed(call: 1, .notLoaded), .pageFailed(call: 2, .notLoaded), .loaded(.forbidden),
        .pageFailed(call: 3, .notLoaded),
      ])
  }

  @Test(arguments: [1, 2] as [UInt32])
  func `a page that is refused fails once, its other listen ends, and the list can be used`(
    refused: UInt32
  ) {
    var desk = Self.desk(1...9, limit: 2)
    desk.delay = 100
    desk.loadPage(1, 2)
    desk.refuse(refused, .overloaded)
    desk.settle()
    #expect(desk.news.last == .pageFailed(call: 1, .refused(.overloaded)))
    #expect(desk.ended == [3 - refused] && desk.keys == ["1", "2"])
    desk.delay = 0
    desk.set("0", .integer(1))
    desk.loadPage(2, 2)
    desk.settle()
    #expect(desk.keys == ["0", "1", "2", "3"])
    #expect(desk.news.last == .paged(call: 2, new: 2, hasMore: true))
  }

  @Test func `a page under way when the list is closed or its source goes is cancelled`() {
    var desk = Self.desk(1...9, limit: 2)
    var other = desk
    desk.delay = 100
    desk.loadPage(1, 2)
    desk.close()
    #expect(desk.news.last == .pageFailed(call: 1, .cancelled) && desk.ended == [1, 2, 0])
    other.delay = 100
    other.loadPage(1, 2)
    other.refuse(0)
    #expect(other.news.suffix(2) == [.pageFailed(call: 1, .cancelled), .lost(.forbidden)])
    other.loadPage(2, 2)
    #expect(other.news.last == .pageFailed(call: 2, .refused(.forbidden)))
    #expect(other.keys == ["1", "2"] && other.list.refusal == .forbidden)
  }

  @Test func `a child that is a leaf hides nobody else of its page`() {
    let branch = Node([(Key("text"), .text("hello"))])
    var desk = ListDesk(
      QueryBuilder(Self.path).limited(to: 1),
      server: FakeServer([(Key("a"), branch), (Key("b"), .integer(5)), (Key("c"), branch)]))
    desk.loadPage(1, 5)
    #expect(desk.keys == ["a", "b", "c"])
  }

  @Test func `rows that are loaded already are brought up to date by a page`() {
    var desk = Self.desk(1...9, limit: 2)
    desk.delay = 100
    desk.loadPage(1, 1)
    // The window does not hear of it, so that only the page knows.
    _ = desk.server.write([(Key("1"), .integer(7))])
    desk.settle()
    #expect(desk.list.item(at: 0).node == .integer(1))
    desk.set("1", .integer(8))
    desk.settle()
    #expect(desk.list.item(at: 0).node == .integer(8))
  }

  @Test func `a window that has come as far by itself makes the page begin anew behind it`() {
    var desk = Self.desk(1...20, limit: 3)
    desk.delay = 100
    desk.loadPage(1, 1)
    desk.delay = 0
    for key in ["1", "2", "3"] { desk.remove(key) }
    #expect(desk.keys == ["4", "5", "6"])
    desk.settle()
    #expect(desk.keys == ["4", "5", "6", "7"])
    #expect(desk.news.last == .paged(call: 1, new: 1, hasMore: true))
  }

  @Test func `a list whose first rows have gone fills up what it wants from the start`() {
    var desk = Self.desk(1...20, limit: 5)
    desk.loadPage(1, 1)
    for key in 1...5 { desk.remove("\(key)") }
    #expect(desk.keys == ["6", "7", "8", "9", "10"])
    #expect(desk.news.count == 2)
  }

  @Test func `a list that gets short while a page is under way waits for it, and then fills up`() {
    var desk = Self.desk(1...20, limit: 5)
    desk.loadPage(1, 1)
    desk.delay = 100
    desk.loadPage(2, 1)
    desk.delay = 0
    let asked = desk.asked.count
    for key in 1...5 { desk.remove("\(key)") }
    #expect(desk.keys == ["6", "7"] && desk.asked.count == asked)
    desk.settle()
    #expect(desk.news.last == .paged(call: 2, new: 1, hasMore: true))
    #expect(desk.keys == ["6", "7", "8", "9", "10"])
  }

  @Test func `while a list fills up by itself a page can be asked for`() {
    var desk = Self.desk(1...20, limit: 5)
    desk.loadPage(1, 1)
    desk.delay = 100
    desk.loadPage(2, 1)
    desk.delay = 0
    for key in 1...5 { desk.remove("\(key)") }
    desk.delay = 100
    // The window has moved, and the page begins anew; then it is there, and what the list wants to have was asked for.
    desk.advance(to: desk.now + 200)
    #expect(desk.news.last == .paged(call: 2, new: 1, hasMore: true))
    #expect(desk.keys == ["6", "7", "8"])
    desk.loadPage(3, 2)
    desk.settle()
    #expect(desk.news.last == .paged(call: 3, new: 2, hasMore: true))
  }

  @Test func `a page of no rows is no page`() {
    var desk = Self.desk(1...9, limit: 2)
    desk.loadPage(1, 0)
    desk.loadPage(2, -4)
    #expect(
      desk.news.dropFirst() == [
        .paged(call: 1, new: 0, hasMore: true), .paged(call: 2, new: 0, hasMore: true),
      ])
    #expect(desk.asked.count == 1)
  }
}

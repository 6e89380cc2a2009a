// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// SB19 to SB23.
@Suite struct ListLoadingTests {
  private static let two = FakeServer([(Key("a"), .integer(1)), (Key("b"), .integer(2))])

  @Test(arguments: [0, 100] as [Int64])
  func `loaded is told once, with the publication that has all rows of the first value`(wait: Int64)
  {
    var desk = ListDesk(wait: wait, atMost: wait, server: Self.two)
    desk.settle()
    desk.set("c", .integer(3))
    desk.settle()
    #expect(desk.published.map(\.keys) == [["a", "b"], ["a", "b", "c"]])
    #expect(desk.published.map(\.update.news) == [[.loaded(nil)], []])
    #expect(desk.published.map(\.update.isFirst) == [true, false])
    #expect(desk.list.isLoaded && desk.list.refusal == nil)
  }

  @Test func `half of the first value is not shown`() {
    var desk = ListDesk(isOpen: false)
    desk.delay = 1_000
    desk.open()
    desk.hear([DataEvent(.added, Key("b"), .integer(1)), DataEvent(.added, Key("a"), .integer(1))])
    desk.advance(to: 900)
    #expect(desk.published.isEmpty && !desk.list.isLoaded && desk.news.isEmpty)
    desk.hear([.value])
    #expect(desk.published.map(\.keys) == [["a", "b"]])
  }

  @Test
  func `a listen that is refused before it was served is told once, and the list stays empty`() {
    var desk = ListDesk(isOpen: false)
    desk.delay = 10
    desk.open()
    desk.refuse(0, .overloaded)
    desk.settle()
    #expect(desk.news == [.loaded(.overloaded)])
    #expect(desk.published.isEmpty && !desk.list.isLoaded && desk.list.refusal == .overloaded)
    desk.refuse(0, .forbidden)
    #expect(desk.news.count == 1)
  }

  @Test func `a listen that is taken away later leaves the rows as they are, and is readable`() {
    var desk = ListDesk(server: Self.two)
    desk.refuse(0)
    #expect(desk.keys == ["a", "b"] && desk.list.refusal == .forbidden)
    #expect(desk.news == [.loaded(nil), .lost(.forbidden)])
    desk.refuse(0)
    #expect(desk.news.count == 2)
  }

  @Test func `whoever looks later sees that the list has loaded`() {
    let desk = ListDesk(server: Self.two)
    #expect(desk.list.isLoaded)
    #expect(AnyStream.list(desk.list).isLoaded)
  }

  @Test
  func `a list of limit zero loads once, shows nothing, and knows whether there is something`() {
    let none = QueryBuilder(Path("list")).limited(to: 0)
    var desk = ListDesk(none, server: Self.two)
    desk.set("a", .integer(5))
    #expect(desk.news == [.loaded(nil)] && desk.keys.isEmpty && desk.list.hasMore)
    desk.loadPage(1, 1)
    #expect(desk.keys == ["a"])
    #expect(ListDesk(none).list.hasMore == false)
  }

  @Test func `what was gathered when the first listen is lost after its value is still loaded`() {
    var desk = ListDesk(wait: 100, atMost: 100, server: Self.two)
    desk.refuse(0)
    desk.settle()
    #expect(desk.news == [.loaded(nil), .lost(.forbidden)] && desk.keys == ["a", "b"])
  }

  @Test func `a list that is opened again shows what is there then, and says so once`() {
    var desk = ListDesk(QueryBuilder(Path("list")).limited(to: 2), server: Self.two)
    desk.setLocal("b", Node([(Key("isOpen"), .bool(true))]))
    desk.close()
    desk.close()
    desk.write([("a", .null), ("c", .integer(3)), ("d", .integer(4))])
    desk.delay = 10
    desk.open()
    desk.open()
    // Until it hears something the rows stay, and pages have to wait.
    #expect(desk.keys == ["a", "b"] && !desk.list.isLoaded)
    desk.loadPage(1, 1)
    desk.settle()
    #expect(desk.keys == ["b", "c"] && desk.list.hasMore)
    #expect(desk.list.item(at: 0).local == .null)
    #expect(
      desk.newsOfLife == [.pageFailed(call: 1, .notLoaded), .loaded(nil)] && desk.lives == 2)
    #expect(desk.published.map(\.update.isFirst).suffix(2) == [false, true])
    #expect(desk.asked.map(\.tag) == [0, 1] && desk.ended == [0])
  }

  @Test func `nothing that happens to a closed list is published`() {
    var desk = ListDesk(wait: 50, atMost: 50, server: Self.two)
    desk.settle()
    desk.set("c", .integer(3))
    desk.close()
    desk.perform(.showAtMost(1))
    desk.perform(.show(.not(.everything)))
    desk.setLocal("a", .bool(true))
    desk.loadPage(1, 1)
    desk.settle()
    #expect(desk.published.count == 1 && desk.keys == ["a", "b"])
    #expect(desk.news == [.loaded(nil), .pageFailed(call: 1, .cancelled)])
    desk.perform(.show(.everything))
    desk.open()
    desk.settle()
    #expect(desk.keys == ["a"])
  }

  @Test func `a list that is closed in mid-batch loads again though its alarm never comes`() {
    var desk = ListDesk(wait: 50, atMost: 50, server: Self.two)
    desk.settle()
    desk.set("c", .integer(3))
    desk.close(silencesAlarms: true)
    desk.open()
    desk.settle()
    #expect(desk.keys == ["a", "b", "c"])
  }

  @Test func `after a refusal it may be opened again at once, and pages come`() {
    var desk = ListDesk(QueryBuilder(Path("list")).limited(to: 1), server: Self.two)
    desk.refuse(0)
    desk.open()
    #expect(desk.list.refusal == nil && desk.newsOfLife == [.loaded(nil)])
    #expect(desk.ended.isEmpty)
    desk.loadPage(1, 1)
    #expect(desk.keys == ["a", "b"])
    #expect(desk.news.last == .paged(call: 1, new: 1, hasMore: false))
  }
}

import Testing
import WeirClient
import WeirCore
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
    #expect(desk.news == [.loaded(nil)])
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
    #expect(desk.news == [.loaded(nil)] && desk.keys == ["a", "b"])
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// SB12 and SB24 to SB27.
@Suite struct ListFilterTests {
  private static let small = Filter.custom("small") { _, node in SortValue(node) < .integer(10) }

  private static func server(_ numbers: KeyValuePairs<String, Int64>) -> FakeServer {
    FakeServer(numbers.map { (Key($0.key), .integer($0.value)) })
  }

  @Test func `a filter may be set at any time, and rows that it rejects come back`() {
    var desk = ListDesk(server: Self.server(["a": 1, "b": 20, "c": 3]))
    desk.perform(.show(Self.small))
    #expect(desk.keys == ["a", "c"])
    desk.perform(.show(.everything))
    #expect(desk.keys == ["a", "b", "c"])
    #expect(desk.published.map(\.update.changes.count) == [3, 1, 1])
  }

  @Test func `a filter that is set and taken back within a batch changes nothing`() {
    var desk = ListDesk(wait: 10, atMost: 10, server: Self.server(["a": 1, "b": 20]))
    desk.settle()
    desk.perform(.show(Self.small))
    desk.perform(.show(.everything))
    desk.settle()
    #expect(desk.published.count == 1)
  }

  @Test func `a row that was rejected at its arrival comes in when it is admitted`() {
    var desk = ListDesk(server: Self.server(["a": 1]), filter: Self.small)
    desk.set("b", .integer(50))
    #expect(desk.keys == ["a"] && desk.published.count == 1)
    desk.set("b", .integer(5))
    #expect(desk.keys == ["a", "b"])
    desk.set("a", .integer(11))
    #expect(desk.keys == ["b"])
  }

  @Test func `a row that was removed while the filter rejected it does not come back`() {
    var desk = ListDesk(server: Self.server(["a": 1, "b": 20]), filter: Self.small)
    desk.remove("b")
    desk.perform(.show(.everything))
    #expect(desk.keys == ["a"])
  }

  @Test func `a display limit cuts after the filter, and a gap is filled at once`() {
    var desk = ListDesk(server: Self.server(["a": 1, "b": 20, "c": 3, "d": 4]), showing: 2)
    #expect(desk.keys == ["a", "b"])
    desk.perform(.show(Self.small))
    #expect(desk.keys == ["a", "c"])
    desk.remove("a")
    #expect(desk.keys == ["c", "d"])
    #expect(desk.published.last?.update.changes == ChangeSet(deletes: [0], inserts: [1]))
  }

  @Test func `a display limit takes effect with the next publication, without another event`() {
    var desk = ListDesk(wait: 10, atMost: 10, server: Self.server(["a": 1, "b": 2, "c": 3]))
    desk.settle()
    desk.perform(.showAtMost(1))
    #expect(desk.keys.count == 3)
    desk.settle()
    #expect(desk.keys == ["a"])
    desk.perform(.showAtMost(nil))
    desk.settle()
    #expect(desk.keys == ["a", "b", "c"] && desk.list.displayLimit == nil)
    desk.perform(.showAtMost(-3))
    desk.settle()
    #expect(desk.keys.isEmpty)
  }

  @Test func `a filter takes from the rows that the server was asked for, and asks for no others`()
  {
    let limited = QueryBuilder(Path("list")).limited(to: 2)
    var desk = ListDesk(
      limited, server: Self.server(["a": 1, "b": 20, "c": 3]), filter: Self.small)
    #expect(desk.keys == ["a"] && desk.list.hasMore)
    desk.loadPage(1, 5)
    #expect(desk.keys == ["a", "c"] && !desk.list.hasMore)
  }

  @Test func `local state that the filter looks at brings rows in and takes them out`() {
    let open = Filter.is(Path("isOpen"), .bool(true))
    let (yes, no) = (Node([(Key("isOpen"), .bool(true))]), Node([(Key("isOpen"), .bool(false))]))
    var desk = ListDesk(server: Self.server(["a": 1, "b": 2]), filter: open)
    desk.setLocal("a", yes)
    #expect(desk.keys == ["a"] && desk.list.item(at: 0).node == .integer(1))
    desk.setLocal("a", no)
    #expect(desk.keys.isEmpty)
    desk.setLocal("x", yes)
    #expect(desk.published.count == 3)
  }

  @Test
  func `local state of a shown row is an update, batched like an event, and gone with the row`() {
    let yes = Node([(Key("isOpen"), .bool(true))])
    var desk = ListDesk(wait: 10, atMost: 10, server: Self.server(["a": 1]))
    desk.settle()
    desk.setLocal("a", yes)
    #expect(desk.published.count == 1)
    desk.settle()
    #expect(desk.published.last?.update.changes == ChangeSet(updates: [.init(old: 0, new: 0)]))
    desk.remove("a")
    desk.settle()
    desk.set("a", .integer(1))
    desk.settle()
    #expect(desk.list.item(at: 0).local.isNull)
  }
}

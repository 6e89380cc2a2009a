// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// Orderings and queries of the builder, SB6, and the position search.
@Suite struct ListOrderTests {
  private static let path = Path("list")

  private static func server(_ nodes: KeyValuePairs<String, Node>) -> FakeServer {
    FakeServer(nodes.map { (Key($0.key), $0.value) })
  }

  @Test func `by key stands what the server calls the order: integers by number, then texts`() {
    let desk = ListDesk(
      server: Self.server([
        "b": .integer(1), "10": .integer(1), "9": .integer(1), "-1": .integer(1),
      ])
    )
    #expect(desk.keys == ["-1", "9", "10", "b"])
  }

  @Test func `by a child's value stand nothing, false, true, numbers, texts, and ties by key`() {
    let byField = QueryBuilder(Self.path).ordered(by: .child(Path("f")))
    func field(_ node: Node) -> Node { Node([(Key("f"), node), (Key("x"), .integer(1))]) }
    let desk = ListDesk(
      byField,
      server: Self.server([
        "a": field(.text("t")), "b": field(.number(1.5)), "c": field(.integer(1)),
        "d": field(.bool(true)), "e": field(.bool(false)), "g": field(.null),
        "h": field(.integer(1)),
        "i": field(.integer(1_400_000_000_001)), "j": field(.integer(1_400_000_000_000)),
      ]))
    #expect(desk.keys == ["g", "e", "d", "c", "h", "b", "j", "i", "a"])
  }

  @Test func `a descending list is the exact reverse, ties included`() {
    let nodes: KeyValuePairs<String, Node> = [
      "a": .integer(1), "b": .integer(2), "c": .integer(1), "d": .null, "e": .bool(true),
    ]
    let builder = QueryBuilder(Self.path).ordered(by: .value)
    let up = ListDesk(builder, server: Self.server(nodes))
    let down = ListDesk(builder.descending(), server: Self.server(nodes))
    #expect(up.keys == ["e", "a", "c", "b"])
    #expect(down.keys == up.keys.reversed())
  }

  @Test func `the server is asked for one row more, from the end at which the list starts`() {
    let range = QueryBuilder(Self.path).starting(at: .init(Key("c"))).ending(at: .init(Key("x")))
    let up = ListDesk(range.limited(to: 2))
    #expect(
      up.asked.map(\.query)
        == [Query(.key, from: .init(Key("c")), to: .init(Key("x")), limit: .first(3))])
    let down = ListDesk(range.descending().limited(to: 2))
    #expect(
      down.asked.map(\.query)
        == [Query(.key, from: .init(Key("x")), to: .init(Key("c")), limit: .last(3))])
  }

  @Test
  func `the row beyond the limit is held back, says that there is more, and fills a gap at once`() {
    let two = QueryBuilder(Self.path).limited(to: 2)
    var desk = ListDesk(
      two, server: Self.server(["a": .integer(1), "b": .integer(1), "c": .integer(1)]))
    #expect(desk.keys == ["a", "b"] && desk.list.hasMore)
    #expect(desk.list.find(Key("c")) == nil)
    desk.hear([DataEvent(.removed, Key("a"), .null), .value])
    #expect(desk.keys == ["b", "c"] && !desk.list.hasMore)
  }

  @Test(arguments: [true, false])
  func `the row after and the row before a place are those that a walk finds`(isAscending: Bool) {
    var builder = QueryBuilder(Self.path).ordered(by: .value)
    builder.isAscending = isAscending
    #expect(ListDesk(builder).list.firstRow(after: Rank(.none, Key("a"))) == nil)
    #expect(ListDesk(builder).list.lastRow(before: Rank(.none, Key("a"))) == nil)
    let desk = ListDesk(
      builder,
      server: FakeServer((0..<40).map { (Key("k\($0)"), .integer(Int64($0 / 2 * 3))) }))
    let order = desk.list.order
    for number in -1...61 {
      for key in ["-", "k4", "k5", "k20", "~"] {
        let rank = order.rank(of: Key(key), .integer(Int64(number)))
        let ranks = (0..<desk.list.count).map { desk.list.item(at: .init(Int32($0))).rank }
        #expect(
          desk.list.firstRow(after: rank) == ranks.firstIndex { order.precedes(rank, $0) })
        #expect(
          desk.list.lastRow(before: rank) == ranks.lastIndex { order.precedes($0, rank) })
      }
    }
  }
}

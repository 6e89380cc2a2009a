// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

@Suite struct ListStreamTests {
  static let ascending = QueryBuilder(Path("list"))

  @Test func `it listens to what its builder asks for, once`() {
    var desk = ListDesk(Self.ascending.limited(to: 3))
    desk.open()
    #expect(desk.asked.map(\.query) == [Query(limit: .first(4))])
    #expect(desk.list.owns(0) && !desk.list.owns(1 << 20))
    let other = ListStream(Self.ascending, batching: .none, leaf: 3)
    #expect(other.owns(3 << 20 | 9) && !other.owns(9))
  }

  @Test func `an added row stands in its place`() {
    var desk = ListDesk()
    for key in ["b", "a", "10", "9"] { desk.set(key, .integer(1)) }
    #expect(desk.keys == ["9", "10", "a", "b"])
    #expect(desk.published.map(\.keys.count) == [0, 1, 2, 3, 4])
  }

  @Test func `a removed row leaves, and one that nobody knows changes nothing`() {
    var desk = ListDesk(server: FakeServer([(Key("a"), .integer(1)), (Key("b"), .integer(2))]))
    desk.remove("a")
    desk.hear([DataEvent(.removed, Key("x"), .null), .value])
    #expect(desk.published.map(\.keys) == [["a", "b"], ["b"]])
  }

  @Test func `a row that is told twice, or taken away unknown, does not count for the window`() {
    // Two rows are shown, and a third one says that there is more.
    var desk = ListDesk(
      Self.ascending.limited(to: 2),
      server: FakeServer([(Key("a"), .integer(1)), (Key("b"), .integer(2))]))
    #expect(!desk.list.hasMore)
    desk.hear([DataEvent(.added, Key("a"), .integer(1)), .value])
    #expect(!desk.list.hasMore && desk.keys == ["a", "b"])
    desk.set("c", .integer(3))
    #expect(desk.list.hasMore && desk.keys == ["a", "b"])
    desk.hear([DataEvent(.removed, Key("x"), .null), .value])
    #expect(desk.list.hasMore && desk.keys == ["a", "b"])
  }

  @Test func `a row between two listens counts once for each, whichever told of it last`() throws {
    var desk = ListDesk(
      Self.ascending.limited(to: 2),
      server: FakeServer([
        (Key("a"), .integer(1)), (Key("b"), .integer(2)), (Key("c"), .integer(3)),
      ]))
    desk.loadPage(1, 1)
    #expect(desk.keys == ["a", "b", "c"] && !desk.list.hasMore)
    // Both the near listen and the one at the far end hold the row between them.
    let tags = desk.asked.suffix(2).map(\.tag)
    let between = try #require(desk.keys.dropFirst().first)
    desk.hear([DataEvent(.changed, Key(between), .integer(4)), .value], from: tags[0])
    desk.hear([DataEvent(.added, Key(between), .integer(4)), .value], from: tags[1])
    #expect(desk.keys == ["a", "b", "c"] && !desk.list.hasMore)
  }

  @Test func `a changed row is an update, and one that nobody knows changes nothing`() {
    var desk = ListDesk(server: FakeServer([(Key("a"), .integer(1)), (Key("b"), .integer(2))]))
    desk.set("b", .integer(3))
    #expect(desk.published.last?.update.changes.updates == [.init(old: 1, new: 1)])
    desk.hear([
      DataEvent(.changed, Key("x"), .integer(1)), DataEvent(.moved, Key("y"), .integer(1)),
    ])
    desk.hear([.value])
    #expect(desk.published.count == 2)
  }

  @Test func `a changed value puts the row where it belongs, whichever event says so`() {
    let byScore = Self.ascending.ordered(by: .value)
    var desk = ListDesk(
      byScore, server: FakeServer([(Key("a"), .integer(1)), (Key("b"), .integer(2))]))
    desk.set("a", .integer(3))
    #expect(desk.keys == ["b", "a"])
    desk.hear([DataEvent(.changed, Key("b"), .integer(9)), .value])
    #expect(desk.keys == ["a", "b"])
    desk.hear([DataEvent(.moved, Key("b"), .integer(0)), .value])
    #expect(desk.keys == ["b", "a"])
  }

  @Test(arguments: [Query.Index.key, .value], [true, false])
  func `a list that grows long and short again is the same list`(
    index: Query.Index, isAscending: Bool
  ) {
    // Up to 256 rows lie in one array, and more in several.
    let names = (0..<320).map { Key("\(1_000 + $0)") }
    func content(_ number: Int) -> Node { .integer(Int64((number * 37) % 320)) }
    var builder = Self.ascending.ordered(by: index)
    if !isAscending { builder = builder.descending() }
    var desk = ListDesk(builder)
    func write(_ numbers: some Sequence<Int>, isThere: Bool = true) {
      desk.write(numbers.map { (names[$0].description, isThere ? content($0) : .null) })
      desk.list.checkInvariants()
    }
    for round in 0..<2 {
      write(0..<250)
      write(250..<320)
      // One after the other through the border, down and up.
      write(stride(from: 0, to: 130, by: 2), isThere: false)
      for number in 300..<306 { write([number], isThere: false) }
      write(stride(from: 1, to: 290, by: 2), isThere: false)
      for number in [200, 202, 204] { write([number], isThere: false) }
      for number in [201, 1, 203] { write([number]) }
      desk.write([(names[201].description, .integer(999)), (names[203].description, .null)])
      desk.list.checkInvariants()
      if round == 1 { write(0..<320, isThere: false) }
    }
    #expect(desk.rows.isEmpty)
  }

  @Test(arguments: [3, 40, 600], 0..<6 as Range<UInt64>)
  func `rows that come, go and change at once are the same list`(most: Int, seed: UInt64) {
    var chance = RandomStream(seed: seed, "at once")
    let builder = seed % 2 == 0 ? Self.ascending : Self.ascending.descending()
    var desk = ListDesk(builder, wait: 100, atMost: 200)
    var isThere = Array(repeating: false, count: most)
    for _ in 0..<40 {
      var batch: [(String, Node)] = []
      // Some come together at an end, and others anywhere.
      let first = chance.index(below: most)
      for place in 0..<chance.index(below: 60) {
        let number = chance.below(2) == 0 ? (first + place) % most : chance.index(below: most)
        isThere[number] = chance.below(3) > 0
        batch.append(
          ("\(1_000 + number)", isThere[number] ? .integer(Int64(chance.below(9))) : .null))
      }
      desk.write(batch)
      desk.settle()
      desk.list.checkInvariants()
      let names = (0..<most).filter { isThere[$0] }.map { "\(1_000 + $0)" }
      #expect(desk.keys == (seed % 2 == 0 ? names : names.reversed()))
    }
  }

  @Test func `a very long list that gets shorter, and long again, is the same list`() {
    // One of more than 4,096 rows keeps none of them as list views take them.
    let names = (0..<4_100).map { "\(10_000 + $0)" }
    var desk = ListDesk(
      wait: 100, atMost: 200,
      server: FakeServer(names.prefix(4_098).map { (Key($0), .integer(1)) }))
    desk.settle()
    for (gone, count) in [(0, 4_098), (4, 4_098), (6, 4_098), (6, 4_100), (2, 4_100)] {
      let there = names[gone..<count].map { String($0) }
      let now = Set(desk.keys)
      desk.write(
        names.filter { now.contains($0) != there.contains($0) }
          .map { ($0, now.contains($0) ? .null : .integer(1)) })
      desk.settle()
      desk.list.checkInvariants()
      #expect(desk.keys == there)
    }
  }

  @Test func `a removed row that comes back changed within a batch is an update`() {
    var desk = ListDesk(wait: 100, atMost: 200, server: FakeServer([(Key("a"), .integer(1))]))
    desk.settle()
    desk.remove("a")
    desk.set("a", .integer(2))
    desk.settle()
    #expect(desk.published.last?.update.changes.updates == [.init(old: 0, new: 0)])
    #expect(desk.published.count == 2)
  }

  @Test func `what cancels out within a batch is not published`() {
    var desk = ListDesk(wait: 100, atMost: 200, server: FakeServer([(Key("a"), .integer(1))]))
    desk.settle()
    desk.set("b", .integer(1))
    desk.remove("b")
    desk.set("a", .integer(2))
    desk.set("a", .integer(1))
    desk.settle()
    #expect(desk.published.count == 1)
  }

  @Test func `a row that is taken in is built once, and looked up without a search`() {
    var desk = ListDesk(server: FakeServer([(Key("a"), .integer(1)), (Key("b"), .integer(2))]))
    desk.set("c", .integer(3))
    #expect(desk.list.find(Key("b")) == 1)
    #expect(desk.list.find(Key("x")) == nil)
    #expect(desk.list.item(at: 2).node == .integer(3))
    // Only the third row is new to whoever makes models of rows.
    #expect(desk.published.last?.update.changes.inserts == [2])
  }

  @Test func `a list without children loads, too, but only once`() {
    var desk = ListDesk(wait: 50, atMost: 50)
    desk.settle()
    desk.hear([.value])
    desk.settle()
    #expect(desk.published.map(\.at) == [50])
    #expect(desk.news == [.loaded(nil)])
  }

  @Test func `closed it listens no longer, and hears nothing`() {
    var desk = ListDesk(server: FakeServer([(Key("a"), .integer(1))]))
    desk.close()
    #expect(desk.ended == [0])
    desk.hear([DataEvent(.added, Key("b"), .integer(1)), .value])
    #expect(desk.keys == ["a"])
  }

  @Test func `a copy does not see what the original hears later`() {
    var desk = ListDesk(server: FakeServer([(Key("a"), .integer(1))]))
    let copy = desk.list
    desk.set("b", .integer(1))
    #expect(copy.count == 1 && copy.find(Key("b")) == nil)
    #expect(desk.list.count == 2)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTestSupport
import WeirTree

/// Lists that have loaded the same lie in memory once, and nobody notices.
@Suite struct ListSharingTests {
  private func desk(rows: Int = 20, wait: Int64 = 10, _ builder: QueryBuilder? = nil) -> ListDesk {
    let children = (0..<rows).map { (Key("row-\(100 + $0)"), Node.integer(Int64($0))) }
    var desk = ListDesk(
      builder ?? QueryBuilder(Path("list")), wait: wait, atMost: wait,
      server: FakeServer(children))
    desk.settle()
    return desk
  }

  private func shares(_ desk: inout ListDesk, _ other: any ClientStack) -> Bool {
    desk.list.share(with: other)
  }

  @Test func `lists that have loaded the same can stand in each other's place`() {
    var (one, other) = (desk(), desk())
    #expect(shares(&one, other.list))
    #expect(shares(&other, one.list))
    one.list.checkInvariants()
    #expect(one.list.count == 20)
  }

  @Test func `a change of a list that shares is none of the other one`() {
    var (one, other) = (desk(), desk())
    #expect(shares(&one, other.list))
    let before = other.rows
    one.write([("row-100", .null), ("row-105", .integer(9)), ("row-999", .integer(1))])
    one.settle()
    other.list.checkInvariants()
    var rows: [[Row]] = []
    other.list.rows(into: &rows)
    #expect(rows == [before] && one.rows != before)
    #expect(!shares(&one, other.list))
  }

  @Test func `lists differ by a row, by its content, by their window and by what they wait for`() {
    let one = desk()
    var shorter = desk(rows: 19)
    #expect(!shares(&shorter, one.list))
    var changed = desk()
    changed.set("row-110", .text("other"))
    changed.settle()
    #expect(!shares(&changed, one.list))
    var limited = desk(QueryBuilder(Path("list")).limited(to: 20))
    #expect(!shares(&limited, one.list))
    #expect(limited.list.count == 20)
    var elsewhere = desk(QueryBuilder(Path("elsewhere")))
    #expect(elsewhere.rows == one.rows)
    #expect(!shares(&elsewhere, one.list))
    var waiting = desk(wait: 10)
    waiting.set("row-110", .text("other"))
    #expect(!shares(&waiting, changed.list))
    waiting.settle()
    #expect(shares(&waiting, changed.list))
    var local = desk()
    local.setLocal("row-110", Node([(Key("isOpen"), .bool(true))]))
    local.settle()
    var second = local
    #expect(!shares(&second, local.list))
  }

  @Test func `a list shares nothing with a stack of another kind`() {
    var one = desk()
    let other = TransientStream(order: StreamOrder(), batching: .none)
    #expect(!shares(&one, other))
  }

  @Test func `lists that were opened and have heard nothing share all`() {
    let (query, batching) = (QueryBuilder(Path("list")), Batching.none)
    var wishes: [StackWish] = []
    var one = ListStream(query, batching: batching)
    var other = ListStream(query, batching: batching)
    one.open(at: .zero, into: &wishes)
    let isSame = other.share(with: one)
    #expect(!isSame)
    other.open(at: .zero, into: &wishes)
    let isSameNow = other.share(with: one)
    #expect(isSameNow)
  }

  @Test func `a list that shares rows which are about to be published publishes them itself`() {
    var wishes: [StackWish] = []
    var lists = (0..<2).map { _ in ListStream(QueryBuilder(Path("list")), batching: .none) }
    for place in lists.indices {
      lists[place].open(at: .zero, into: &wishes)
      lists[place].receive(
        DataEvent(.added, Key("a"), .integer(1)), from: 0, at: .zero, into: &wishes)
      lists[place].receive(.value, from: 0, at: .zero, into: &wishes)
    }
    // The second one makes them kin, and the first one takes its rows.
    let isSame = lists[1].share(with: lists[0]) || lists[0].share(with: lists[1])
    #expect(!isSame, "both have drafted what they publish")
    for place in lists.indices {
      var update = StackUpdate()
      #expect(lists[place].count == 0)
      lists[place].publish(into: &update)
      #expect(update.isFirst && update.changes == ChangeSet(inserts: [Place(0)]))
      #expect(lists[place].count == 1)
      lists[place].checkInvariants()
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `lists that shared agree with naive ones whatever happens to each of them later`(
    seed: UInt64
  ) {
    var chance = RandomStream(seed: seed, "shared lists")
    let (limit, filter) = (chance.index(below: 3), chance.below(2) == 0)
    var builder = QueryBuilder(Path("list")).ordered(by: limit == 0 ? .value : .key)
    if limit > 0 { builder = builder.limited(to: 8 + 5 * limit) }
    if filter { builder = builder.descending() }
    var desks = [desk(builder), desk(builder)]
    #expect(shares(&desks[0], desks[1].list))
    for step in 1...60 {
      let place = chance.index(below: 2)
      let key = "row-\(95 + chance.below(30))"
      desks[place].set(key, chance.below(3) == 0 ? .null : .integer(Int64(chance.below(50))))
      if chance.below(10) == 0 { desks[place].loadPage(UInt32(step), 3) }
      if chance.below(3) == 0 { desks[place].settle() }
      _ = shares(&desks[place], desks[1 - place].list)
    }
    for place in desks.indices {
      desks[place].settle()
      desks[place].list.checkInvariants()
      #expect(desks[place].twin.rows == desks[place].rows)
    }
  }
}

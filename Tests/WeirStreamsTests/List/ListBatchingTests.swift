// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// SB13 to SB18.
@Suite struct ListBatchingTests {
  @Test func `without a wait every batch of events is published, within the event that ends it`() {
    var desk = ListDesk()
    for key in ["a", "c", "b"] { desk.set(key, .integer(1)) }
    #expect(desk.published.map(\.keys) == [[], ["a"], ["a", "c"], ["a", "b", "c"]])
    #expect(desk.alarms.isEmpty)
  }

  @Test func `a burst is one batch, published when nothing came for the wait`() {
    var desk = ListDesk(wait: 100, atMost: 1_000)
    desk.settle()
    let start = desk.now
    for (number, time) in [0, 30, 60, 90, 500].enumerated() {
      desk.advance(to: start + Int64(time))
      desk.set("k\(number)", .integer(1))
    }
    desk.settle()
    #expect(desk.published.dropFirst().map { $0.at - start } == [190, 600])
    #expect(desk.published.map(\.keys.count) == [0, 4, 5])
  }

  @Test func `a steady trickle is published at most so late`() {
    var desk = ListDesk(wait: 100, atMost: 450)
    for time in stride(from: Int64(0), to: 3_600, by: 90) {
      desk.advance(to: time)
      desk.set("k\(1_000 + time)", .integer(1))
    }
    desk.settle()
    let times = desk.published.map(\.at)
    #expect(times.first == 450)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 450 + 90 })
    #expect(desk.published.last?.keys.count == 40)
  }

  @Test func `an event that changes nothing neither publishes nor puts publishing off`() {
    var desk = ListDesk(wait: 100, atMost: 1_000)
    desk.settle()
    let start = desk.now
    desk.set("a", .integer(1))
    desk.advance(to: start + 90)
    desk.hear([DataEvent(.removed, Key("x"), .null)])
    desk.settle()
    #expect(desk.published.count == 2 && desk.published.last.map { $0.at - start } == 100)
    desk.hear([.value])
    #expect(desk.alarms.isEmpty)
  }

  @Test
  func
    `deletes, inserts, moves and updates of a batch are one change set, in the spaces of both lists`()
  {
    let byValue = QueryBuilder(Path("list")).ordered(by: .child(Path("n")))
    func node(_ n: Int64, _ text: String = "") -> Node {
      Node([(Key("n"), .integer(n)), (Key("text"), .text(text))])
    }
    var desk = ListDesk(
      byValue, wait: 10, atMost: 10,
      server: FakeServer([
        (Key("a"), node(1)), (Key("b"), node(2)), (Key("c"), node(3)), (Key("d"), node(4)),
      ]))
    desk.settle()
    desk.write([("a", .null), ("b", node(9)), ("c", node(3, "new")), ("e", node(0))])
    desk.settle()
    #expect(desk.keys == ["e", "c", "d", "b"])
    #expect(
      desk.published.last?.update.changes
        == ChangeSet(
          deletes: [0], inserts: [0], moves: [.init(from: 1, to: 3)],
          updates: [.init(old: 1, new: 3), .init(old: 2, new: 1)]))
  }

  @Test func `a published list does not change before the next publication`() {
    var desk = ListDesk(wait: 100, atMost: 100, server: FakeServer([(Key("a"), .integer(1))]))
    desk.settle()
    desk.write([("a", .integer(2)), ("b", .integer(1))])
    #expect(desk.list.count == 1 && desk.list.item(at: 0).node == .integer(1))
    #expect(desk.list.find(Key("b")) == nil)
    desk.settle()
    #expect(desk.list.item(at: 0).node == .integer(2))
  }

  @Test func `alarms that come early, late or twice do no harm`() {
    var desk = ListDesk(wait: 100, atMost: 100)
    desk.set("a", .integer(1))
    var list = desk.list
    var wishes: [StackWish] = []
    list.wake(at: Instant.zero + .milliseconds(99), into: &wishes)
    #expect(wishes.isEmpty)
    list.wake(at: Instant.zero + .milliseconds(170), into: &wishes)
    #expect(wishes.count == 1)
    list.wake(at: Instant.zero + .milliseconds(170), into: &wishes)
    #expect(wishes.count == 1)
  }

  @Test func `each stream has its own batch`() {
    var one = ListDesk(wait: 100, atMost: 100)
    var two = ListDesk(wait: 10, atMost: 10)
    one.set("a", .integer(1))
    two.set("a", .integer(1))
    one.advance(to: 50)
    two.advance(to: 50)
    #expect(one.published.isEmpty && two.published.count == 1)
  }

  @Test func `the longest wait is never shorter than the wait`() {
    let batching = Batching(wait: .milliseconds(100), atMost: .milliseconds(10))
    #expect(batching.atMost == .milliseconds(100))
  }
}

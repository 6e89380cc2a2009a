// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct ConsistencyTests {
  @Test func `CM-1: a holder without rows is told of nothing`() {
    var bench = EngineBench()
    let holder = bench.holder()
    bench.engine.update([Node("a", 1)])
    bench.run()
    #expect(bench.changes() == [])
    #expect(bench.rows(holder) == "")
    #expect(bench.engine.identityCount == 0)
  }

  @Test func `CM-2: a holder is registered under each identity of its trees, once`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1, [Node(nil, 0, [Node("b", 2)]), Node("b", 2)]))
    #expect(bench.engine.identityCount == 2)
    bench.engine.update([Node("b", 3)])
    bench.run()
    #expect(bench.changes() == ["1: changed [a, b]"])
    #expect(bench.rows(holder) == "a1(-0(b3) b3)")
  }

  @Test func `CM-2: to be given other rows leaves a pause as it is`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1))
    bench.engine.pause(holder)
    bench.engine.show([Node("b", 1)], in: holder)
    #expect(bench.engine.isPaused(holder))
    bench.engine.update([Node("b", 2)])
    bench.run()
    #expect(bench.rows(holder) == "b1")
  }

  @Test func `CM-3: a holder that is closed leaves nothing behind, and hears of nothing`() {
    var bench = EngineBench()
    let first = bench.holder(Node("a", 1))
    let second = bench.holder(Node("a", 1))
    bench.engine.update([Node("a", 2)])
    bench.run(1)
    bench.engine.close(first)
    bench.run()
    #expect(bench.changes() == ["2: changed [a]"])
    bench.engine.close(second)
    #expect(bench.engine.identityCount == 0)
    #expect(bench.engine.holderCount == 0)
  }

  @Test func `CM-4: an update is three steps, which may be run one by one`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1))
    bench.engine.update([Node("a", 2)])
    #expect(bench.engine.next == .snapshot(1))
    bench.run(1)
    #expect(bench.engine.next == .compute(1))
    bench.run(1)
    #expect(bench.engine.next == .deliver(1))
    #expect(bench.rows(holder) == "a1")
    bench.run(1)
    #expect(bench.engine.next == nil)
    #expect(bench.rows(holder) == "a2")
  }

  @Test func `CM-4: a step that is not the next does nothing`() {
    var engine = ConsistencyEngine()
    let holder = engine.open()
    engine.show([Node("a", 1)], in: holder)
    engine.update([Node("a", 2)])
    var notices: [EngineNotice] = []
    engine.run(.deliver(1), into: &notices)
    engine.run(.snapshot(2), into: &notices)
    #expect(notices.isEmpty)
    #expect(engine.next == .snapshot(1))
  }

  @Test func `CM-4: the work of the worker lane can be done elsewhere`() throws {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1))
    bench.engine.update([Node("a", 2)])
    #expect(bench.engine.job == nil)
    bench.run(1)
    let job = try #require(bench.engine.job)
    let outcome = job.run()
    bench.engine.finish(outcome)
    #expect(bench.engine.next == .deliver(1))
    bench.engine.finish(outcome)
    bench.run()
    #expect(bench.rows(holder) == "a2")
  }

  @Test func `CM-4: of two versions in one update a root counts first, and then the first one`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("b", 0))
    bench.engine.update([Node("a", 1, [Node("b", 1)]), Node("c", 1, [Node("b", 2)])])
    bench.run()
    #expect(bench.rows(holder) == "b1")
    bench.engine.update([Node("a", 1, [Node("b", 3)]), Node("b", 4), Node("b", 5)])
    bench.run()
    #expect(bench.rows(holder) == "b4")
  }

  @Test func `CM-5: a node that is replaced is told with what changed inside of its old version`() {
    var bench = EngineBench()
    let holder = bench.holder(
      Node("a", 1, [Node("b", 1), Node("c", 1, [Node("d", 1)]), Node("e", 1)]))
    bench.engine.update([Node("a", 2, [Node("b", 2), Node("c", 1, [Node("d", 2)]), Node("f", 1)])])
    bench.run()
    // `e` has no version of its own in the update, and `f` is new.
    #expect(bench.changes() == ["1: changed [a, b, c, d]"])
    #expect(bench.rows(holder) == "a2(b2 c1(d2) f1)")
    bench.engine.update([Node("f", 2)])
    bench.run()
    #expect(bench.changes() == ["1: changed [a, f]"])
  }

  @Test func `CM-5: around a node that changes all parents change, and others stay`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1, [Node("b", 1, [Node("c", 1)]), Node("d", 1)]))
    bench.engine.update([Node("c", 2)])
    bench.run()
    #expect(bench.changes() == ["1: changed [a, b, c]"])
    #expect(bench.rows(holder) == "a1(b1(c2) d1)")
  }

  @Test func `CM-5: a node that an update no longer holds is no longer heard of`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1, [Node("b", 1)]))
    bench.engine.update([Node("a", 2)])
    bench.engine.update([Node("b", 2)])
    bench.run()
    #expect(bench.rows(holder) == "a2")
    #expect(bench.changes() == ["1: changed [a]"])
    #expect(bench.engine.identityCount == 1)
  }

  @Test func `CM-6: nobody is told of an update that changes nothing, but that it came`() {
    var bench = EngineBench()
    _ = bench.holder(Node("a", 1, [Node("b", 1)]))
    bench.engine.update([Node("a", 1, [Node("b", 1)])], context: 3)
    bench.run()
    #expect(bench.news() == ["delivered [a, b] by 3"])
  }

  @Test func `CM-6: equal models whose equality compares children are not searched`() {
    var bench = EngineBench()
    _ = bench.holder(Counted("a", 1))
    Counted.visits.reset()
    bench.engine.update([Counted("a", 1)])
    bench.run(2)
    let visits = Counted.visits.count
    bench.engine.update([Counted("a", 2)])
    bench.run()
    #expect(visits == 0)
    #expect(Counted.visits.count > 0)
  }

  @Test func `CM-7: a holder that holds something else when an update arrives is not overwritten`()
  {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1))
    bench.engine.update([Node("a", 2)])
    bench.run(2)
    bench.engine.show([Node("b", 1)], in: holder)
    bench.run()
    #expect(bench.rows(holder) == "b1")
    #expect(bench.changes() == [])
  }

  @Test func `CM-7: a holder that changed between the steps gets the update all the same`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1), Node("b", 1))
    bench.engine.update([Node("a", 2)])
    bench.run(2)
    bench.engine.set([Node("b", 7), Node("a", 1)], of: holder)
    bench.run(1)
    #expect(bench.rows(holder) == "b7 a2")
  }

  @Test func `CM-8: a deletion takes a model out wherever it is, and its children stay elsewhere`()
  {
    var bench = EngineBench()
    let root = bench.holder(Node("a", 1, [Node("c", 1)]))
    let parent = bench.holder(Node("p", 1, [Node("a", 1, [Node("c", 1)])]))
    let child = bench.holder(Node("c", 1))
    bench.engine.delete(["a"], context: 9)
    bench.run()
    #expect(
      bench.news() == [
        "1: deleted [a] by 9", "2: changed [p] deleted [a] by 9", "delivered [a] by 9",
      ])
    #expect(bench.rows(root) == "")
    #expect(bench.rows(parent) == "p1")
    #expect(bench.rows(child) == "c1")
  }

  @Test
  func `CM-8: what cannot be without a deleted model goes with it, up to where it is not needed`() {
    var bench = EngineBench()
    let holder = bench.holder(
      Node("a", 1, [Node("b", needsAll: true, [Node("c", needsAll: true, [Node("d")])])]))
    bench.engine.delete(["d"])
    bench.run()
    #expect(bench.rows(holder) == "a1")
    #expect(bench.changes() == ["1: changed [a] deleted [b, c, d]"])
  }

  @Test func `CM-9: all holders change in one step`() {
    var bench = EngineBench()
    let holders = (0..<5).map { _ in bench.holder(Node("a", 1)) }
    bench.engine.update([Node("a", 2)])
    bench.run(2)
    #expect(holders.allSatisfy { bench.rows($0) == "a1" })
    bench.run(1)
    #expect(holders.allSatisfy { bench.rows($0) == "a2" })
    #expect(bench.changes() == (1...5).map { "\($0): changed [a]" })
  }

  @Test func `CM-10: updates arrive in the order in which they were made, and none overtakes`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 0), Node("b", 0))
    for value in 1...3 { bench.engine.update([Node("a", value)], context: value) }
    bench.engine.delete(["b"], context: 4)
    var seen: [String] = []
    while bench.engine.next != nil {
      bench.run(3)
      seen.append(bench.rows(holder))
    }
    #expect(seen == ["a1 b0", "a2 b0", "a3 b0", "a3"])
  }

  @Test func `CM-15: each update and deletion is told after the holders, held or not`() {
    var bench = EngineBench()
    _ = bench.holder(Node("a", 1))
    bench.engine.update([Node("a", 2, [Node("x", 1)])], context: 1)
    bench.engine.update([Node("z", 1)], context: 2)
    bench.engine.delete(["y"], context: 3)
    bench.run()
    #expect(
      bench.news() == [
        "1: changed [a] by 1", "delivered [a, x] by 1", "delivered [z] by 2", "delivered [y] by 3",
      ])
  }

  @Test func `CM-15: the models of an update are told as they were handed in`() {
    var engine = ConsistencyEngine()
    let holder = engine.open()
    engine.show([Node("b", 1)], in: holder)
    engine.update([Node("a", 1, [Node("b", 2)])])
    engine.update([Node("b", 3)])
    var told: [String] = []
    while let event = engine.next {
      var notices: [EngineNotice] = []
      engine.run(event, into: &notices)
      for case .delivered(let delivery) in notices { told += delivery.models.map { "\($0)" } }
    }
    #expect(told == ["a1(b2)", "b3"])
  }

  @Test func `CM-17: to clear drops what is under way, and lets everyone go`() {
    var bench = EngineBench()
    let (holder, other) = (bench.holder(Node("a", 1)), bench.holder(Node("a", 1)))
    bench.engine.pause(other)
    bench.engine.update([Node("a", 2)])
    bench.run(2)
    bench.engine.clear()
    bench.engine.update([Node("a", 3)])
    #expect(!bench.engine.isPaused(other))
    bench.run()
    #expect(bench.news() == ["cleared", "delivered [a]"])
    #expect(bench.rows(holder) == "a1")
    #expect(bench.engine.identityCount == 0)
    bench.engine.set([Node("a", 1)], of: holder)
    bench.engine.update([Node("a", 4)])
    bench.run()
    #expect(bench.rows(holder) == "a4")
  }

  @Test func `CM-17: what the worker lane computes for an update that was dropped is ignored`()
    throws
  {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1))
    bench.engine.update([Node("a", 2)])
    bench.run(1)
    let job = try #require(bench.engine.job)
    bench.engine.clear()
    bench.run()
    bench.engine.show([Node("a", 1)], in: holder)
    bench.engine.update([Node("a", 3)])
    bench.run(1)
    bench.engine.finish(job.run())
    #expect(bench.engine.next == .compute(3))
    bench.run()
    #expect(bench.rows(holder) == "a3")
    #expect(bench.changes() == ["cleared", "1: changed [a]"])
  }

  @Test func `CM-19: what an update brings in is heard of from then on`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1))
    bench.engine.update([Node("a", 2, [Node("b", 1)])])
    bench.engine.update([Node("b", 2)])
    bench.run()
    #expect(bench.rows(holder) == "a2(b2)")
  }

  @Test func `a model inside of itself is left as it is there`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1, [Node("b", 1, [Node("a", 1)])]))
    bench.engine.update([Node("a", 2, [Node("b", 2, [Node("a", 2)])])])
    bench.run()
    #expect(bench.rows(holder) == "a2(b2(a2))")
  }
}

/// A model that counts how often its children are mapped.
private struct Counted: Model, Equatable {
  static let visits = Visits()
  var id: String
  var value: Int

  init(_ id: String, _ value: Int) { (self.id, self.value) = (id, value) }

  var modelID: ModelID? { ModelID(id) }
  static var comparesChildren: Bool { true }
  func forEachChild(_ visit: (any Model) -> Void) {}
  func mapChildren(_ transform: ChildTransform) -> Counted? {
    Self.visits.add()
    return self
  }
}

/// A count that a test may share.
private final class Visits: @unchecked Sendable {
  private(set) var count = 0
  func add() { count += 1 }
  func reset() { count = 0 }
}

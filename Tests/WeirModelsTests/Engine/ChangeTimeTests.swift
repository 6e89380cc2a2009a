// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct ChangeTimeTests {
  @Test func `CT-1: each time is later than all before it, and all are later than zero`() {
    var clock = ChangeClock()
    let times = (0..<5).map { _ in clock.tick() }
    #expect(times.allSatisfy { $0 > .zero })
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(!(times[0] < times[0]))
    #expect(clock.last == times[4])
  }

  @Test func `CT-2: a write has a time of its own, and those who take it over have that time`() {
    var bench = EngineBench()
    let (one, two) = (bench.holder(Node("a", 1)), bench.holder(Node("a", 1)))
    #expect(bench.engine.time(of: "a", in: one) == .zero)
    bench.engine.set([Node("a", 2)], of: one)
    let time = bench.engine.now
    #expect(bench.engine.time(of: "a", in: one) == time)
    #expect(bench.engine.time(of: "a", in: two) == .zero)
    bench.run()
    #expect(bench.engine.time(of: "a", in: two) == time)
    #expect(bench.engine.time(of: "x", in: two) == nil)
  }

  @Test func `CT-3: a holder keeps its own write against updates that were made before it`() {
    var bench = EngineBench()
    let (one, two) = (bench.holder(Node("a", 1)), bench.holder(Node("a", 1)))
    bench.engine.update([Node("a", 2)])
    bench.engine.set([Node("a", 3)], of: one)
    bench.run(3)
    #expect(bench.rows(one) == "a3")
    #expect(bench.rows(two) == "a2")
    bench.run()
    #expect(bench.rows(two) == "a3")
    #expect(bench.changes() == ["2: changed [a]", "2: changed [a]"])
  }

  @Test func `CT-4: an update that was made after a write is taken over`() {
    var bench = EngineBench()
    let one = bench.holder(Node("a", 1))
    bench.engine.set([Node("a", 2)], of: one)
    bench.engine.update([Node("a", 3)])
    bench.run()
    #expect(bench.rows(one) == "a3")
    #expect(bench.changes() == ["1: changed [a]"])
  }

  @Test
  func `CT-5: times are those of models, and a write of one model keeps nothing of another back`() {
    var bench = EngineBench()
    let list = bench.holder(Node("a", 1), Node("b", 1))
    bench.engine.update([Node("a", 2)])
    bench.engine.set([Node("a", 1), Node("b", 9)], of: list)
    bench.run()
    #expect(bench.rows(list) == "a2 b9")
  }

  @Test func `CT-5: a child that a write changes does not state its parent`() {
    var bench = EngineBench()
    let (one, two) = (
      bench.holder(Node("p", 1, [Node("c", 1)])), bench.holder(Node("p", 1, [Node("c", 1)]))
    )
    bench.engine.update([Node("p", 2, [Node("c", 1)])])
    bench.engine.set([Node("p", 1, [Node("c", 9)])], of: one)
    bench.run()
    #expect(bench.rows(one) == "p2(c9)")
    #expect(bench.rows(two) == "p2(c9)")
  }

  @Test func `CT-5: a parent that a write changes does not turn its child back`() {
    var bench = EngineBench()
    let (one, two) = (
      bench.holder(Node("p", 1, [Node("c", 1)])), bench.holder(Node("p", 1, [Node("c", 1)]))
    )
    bench.engine.update([Node("c", 2)])
    bench.engine.set([Node("p", 9, [Node("c", 1)])], of: one)
    bench.run()
    #expect(bench.rows(one) == "p9(c2)")
    #expect(bench.rows(two) == "p9(c2)")
  }

  @Test func `a write that waits carries what was delivered before it, not what it was made with`()
  {
    var bench = EngineBench()
    let one = bench.holder(Node("p", 1, [Node("c", 1)]))
    let late = bench.holder(Node("p", 1))
    bench.engine.update([Node("c", 2)])
    bench.engine.set([Node("p", 9, [Node("c", 1)])], of: one)
    bench.run(3)
    bench.engine.close(one)
    bench.run()
    #expect(bench.rows(late) == "p9(c2)")
  }

  @Test func `a model that is written again while its deletion waits is not deleted`() {
    var bench = EngineBench()
    let (one, two) = (
      bench.holder(Node("a", 1), Node("b", 1)), bench.holder(Node("a", 1), Node("b", 1))
    )
    bench.engine.delete(["a", "b"], context: 5)
    bench.run(2)
    bench.engine.set([Node("a", 2), Node("b", 1)], of: one)
    bench.run()
    #expect(bench.rows(one) == "a2")
    #expect(bench.rows(two) == "a2")
    #expect(
      bench.news() == [
        "1: deleted [b] by 5", "2: deleted [b] by 5", "delivered [b] by 5", "2: changed [a]",
        "delivered [a]",
      ])
  }

  @Test func `what was computed before a model was written again is of no use`() throws {
    var bench = EngineBench()
    let (one, two) = (bench.holder(Node("a", 1)), bench.holder(Node("a", 1)))
    bench.engine.delete(["a"])
    bench.run(1)
    let job = try #require(bench.engine.job)
    bench.engine.set([Node("a", 2)], of: one)
    #expect(bench.engine.next == .snapshot(1))
    bench.run(1)
    bench.engine.finish(job.run())
    #expect(bench.engine.next == .compute(1))
    bench.run()
    #expect(bench.rows(one) == "a2")
    #expect(bench.rows(two) == "a2")
  }

  @Test func `what a write states is told with parents before what is inside of them`() {
    var bench = EngineBench()
    let one = bench.holder()
    bench.engine.set([Node("p", 1, [Node("c", 1)]), Node("a", 1)], of: one, context: 1)
    bench.run()
    #expect(bench.news() == ["delivered [p, c, a] by 1"])
  }

  @Test func `two parts of one model are told apart in what a write states`() {
    var bench = EngineBench()
    let rows = [Profile(id: "p", name: "Ann"), Profile(id: "p", age: 30)]
    let one = bench.engine.open()
    bench.engine.show(rows, in: one)
    bench.engine.set(rows, of: one)
    #expect(bench.engine.next == nil)
  }

  @Test func `a write that says nothing new goes to nobody`() {
    var bench = EngineBench()
    let one = bench.holder(Node("a", 1, [Node("b", 1)]))
    bench.engine.set([Node("a", 1, [Node("b", 1)])], of: one)
    #expect(bench.engine.next == nil)
    bench.engine.set([], of: one)
    #expect(bench.engine.next == nil)
    #expect(bench.engine.identityCount == 0)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct PausingTests {
  private var bench = EngineBench()

  @Test func `CM-11: a paused holder shows what it showed, and to pause twice is to pause once`() {
    var bench = bench
    let holder = bench.holder(Node("a", 1))
    bench.engine.pause(holder)
    bench.engine.update([Node("a", 2)], context: 1)
    bench.run()
    bench.engine.pause(holder)
    #expect(bench.rows(holder) == "a1")
    #expect(bench.changes() == [])
    bench.resume(holder)
    #expect(bench.rows(holder) == "a2")
    #expect(bench.news() == ["1: changed [a] by 1"])
  }

  @Test func `CM-12: nothing is told on resuming if nothing came, or what came went again`() {
    var bench = bench
    let holder = bench.holder(Node("a", 1))
    bench.engine.pause(holder)
    bench.resume(holder)
    bench.engine.pause(holder)
    bench.engine.update([Node("a", 2)])
    bench.engine.update([Node("a", 1)])
    bench.run()
    bench.resume(holder)
    #expect(bench.changes() == [])
    #expect(bench.rows(holder) == "a1")
  }

  @Test func `CM-12: several updates are told as one, with the last context`() {
    var bench = bench
    let holder = bench.holder(Node("a", 1, [Node("b", 1)]), Node("c", 1))
    bench.engine.pause(holder)
    bench.engine.update([Node("b", 2)], context: 1)
    bench.engine.delete(["c"], context: 2)
    bench.engine.update([Node("x", 2)], context: 3)
    bench.run()
    bench.resume(holder)
    #expect(bench.changes() == ["1: changed [a, b] deleted [c] by 2"])
    #expect(bench.rows(holder) == "a1(b2)")
  }

  @Test func `CM-12: an identity that came back is not told as deleted`() {
    var bench = bench
    let holder = bench.holder(Node("a", 1, [Node("b", 1)]))
    bench.engine.pause(holder)
    bench.engine.delete(["b"])
    bench.run()
    bench.engine.update([Node("a", 2, [Node("b", 2)])])
    bench.run()
    bench.resume(holder)
    #expect(bench.changes() == ["1: changed [a]"])
    #expect(bench.rows(holder) == "a2(b2)")
  }

  @Test func `CM-12: an identity whose model is as it was is not told as changed`() {
    var bench = bench
    let holder = bench.holder(Node("a", 1), Node("b", 1))
    bench.engine.pause(holder)
    bench.engine.update([Node("a", 2)])
    bench.engine.update([Node("b", 2)])
    bench.engine.update([Node("a", 1)])
    bench.run()
    bench.resume(holder)
    #expect(bench.changes() == ["1: changed [b]"])
  }

  @Test func `CM-12: a deleted root is told as deleted, and nothing as changed`() {
    var bench = bench
    let holder = bench.holder(Node("a", 1, [Node("b", 1)]))
    bench.engine.pause(holder)
    bench.engine.update([Node("b", 2)])
    bench.engine.delete(["a"])
    bench.run()
    bench.resume(holder)
    #expect(bench.changes() == ["1: deleted [a]"])
    #expect(bench.rows(holder) == "")
  }

  @Test func `a paused holder shows its own writes, and keeps what it has missed elsewhere`() {
    var bench = bench
    let holder = bench.holder(Node("a", 1), Node("b", 1))
    let other = bench.holder(Node("a", 1))
    bench.engine.pause(holder)
    bench.engine.update([Node("a", 2)])
    bench.run()
    bench.engine.set([Node("a", 1), Node("b", 5), Node("c", 1)], of: holder)
    #expect(bench.rows(holder) == "a1 b5 c1")
    bench.run()
    #expect(bench.rows(other) == "a2")
    bench.resume(holder)
    #expect(bench.rows(holder) == "a2 b5 c1")
  }

  @Test
  func `a paused holder that writes what was deleted meanwhile brings it back, others do not`() {
    var bench = bench
    let holder = bench.holder(Node("a", 1, [Node("b", 1)]), Node("c", 1))
    let other = bench.holder(Node("a", 1, [Node("b", 1)]), Node("c", 1))
    bench.engine.pause(holder)
    bench.engine.delete(["b", "c"])
    bench.run()
    bench.engine.set([Node("a", 1, [Node("b", 9)]), Node("c", 1)], of: holder)
    bench.run()
    bench.resume(holder)
    #expect(bench.rows(holder) == "a1(b9)")
    #expect(bench.rows(other) == "a1(b9)")
  }

  @Test func `what a paused holder restates of what it no longer holds is the newest there is`() {
    var bench = bench
    let holder = bench.holder(Node("a", 1, [Node("b", 1)]))
    let other = bench.holder(Node("b", 1))
    let third = bench.holder(Node("a", 1, [Node("b", 1)]))
    bench.engine.pause(holder)
    bench.engine.update([Node("a", 2)])
    bench.engine.update([Node("b", 2)])
    bench.run()
    bench.engine.set([Node("a", 3, [Node("b", 1)])], of: holder)
    bench.run()
    bench.resume(holder)
    #expect(bench.rows(holder) == "a3(b2)")
    #expect(bench.rows(third) == "a3(b2)")
    #expect(bench.rows(other) == "b2")
  }
}

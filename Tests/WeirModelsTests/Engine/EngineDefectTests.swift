// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

/// The defects of the original that belong to the engine, each with the schedule that shows it.
@Suite struct EngineDefectTests {
  @Test func `B-R3: an update between the snapshot and a registration is not missed`() {
    var bench = EngineBench()
    _ = bench.holder(Node("x", 1))
    bench.engine.update([Node("x", 2)])
    bench.run(1)
    let late = bench.holder(Node("x", 1))
    #expect(bench.rows(late) == "x1")
    bench.run()
    #expect(bench.rows(late) == "x2")
    #expect(bench.changes() == ["1: changed [x]", "3: changed [x]"])
  }

  @Test func `B-R3: an update that came just before a registration is not missed`() {
    var bench = EngineBench()
    _ = bench.holder(Node("x", 1))
    bench.engine.update([Node("x", 2)])
    bench.run()
    let late = bench.holder(Node("x", 1))
    #expect(bench.rows(late) == "x2")
  }

  @Test(arguments: [true, false])
  func `B-R14: all holders agree after an update that holds two versions of a model`(
    isParentFirst: Bool
  ) {
    var bench = EngineBench()
    let parent = bench.holder(Node("p", 1, [Node("c", 1)]))
    let child = bench.holder(Node("c", 1))
    let (new, old) = (Node("c", 2), Node("p", 2, [Node("c", 1)]))
    bench.engine.update(isParentFirst ? [old, new] : [new, old])
    bench.run()
    #expect(bench.rows(parent) == "p2(c2)")
    #expect(bench.rows(child) == "c2")
  }

  @Test
  func `B-R14: an update that holds two versions is searched, though its root changes nothing`() {
    var bench = EngineBench()
    let holder = bench.holder(Box(id: "p", inner: Node("c", 1)))
    bench.engine.update([Box(id: "p", inner: Node("c", 1)), Node("c", 2)])
    bench.run()
    #expect(bench.rows(holder) == "\(Box(id: "p", inner: Node("c", 2)))")
  }

  @Test(arguments: [false, true])
  func
    `a model that goes with what it needs before its update is delivered goes everywhere, if it is not written again`(
      isWrittenAgain: Bool
    )
  {
    var bench = EngineBench()
    let other = bench.holder(Node("b", 1, [Node("g", 1, needsAll: true)]))
    let writer = bench.holder(
      Node("b", 1, [Node("g", 1, needsAll: true)]), Node("h", 1))
    bench.engine.delete(["h"])
    bench.engine.set(
      [Node("b", 1, [Node("g", 2, needsAll: true, [Node("h", 1)])]), Node("h", 1)], of: writer)
    bench.run(4)
    if isWrittenAgain { bench.engine.update([Node("g", 3)]) }
    bench.run()
    #expect(bench.rows(writer) == "b1")
    #expect(bench.rows(other) == (isWrittenAgain ? "b1(g3)" : "b1"))
  }

  @Test
  func
    `B-R4: a row from the cache that is what an update brings is not undone by the one before it`()
  {
    var bench = EngineBench()
    let first = bench.holder()
    bench.engine.update([Node("x", 1)])
    bench.engine.set([Node("x", 2)], of: first)
    bench.engine.close(first)
    // The cache was written with each of them.
    let second = bench.holder(Node("x", 2))
    bench.run()
    #expect(bench.rows(second) == "x2")
    #expect(bench.changes().isEmpty)
  }

  @Test func `B-R4: such a row counts more than an older version that someone holds`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("x", 0))
    bench.engine.update([Node("x", 1)])
    bench.run()
    bench.engine.update([Node("x", 2)])
    let other = bench.holder(Node("x", 2))
    #expect(bench.rows(other) == "x2")
    #expect(bench.rows(holder) == "x1")
    bench.run()
    #expect(bench.rows(other) == "x2")
    #expect(bench.rows(holder) == "x2")
  }

  @Test func `B-R15: an update that was made with the engine itself has a time, too`() {
    var bench = EngineBench()
    let holder = bench.holder(Node("a", 1))
    bench.engine.update([Node("a", 2)])
    bench.run(1)
    bench.engine.set([Node("a", 3)], of: holder)
    bench.run()
    #expect(bench.rows(holder) == "a3")
  }

  @Test func `B-R19: a change inside of what equality ignores is not lost`() {
    var bench = EngineBench()
    let holder = bench.holder(Sheet(id: "s", title: "one", inner: Node("n", 1)))
    bench.engine.update([Sheet(id: "s", title: "one", inner: Node("n", 2))])
    bench.run()
    #expect(bench.changes() == ["1: changed [s, n]"])
    #expect((bench.engine.rows(of: holder).first as? Sheet)?.inner == Node("n", 2))
    bench.engine.update([Node("n", 3)])
    bench.run()
    #expect((bench.engine.rows(of: holder).first as? Sheet)?.inner == Node("n", 3))
  }

  @Test func `B-R19: a difference that equality ignores is no change`() {
    var bench = EngineBench()
    let holder = bench.holder(Sheet(id: "s", title: "one", note: "old", inner: Node("n", 1)))
    bench.engine.update([Sheet(id: "s", title: "one", note: "new", inner: Node("n", 1))])
    bench.run()
    #expect(bench.changes() == [])
    #expect((bench.engine.rows(of: holder).first as? Sheet)?.note == "old")
  }

  @Test
  func `B-R19: a paused holder shows on resuming what changed inside of what equality ignores`() {
    var bench = EngineBench()
    let holder = bench.holder(Sheet(id: "s", title: "one", inner: Node("n", 1)))
    bench.engine.pause(holder)
    bench.engine.update([Node("n", 2)])
    bench.run()
    bench.resume(holder)
    #expect(bench.changes() == ["1: changed [s, n]"])
    #expect((bench.engine.rows(of: holder).first as? Sheet)?.inner == Node("n", 2))
  }
}

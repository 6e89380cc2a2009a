// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct WaitingTests {
  @Test func `a holder that waits gets the first update that has the model, inside of others, too`()
  {
    var bench = EngineBench()
    let holder = bench.holder()
    bench.engine.wait(holder, for: "b", as: Node.self)
    #expect(bench.engine.waitedFor(by: holder) == "b")
    bench.engine.update([Node("a", 1)])
    bench.engine.update([Node("p", 1, [Node("b", 2)])], context: 4)
    bench.run()
    #expect(bench.rows(holder) == "b2")
    #expect(bench.changes() == ["1: by 4"])
    #expect(bench.engine.waitedFor(by: holder) == nil)
  }

  @Test func `a holder that waits is not told of a value of another type, and goes on waiting`() {
    var bench = EngineBench()
    let holder = bench.holder()
    bench.engine.wait(holder, for: "b", as: Node.self)
    bench.engine.update([Person("b", "Ann")])
    bench.run()
    #expect(bench.changes() == ["wrongType(b)"])
    bench.engine.update([Person("b", "Ann"), Node("b", 1)])
    bench.run()
    #expect(bench.rows(holder) == "b1")
  }

  @Test func `rows of its own end a wait, and so does the word`() {
    var bench = EngineBench()
    let (one, two) = (bench.holder(), bench.holder())
    bench.engine.wait(one, for: "b", as: Node.self)
    bench.engine.wait(two, for: "b", as: Node.self)
    bench.engine.set([Node("a", 1)], of: one)
    bench.engine.stopWaiting(two)
    bench.engine.update([Node("b", 1)])
    bench.run()
    #expect(bench.rows(one) == "a1")
    #expect(bench.rows(two) == "")
    bench.engine.close(one)
    bench.engine.close(two)
    #expect(bench.engine.identityCount == 0)
  }

  @Test func `a deletion does not end a wait`() {
    var bench = EngineBench()
    let holder = bench.holder()
    bench.engine.wait(holder, for: "b", as: Node.self)
    bench.engine.delete(["b"])
    bench.engine.update([Node("b", 1)])
    bench.run()
    #expect(bench.rows(holder) == "b1")
  }

  @Test func `what is about to be deleted does not end a wait`() {
    var bench = EngineBench()
    let holder = bench.holder()
    bench.engine.wait(holder, for: "b", as: Node.self)
    bench.engine.update([Node("b", 1)])
    bench.engine.delete(["b"])
    bench.run()
    #expect(bench.changes().isEmpty)
    bench.engine.update([Node("b", 2)])
    bench.run()
    #expect(bench.rows(holder) == "b2")
  }

  @Test func `an update from before a wait does not end it if another one is on its way`() {
    var bench = EngineBench()
    let holder = bench.holder()
    bench.engine.update([Node("b", 1)])
    bench.engine.wait(holder, for: "b", as: Node.self)
    bench.engine.update([Node("b", 2)])
    bench.engine.update([Node("b", 3)])
    bench.run(3)
    #expect(bench.rows(holder) == "")
    bench.run(3)
    // A later one does, whatever waits behind it: else a holder could wait for ever.
    #expect(bench.rows(holder) == "b2")
  }

  @Test func `a holder with rows cannot wait, and says so`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var engine = ConsistencyEngine()
      let holder = engine.open()
      engine.show([Node("a", 1)], in: holder)
      engine.wait(holder, for: "b", as: Node.self)
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("holder 1 has rows and cannot wait for b") == true)
  }

  @Test func `a holder that was closed cannot be used, and says so`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var engine = ConsistencyEngine()
      let holder = engine.open()
      engine.close(holder)
      engine.set([Node("a", 1)], of: holder)
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("holder 1 was closed or never opened") == true)
  }
}

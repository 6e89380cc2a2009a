// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct StoreUpdateTests {
  private var bench = StoreBench()

  @Test func `DMM-1: to update a model reaches everyone, and the cache if it has an identity`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node("a", 1), of: provider, cache: false, into: &bench.wishes)
    bench.store.update([Node("a", 2)], into: &bench.wishes)
    bench.store.update([Node("a", 3)], cache: false, into: &bench.wishes)
    bench.store.update([Node(nil, 3)], into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.map(\.job.words) == ["write [a2]"])
    bench.drain()
    #expect(bench.store.model(of: provider) == Node("a", 3))
  }

  @Test func `DMM-2: several models are one step and one job, in their order`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("a", 1), Node("b", 1)], of: list, key: nil, into: &bench.wishes)
    bench.store.update([Node("b", 2), Node(nil, 1), Node("a", 2)], context: 1, into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["list 1 update(1) update(0) by 1"])
    #expect(bench.models["b"].map { "\($0)" } == "b2")
    bench.store.update([Node("b", 3), Node("a", 3)], into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.map(\.job.words) == ["write [b3, a3]"])
  }

  @Test
  func `DMM-3: to delete goes to everyone and to the cache, to the cache also without identity`() {
    var bench = bench
    bench.store.delete([Node("a", 1)], context: 1, into: &bench.wishes)
    bench.store.delete([Node(nil, 2)], into: &bench.wishes)
    bench.take()
    #expect(bench.news() == ["fault cannotDelete"])
    #expect(bench.jobs.map(\.job.words) == ["delete a1", "delete -2"])
    #expect(bench.jobs.first?.context as? Int == 1)
  }

  @Test func `DMM-4: several deletions are one step, of which each is told once`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set(
      [Node("a", 1), Node("b", 1), Node("c", 1)], of: list, key: nil, into: &bench.wishes)
    bench.store.delete([Node("a", 1), Node("c", 1)], into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["list 1 delete(2) delete(0)"])
  }

  @Test func `DMM-5: steps are wished for one by one, whatever else is wished for between`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node("a", 1), of: provider, into: &bench.wishes)
    bench.store.set(Node("a", 2), of: provider, into: &bench.wishes)
    var steps: [LaneEvent] = []
    while let next = bench.store.next {
      for case .run(let event) in bench.wishes { steps.append(event) }
      bench.wishes = []
      bench.store.run(next, into: &bench.wishes)
    }
    #expect(
      steps == [
        .snapshot(1), .compute(1), .deliver(1), .snapshot(2), .compute(2), .deliver(2),
      ])
  }

  @Test func `DMM-5: the work of the worker lane can be done elsewhere`() throws {
    var bench = bench
    let (one, two) = (bench.store.openModel(of: Node.self), bench.store.openModel(of: Node.self))
    bench.store.set(Node("a", 1), of: one, into: &bench.wishes)
    bench.store.set(Node("a", 2), of: two, into: &bench.wishes)
    bench.runLanes(4)
    let job = try #require(bench.store.job)
    bench.wishes = []
    bench.store.finish(job.run(), into: &bench.wishes)
    guard case .run(.deliver(2))? = bench.wishes.first else {
      Issue.record("no delivery is wished for")
      return
    }
    bench.runLanes()
    #expect(bench.store.model(of: one) == Node("a", 2))
  }

  @Test func `CM-15: observers hear of every update after all others, each once`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("a", 1)], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    _ = bench.news()
    let observer = bench.store.openObserver()
    let batch = bench.store.openBatch([list.id])
    bench.store.update([Node("a", 2)], context: 1, into: &bench.wishes)
    bench.store.pause(list.id)
    bench.store.delete([Node("z", 1)], into: &bench.wishes)
    bench.store.resume(list.id, into: &bench.wishes)
    bench.drain()
    #expect(
      bench.news() == [
        "list 1 update(0) by 1", "batch \(batch.number) [1] by 1", "updated [a] by 1",
        "updated [z]",
      ])
    bench.store.close(observer)
    bench.store.update([Node("a", 3)], into: &bench.wishes)
    bench.drain()
    #expect(!bench.news().contains { $0.hasPrefix("updated") })
  }

  @Test func `CM-17: to clear lets everyone go, and what is set later is heard of again`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("a", 1)], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    bench.store.pause(list.id)
    bench.store.update([Node("a", 2)], into: &bench.wishes)
    bench.runLanes(2)
    _ = bench.news()
    bench.store.clear(into: &bench.wishes)
    bench.store.update([Node("a", 3)], into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["cleared"])
    #expect(!bench.store.isPaused(list.id))
    #expect(bench.store.rows(of: list) == [Node("a", 1)])
    bench.store.append([Node("b", 1)], to: list, into: &bench.wishes)
    bench.store.update([Node("a", 4)], into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [Node("a", 4), Node("b", 1)])
  }
}

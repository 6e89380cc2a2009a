// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct ModelProviderTests {
  private var bench = StoreBench()

  @Test func `DP-1: a provider shows its model, and the time of its last change`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    #expect(bench.store.model(of: provider) == nil)
    #expect(bench.store.lastUpdated(of: provider.id) == .zero)
    bench.store.set(Node("a", 1), of: provider, into: &bench.wishes)
    #expect(bench.store.model(of: provider) == Node("a", 1))
    #expect(bench.store.lastUpdated(of: provider.id) > .zero)
  }

  @Test
  func `DP-2: what is set is shown at once, cached, and reaches others; the writer is not told`() {
    var bench = bench
    let one = bench.store.openModel(of: Node.self)
    let two = bench.store.openModel(of: Node.self)
    bench.store.set(Node("a", 1), of: one, into: &bench.wishes)
    bench.store.set(Node("a", 1), of: two, into: &bench.wishes)
    bench.drain()
    _ = bench.news()
    bench.store.set(Node("a", 2), of: one, context: 7, into: &bench.wishes)
    bench.take()
    #expect(bench.store.model(of: two) == Node("a", 1))
    #expect(bench.jobs.map(\.job.words) == ["write [a2]"])
    bench.drain()
    #expect(bench.store.model(of: two) == Node("a", 2))
    #expect(bench.news() == ["model 2 by 7"])
  }

  @Test func `DP-2: a model without identity, or one that is not to be cached, is not cached`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node(nil, 1), of: provider, into: &bench.wishes)
    bench.store.set(Node("a", 1), of: provider, cache: false, into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.isEmpty)
  }

  @Test func `DP-2: to set nil empties the provider alone, and it hears of nothing then`() {
    var bench = bench
    let one = bench.store.openModel(of: Node.self)
    let two = bench.store.openModel(of: Node.self)
    for provider in [one, two] { bench.store.set(Node("a", 1), of: provider, into: &bench.wishes) }
    bench.drain()
    _ = bench.news()
    bench.store.set(nil, of: one, into: &bench.wishes)
    bench.store.update([Node("a", 2)], into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: one) == nil)
    #expect(bench.store.model(of: two) == Node("a", 2))
    #expect(bench.news() == ["model 2"])
  }

  @Test func `DP-3: to fetch what is shown ends at once without the cache`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node("a", 1), of: provider, cache: false, into: &bench.wishes)
    let request = bench.store.fetch("a", for: provider, into: &bench.wishes)
    #expect(bench.news() == ["ended \(request.number)"])
    #expect(bench.jobs.isEmpty)
  }

  @Test func `DP-3: what the cache has is shown, without a word but the end of the request`() {
    var bench = bench
    bench.models["a"] = Node("a", 5)
    let provider = bench.store.openModel(of: Node.self)
    let request = bench.store.fetch("a", for: provider, into: &bench.wishes)
    #expect(bench.news() == [])
    bench.drain()
    #expect(bench.news() == ["ended \(request.number)"])
    #expect(bench.store.model(of: provider) == Node("a", 5))
    bench.store.update([Node("a", 6)], into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: provider) == Node("a", 6))
  }

  @Test func `DP-3: what was stored while the cache read stays`() {
    var bench = bench
    bench.models["a"] = Node("a", 5)
    let provider = bench.store.openModel(of: Node.self)
    let request = bench.store.fetch("a", for: provider, into: &bench.wishes)
    bench.store.set(Node("b", 1), of: provider, cache: false, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: provider) == Node("b", 1))
    #expect(bench.news() == ["ended \(request.number)"])
  }

  @Test func `DP-3: a miss keeps what is shown, and the next request asks the cache again`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node("b", 1), of: provider, cache: false, into: &bench.wishes)
    for _ in 0..<2 {
      bench.store.fetch("a", for: provider, into: &bench.wishes)
      bench.take()
      #expect(bench.jobs.map(\.job.words) == ["read a"])
      bench.drain()
    }
    #expect(bench.store.model(of: provider) == Node("b", 1))
  }

  @Test func `DP-3: a nil identity goes to the cache, which decides`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.fetch(nil, for: provider, into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.map(\.job.words) == ["read nil"])
    bench.finish(bench.jobs.removeFirst(), .model(Node("z", 9)))
    #expect(bench.store.model(of: provider) == Node("z", 9))
  }

  @Test func `DP-3: an error of the cache ends the request with it`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    let request = bench.store.fetch("a", for: provider, into: &bench.wishes)
    bench.take()
    bench.finish(bench.jobs.removeFirst(), .failed(CacheError("disk")))
    #expect(bench.news() == ["ended \(request.number) cache(disk)"])
    #expect(bench.store.model(of: provider) == nil)
  }

  @Test func `DP-4: after a miss a provider can wait for the model`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.fetch("a", for: provider, waits: true, into: &bench.wishes)
    #expect(bench.store.modelID(of: provider) == nil)
    bench.drain()
    #expect(bench.store.modelID(of: provider) == "a")
    _ = bench.news()
    bench.store.update([Node("p", 1, [Node("a", 1)])], context: 3, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: provider) == Node("a", 1))
    #expect(bench.news() == ["model 1 by 3"])
  }

  @Test func `DP-4: a deletion on its way counts more than the answer`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.fetch("a", for: provider, waits: true, into: &bench.wishes)
    bench.take()
    bench.store.delete([Node("a", 1)], into: &bench.wishes)
    bench.finish(bench.jobs.removeFirst(), .model(Node("a", 1)))
    #expect(bench.store.model(of: provider) == nil)
    bench.drain()
    #expect(bench.store.modelID(of: provider) == "a", "it waits")
    bench.store.update([Node("a", 2)], into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: provider) == Node("a", 2))
  }

  /// A provider writes a model past the cache and is closed; returns another one that is fetching it.
  private func reopen(after node: Node, in bench: inout StoreBench) -> ModelProvider<Node> {
    let first = bench.store.openModel(of: Node.self)
    bench.store.set(node, of: first, cache: false, into: &bench.wishes)
    bench.store.close(first.id, into: &bench.wishes)
    let second = bench.store.openModel(of: Node.self)
    bench.store.fetch(node.modelID, for: second, into: &bench.wishes)
    return second
  }

  @Test(arguments: [Node("a", 1), nil])
  func `DP-3: what a provider wrote is at hand before its turn, also once it is closed`(
    cached: Node?
  ) {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("a", 1)], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    let second = reopen(after: Node("a", 2), in: &bench)
    bench.take()
    bench.finish(bench.jobs.removeFirst(), cached.map { .model($0) } ?? .nothing)
    #expect(bench.store.model(of: second) == Node("a", 2))
    #expect(bench.store.rows(of: list) == [Node("a", 1)], "its turn has not come")
    _ = bench.news()
    bench.drain()
    #expect(bench.store.model(of: second) == Node("a", 2))
    #expect(bench.store.rows(of: list) == [Node("a", 2)])
    #expect(bench.news().filter { $0.hasPrefix("model") } == [], "nothing is new to it")
  }

  @Test func `DP-3: what a closed provider alone had is at hand until its turn`() {
    var bench = bench
    let second = reopen(after: Node("a", 1), in: &bench)
    bench.take()
    bench.finish(bench.jobs.removeFirst(), .nothing)
    #expect(bench.store.model(of: second) == Node("a", 1))
  }

  @Test func `DP-3: what everyone is told comes in its turn`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("a", 1)], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    let provider = bench.store.openModel(of: Node.self)
    bench.store.update([Node("a", 2)], cache: false, into: &bench.wishes)
    bench.store.fetch("a", for: provider, into: &bench.wishes)
    bench.take()
    bench.finish(bench.jobs.removeFirst(), .nothing)
    #expect(bench.store.model(of: provider) == Node("a", 1))
    bench.drain()
    #expect(bench.store.model(of: provider) == Node("a", 2))
  }

  @Test(arguments: [Node("a", 1), nil])
  func `DP-3: what a closed provider wrote and is deleted next is shown to nobody`(cached: Node?) {
    var bench = bench
    let second = reopen(after: Node("a", 1), in: &bench)
    bench.store.delete([Node("a", 1)], into: &bench.wishes)
    bench.take()
    bench.finish(bench.jobs.removeFirst(), cached.map { .model($0) } ?? .nothing)
    #expect(bench.store.model(of: second) == nil)
    bench.drain()
    #expect(bench.store.model(of: second) == nil)
  }

  @Test func `DP-5: a provider with data does not wait, and says so`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node("b", 1), of: provider, into: &bench.wishes)
    bench.store.wait(for: "a", with: provider, into: &bench.wishes)
    #expect(bench.news() == ["fault hasData"])
    #expect(bench.store.modelID(of: provider) == "b")
  }

  @Test func `DP-5: a wait ends with any data, and with nil`() {
    var bench = bench
    let one = bench.store.openModel(of: Node.self)
    let two = bench.store.openModel(of: Node.self)
    for provider in [one, two] { bench.store.wait(for: "a", with: provider, into: &bench.wishes) }
    bench.store.set(Node("b", 1), of: one, into: &bench.wishes)
    bench.store.wait(for: nil, with: two, into: &bench.wishes)
    bench.store.update([Node("a", 1)], into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: one) == Node("b", 1))
    #expect(bench.store.model(of: two) == nil)
    #expect(bench.news() == [])
  }

  @Test func `DP-5: a deletion is no model to wait for`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.wait(for: "a", with: provider, into: &bench.wishes)
    bench.store.delete([Node("a", 1)], into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == [])
    #expect(bench.store.modelID(of: provider) == "a")
  }

  @Test func `DP-6: a provider whose model is deleted is empty, and told so`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node("a", 1), of: provider, into: &bench.wishes)
    bench.store.delete([Node("a", 1)], context: 2, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: provider) == nil)
    #expect(bench.news() == ["model 1 by 2"])
  }

  @Test func `DP-7: a provider that waits is not given a value of another type`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.wait(for: "a", with: provider, into: &bench.wishes)
    bench.store.update([Person("a", "Ann")], into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: provider) == nil)
    #expect(bench.news() == ["fault wrongType(a)"])
  }

  @Test func `DP-7: an answer of another type is a miss and a fault`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    let request = bench.store.fetch("a", for: provider, into: &bench.wishes)
    bench.take()
    bench.finish(bench.jobs[0], .model(Person("a", "Ann")))
    #expect(bench.news() == ["fault wrongAnswer(1)", "ended \(request.number)"])
    #expect(bench.store.model(of: provider) == nil)
  }

  @Test func `DP-8: a paused provider shows what it missed when it goes on`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node("a", 1), of: provider, into: &bench.wishes)
    bench.drain()
    bench.store.pause(provider.id)
    #expect(bench.store.isPaused(provider.id))
    bench.store.update([Node("a", 2)], context: 1, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: provider) == Node("a", 1))
    #expect(bench.news() == [])
    bench.store.resume(provider.id, into: &bench.wishes)
    #expect(!bench.store.isPaused(provider.id))
    #expect(bench.store.model(of: provider) == Node("a", 2))
    #expect(bench.news() == ["model 1 by 1"])
  }

  @Test
  func `DP-9: the context of an update goes with the word of it, and nothing is told of nothing`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node("a", 1), of: provider, into: &bench.wishes)
    bench.store.update([Node("a", 2)], context: "first", into: &bench.wishes)
    bench.store.update([Node("a", 2)], context: "second", into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["model 1 by first"])
  }

  @Test
  func
    `CT-4: providers that take over one update have one time, and a write of theirs stays later`()
  {
    var bench = bench
    let (one, two) = (bench.store.openModel(of: Node.self), bench.store.openModel(of: Node.self))
    bench.store.set(Node("a", 1), of: one, into: &bench.wishes)
    bench.store.set(Node("a", 1), of: two, into: &bench.wishes)
    bench.drain()
    bench.store.update([Node("a", 2)], into: &bench.wishes)
    bench.drain()
    let time = bench.store.lastUpdated(of: one.id)
    #expect(bench.store.lastUpdated(of: two.id) == time)
    bench.store.update([Node("a", 2)], into: &bench.wishes)
    bench.drain()
    #expect(bench.store.lastUpdated(of: one.id) == time)
    bench.store.set(Node("a", 3), of: one, into: &bench.wishes)
    #expect(bench.store.lastUpdated(of: one.id) > time)
  }

  @Test func `DP-3: what an update brought while the cache read stays`() {
    var bench = bench
    bench.models["b"] = Node("b", 1)
    let provider = bench.store.openModel(of: Node.self)
    bench.store.set(Node("a", 1), of: provider, cache: false, into: &bench.wishes)
    bench.store.fetch("b", for: provider, into: &bench.wishes)
    bench.store.update([Node("a", 2)], cache: false, into: &bench.wishes)
    bench.runLanes()
    bench.drain()
    #expect(bench.store.model(of: provider) == Node("a", 2))
  }

  @Test func `a provider can be told of its own writes`() {
    var rules = StoreRules()
    rules.tellsOwnWrites = true
    var bench = StoreBench(rules)
    let model = bench.store.openModel(of: Node.self)
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set(Node("a", 1), of: model, context: 1, into: &bench.wishes)
    bench.store.append([Node("b", 1)], to: list, context: 2, into: &bench.wishes)
    bench.store.set([Node("c", 1)], of: list, key: nil, context: 3, into: &bench.wishes)
    bench.store.set([Node("c", 1)], of: list, key: nil, context: 4, into: &bench.wishes)
    #expect(bench.news() == ["model 1 by 1", "list 2 insert(0) by 2", "list 2 reset by 3"])
  }
}

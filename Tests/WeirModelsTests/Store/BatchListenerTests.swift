// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct BatchListenerTests {
  /// A bench with a list and a model in one batch, and a list beside it.
  private func batch() -> (StoreBench, CollectionProvider<Node>, ModelProvider<Node>, BatchListener)
  {
    var bench = StoreBench()
    let list = bench.store.openCollection(of: Node.self)
    let model = bench.store.openModel(of: Node.self)
    let aside = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("a", 1), Node("b", 1)], of: list, key: nil, into: &bench.wishes)
    bench.store.set(Node("b", 1), of: model, into: &bench.wishes)
    bench.store.set([Node("b", 1)], of: aside, key: nil, into: &bench.wishes)
    let batch = bench.store.openBatch([list.id, model.id])
    bench.drain()
    _ = bench.news()
    return (bench, list, model, batch)
  }

  @Test func `BL-1: a provider belongs to one batch listener, and says so`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var store = ModelStore()
      let model = store.openModel(of: Node.self)
      _ = store.openBatch([model.id])
      _ = store.openBatch([model.id])
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("provider 1 belongs to a batch listener already") == true)
  }

  @Test func `BL-2: providers are told first, then the batch once, with those that changed`() {
    var (bench, _, _, batch) = batch()
    bench.store.update([Node("b", 2)], context: 1, into: &bench.wishes)
    bench.store.update([Node("a", 2)], context: 2, into: &bench.wishes)
    bench.store.update([Node("x", 2)], context: 3, into: &bench.wishes)
    bench.drain()
    #expect(
      bench.news() == [
        "list 1 update(1) by 1", "model 2 by 1", "list 3 update(0) by 1",
        "batch \(batch.number) [1, 2] by 1", "list 1 update(0) by 2",
        "batch \(batch.number) [1] by 2",
      ])
  }

  @Test func `CM-14: a provider that kept its own later write is not among those that changed`() {
    var (bench, list, _, batch) = batch()
    bench.store.update([Node("b", 2)], context: 1, into: &bench.wishes)
    bench.store.update(Node("b", 3), at: 1, of: list, context: 2, into: &bench.wishes)
    bench.runLanes(3)
    #expect(
      bench.news() == ["model 2 by 1", "list 3 update(0) by 1", "batch \(batch.number) [2] by 1"])
  }

  @Test func `BL-3: a paused batch keeps all its providers as they are, and tells them together`() {
    var (bench, list, model, batch) = batch()
    bench.store.pause(batch)
    #expect(bench.store.isPaused(batch))
    bench.store.update([Node("b", 2)], context: 1, into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["list 3 update(0) by 1"])
    #expect(bench.store.model(of: model) == Node("b", 1))
    bench.store.resume(batch, into: &bench.wishes)
    #expect(
      bench.news() == [
        "list 1 update(1) by 1", "model 2 by 1", "batch \(batch.number) [1, 2] by 1",
      ])
    #expect(bench.store.rows(of: list).last == Node("b", 2))
  }

  @Test func `BL-3: a provider that is paused by itself stays so when its batch goes on`() {
    var (bench, list, model, batch) = batch()
    bench.store.pause(batch)
    bench.store.pause(list.id)
    bench.store.update([Node("b", 2)], into: &bench.wishes)
    bench.drain()
    bench.store.resume(batch, into: &bench.wishes)
    #expect(bench.store.isPaused(list.id))
    #expect(bench.store.rows(of: list).last == Node("b", 1))
    #expect(bench.store.model(of: model) == Node("b", 2))
    bench.store.resume(list.id, into: &bench.wishes)
    #expect(bench.store.rows(of: list).last == Node("b", 2))
  }

  @Test func `BL-4: rows that a provider gets by itself are heard of, too`() {
    var (bench, list, _, batch) = batch()
    bench.store.append([Node("c", 1)], to: list, into: &bench.wishes)
    bench.store.update([Node("c", 2)], into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["list 1 update(2)", "batch \(batch.number) [1]"])
  }

  @Test func `CM-13: the rows of a list are told apart by their places, also without identity`() {
    var (bench, list, _, _) = batch()
    bench.store.set(
      [Node(nil, 1, [Node("a", 1)]), Node("b", 1), Node(nil, 2)], of: list, key: nil,
      into: &bench.wishes)
    bench.drain()
    _ = bench.news()
    bench.store.update([Node("a", 5)], into: &bench.wishes)
    bench.store.delete([Node("b", 1)], into: &bench.wishes)
    bench.drain()
    #expect(
      bench.news().filter { $0.hasPrefix("list 1") } == ["list 1 update(0)", "list 1 delete(1)"])
  }

  @Test func `a batch listener that is closed lets its providers go on`() {
    var (bench, list, _, batch) = batch()
    bench.store.pause(batch)
    bench.store.update([Node("b", 2)], into: &bench.wishes)
    bench.drain()
    _ = bench.news()
    bench.store.close(batch, into: &bench.wishes)
    #expect(bench.news() == ["list 1 update(1)", "model 2"])
    #expect(!bench.store.isPaused(list.id))
    #expect(bench.store.kept.listeners == 0)
  }
}

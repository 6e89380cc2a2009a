// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

/// The defects of the original that belong to providers and the cache, each with the schedule that shows it.
@Suite struct StoreDefectTests {
  private var bench = StoreBench()

  private func row(_ id: String?, _ value: Int = 1) -> Node { Node(id, value) }

  @Test func `B-R1: a provider that got the model it waited for hears of the next update, too`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.wait(for: "a", with: provider, into: &bench.wishes)
    bench.store.update([row("a", 1)], into: &bench.wishes)
    bench.store.update([row("a", 2)], into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: provider) == row("a", 2))
    #expect(bench.news() == ["model 1", "model 1"])
  }

  @Test func `B-R2: a list that changes does not turn back an update that is under way`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    let model = bench.store.openModel(of: Node.self)
    bench.store.set([row("x", 1)], of: list, key: "feed", into: &bench.wishes)
    bench.store.set(row("x", 1), of: model, into: &bench.wishes)
    bench.drain()
    bench.store.update([row("x", 2)], into: &bench.wishes)
    bench.store.append([row("y")], to: list, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("x", 2), row("y")])
    #expect(bench.store.model(of: model) == row("x", 2))
    #expect(bench.models["x"].map { "\($0)" } == "x2")
  }

  @Test func `B-R2: neither does a list that is set again with the rows it had`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([row("x", 1)], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    bench.store.update([row("x", 2)], into: &bench.wishes)
    bench.store.set([row("x", 1), row("y")], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("x", 2), row("y")])
  }

  @Test func `B-R2: neither does the old copy of a row beside the one that was just updated`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([row("a"), row("b"), row("a")], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    bench.store.update(row("a", 2), at: 0, of: list, into: &bench.wishes)
    bench.store.append([row("y")], to: list, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("a", 2), row("b"), row("a", 2), row("y")])
  }

  @Test
  func `a list that states two versions of a model shows the first one at once, as others do`() {
    var bench = bench
    let (one, two) = (
      bench.store.openCollection(of: Node.self), bench.store.openCollection(of: Node.self)
    )
    bench.store.set([row("a")], of: one, key: "feed", into: &bench.wishes)
    bench.store.attach(two, to: "feed", into: &bench.wishes)
    bench.store.append([row("b", 1), row("b", 2)], to: one, into: &bench.wishes)
    #expect(bench.store.rows(of: one) == [row("a"), row("b", 1), row("b", 1)])
    #expect(bench.store.rows(of: two) == [row("a"), row("b", 1), row("b", 1)])
    #expect(bench.news() == ["list 2 reset"])
  }

  @Test(arguments: 0..<7)
  func `B-R3: no step of an update is too late for a provider to hear of it`(steps: Int) {
    var bench = bench
    let first = bench.store.openModel(of: Node.self)
    bench.store.set(row("x", 1), of: first, into: &bench.wishes)
    bench.drain()
    let late = bench.store.openModel(of: Node.self)
    bench.store.set(row("x", 1), of: late, into: &bench.wishes)
    bench.store.update([row("x", 2)], into: &bench.wishes)
    bench.runLanes(steps)
    #expect(bench.store.kept.identities == 1)
    bench.drain()
    #expect(bench.store.model(of: late) == row("x", 2))
  }

  @Test(arguments: CacheOrder.allCases)
  func `B-R4: a model from the cache is not older than what the app has`(order: CacheOrder) {
    var rules = StoreRules()
    rules.cacheOrder = order
    var bench = StoreBench(rules)
    bench.models["x"] = row("x", 1)
    let held = bench.store.openModel(of: Node.self)
    bench.store.set(row("x", 1), of: held, cache: false, into: &bench.wishes)
    bench.store.update([row("x", 2)], into: &bench.wishes)
    bench.runLanes()
    let late = bench.store.openModel(of: Node.self)
    bench.store.fetch("x", for: late, into: &bench.wishes)
    bench.take()
    // The cache reads before it writes, if it may.
    while !bench.jobs.isEmpty { bench.answer(bench.jobs.count - 1) }
    #expect(bench.store.model(of: late) == row("x", 2))
  }

  @Test func `B-R4: what is learned while the cache reads counts, though nobody else holds it`() {
    var bench = bench
    bench.models["x"] = row("x", 1)
    let late = bench.store.openModel(of: Node.self)
    bench.store.fetch("x", for: late, into: &bench.wishes)
    bench.store.update([row("x", 2)], cache: false, into: &bench.wishes)
    bench.runLanes()
    bench.drain()
    #expect(bench.store.model(of: late) == row("x", 2))
    let later = bench.store.openModel(of: Node.self)
    bench.store.fetch("y", for: later, waits: true, into: &bench.wishes)
    bench.store.delete([row("y")], into: &bench.wishes)
    bench.runLanes()
    bench.take()
    bench.finish(bench.jobs.removeFirst(), .model(row("y", 1)))
    #expect(bench.store.model(of: later) == nil)
  }

  @Test func `B-R4: a model that came and was deleted while the cache read is gone`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.fetch("x", for: provider, into: &bench.wishes)
    bench.store.update([row("x", 2)], cache: false, into: &bench.wishes)
    bench.store.delete([row("x", 2)], into: &bench.wishes)
    bench.runLanes()
    bench.finish(bench.jobs.removeFirst(), .model(row("x", 1)))
    #expect(bench.store.model(of: provider) == nil)
  }

  @Test func `B-R4: a list from the cache takes the versions that the app has`() {
    var bench = bench
    bench.lists["feed"] = [row("x", 1), row("y", 1)]
    let held = bench.store.openModel(of: Node.self)
    bench.store.set(Node("p", 1, [row("x", 7)]), of: held, cache: false, into: &bench.wishes)
    bench.drain()
    let list = bench.store.openCollection(of: Node.self)
    bench.store.fetch("feed", for: list, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("x", 7), row("y", 1)])
  }

  @Test func `B-R4: a model that only the app has is found though the cache misses`() {
    var bench = bench
    let held = bench.store.openModel(of: Node.self)
    bench.store.set(Node("p", 1, [row("x", 7)]), of: held, cache: false, into: &bench.wishes)
    let late = bench.store.openModel(of: Node.self)
    bench.store.fetch("x", for: late, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: late) == row("x", 7))
  }

  @Test func `B-R5: of two writes the later one stays in the cache, whatever order it likes`() {
    var bench = bench
    bench.store.update([row("x", 1)], into: &bench.wishes)
    bench.store.update([row("x", 2)], into: &bench.wishes)
    bench.take()
    while !bench.jobs.isEmpty { bench.answer(bench.jobs.count - 1) }
    #expect(bench.models["x"].map { "\($0)" } == "x2")
  }

  @Test func `B-R6, B-C1: an old list does not come back under a new key`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([row("a"), row("b")], of: list, key: "old", into: &bench.wishes)
    bench.drain()
    bench.store.pause(list.id)
    bench.store.set([row("c")], of: list, key: "new", into: &bench.wishes)
    bench.store.update([row("a", 2)], into: &bench.wishes)
    bench.drain()
    bench.store.resume(list.id, into: &bench.wishes)
    #expect(bench.store.rows(of: list) == [row("c")])
    #expect(bench.store.key(of: list) == "new")
  }

  @Test
  func `B-C1: what a sibling set is not lost though it is closed before the paused one goes on`() {
    var bench = bench
    let one = bench.store.openCollection(of: Node.self)
    let two = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("a", 1, [row("c")])], of: one, key: "feed", into: &bench.wishes)
    bench.store.attach(two, to: "feed", into: &bench.wishes)
    bench.drain()
    bench.store.pause(two.id)
    bench.store.update([row("c", 2)], into: &bench.wishes)
    bench.drain()
    bench.store.set([row("z")], of: one, key: "feed", into: &bench.wishes)
    bench.store.close(one.id, into: &bench.wishes)
    bench.drain()
    bench.store.resume(two.id, into: &bench.wishes)
    #expect(bench.store.rows(of: two) == [row("z")])
  }

  @Test func `B-R7: a newer copy of a row in a list without key changes the old row once`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([row("a"), row("b")], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    bench.store.insert([row("a", 2)], at: 2, of: list, context: 1, into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["list 1 update(0) by 1"])
    #expect(bench.store.rows(of: list) == [row("a", 2), row("b"), row("a", 2)])
  }

  @Test func `B-R8: after a miss a list has its key, and sees what others set under it`() {
    var bench = bench
    let one = bench.store.openCollection(of: Node.self)
    let two = bench.store.openCollection(of: Node.self)
    bench.store.fetch("feed", for: one, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.key(of: one) == "feed")
    bench.store.set([row("a")], of: two, key: "feed", into: &bench.wishes)
    #expect(bench.store.rows(of: one) == [row("a")])
    bench.store.fetch("feed", for: one, into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.map(\.job.words) == ["write list feed [a1]"])
  }

  @Test func `B-R8: a list that missed asks the cache again`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.fetch("feed", for: list, into: &bench.wishes)
    bench.drain()
    bench.lists["feed"] = [row("a")]
    bench.store.fetch("feed", for: list, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("a")])
  }

  @Test func `B-R8: lists that wait under a key are told when the cache has it after all`() {
    var bench = bench
    let one = bench.store.openCollection(of: Node.self)
    let two = bench.store.openCollection(of: Node.self)
    bench.store.attach(one, to: "feed", into: &bench.wishes)
    bench.lists["feed"] = [row("a")]
    let request = bench.store.fetch("feed", for: two, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: one) == [row("a")])
    #expect(bench.news() == ["list 1 reset", "ended \(request.number)"])
  }

  @Test func `B-R9: rows that are appended to a list that is nowhere begin it, and are not lost`() {
    var bench = bench
    let insert = bench.store.insertIntoList([row("a")], key: "feed", into: &bench.wishes)
    bench.drain()
    #expect(bench.lists["feed"].map { "\($0)" } == "[a1]")
    let update = bench.store.updateInList(
      row("b"), key: "none", at: { _ in 0 }, into: &bench.wishes)
    bench.drain()
    let remove = bench.store.removeFromList(
      Node.self, key: "none", at: { _ in 0 }, into: &bench.wishes)
    bench.drain()
    #expect(
      bench.news() == [
        "ended \(insert.number)", "ended \(update.number) noList", "ended \(remove.number) noList",
      ])
  }

  @Test func `B-R9: an error of the cache ends the change of a list with it, and changes nothing`()
  {
    var bench = bench
    let request = bench.store.insertIntoList([row("a")], key: "feed", into: &bench.wishes)
    bench.take()
    bench.finish(bench.jobs.removeFirst(), .failed(CacheError("disk")))
    #expect(bench.news() == ["ended \(request.number) cache(disk)"])
    #expect(bench.jobs.isEmpty)
  }

  @Test func `B-R10: a list without key that is fetched without key asks the cache`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    let request = bench.store.fetch(nil, for: list, into: &bench.wishes)
    #expect(bench.news() == [])
    #expect(bench.jobs.map(\.job.words) == ["read list nil"])
    bench.finish(bench.jobs.removeFirst(), .list([row("a")]))
    #expect(bench.news() == ["ended \(request.number)"])
    #expect(bench.store.rows(of: list) == [row("a")])
    #expect(bench.store.key(of: list) == nil)
  }

  @Test func `B-R11: rows without identity are told when they change or go`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set(
      [Node(nil, 1, [row("a")]), Node(nil, needsAll: true, [row("b")])], of: list, key: nil,
      into: &bench.wishes)
    bench.store.update([row("a", 2)], into: &bench.wishes)
    bench.store.delete([row("b")], into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["list 1 update(0)", "list 1 delete(1)"])
  }

  @Test func `B-R12: of two rows of one model only the one that changes is told`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([row("a"), row("a")], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    bench.store.update(row("a", 2), at: 0, of: list, into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["list 1 update(1)"])
    #expect(bench.store.rows(of: list) == [row("a", 2), row("a", 2)])
  }

  @Test func `B-R13: a list and a model of one name are two things`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    let model = bench.store.openModel(of: Node.self)
    bench.store.set([row("a")], of: list, key: "Feed:1", into: &bench.wishes)
    bench.store.set(row("Feed:1", 1), of: model, into: &bench.wishes)
    bench.store.update([row("Feed:1", 2)], into: &bench.wishes)
    bench.store.delete([row("Feed:1", 2)], into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("a")])
    #expect(bench.lists["Feed:1"]?.count == 1)
    #expect(bench.models["Feed:1"] == nil)
  }

  @Test func `B-R15: an update under way does not turn back a later write of a provider`() {
    var bench = bench
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([row("a"), row("b")], of: list, key: nil, into: &bench.wishes)
    bench.drain()
    bench.store.update([row("a", 2), row("b", 2)], into: &bench.wishes)
    bench.runLanes(1)
    bench.store.update(row("a", 3), at: 0, of: list, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("a", 3), row("b", 2)])
  }

  @Test func `B-R16: a list whose row is deleted or updated is written again, once for its key`() {
    var bench = bench
    let one = bench.store.openCollection(of: Node.self)
    let two = bench.store.openCollection(of: Node.self)
    bench.store.set([row("a"), row("b")], of: one, key: "feed", into: &bench.wishes)
    bench.store.attach(two, to: "feed", into: &bench.wishes)
    bench.drain()
    bench.store.delete([row("a")], into: &bench.wishes)
    bench.store.update([row("b", 2)], into: &bench.wishes)
    bench.runLanes(3)
    #expect(bench.jobs.map(\.job.words) == ["delete a1", "write [b2]"])
    #expect(bench.store.kept.jobs == 3)
    bench.drain()
    #expect(bench.lists["feed"].map { "\($0)" } == "[b2]")
  }

  @Test
  func `B-R16: a list that is written while a deletion is on its way does not bring the row back`()
  {
    var bench = StoreBench()
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("x", 1), Node("y", 1)], of: list, key: "l", into: &bench.wishes)
    bench.drain()
    bench.store.delete([Node("x", 1)], into: &bench.wishes)
    bench.store.insert([Node("z", 1)], at: 2, of: list, into: &bench.wishes)
    // The list itself shows the row until the lanes have taken it out.
    #expect(bench.store.rows(of: list).map(\.description) == ["x1", "y1", "z1"])
    bench.take()
    while !bench.jobs.isEmpty { bench.answer() }
    #expect(bench.lists["l"].map { "\($0)" } == "[y1, z1]")
    bench.store.insert([Node("x", 2)], at: 0, of: list, into: &bench.wishes)
    bench.drain()
    #expect(bench.lists["l"].map { "\($0)" } == "[x2, x2, y1, z1]")
  }

  /// The row is written anew, or just as everybody shows it, of which nobody is told.
  @Test(arguments: [2, 1])
  func `B-R16: a row that is written again before its deletion is delivered stays in the kept list`(
    version: Int
  ) {
    var bench = StoreBench()
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("x", 1), Node("y", 1)], of: list, key: "l", into: &bench.wishes)
    bench.drain()
    bench.store.delete([Node("x", 1)], into: &bench.wishes)
    bench.store.append([Node("z", 1)], to: list, into: &bench.wishes)
    bench.store.update([Node("x", version)], into: &bench.wishes)
    _ = bench.news()
    bench.drain()
    #expect(bench.news().isEmpty == (version == 1))
    #expect(bench.store.rows(of: list).map(\.description) == ["x\(version)", "y1", "z1"])
    #expect(bench.lists["l"].map { "\($0)" } == "[x\(version), y1, z1]")
  }

  @Test func `B-R16: it is written as it is, though the first list of its key is paused`() {
    var bench = bench
    let one = bench.store.openCollection(of: Node.self)
    let two = bench.store.openCollection(of: Node.self)
    bench.store.set([row("a"), row("b")], of: one, key: "feed", into: &bench.wishes)
    bench.store.attach(two, to: "feed", into: &bench.wishes)
    bench.drain()
    bench.store.pause(one.id)
    bench.store.delete([row("a")], into: &bench.wishes)
    bench.drain()
    #expect(bench.lists["feed"].map { "\($0)" } == "[b1]")
  }

  @Test func `B-R16: with a cache that keeps each model once, lists are not written again`() {
    var rules = StoreRules()
    rules.rewritesLists = false
    var bench = StoreBench(rules)
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([row("a")], of: list, key: "feed", into: &bench.wishes)
    bench.drain()
    bench.store.delete([row("a")], into: &bench.wishes)
    bench.runLanes()
    #expect(bench.jobs.map(\.job.words) == ["delete a1"])
  }

  @Test func `B-R17: a provider whose batch listener is paused says that it is paused`() {
    var bench = bench
    let model = bench.store.openModel(of: Node.self)
    let list = bench.store.openCollection(of: Node.self)
    let batch = bench.store.openBatch([model.id, list.id])
    bench.store.pause(batch)
    #expect(bench.store.isPaused(model.id))
    #expect(bench.store.isPaused(list.id))
    bench.store.resume(batch, into: &bench.wishes)
    #expect(!bench.store.isPaused(model.id))
  }

  @Test func `B-R18: a paused provider that waits shows the model when it goes on`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    bench.store.wait(for: "a", with: provider, into: &bench.wishes)
    bench.store.pause(provider.id)
    bench.store.update([row("a", 1)], context: 1, into: &bench.wishes)
    bench.store.update([row("a", 2)], context: 2, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.model(of: provider) == nil)
    #expect(bench.news() == [])
    bench.store.resume(provider.id, into: &bench.wishes)
    #expect(bench.store.model(of: provider) == row("a", 2))
    #expect(bench.news() == ["model 1 by 2"])
  }

  @Test
  func `B-R20: a request ends once, also if its provider is closed or the cache answers twice`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    let list = bench.store.openCollection(of: Node.self)
    let one = bench.store.fetch("a", for: provider, into: &bench.wishes)
    let two = bench.store.fetch("feed", for: list, into: &bench.wishes)
    bench.take()
    let jobs = bench.jobs
    bench.store.close(provider.id, into: &bench.wishes)
    for _ in 0..<2 {
      for job in jobs { bench.finish(job, .nothing) }
    }
    #expect(
      bench.news() == [
        "ended \(one.number) closed", "ended \(two.number)", "fault unknownAnswer(1)",
        "fault unknownAnswer(2)",
      ])
    #expect(bench.store.kept.requests == 0)
  }

  @Test func `B-R21: to wait twice is to wait once, for the last model`() {
    var bench = bench
    let provider = bench.store.openModel(of: Node.self)
    for id in ["a", "b", "b"] as [ModelID] {
      bench.store.wait(for: id, with: provider, into: &bench.wishes)
    }
    #expect(bench.store.kept.identities == 1)
    bench.store.update([row("a", 1), row("b", 1)], into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["model 1"])
    #expect(bench.store.model(of: provider) == row("b", 1))
  }

  @Test func `B-C6: to clear lets observers go, too`() {
    var bench = bench
    _ = bench.store.openObserver()
    bench.store.clear(into: &bench.wishes)
    bench.store.update([row("a", 1)], into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["cleared"])
    #expect(bench.store.kept.listeners == 0)
  }
}

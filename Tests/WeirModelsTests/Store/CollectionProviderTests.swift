// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirModels

@Suite struct CollectionProviderTests {
  private var bench = StoreBench()

  private func row(_ id: String?, _ value: Int = 1) -> Node { Node(id, value) }

  /// A bench with a list that has rows, and nothing left to do.
  private func bench(
    _ rows: [Node], key: ListKey? = nil, _ rules: StoreRules = StoreRules()
  ) -> (StoreBench, CollectionProvider<Node>) {
    var bench = StoreBench(rules)
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set(rows, of: list, key: key, into: &bench.wishes)
    bench.drain()
    _ = bench.news()
    return (bench, list)
  }

  @Test(arguments: [false, true])
  func `fresh rows count more than what is on its way, also where they are as they were`(
    isFresh: Bool
  ) {
    var bench = StoreBench()
    let list = bench.store.openCollection(of: Node.self)
    bench.store.set([Node("a", 1), Node("b", 1)], of: list, key: "l", into: &bench.wishes)
    bench.drain()
    bench.store.update([Node("a", 2)], into: &bench.wishes)
    bench.store.set(
      [Node("a", 1), Node("b", 2)], of: list, key: "l", isFresh: isFresh, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list).map(\.description) == [isFresh ? "a1" : "a2", "b2"])
    #expect(bench.lists["l"].map { "\($0)" } == (isFresh ? "[a1, b2]" : "[a2, b2]"))
  }

  @Test func `CDP-1: a list has rows, a key and a time`() {
    let (bench, list) = bench([row("a"), row("b")], key: "feed")
    #expect(bench.store.rows(of: list) == [row("a"), row("b")])
    #expect(bench.store.key(of: list) == "feed")
    #expect(bench.store.lastUpdated(of: list.id) > .zero)
  }

  @Test
  func `CDP-2: to set rows shows them, caches them under the key, and tells others of the models`()
  {
    var (bench, list) = bench([row("a"), row("b")])
    let other = bench.store.openModel(of: Node.self)
    bench.store.set(row("a"), of: other, into: &bench.wishes)
    bench.drain()
    bench.store.set([row("a", 2)], of: list, key: "feed", context: 5, into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.map(\.job.words) == ["write list feed [a2]"])
    bench.drain()
    #expect(bench.store.model(of: other) == row("a", 2))
    #expect(bench.news() == ["model \(other.id.number) by 5"])
  }

  @Test func `CDP-2: without a key, or if it is not to be cached, nothing is cached`() {
    var (bench, list) = bench([])
    bench.store.set([row("a")], of: list, key: nil, into: &bench.wishes)
    bench.store.set([row("b")], of: list, key: "feed", cache: false, into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.isEmpty)
  }

  @Test
  func `CDP-3: to insert nothing is nothing, to insert rows is cached and told by its indices`() {
    var (bench, list) = bench([row("a")], key: "feed")
    let sibling = bench.store.openCollection(of: Node.self)
    bench.store.attach(sibling, to: "feed", into: &bench.wishes)
    bench.store.insert([], at: 0, of: list, into: &bench.wishes)
    bench.store.append([], to: list, into: &bench.wishes)
    #expect(bench.news() == [])
    #expect(bench.store.next == nil)
    bench.store.insert([row("b"), row("c")], at: 0, of: list, context: 1, into: &bench.wishes)
    bench.store.append([row("d")], to: list, context: 2, into: &bench.wishes)
    #expect(
      bench.news() == [
        "list \(sibling.id.number) insert(0) insert(1) by 1",
        "list \(sibling.id.number) insert(3) by 2",
      ])
    #expect(bench.jobs.map(\.job.words) == ["write list feed [b1, c1, a1]"])
    bench.drain()
    #expect(bench.store.rows(of: sibling).map(\.id) == ["b", "c", "a", "d"])
    #expect(bench.lists["feed"]?.count == 4)
  }

  @Test func `CDP-3: an index that is not there stops the app, and says so`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var bench = StoreBench()
      let list = bench.store.openCollection(of: Node.self)
      bench.store.insert([Node("a")], at: 2, of: list, into: &bench.wishes)
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("no index 2 in a list of 0 rows") == true)
  }

  @Test func `CDP-3: rows that are inserted bring their newer versions to rows that are there`() {
    var (bench, list) = bench([row("a"), row("b")])
    bench.store.append([row("c", 1)], to: list, into: &bench.wishes)
    bench.store.append([Node("p", 1, [row("a", 2)])], to: list, context: 4, into: &bench.wishes)
    #expect(bench.store.rows(of: list).first == row("a", 1))
    bench.drain()
    #expect(bench.store.rows(of: list).first == row("a", 2))
    #expect(bench.news() == ["list 1 update(0) by 4"])
  }

  @Test func `CDP-4: to update a row is cached and told by its index`() {
    var (bench, list) = bench([row("a"), row("b")], key: "feed")
    let sibling = bench.store.openCollection(of: Node.self)
    bench.store.attach(sibling, to: "feed", into: &bench.wishes)
    bench.store.update(row("b", 2), at: 1, of: list, context: 1, into: &bench.wishes)
    #expect(bench.news() == ["list \(sibling.id.number) update(1) by 1"])
    bench.drain()
    #expect(bench.store.rows(of: sibling) == [row("a"), row("b", 2)])
    #expect(bench.news() == [])
    bench.store.update(row("b", 2), at: 1, of: list, into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == [])
  }

  @Test func `CDP-5: to remove a row is cached and told, and deletes no model`() {
    var (bench, list) = bench([row("a"), row("b")], key: "feed")
    let sibling = bench.store.openCollection(of: Node.self)
    let model = bench.store.openModel(of: Node.self)
    bench.store.attach(sibling, to: "feed", into: &bench.wishes)
    bench.store.set(row("a"), of: model, into: &bench.wishes)
    bench.drain()
    bench.store.remove(at: 0, of: list, context: 1, into: &bench.wishes)
    bench.drain()
    #expect(bench.news() == ["list \(sibling.id.number) delete(0) by 1"])
    #expect(bench.lists["feed"].map { "\($0)" } == "[b1]")
    #expect(bench.store.model(of: model) == row("a"))
  }

  @Test func `CDP-6: a writer is told of other rows that change by its write, and not of its own`()
  {
    var (bench, list) = bench([row("a"), Node("p", 1, [row("a")])])
    bench.store.update(row("a", 2), at: 0, of: list, context: 9, into: &bench.wishes)
    #expect(bench.news() == [])
    bench.drain()
    #expect(bench.news() == ["list 1 update(1) by 9"])
    #expect(bench.store.rows(of: list) == [row("a", 2), Node("p", 1, [row("a", 2)])])
  }

  @Test func `CDP-7: to fetch the own key, or one that is open, ends at once`() {
    var (bench, list) = bench([row("a")], key: "feed")
    let own = bench.store.fetch("feed", for: list, into: &bench.wishes)
    let other = bench.store.openCollection(of: Node.self)
    let adopted = bench.store.fetch("feed", for: other, into: &bench.wishes)
    #expect(bench.news() == ["ended \(own.number)", "ended \(adopted.number)"])
    #expect(bench.jobs.isEmpty)
    #expect(bench.store.rows(of: other) == [row("a")])
    #expect(bench.store.key(of: other) == "feed")
  }

  @Test func `CDP-7: else the cache is asked, and the old key stays until it answers`() {
    var (bench, list) = bench([row("x")], key: "old")
    bench.lists["feed"] = [row("a"), row("b")]
    let request = bench.store.fetch("feed", for: list, into: &bench.wishes)
    #expect(bench.store.key(of: list) == "old")
    bench.drain()
    #expect(bench.store.key(of: list) == "feed")
    #expect(bench.store.rows(of: list) == [row("a"), row("b")])
    #expect(bench.news() == ["ended \(request.number)"])
  }

  @Test func `CDP-7: a list that was opened while the cache read is adopted`() {
    var (bench, list) = bench([])
    bench.lists["feed"] = [row("a")]
    bench.store.fetch("feed", for: list, into: &bench.wishes)
    let other = bench.store.openCollection(of: Node.self)
    bench.store.set([row("b")], of: other, key: "feed", into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("b")])
  }

  @Test func `CDP-7: a list that was set and closed while the cache read is newer than the answer`()
  {
    var (bench, list) = bench([])
    bench.lists["feed"] = [row("a")]
    bench.store.fetch("feed", for: list, into: &bench.wishes)
    bench.store.setList([row("b")], key: "feed", into: &bench.wishes)
    bench.store.update([row("b", 2)], into: &bench.wishes)
    bench.runLanes()
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("b", 2)])
  }

  @Test func `CDP-7: what was stored while the cache read stays`() {
    var (bench, list) = bench([])
    bench.lists["feed"] = [row("a")]
    let request = bench.store.fetch("feed", for: list, into: &bench.wishes)
    bench.store.set([row("b")], of: list, key: "other", into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: list) == [row("b")])
    #expect(bench.store.key(of: list) == "other")
    #expect(bench.news() == ["ended \(request.number)"])
  }

  @Test func `CDP-8: a list that nobody has open is loaded, changed and written again`() {
    var bench = bench
    bench.lists["feed"] = [row("a"), row("b")]
    let insert = bench.store.insertIntoList(
      [row("c")], key: "feed", at: { $0.count - 1 }, into: &bench.wishes)
    bench.drain()
    #expect(bench.lists["feed"].map { "\($0)" } == "[a1, c1, b1]")
    let update = bench.store.updateInList(
      row("b", 2), key: "feed", at: { $0.firstIndex { $0.id == "b" } ?? -1 }, into: &bench.wishes)
    bench.drain()
    let remove = bench.store.removeFromList(
      Node.self, key: "feed", at: { _ in 0 }, into: &bench.wishes)
    bench.drain()
    #expect(bench.lists["feed"].map { "\($0)" } == "[c1, b2]")
    bench.store.setList([row("z")], key: "feed", into: &bench.wishes)
    bench.drain()
    #expect(bench.lists["feed"].map { "\($0)" } == "[z1]")
    #expect(bench.news() == [insert, update, remove].map { "ended \($0.number)" })
    #expect(bench.store.kept.providers == 0)
    #expect(bench.store.kept.holders == 0)
  }

  @Test func `CDP-8: a list that is open is changed where it is`() {
    var (bench, list) = bench([row("a")], key: "feed")
    let request = bench.store.insertIntoList(
      [row("b")], key: "feed", context: 3, into: &bench.wishes)
    #expect(bench.news() == ["list 1 insert(1) by 3", "ended \(request.number)"])
    #expect(bench.store.rows(of: list) == [row("a"), row("b")])
    bench.store.removeFromList(
      Node.self, key: "feed", at: { _ in 0 }, context: 4, into: &bench.wishes)
    bench.store.updateInList(
      row("b", 2), key: "feed", at: { _ in 0 }, context: 5, into: &bench.wishes)
    #expect(
      bench.news().filter { $0.hasPrefix("list") } == [
        "list 1 delete(0) by 4", "list 1 update(0) by 5",
      ])
    #expect(bench.store.rows(of: list) == [row("b", 2)])
  }

  @Test func `CDP-8: an index that is not there ends the request with an error`() {
    var (bench, _) = bench([row("a")], key: "feed")
    let one = bench.store.insertIntoList(
      [row("b")], key: "feed", at: { _ in 2 }, into: &bench.wishes)
    let two = bench.store.updateInList(row("b"), key: "feed", at: { _ in 1 }, into: &bench.wishes)
    let three = bench.store.removeFromList(
      Node.self, key: "feed", at: { _ in -1 }, into: &bench.wishes)
    #expect(
      bench.news() == [
        "ended \(one.number) noIndex(2)", "ended \(two.number) noIndex(1)",
        "ended \(three.number) noIndex(-1)",
      ])
  }

  @Test func `CDP-8: a list that is open with rows of another type is not changed`() {
    var (bench, _) = bench([row("a")], key: "feed")
    let request = bench.store.insertIntoList([Person("p", "Ann")], key: "feed", into: &bench.wishes)
    bench.take()
    bench.finish(bench.jobs.removeFirst(), .nothing)
    #expect(
      bench.news() == ["fault wrongRows(feed)", "ended \(request.number) wrongRows"])
  }

  @Test func `CDP-9: updates and deletions are told by falling index of the old list`() {
    var (bench, list) = bench(["a", "b", "c", "d"].map { row($0) })
    bench.store.delete([row("b"), row("d")], context: 1, into: &bench.wishes)
    bench.store.update([row("c", 2), row("a", 2)], context: 2, into: &bench.wishes)
    bench.drain()
    #expect(
      bench.news() == ["list 1 delete(3) delete(1) by 1", "list 1 update(1) update(0) by 2"])
    #expect(bench.store.rows(of: list) == [row("a", 2), row("c", 2)])
  }

  @Test func `CDP-10: the same change is there in the index spaces of list views`() {
    var (bench, _) = bench([
      row("a"), Node("b", needsAll: true, [row("x")]), Node("c", 1, [row("x")]),
    ])
    var changes: [ListChange] = []
    bench.store.delete([row("x")], into: &bench.wishes)
    while let event = bench.store.next { bench.store.run(event, into: &bench.wishes) }
    for case .listChanged(_, let change, _) in bench.wishes { changes.append(change) }
    #expect(changes.map(\.steps) == [[.update(2), .delete(1)]])
    #expect(changes.first?.changes.deletes == [1])
    #expect(changes.first?.changes.updates == [.init(old: 2, new: 1)])
    #expect(changes.first?.growth == -1)
  }

  @Test
  func `CDP-11: a sibling that is replaced is loaded again, or told the least change if wished`() {
    for isMinimal in [false, true] {
      var rules = StoreRules()
      rules.minimalChanges = isMinimal
      var (bench, list) = bench([row("a"), row("b"), row("c")], key: "feed", rules)
      let sibling = bench.store.openCollection(of: Node.self)
      bench.store.attach(sibling, to: "feed", into: &bench.wishes)
      bench.store.set(
        [row("z"), row("a"), row("c", 2)], of: list, key: "feed", into: &bench.wishes)
      let told = isMinimal ? "update(2) delete(1) insert(0)" : "reset"
      #expect(bench.news() == ["list \(sibling.id.number) \(told)"])
    }
  }

  @Test
  func `CDP-12: a paused list shows on going on what its siblings did, with the last context`() {
    var (bench, list) = bench([row("a")], key: "feed")
    let paused = bench.store.openCollection(of: Node.self)
    bench.store.attach(paused, to: "feed", into: &bench.wishes)
    bench.store.pause(paused.id)
    bench.store.append([row("b")], to: list, context: 1, into: &bench.wishes)
    bench.store.append([row("c")], to: list, context: 2, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: paused) == [row("a")])
    #expect(bench.news() == [])
    bench.store.resume(paused.id, into: &bench.wishes)
    #expect(bench.news() == ["list \(paused.id.number) reset by 2"])
    #expect(bench.store.rows(of: paused) == [row("a"), row("b"), row("c")])
  }

  @Test func `CDP-12: changes that come to nothing are not told on going on`() {
    var (bench, list) = bench([row("a")], key: "feed")
    let paused = bench.store.openCollection(of: Node.self)
    bench.store.attach(paused, to: "feed", into: &bench.wishes)
    bench.store.pause(paused.id)
    bench.store.append([row("b")], to: list, into: &bench.wishes)
    bench.store.remove(at: 1, of: list, into: &bench.wishes)
    bench.drain()
    bench.store.resume(paused.id, into: &bench.wishes)
    #expect(bench.news() == [])
  }

  @Test func `CDP-12: a paused list hears later of new rows that its siblings brought`() {
    var (bench, list) = bench([row("a")], key: "feed")
    let paused = bench.store.openCollection(of: Node.self)
    bench.store.attach(paused, to: "feed", into: &bench.wishes)
    bench.store.pause(paused.id)
    bench.store.append([row("b")], to: list, into: &bench.wishes)
    bench.drain()
    bench.store.close(list.id, into: &bench.wishes)
    bench.store.update([row("b", 2)], into: &bench.wishes)
    bench.drain()
    bench.store.resume(paused.id, into: &bench.wishes)
    #expect(bench.store.rows(of: paused) == [row("a"), row("b", 2)])
  }

  @Test func `CDP-12: updates and deletions alone are told by their indices on going on`() {
    var (bench, list) = bench([row("a"), row("b")])
    bench.store.pause(list.id)
    bench.store.update([row("a", 2)], into: &bench.wishes)
    bench.store.delete([row("b")], context: 3, into: &bench.wishes)
    bench.drain()
    bench.store.resume(list.id, into: &bench.wishes)
    #expect(bench.news() == ["list 1 delete(1) update(0) by 3"])
  }

  @Test
  func
    `a list that took a key without rows is nobody's source, and keeps its rows if it has the key`()
  {
    var (bench, list) = bench([row("x")])
    bench.lists["feed"] = [row("a")]
    bench.store.attach(list, to: "feed", into: &bench.wishes)
    let other = bench.store.openCollection(of: Node.self)
    bench.store.fetch("feed", for: other, into: &bench.wishes)
    bench.drain()
    #expect(bench.store.rows(of: other) == [row("a")])
    bench.store.attach(list, to: "feed", into: &bench.wishes)
    bench.store.append([row("b")], to: list, into: &bench.wishes)
    bench.store.close(other.id, into: &bench.wishes)
    bench.store.attach(list, to: "feed", into: &bench.wishes)
    #expect(bench.store.rows(of: list) == [row("a"), row("b")])
  }

  @Test func `a paused list caches what it would show`() {
    var (bench, list) = bench([row("a")], key: "feed")
    bench.store.pause(list.id)
    bench.store.update([row("a", 2)], into: &bench.wishes)
    bench.drain()
    bench.store.append([row("b")], to: list, into: &bench.wishes)
    #expect(bench.store.rows(of: list) == [row("a", 1), row("b")])
    bench.drain()
    #expect(bench.lists["feed"].map { "\($0)" } == "[a2, b1]")
  }

  @Test func `a list can have a key without rows, and shows what others set under it`() {
    var bench = bench
    let one = bench.store.openCollection(of: Node.self)
    let two = bench.store.openCollection(of: Node.self)
    bench.store.attach(one, to: "feed", into: &bench.wishes)
    #expect(bench.store.rows(of: one) == [])
    bench.store.set([row("a")], of: two, key: "feed", context: 1, into: &bench.wishes)
    #expect(bench.store.rows(of: one) == [row("a")])
    #expect(bench.news() == ["list 1 reset by 1"])
    let three = bench.store.openCollection(of: Node.self)
    bench.store.attach(three, to: "feed", into: &bench.wishes)
    #expect(bench.store.rows(of: three) == [row("a")])
  }
}

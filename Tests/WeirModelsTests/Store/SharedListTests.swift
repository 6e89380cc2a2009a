// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct SharedListTests {
  private func row(_ id: String, _ value: Int = 1) -> Node { Node(id, value) }

  /// A bench with three lists of one key, the first of which has rows.
  private func three(_ rows: [Node]) -> (StoreBench, [CollectionProvider<Node>]) {
    var bench = StoreBench()
    let lists = (0..<3).map { _ in bench.store.openCollection(of: Node.self) }
    bench.store.set(rows, of: lists[0], key: "feed", into: &bench.wishes)
    for list in lists.dropFirst() { bench.store.attach(list, to: "feed", into: &bench.wishes) }
    bench.drain()
    _ = bench.news()
    return (bench, lists)
  }

  @Test func `SC-1: a key is forgotten with its last list`() {
    var (bench, lists) = three([row("a")])
    #expect(bench.store.kept.keys == 1)
    bench.store.set([row("a")], of: lists[0], key: "other", into: &bench.wishes)
    #expect(bench.store.kept.keys == 2)
    for list in lists { bench.store.close(list.id, into: &bench.wishes) }
    #expect(bench.store.kept.keys == 0)
  }

  @Test func `SC-2: others change in the same call, in the order in which they took the key`() {
    var (bench, lists) = three([row("a")])
    bench.store.append([row("b")], to: lists[1], context: 1, into: &bench.wishes)
    #expect(lists.allSatisfy { bench.store.rows(of: $0).count == 2 })
    #expect(bench.news() == ["list 1 insert(1) by 1", "list 3 insert(1) by 1"])
    let times = lists.map { bench.store.lastUpdated(of: $0.id) }
    #expect(times[1] < times[0] && times[0] < times[2])
  }

  @Test func `SC-3: each operation is told as what it is`() {
    var (bench, lists) = three([row("a"), row("b")])
    bench.store.insert([row("c")], at: 0, of: lists[0], into: &bench.wishes)
    bench.store.update(row("a", 2), at: 1, of: lists[0], into: &bench.wishes)
    bench.store.remove(at: 2, of: lists[0], into: &bench.wishes)
    bench.store.set([row("z")], of: lists[0], key: "feed", into: &bench.wishes)
    #expect(
      bench.news().filter { $0.hasPrefix("list 2") } == [
        "list 2 insert(0)", "list 2 update(1)", "list 2 delete(2)", "list 2 reset",
      ])
    bench.store.set([row("z")], of: lists[0], key: "feed", into: &bench.wishes)
    #expect(bench.news() == [])
  }

  @Test func `SC-4: one cache job and one update go out for all`() {
    var (bench, lists) = three([row("a")])
    bench.store.append([row("b")], to: lists[0], into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.count == 1)
    #expect(bench.store.kept.holders == 4)
  }

  @Test func `SC-5: rows of two types do not share a key`() {
    var (bench, _) = three([row("a")])
    let people = bench.store.openCollection(of: Person.self)
    bench.store.set([Person("p", "Ann")], of: people, key: "feed", into: &bench.wishes)
    #expect(bench.news() == ["fault wrongRows(feed)"])
    #expect(bench.store.key(of: people) == nil)
    #expect(bench.store.rows(of: people) == [Person("p", "Ann")])
  }

  @Test func `SC-5: siblings never part, even when the writer is paused`() {
    var (bench, lists) = three([row("a"), row("b")])
    bench.store.pause(lists[0].id)
    bench.store.delete([row("a")], into: &bench.wishes)
    bench.drain()
    _ = bench.news()
    bench.store.append([row("c")], to: lists[0], context: 1, into: &bench.wishes)
    #expect(bench.store.rows(of: lists[0]) == [row("a"), row("b"), row("c")])
    #expect(bench.store.rows(of: lists[1]) == [row("b"), row("c")])
    #expect(bench.news() == ["list 2 reset by 1", "list 3 reset by 1"])
    bench.store.resume(lists[0].id, into: &bench.wishes)
    #expect(bench.store.rows(of: lists[0]) == [row("b"), row("c")])
  }

  @Test func `SC-6: a list that comes takes over the newest rows, of a paused one, too`() {
    var (bench, lists) = three([row("a")])
    for list in lists { bench.store.pause(list.id) }
    bench.store.append([row("b")], to: lists[0], into: &bench.wishes)
    let late = bench.store.openCollection(of: Node.self)
    bench.store.fetch("feed", for: late, into: &bench.wishes)
    #expect(bench.store.rows(of: late) == [row("a"), row("b")])
  }

  @Test func `SC-7: the batch listener of a sibling is told after it`() {
    var (bench, lists) = three([row("a")])
    let batch = bench.store.openBatch([lists[1].id])
    bench.store.append([row("b")], to: lists[0], context: 1, into: &bench.wishes)
    #expect(
      bench.news() == [
        "list 2 insert(1) by 1", "batch \(batch.number) [2] by 1", "list 3 insert(1) by 1",
      ])
  }

  @Test func `SC-8: rows that look the same and are other models are told`() {
    var bench = StoreBench()
    let lists = (0..<2).map { _ in bench.store.openCollection(of: Sheet.self) }
    let sheet = { (id: String) in Sheet(id: id, title: "same", inner: Node("n", 1)) }
    bench.store.set([sheet("a")], of: lists[0], key: "feed", into: &bench.wishes)
    bench.store.attach(lists[1], to: "feed", into: &bench.wishes)
    bench.store.set([sheet("b")], of: lists[0], key: "feed", into: &bench.wishes)
    #expect(bench.news() == ["list 2 reset"])
  }

  @Test func `SC-8: a list that is closed or has another key is passed by`() {
    var (bench, lists) = three([row("a")])
    bench.store.close(lists[1].id, into: &bench.wishes)
    bench.store.set([row("x")], of: lists[2], key: nil, into: &bench.wishes)
    bench.store.append([row("b")], to: lists[0], into: &bench.wishes)
    #expect(bench.news() == [])
    #expect(bench.store.rows(of: lists[2]) == [row("x")])
  }
}

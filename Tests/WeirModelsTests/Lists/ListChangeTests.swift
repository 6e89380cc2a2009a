// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirModels

@Suite struct ListChangeTests {
  @Test func `growth is what comes less what goes`() {
    let change = ListChange(steps: nil, changes: ChangeSet(deletes: [0, 1], inserts: [3]))
    #expect(change.growth == -1)
    #expect(!change.isEmpty)
    #expect(ListChange(steps: [], changes: ChangeSet()).isEmpty)
  }

  @Test func `a row that moves goes and comes in the steps of the least change`() {
    var rules = StoreRules()
    rules.minimalChanges = true
    var bench = StoreBench(rules)
    let one = bench.store.openCollection(of: Node.self)
    let two = bench.store.openCollection(of: Node.self)
    let rows = ["a", "b", "c"].map { Node($0, 1) }
    bench.store.set(rows, of: one, key: "feed", into: &bench.wishes)
    bench.store.attach(two, to: "feed", into: &bench.wishes)
    bench.store.set([rows[2], rows[0], rows[1]], of: one, key: "feed", into: &bench.wishes)
    #expect(bench.news() == ["list 2 delete(2) insert(0)"])
  }

  @Test func `rows without identity are told apart by their number among those`() {
    var rules = StoreRules()
    rules.minimalChanges = true
    var bench = StoreBench(rules)
    let one = bench.store.openCollection(of: Node.self)
    let two = bench.store.openCollection(of: Node.self)
    bench.store.set([Node(nil, 1), Node(nil, 2)], of: one, key: "feed", into: &bench.wishes)
    bench.store.attach(two, to: "feed", into: &bench.wishes)
    bench.store.set(
      [Node(nil, 1), Node("a", 1), Node(nil, 3)], of: one, key: "feed", into: &bench.wishes)
    #expect(bench.news() == ["list 2 update(1) insert(1)"])
  }
}

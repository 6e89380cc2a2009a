// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

/// A row of these tests: a number.
struct NumberItem: CollectionItem {
  var number: Int

  init(stored node: Node) throws(CodingFault) {
    number = try Coding<Int>.integer().value(in: node)
  }
}

@Suite struct LiveViewTests {
  private let place = Path("rooms/lobby")

  private func child(_ number: Int) -> Path { place.appending(Key("k\(number)")) }

  @Test func `rows are synced with the first batch, and change with the next ones`() throws {
    var tree = Node.null
    for number in 1...3 { tree.set(.integer(Int64(number)), at: child(number)) }
    var bench = ViewBench(LiveView<NumberItem>(at: place))
    #expect(throws: CollectionFault.notSynced) { try bench.view.showMore(1, into: &bench.wishes) }
    bench.view.observe(into: &bench.wishes)
    bench.take()
    #expect(!bench.view.isSynced && bench.view.hasMore && bench.listens.count == 1)
    bench.tellAll(tree)
    #expect(bench.view.isSynced && !bench.view.hasMore)
    #expect(bench.view.rows.map(\.item.number) == [3, 2, 1])
    tree.set(.integer(9), at: child(2))
    tree.set(.text("no number"), at: child(4))
    bench.tellAll(tree)
    #expect(bench.view.broken == [Key("k4")])
    #expect(bench.view.row(of: Key("k2"))?.item.number == 9)
    #expect(bench.news == ["initial", "changed updates [1 → 1]"])
    #expect(try !bench.view.showMore(5, into: &bench.wishes))
    tree.set(.integer(4), at: child(4))
    bench.tellAll(tree)
    #expect(bench.view.broken == [] && bench.view.rows.map(\.item.number) == [4, 3, 9, 1])
  }

  @Test func `rows are read once for who does not observe them, and are not synced`() throws {
    var tree = Node.null
    for number in 1...3 { tree.set(.integer(Int64(number)), at: child(number)) }
    var bench = ViewBench(LiveView<NumberItem>(at: place, limit: 2))
    bench.view.load(into: &bench.wishes)
    bench.view.load(into: &bench.wishes)
    bench.take()
    #expect(bench.reads.count == 1 && bench.reads[0].query == Query(limit: .last(2)))
    bench.answerRead(tree)
    #expect(bench.view.rows.map(\.item.number) == [3, 2] && !bench.view.isSynced)
    #expect(bench.news == ["changed inserts [0, 1]", "loaded"] && bench.listens.isEmpty)
    #expect(throws: CollectionFault.notSynced) { try bench.view.key(at: 0) }
    // What changes then is not told, until it is read again.
    tree.set(.integer(9), at: child(3))
    bench.view.load(into: &bench.wishes)
    bench.take()
    bench.answerRead(tree)
    #expect(bench.view.rows.map(\.item.number) == [9, 2])
    bench.view.load(into: &bench.wishes)
    bench.take()
    bench.answerRead(tree, .forbidden)
    #expect(bench.news.last == "loaded: forbidden" && bench.view.rows.count == 2)
  }

  @Test func `who begins to observe hears nothing of a reading under way, and reads nothing`() {
    var tree = Node.null
    tree.set(.integer(1), at: child(1))
    var bench = ViewBench(LiveView<NumberItem>(at: place))
    bench.view.load(into: &bench.wishes)
    bench.view.observe(into: &bench.wishes)
    bench.view.load(into: &bench.wishes)
    bench.take()
    #expect(bench.reads.count == 1)
    bench.answerRead(tree)
    #expect(bench.view.rows.isEmpty && bench.news.isEmpty)
    bench.tellAll(tree)
    #expect(bench.news == ["initial"] && bench.view.isSynced)
    // The reading is over: who stops may read.
    bench.view.stop(into: &bench.wishes)
    bench.view.load(into: &bench.wishes)
    bench.take()
    #expect(bench.reads.count == 1)
  }

  @Test func `more rows come once, and take the place of those before`() throws {
    var tree = Node.null
    for number in 1...9 { tree.set(.integer(Int64(number)), at: child(number)) }
    var bench = ViewBench(LiveView<NumberItem>(at: place, .oldestFirst, limit: 2))
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(tree)
    #expect(bench.view.rows.map(\.item.number) == [1, 2] && bench.view.hasMore)
    #expect(try !bench.view.showMore(0, into: &bench.wishes) && bench.wishes.isEmpty)
    #expect(try bench.view.showMore(3, into: &bench.wishes))
    #expect(try !bench.view.showMore(3, into: &bench.wishes))
    #expect(try bench.view.isExtending && !bench.view.showMore(0, into: &bench.wishes))
    bench.take()
    // The old rows go on until the new ones are there.
    tree.set(.null, at: child(1))
    bench.tell(0, tree)
    #expect(bench.view.rows.map(\.item.number) == [2, 3] && bench.listens.count == 2)
    bench.tell(1, tree)
    #expect(bench.view.rows.map(\.item.number) == [2, 3, 4, 5, 6])
    #expect(
      bench.listens.count == 1 && !bench.view.isExtending && bench.shadow == Array(bench.view.rows))
  }

  @Test func `more rows may be refused, and so may the view`() throws {
    var tree = Node.null
    for number in 1...3 { tree.set(.integer(Int64(number)), at: child(number)) }
    var bench = ViewBench(LiveView<NumberItem>(at: place, limit: 2))
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(tree)
    try bench.view.showMore(1, into: &bench.wishes)
    bench.take()
    bench.view.lose(bench.listens.removeLast().tag, .forbidden, into: &bench.wishes)
    bench.take()
    #expect(bench.news.last == "not extended" && bench.view.isSynced && !bench.view.isExtending)
    try bench.view.showMore(1, into: &bench.wishes)
    bench.take()
    bench.view.lose(bench.listens.removeFirst().tag, .forbidden, into: &bench.wishes)
    bench.take()
    #expect(bench.news.last == "lost" && !bench.view.isSynced && bench.view.observers == 0)
    #expect(bench.listens.isEmpty && bench.view.rows.map(\.item.number) == [3, 2])
  }

  @Test func `who observes twice stops twice, and keeps the rows`() {
    var tree = Node.null
    tree.set(.integer(1), at: child(1))
    var bench = ViewBench(LiveView<NumberItem>(at: place))
    bench.view.stop(into: &bench.wishes)
    for _ in 0..<2 { bench.view.observe(into: &bench.wishes) }
    bench.tellAll(tree)
    bench.view.stop(into: &bench.wishes)
    bench.take()
    #expect(bench.view.isSynced && bench.listens.count == 1)
    bench.view.stop(into: &bench.wishes)
    bench.take()
    #expect(!bench.view.isSynced && bench.listens.isEmpty && bench.view.rows.count == 1)
    bench.view.hear(.value, from: 1, into: &bench.wishes)
    #expect(bench.wishes.isEmpty)
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(tree)
    #expect(bench.news == ["initial", "initial"] && bench.view.isSynced)
  }

  @Test func `what one batch tells of a row twice is one change, the last one`() {
    var bench = ViewBench(LiveView<NumberItem>(at: place))
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(.null)
    for (nodes, news) in [
      ([Node.integer(1), .integer(2)], "changed inserts [0]"),
      ([.null, .integer(3)], "changed updates [0 → 0]"),
      ([.integer(4), .null], "changed deletes [0]"),
      ([.integer(5), .null], "changed deletes [0]"),
    ] {
      for node in nodes {
        let event = DataEvent(node.isNull ? .removed : .changed, Key("k1"), node)
        bench.view.hear(event, from: 1, into: &bench.wishes)
      }
      bench.view.hear(.value, from: 1, into: &bench.wishes)
      bench.take()
      #expect(bench.news.last == news)
    }
    #expect(bench.news.count == 4, "what comes and goes within a batch is nothing")
  }

  @Test func `what could not be read and went while nobody looked is forgotten`() {
    var tree = Node.null
    tree.set(.text("no number"), at: child(1))
    var bench = ViewBench(LiveView<NumberItem>(at: place))
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(tree)
    #expect(bench.view.broken == [Key("k1")])
    bench.view.stop(into: &bench.wishes)
    bench.take()
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(.null)
    #expect(bench.view.broken == [])
  }

  @Test(arguments: LiveView<NumberItem>.Order.allCases)
  func `rows are those of the last batch, whatever others do`(order: LiveView<NumberItem>.Order)
    throws
  {
    for seed in fewerInDebug(0..<600) {
      var chance = RandomStream(seed: seed, "views")
      let limit = chance.index(below: 3) == 0 ? nil : 1 + chance.index(below: 4)
      var bench = ViewBench(LiveView<NumberItem>(at: place, order, limit: limit))
      var tree = Node.null
      var wanted: [CollectionRow<NumberItem>] = []
      var fault: String?
      for step in 0..<50 {
        switch chance.index(below: 12) {
        case 0: bench.view.observe(into: &bench.wishes)
        case 1 where chance.index(below: 3) == 0: bench.view.stop(into: &bench.wishes)
        case 2 where bench.view.isSynced:
          let hadMore = bench.view.hasMore && !bench.view.isExtending
          let isAsked = try bench.view.showMore(1 + chance.index(below: 3), into: &bench.wishes)
          if isAsked != hadMore { fault = "asked for more: \(isAsked)" }
        case 3..<8 where !bench.listens.isEmpty:
          let number = chance.index(below: bench.listens.count)
          let query = bench.listens[number].query
          bench.tell(number, tree)
          wanted = bench.rows(of: bench.window(query, tree))
          if bench.shadow != wanted { fault = "the changes lead to \(bench.shadow)" }
          if !bench.view.isSynced { fault = "not synced after a batch" }
        default:
          let node: Node =
            switch chance.index(below: 6) {
            case 0, 1: .null
            case 2: .text("broken")
            default: .integer(Int64(chance.index(below: 3)))
            }
          tree.set(node, at: child(chance.index(below: 12)))
        }
        bench.take()
        let listens = bench.view.observers == 0 ? 0 : bench.view.isExtending ? 2 : 1
        if bench.listens.count != listens { fault = "\(bench.listens.count) listens" }
        if Array(bench.view.rows) != wanted { fault = "shows \(bench.view.rows), not \(wanted)" }
        if bench.view.isSynced, bench.view.observers == 0 { fault = "synced with nobody" }
        if let fault {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
      // To ask for more until there are none shows each row once, in order.
      bench.view.observe(into: &bench.wishes)
      bench.tellAll(tree)
      while try bench.view.showMore(2, into: &bench.wishes) { bench.tellAll(tree) }
      #expect(Array(bench.view.rows) == bench.rows(of: tree[place]) && !bench.view.hasMore)
      if Array(bench.view.rows) != bench.shadow {
        Issue.record("seed \(seed): \(bench.shadow)")
        return
      }
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

import WeirBackend

@Suite struct PageTests {
  /// A naive paged API: it looks at every child, sorts, and cuts.
  private enum Naive {
    static func rows(_ list: QueryBuilder, of node: Node) -> [Key] {
      var whole = list
      whole.limit = nil
      let keys = sorted(NaiveListener.cut(node, whole.query), by: list.index)
      return list.isAscending ? keys : keys.reversed()
    }

    private static func sorted(_ node: Node, by index: Query.Index) -> [Key] {
      node.children.map { ($0.key, index.sortValue(of: $0.value)) }.sorted {
        let order = $0.1.compared(to: $1.1)
        return order == 0 ? $0.0 < $1.0 : order < 0
      }.map(\.0)
    }

    /// The rows before a place, counted one by one.
    static func offset(_ query: PageQuery, of node: Node) -> Int? {
      let rows = rows(query.list, of: node)
      let place: (SortValue, Key)
      switch query.start {
      case .offset(let offset): return min(max(0, offset), rows.count)
      case .end: return rows.count
      case .behind(let key):
        if node[key].isNull { return nil }
        place = (query.list.index.sortValue(of: node[key]), key)
      case .beyond(let value, let key):
        place = (query.list.index == .key ? .none : value, key)
      }
      return rows.count {
        let order = query.list.index.sortValue(of: node[$0]).compared(to: place.0)
        let side = order != 0 ? order : $0 == place.1 ? 0 : $0 < place.1 ? -1 : 1
        let turned = query.list.isAscending ? side : -side
        return query.isBackward ? turned < 0 : turned <= 0
      }
    }
  }

  private static func query(_ chance: inout RandomStream) -> PageQuery {
    let query = SmallWorld.query(&chance)
    var list = QueryBuilder(Path("l")).ordered(by: query.index)
    list.isAscending = chance.below(2) == 0
    if chance.below(3) == 0 { list.start = SmallWorld.bound(&chance, query.index) }
    if chance.below(3) == 0 { list.end = SmallWorld.bound(&chance, query.index) }
    list.limit = chance.below(3) == 0 ? 1 : nil
    let start: PageQuery.Start
    switch chance.below(4) {
    case 3: start = .end
    case 0: start = .offset(chance.index(below: 9) - 1)
    case 1: start = .behind(SmallWorld.key(&chance))
    default: start = .beyond(SortValue(SmallWorld.leaf(&chance)), SmallWorld.key(&chance))
    }
    return PageQuery(
      list, from: start, isBackward: chance.below(2) == 0, count: 1 + chance.index(below: 4))
  }

  @Test func `a page is what a naive server cuts out of the sorted list`() throws {
    var chance = RandomStream(seed: 1, "pages")
    var (pages, gone, cut) = (0, 0, 0)
    for _ in 0..<400 {
      var bench = Bench(tree: Node([(Key("l"), SmallWorld.node(&chance, depth: 3))]))
      for id: UInt32 in 1...12 {
        if id % 3 == 0 {
          let write = Write.set(
            Path("l").appending(SmallWorld.key(&chance)), SmallWorld.content(&chance))
          _ = bench.serve(.write(id: id / 3, write, guard: nil))
        }
        let query = Self.query(&chance)
        let node = bench.backend.root[Path("l")]
        let body = try #require(bench.serve(.fetch(id: id, query)).first)
        guard case .page(id, let reply) = body else {
          Issue.record("no page, but \(body)")
          continue
        }
        let rows = Naive.rows(query.list, of: node)
        switch (reply, Naive.offset(query, of: node)) {
        case (.failed(.gone), nil): gone += 1
        case (.page(let page, isLast: true), let offset?):
          let range =
            query.isBackward
            ? max(0, offset - query.count)..<offset
            : offset..<min(rows.count, offset + query.count)
          #expect(page.rows.map(\.key) == Array(rows[range]), "\(query)")
          #expect(page.rows.allSatisfy { $0.node.fingerprint == node[$0.key].fingerprint })
          #expect(page.offset == range.lowerBound && page.total == rows.count)
          let hasMore = query.isBackward ? range.lowerBound > 0 : range.upperBound < rows.count
          #expect(page.hasMore == hasMore)
          pages += 1
          if hasMore { cut += 1 }
        default: Issue.record("\(reply) to \(query)")
        }
      }
    }
    #expect(pages > 3000 && gone > 300 && cut > 100)
  }

  private func fetch(_ id: UInt32, from offset: Int = 0, _ count: Int = 4) -> Message.Body {
    .fetch(id: id, PageQuery(QueryBuilder(Path("l")), from: .offset(offset), count: count))
  }

  private func page(_ body: Message.Body?) -> (page: ListPage, isLast: Bool)? {
    if case .page(_, .page(let page, let isLast)) = body { (page, isLast) } else { nil }
  }

  private func failure(_ body: Message.Body?) -> PageFailure? {
    if case .page(_, .failed(let failure)) = body { failure } else { nil }
  }

  @Test func `a question takes its turn at the servers, and may be turned away`() {
    var bench = Bench(tree: tree("a b c"), servers: 1, queue: 1)
    bench.receive(fetch(1))
    bench.receive(fetch(2))
    bench.receive(fetch(3))
    #expect(bench.jobs.count == 1 && bench.refused == 1)
    #expect(failure(bench.sent.last?.body) == .overloaded)
    bench.sent.removeAll()
    bench.finishAll()
    #expect(bench.sent.count == 2)
    bench.degrade { $0.turnsAway = .one }
    #expect(failure(bench.serve(fetch(4)).first) == .overloaded)
  }

  @Test func `what makes no sense or may not be read is refused`() {
    var bench = Bench(tree: tree("a b c"))
    #expect(failure(bench.serve(fetch(1, 0)).first) == .invalid)
    #expect(failure(bench.serve(fetch(2, -1)).first) == .invalid)
    #expect(failure(bench.serve(fetch(3, .max)).first) == .invalid)
    #expect(page(bench.serve(fetch(4, from: .max)).first)?.page.rows.isEmpty == true)
    #expect(page(bench.serve(fetch(5, from: .min)).first)?.page.rows.count == 3)
    bench.degrade { $0.unreadable = [Path("l")] }
    #expect(failure(bench.serve(fetch(6)).first) == .forbidden)
  }

  @Test func `a page of a late copy is late`() {
    var bench = Bench(tree: tree("a")) {
      $0.replicas = 2
      $0.lag = .seconds(1)
    }
    _ = bench.serve(set(1, "l/b"))
    #expect(page(bench.serve(fetch(1)).first)?.page.total == 2)
    // A question that arrives twice is answered once.
    #expect(bench.serve(fetch(1)).isEmpty)
    #expect(page(bench.serve(fetch(1), from: 1).first)?.page.total == 1)
  }

  @Test func `an API with manners lies, and says as much of the list as before`() throws {
    let keys = (0..<50).map { "k\(10 + $0)" }
    var bench = Bench(tree: tree(keys.joined(separator: " "))) {
      $0.pages.short = Ratio(3, of: 10)
      $0.pages.long = Ratio(3, of: 10)
      $0.pages.drift = 3
    }
    var (counts, totals): (Set<Int>, Set<Int>) = ([], [])
    for id: UInt32 in 1...300 {
      let served = bench.serve(fetch(id, from: 20, 10)).first
      let page = try #require(self.page(served)).page
      counts.insert(page.rows.count)
      totals.insert(page.total)
      #expect(page.rows.map { "\($0.key)" } == Array(keys[20..<20 + page.rows.count]))
      #expect(page.hasMore && page.offset == 20)
    }
    #expect(counts == Set(1...15) && totals == Set(47...53))
    // Nobody makes a page empty, or longer than the list.
    for id: UInt32 in 301...400 {
      #expect(page(bench.serve(fetch(id, from: 49, 1)).first)?.page.rows.count == 1)
    }
  }

  @Test func `an answer may come late, and twice, and then is of its own moment`() throws {
    var bench = Bench(tree: tree("a")) { $0.pages.twice = .one }
    let first = try #require(page(bench.serve(fetch(1)).first))
    #expect(first.page.total == 1 && !first.isLast)
    _ = bench.serve(set(1, "l/b"))
    let later = bench.pass(until: .zero + .seconds(1))
    #expect(later.count == 1)
    let second = try #require(page(later.first))
    #expect(second.page.total == 2 && second.isLast)

    var slow = Bench(tree: tree("a")) { $0.pages.slow = .one }
    #expect(slow.serve(fetch(1)).isEmpty)
    #expect(slow.pass(until: .zero + .milliseconds(499)).isEmpty)
    #expect(page(slow.pass(until: .zero + .milliseconds(500)).first)?.isLast == true)
  }

  @Test func `what is owed goes with the session, and with a crash`() {
    var bench = Bench(tree: tree("a")) { $0.pages.slow = .one }
    _ = bench.serve(fetch(1))
    bench.receive(.goodbye)
    #expect(bench.pass(until: .zero + .seconds(1)).isEmpty)
    bench.receive(.hello, session: 2)
    _ = bench.serve(fetch(2), session: 2)
    bench.act { $0.crash(at: $1, into: &$2) }
    bench.act { $0.restart(at: $1, into: &$2) }
    bench.receive(.hello, session: 3)
    #expect(bench.pass(until: .zero + .seconds(3)).allSatisfy { page($0) == nil })
  }
}

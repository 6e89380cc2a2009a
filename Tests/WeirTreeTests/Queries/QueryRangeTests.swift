// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTree

@Suite struct QueryRangeTests {
  private static let keys = ["2", "10", "01", "1", "a", "\u{10000}", "\u{E000}"].map { Key($0) }
  private static let contents: [Node] = [
    .bool(false), .integer(1), .number(1.5), .text("x"), .integer(2).with(.number(1)),
    Node([(Key("score"), .integer(1))]), Node([(Key("score"), .text("x"))]).with(.text("x")),
    Node([(Key("score"), Node([(Key("deep"), .number(1.5))]))]),
  ]
  private static let bounds: [Query.Bound?] = {
    let values: [SortValue] = [
      .none, .bool(false), .integer(1), .number(1.5), .text("x"), .children,
    ]
    let whole = values.flatMap { [.init($0), .init($0, isExclusive: true)] as [Query.Bound?] }
    let atKeys = values.flatMap { value in
      ["1", "a", "\u{E000}"].flatMap { key in
        [false, true].map {
          Query.Bound(value, key: Key(key), isExclusive: $0) as Query.Bound?
        }
      }
    }
    return [nil] + whole + atKeys
  }()

  /// `true` if a child lies in the range, by the letter of the rule.
  private func naive(_ query: Query, _ key: Key, _ node: Node) -> Bool {
    let value = query.index.sortValue(of: node)
    if let start = query.start {
      let order = value.compared(to: start.value)
      if order < 0 { return false }
      if order == 0, start.isExclusive, start.key.map({ key <= $0 }) ?? true { return false }
      if order == 0, let first = start.key, key < first { return false }
    }
    if let end = query.end {
      let order = value.compared(to: end.value)
      if order > 0 { return false }
      if order == 0, end.isExclusive, end.key.map({ $0 <= key }) ?? true { return false }
      if order == 0, let last = end.key, last < key { return false }
    }
    return true
  }

  private func isShown(_ query: Query, _ key: Key, _ node: Node) -> Bool {
    let rank = query.rank(of: key, node)
    if let start = query.startRank, rank < start { return false }
    if let end = query.endRank, !(rank < end) { return false }
    return true
  }

  @Test(
    arguments: [
      .value, .priority, .child(Path("score")), .child(Path("score/deep")),
      .child(Path("score/.priority")),
    ] as [Query.Index])
  func `a range holds what the rule says, for every two ends of a small world`(index: Query.Index) {
    for start in Self.bounds {
      for end in Self.bounds {
        let query = Query(index, from: start, to: end)
        for key in Self.keys {
          for node in Self.contents where naive(query, key, node) != isShown(query, key, node) {
            Issue.record("\(query) and the child \(key) with \(JSON(node).words)")
          }
        }
      }
    }
  }

  @Test
  func
    `in key order a range holds what lies between its ends, and those unless they are exclusive`()
  {
    let sorted = ["1", "01", "2", "10", "a", "\u{10000}", "\u{E000}"].map { Key($0) }
    #expect(sorted == Self.keys.sorted())
    for first in sorted.indices {
      for last in sorted.indices {
        for (after, before) in [(false, false), (false, true), (true, false), (true, true)] {
          let query = Query(
            .key, from: .init(sorted[first], isExclusive: after),
            to: .init(sorted[last], isExclusive: before))
          let shown = sorted.indices.filter { isShown(query, sorted[$0], .bool(true)) }
          let low = after ? first + 1 : first
          let high = before ? last - 1 : last
          #expect(shown == sorted.indices.filter { $0 >= low && $0 <= high })
        }
      }
    }
  }

  @Test func `an index looks at what it names, and a priority is none of the content`() {
    let node = Node([(Key("a"), Node([(Key("b"), .integer(1).with(.text("p")))]))]).with(.number(3))
    #expect(Query.Index.key.sortValue(of: node) == .none)
    #expect(Query.Index.value.sortValue(of: node) == .children)
    #expect(Query.Index.priority.sortValue(of: node) == .integer(3))
    #expect(Query.Index.child(Path("a/b")).sortValue(of: node) == .integer(1))
    #expect(Query.Index.child(Path("a/b/.priority")).sortValue(of: node) == .text("p"))
    #expect(Query.Index.child(Path("a/x")).sortValue(of: node) == .none)
    #expect(Query.Index.child(Path("a/b/c")).sortValue(of: node) == .none)
  }

  @Test func `only a query without ends and limit shows everything`() {
    #expect(Query().showsEverything && Query(.value).showsEverything)
    #expect(!Query(limit: .first(1)).showsEverything)
    #expect(!Query(.value, from: .init(.none)).showsEverything)
    #expect(!Query(.value, to: .init(.none)).showsEverything)
  }
}

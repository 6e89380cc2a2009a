// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct ExpectedRowsTests {
  private static func row(_ score: Int64, team: String? = nil) -> Node {
    Node([(Key("score"), .integer(score))] + (team.map { [(Key("team"), .text($0))] } ?? []))
  }

  /// The server has four players; client 0 shows them as `sections` say, client 1 is gone.
  private func judge(_ screen: Screen, _ sections: [[String]]) -> String {
    let players = [
      ("ann", Self.row(5, team: "red")), ("bob", Self.row(9, team: "blue")),
      ("cid", Self.row(5, team: "blue")), ("dot", Self.row(1)),
    ]
    var play = Play(screen)
    play.happen(1, .killed, 1)
    for (key, node) in players { play.commit(5, key, node) }
    play.publish(
      0, 10,
      sections.map { keys in
        keys.map { key in
          Row(key: Key(key), stamp: players.first { $0.0 == key }?.1.fingerprint ?? 0)
        }
      }, by: .init())
    play.rest(100)
    return play.words("converge")
  }

  private static let scores = Play.list.ordered(by: .child(Path("score")))

  @Test func `rows stand by their values, equal ones by key, and the other way round`() {
    #expect(judge(Screen(Self.scores), [["dot", "ann", "cid", "bob"]]) == "held")
    #expect(judge(Screen(Self.scores.descending()), [["bob", "cid", "ann", "dot"]]) == "held")
    #expect(
      judge(Screen(Self.scores.descending()), [["bob", "ann", "cid", "dot"]])
        .hasSuffix(
          "client 0 shows 'ann' as row 1, but the server has 'cid'; all rows are there, in another order"
        ))
  }

  @Test func `the row that says that there is more is held back`() {
    let best = Screen(Self.scores.descending().limited(to: 2))
    #expect(judge(best, [["bob", "cid"]]) == "held")
    #expect(
      judge(best, [["bob", "cid", "ann"]]).contains("shows 3 rows, but the server has only 2"))
    #expect(
      judge(Screen(Self.scores.limited(to: 4)), [["dot", "ann", "cid", "bob"]]) == "held")
  }

  @Test func `a filter and a display limit cut what is loaded, in this order`() {
    let red = Screen(
      Self.scores, filter: .not(.is(Path("team"), .text("red"))), displayLimit: 2)
    #expect(judge(red, [["dot", "cid"]]) == "held")
    #expect(judge(red, [["dot", "cid", "bob"]]).contains("shows 3 rows"))
  }

  @Test func `sections come by value in the order of all values, or by number`() {
    let byTeam = Screen(Self.scores, grouping: .byValue(of: Path("team")))
    #expect(judge(byTeam, [["dot"], ["cid", "bob"], ["ann"]]) == "held")
    #expect(judge(byTeam, [["cid", "bob"], ["ann"], ["dot"]]).contains("in section 0"))
    let fixed = Screen(
      Self.scores,
      grouping: .fixed([.is(Path("team"), .text("red")), .less(Path("score"), .integer(0))]))
    #expect(judge(fixed, [["ann"], ["dot", "cid", "bob"]]) == "held")
    #expect(judge(fixed, [["ann"]]).contains("shows 1 sections, but the server has 2 for it"))
  }

  @Test func `a union shows the first source's row of a key, in the first source's order`() {
    let drafts = QueryBuilder(Path("drafts"))
    var play = Play(Screen(union: [Self.scores, drafts]))
    play.happen(1, .killed, 1)
    play.commit(5, "a", Self.row(5))
    play.commit(5, "b", Self.row(3))
    play.commit(5, "b", Self.row(9), list: 1)
    play.commit(5, "c", Self.row(4), list: 1)
    let rows = [("b", Self.row(3)), ("c", Self.row(4)), ("a", Self.row(5))]
    play.publish(0, 10, [rows.map { Row(key: Key($0.0), stamp: $0.1.fingerprint) }], by: .init())
    play.rest(100)
    #expect(play.words("converge") == "held")
  }

  @Test func `without its filter a list shows all`() {
    var play = Play(Screen(Play.list, filter: .has(Path("team"))))
    play.happen(1, .killed, 1)
    play.commit(5, "a", Self.row(5))
    play.happen(6, .filtered, 0, x: 0)
    play.publish(0, 10, [[Row(key: Key("a"), stamp: Self.row(5).fingerprint)]])
    play.rest(100)
    #expect(play.words("converge") == "held")
  }

  /// What a query selects, by looking at every row.
  private static func selected(_ rows: [(Rank, Node)], by query: Query) -> [Rank] {
    var ranks = rows.map(\.0).sorted()
    if let start = query.startRank { ranks.removeAll { $0 < start } }
    if let end = query.endRank { ranks.removeAll { !($0 < end) } }
    switch query.limit {
    case .none: return ranks
    case .first(let count): return Array(ranks.prefix(count))
    case .last(let count): return Array(ranks.suffix(count))
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `what several queries select together is what each selects, joined`(_ seed: UInt64) {
    var chance = RandomStream(seed: seed, "listens")
    let index: Query.Index = [.key, .value, .child(Path("score"))][chance.index(below: 3)]
    var children = SortedMap<Key, Node>()
    for _ in 0..<chance.index(below: 30) {
      let score = Int64(chance.index(below: 5))
      children.set(
        index == .value ? .integer(score) : Self.row(score),
        for: Key("k\(chance.index(below: 40))"))
    }
    let order = ServerOrder(children, by: index)
    let rows = children.map { (Rank(index.sortValue(of: $0.value), $0.key), $0.value) }
    func bound() -> Query.Bound? {
      let key = Key("k\(chance.index(below: 40))")
      if chance.below(3) == 0 { return nil }
      let isExclusive = chance.below(3) == 0
      if index == .key { return .init(key, isExclusive: isExclusive) }
      let value = SortValue.integer(Int64(chance.index(below: 5)))
      return .init(value, key: chance.below(2) == 0 ? key : nil, isExclusive: isExclusive)
    }
    var listens: [ShadowListen] = []
    for tag in 0..<chance.index(below: 4) {
      let limit: Query.Limit =
        switch chance.below(3) {
        case 0: .none
        case 1: .first(chance.index(below: 8))
        default: .last(chance.index(below: 8))
        }
      let query = Query(index, from: bound(), to: bound(), limit: limit)
      listens.append(ShadowListen(tag: UInt64(tag), list: 0, query: query))
      #expect(order.places(of: query).map { order.rows[$0].rank } == Self.selected(rows, by: query))
    }
    let run = LoadedRun(listens, of: Play.list, in: order)
    let joined = Set(listens.flatMap { Self.selected(rows, by: $0.query) })
    #expect(Set(run.runs.flatMap { $0 }.map { order.rows[$0].rank }) == joined)
    for (one, next) in zip(run.runs, run.runs.dropFirst()) {
      #expect(one.upperBound < next.lowerBound)
    }
  }
}

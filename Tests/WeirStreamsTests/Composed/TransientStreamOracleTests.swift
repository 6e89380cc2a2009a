// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

private let number = Path("n")

/// A stream of the app's own items against a sorted dictionary.
@Suite struct TransientStreamOracleTests {
  /// The seeds of the histories: 24, or those that `.ci/prove-streams` asks for.
  static let seeds = ListHistoryTests.wanted(by: "WEIR_LIST_SEEDS", or: 0..<24)

  @Test(arguments: seeds)
  func `is a sorted dictionary behind a filter and a limit, whatever is done to it`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "transient")
    let order = StreamOrder(
      chance.below(2) == 0 ? .key : .child(number), isAscending: chance.below(2) == 0)
    let wait = Interval.milliseconds(Int64(chance.below(2)) * 20)
    var stage = Stage(TransientStream(order: order, batching: .init(wait: wait, atMost: wait)))
    // Nobody has opened it: it has not loaded, whatever it holds.
    stage.act { $0.add(entries("k1"), at: $1, into: &$2) }
    stage.act { $0.perform(.loadPage(call: 1, rows: 3), at: $1, into: &$2) }
    #expect(!stage.stream.isLoaded && stage.news == [.pageFailed(call: 1, .notLoaded)])
    stage.act { $0.reset(at: $1, into: &$2) }
    stage.open()
    #expect(stage.stream.isLoaded)
    var model = NaiveSource(order: order)
    for round in 0..<80 {
      stage.advance(to: Int64(round) * 7)
      let items = (0..<chance.index(below: 6)).map { _ in
        (
          key: Key("k\(chance.below(30))"),
          node: Node([(Key("n"), .integer(Int64(chance.below(6))))])
        )
      }
      switch chance.below(12) {
      case 0:
        stage.act { $0.reset(to: items, at: $1, into: &$2) }
        model.items = []
        for item in items { model.put(item.key, item.node) }
      case 1...4:
        stage.act { $0.remove(items.map(\.key), at: $1, into: &$2) }
        for item in items { model.items.removeAll { $0.key == item.key } }
      case 5:
        model.filter = chance.below(2) == 0 ? .everything : .less(number, .integer(3))
        stage.act { [filter = model.filter] in $0.perform(.show(filter), at: $1, into: &$2) }
      case 6:
        model.limit = chance.below(2) == 0 ? nil : chance.index(below: 12)
        stage.act { [limit = model.limit] in $0.perform(.showAtMost(limit), at: $1, into: &$2) }
      default:
        stage.act { $0.add(items, at: $1, into: &$2) }
        for item in items { model.put(item.key, item.node) }
      }
      if wait == .zero { #expect(stage.rows == model.rows) }
    }
    stage.advance(to: 10_000)
    #expect(stage.rows == model.rows)
  }
}

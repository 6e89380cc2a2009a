// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

private let number = Path("n")
private let transients: [AnyStream] = [
  .transient(TransientStream()), .transient(TransientStream()),
]
private let lists: [AnyStream] = [.list(list("a", leaf: 0)), .list(list("b", leaf: 1))]
private let second: UInt32 = 1 << 20

private func union(
  _ sources: [AnyStream] = transients, wait: Int64 = 0, atMost: Int64 = 0
) -> Stage<UnionStream> {
  var stage = Stage(
    UnionStream(
      sources, batching: .init(wait: .milliseconds(wait), atMost: .milliseconds(atMost))))
  stage.open()
  return stage
}

private func added(_ letters: String, n: Int64 = 0) -> [DataEvent] {
  entries(letters, n: n).map { DataEvent(.added, $0.key, $0.node) } + [.value]
}

@Suite struct UnionStreamTests {
  @Test func `the first source wins a key that several have, and the list is in its order`() {
    var first = StreamOrder(isAscending: false)
    first.index = .child(number)
    var stage = union([.transient(TransientStream(order: first)), transients[1]])
    stage.add(0, entries("a", n: 1) + entries("b", n: 5))
    stage.add(1, entries("b", n: 9) + entries("c", n: 3))
    #expect(stage.keys == "bca")
    #expect(stage.stream.item(at: 0).node[number] == .integer(5))
  }

  @Test func `a union without sources is refused, in words`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = UnionStream([], batching: .none)
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("invariant broken: a union without sources") == true)
  }

  @Test func `its count, its rows and its items agree`() {
    var stage = union()
    stage.add(0, entries("ab"))
    stage.add(1, entries("bc"))
    #expect(stage.stream.count == 3 && stage.rows.count == 3)
  }

  @Test func `when the winner goes, the next source's item takes over as an update`() {
    var stage = union()
    stage.add(0, entries("ab", n: 1))
    stage.add(1, entries("b", n: 2))
    #expect(stage.published.count == 2)
    stage.remove(0, "b")
    #expect(stage.keys == "ab")
    #expect(stage.published.last?.changes == ChangeSet(updates: [.init(old: 1, new: 1)]))
    #expect(stage.stream.item(at: 1).node[number] == .integer(2))
    stage.remove(1, "b")
    #expect(stage.published.last?.changes == ChangeSet(deletes: [1]))
  }

  @Test func `an item that takes over and stands elsewhere moves`() {
    let order = StreamOrder(.child(number))
    var stage = union([.transient(TransientStream(order: order)), transients[1]])
    stage.add(0, entries("a", n: 1) + entries("b", n: 2) + entries("c", n: 3))
    stage.add(1, entries("a", n: 9))
    stage.remove(0, "a")
    #expect(stage.keys == "bca")
    #expect(
      stage.published.last?.changes
        == ChangeSet(moves: [.init(from: 0, to: 2)], updates: [.init(old: 0, new: 2)]))
  }

  @Test func `what happens to an item that another source hides is published to nobody`() {
    var stage = union()
    stage.add(0, entries("a", n: 1))
    let count = stage.published.count
    stage.add(1, entries("a", n: 2))
    stage.remove(1, "a")
    #expect(stage.published.count == count)
  }

  @Test func `a change of the winner is an update of its row`() {
    var stage = union()
    stage.add(0, entries("ab"))
    stage.add(0, entries("b", n: 4))
    #expect(stage.published.last?.changes == ChangeSet(updates: [.init(old: 1, new: 1)]))
  }

  @Test func `sources are gathered for the wait, and never longer than at most`() {
    var stage = union(wait: 100, atMost: 250)
    stage.advance(to: 1_000)
    for time in 0..<5 {
      stage.advance(to: 1_000 + Int64(time) * 60)
      stage.add(time % 2, entries(["a", "b", "c", "d", "e"][time]))
    }
    stage.advance(to: 5_000)
    #expect(stage.published.map(\.at) == [100, 1_250])
  }

  @Test func `what cancels out within the wait is published to nobody`() {
    var stage = union(wait: 100, atMost: 100)
    stage.advance(to: 1_000)
    stage.add(0, entries("a"))
    stage.remove(0, "a")
    stage.advance(to: 2_000)
    #expect(stage.published.count == 1)
  }

  @Test(arguments: [0, 100] as [Int64])
  func `it has loaded once, after all sources, with the rows of the last one`(wait: Int64) {
    var stage = union(lists, wait: wait, atMost: wait)
    #expect(stage.listens == [0, second])
    stage.hear(second, added("b"))
    stage.advance(to: 1_000)
    #expect(stage.keys == "b" && stage.news.isEmpty)
    stage.hear(0, added("a"))
    stage.advance(to: 2_000)
    #expect(stage.keys == "ab" && stage.news == [.loaded(nil)])
    stage.hear(0, added("c"))
    stage.advance(to: 3_000)
    #expect(stage.news == [.loaded(nil)])
  }

  @Test func `a union of empty sources publishes an empty list, once`() {
    var stage = union(lists)
    stage.hear(0, [.value])
    stage.hear(second, [.value])
    #expect(stage.published.map(\.changes) == [ChangeSet()])
    #expect(stage.news == [.loaded(nil)])
  }

  @Test func `an event of a listen that no source owns is nobody's`() {
    var stage = union(lists)
    stage.hear(7 << 20, added("a"))
    #expect(stage.published.isEmpty)
    #expect(stage.stream.owns(second) && !stage.stream.owns(7 << 20))
  }

  @Test func `a union made of streams that have loaded shows their items at once`() {
    var sources = transients
    var wishes: [StackWish] = []
    var update = StackUpdate()
    for (number, letters) in ["ab", "bc"].enumerated() {
      sources[number].withTransient { $0.add(entries(letters), at: .zero, into: &wishes) }
      sources[number].open(at: .zero, into: &wishes)
      sources[number].publish(into: &update)
    }
    var stage = Stage(UnionStream(sources, batching: .none))
    #expect(stage.keys == "abc" && stage.stream.isLoaded)
    stage.remove(0, "a")
    #expect(stage.keys == "bc")
  }

  @Test func `sources can be unions and streams in sections, which count as flat`() {
    let inner = UnionStream(transients, batching: .none)
    let parts = PartitionedStream(
      .transient(TransientStream()), by: .byValue(of: number))
    var stage = union([.union(inner), .partitioned(parts)])
    #expect(stage.news == [.loaded(nil)])
    func change(_ body: (inout AnyStream, Instant, inout [StackWish]) -> Void) {
      stage.act { union, now, wishes in
        union.withSource(1, at: now, into: &wishes) { body(&$0, now, &$1) }
      }
    }
    change { source, now, wishes in
      guard case .partitioned(var parts) = source else { return }
      parts.withSource(at: now, into: &wishes) { source, wishes in
        source.withTransient {
          $0.add(entries("ac", n: 1) + entries("b", n: 2), at: now, into: &wishes)
        }
      }
      source = .partitioned(parts)
    }
    #expect(stage.keys == "abc")
  }

  @Test func `a filter and a limit hold for each source`() {
    var stage = union()
    stage.add(0, entries("ace"))
    stage.add(1, entries("bdf"))
    stage.act { $0.perform(.showAtMost(2), at: $1, into: &$2) }
    #expect(stage.keys == "abcd")
    stage.act { $0.perform(.show(.not(.everything)), at: $1, into: &$2) }
    #expect(stage.keys == "")
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `equals the sorted merge of its sources in which the first wins`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "union")
    let orders = (0..<3).map { _ in
      StreamOrder(
        chance.below(2) == 0 ? .key : .child(number), isAscending: chance.below(2) == 0)
    }
    let wait = Int64(chance.below(2)) * 20
    var stage = union(
      orders.map { .transient(TransientStream(order: $0)) }, wait: wait, atMost: 2 * wait)
    var models = orders.map { NaiveSource(order: $0) }
    stage.advance(to: 100)
    for round in 0..<80 {
      stage.advance(to: 100 + Int64(round) * 7)
      let source = chance.index(below: 3)
      let items = (0..<chance.index(below: 6)).map { _ in
        (
          key: Key("k\(chance.below(25))"),
          node: Node([(Key("n"), .integer(Int64(chance.below(6))))])
        )
      }
      let before = NaiveSource.union(models).rows
      let count = stage.published.count
      if chance.below(3) == 0 {
        stage.change(source) { $0.remove(items.map(\.key), at: $1, into: &$2) }
        for item in items { models[source].items.removeAll { $0.key == item.key } }
      } else {
        stage.add(source, items)
        for item in items { models[source].put(item.key, item.node) }
      }
      if wait > 0 { continue }
      let after = NaiveSource.union(models).rows
      #expect(stage.rows == after)
      let changes = stage.published.count > count ? stage.published.last?.changes : ChangeSet()
      #expect(changes == diff(from: before, to: after))
    }
    stage.advance(to: 10_000)
    #expect(stage.rows == NaiveSource.union(models).rows)
  }
}

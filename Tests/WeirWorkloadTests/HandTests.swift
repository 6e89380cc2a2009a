// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirScenario
import WeirTree

import WeirWorkload

/// The writes of people, each action worked out by hand.
@Suite struct HandTests {
  private let list = Path("rooms/lobby")

  private func work(
    _ does: [Scenario.Work.Action], field: String = "score", values: [Node] = []
  ) -> Scenario.Work {
    var work = Scenario.Work(
      name: "work", does: does.map { .init(action: $0, weight: .one) },
      pace: .think(.constant(.seconds(1))), lasts: .seconds(10))
    (work.field, work.values) = (field, values)
    return work
  }

  private func hand(_ client: UInt32 = 3, seed: UInt64 = 1) -> Hand {
    Hand(of: client, in: "fans", number: 2, seed: seed)
  }

  /// The write of an action to the row `a`, where the client knows { n: 1 }.
  private func written(
    _ action: Scenario.Work.Action, row: Key? = Key("a"), rowNow: Node? = nil,
    field: String = "score", values: [Node] = []
  ) -> (key: Key, write: Write)? {
    var hand = hand()
    return hand.write(
      action, of: work([action], field: field, values: values), journey: 7, into: list, row: row,
      rowNow: rowNow ?? Node([(Key("n"), .integer(1))]), clock: .zero)
  }

  /// All that a write puts, so that two can be compared.
  private func places(_ write: Write?) -> [String]? {
    switch write {
    case .set(let path, let node)?: ["set \(path) \(node)"]
    case .merge(let base, let parts)?:
      ["merge \(base)"] + parts.map { "\($0.path) \($0.node)" }
    case nil: nil
    }
  }

  private let signed = Node([(Key("by"), .integer(3)), (Key("word"), .integer(7))])

  @Test func `a post puts a signed row under a new key, and needs none that is there`() throws {
    let post = try #require(written(.post, row: nil))
    #expect(places(post.write) == places(.set(list.appending(post.key), signed)))
    #expect("\(post.key)".count == 20)
    var hand = hand()
    let keys = (0..<50).map { _ in hand.newKey(.zero) }
    #expect(keys == keys.sorted() && Set(keys).count == 50 && keys[0] == post.key)
  }

  @Test func `what is done to a row names it, and without one there is nothing to do`() {
    let row = list.appending(Key("a"))
    #expect(places(written(.replace)?.write) == places(.set(row, signed)))
    #expect(places(written(.remove)?.write) == places(.set(row, .null)))
    #expect(
      places(written(.edit)?.write)
        == places(.merge(row, [Write.Part(Key("word"), .integer(7))])))
    #expect(
      places(written(.count)?.write)
        == places(.set(row.appending(Key("likes")), .deferred(.increment(1)))))
    for action: Scenario.Work.Action in [.replace, .remove, .edit, .count, .move, .assign] {
      #expect(written(action, row: nil) == nil, "\(action.name)")
    }
  }

  @Test func `an assignment draws one of the values, or a number below 100`() throws {
    let values: [Node] = [.text("x"), .text("y")]
    let place = list.appending(Key("a")).appending(Path("deep/er"))
    let one = try #require(written(.assign, field: "deep/er", values: values)).write
    #expect(values.contains { places(one) == places(.set(place, $0)) })
    guard case .set(_, .integer(let number)) = try #require(written(.assign)).write else {
      Issue.record("no number")
      return
    }
    #expect((0..<100).contains(number))
  }

  @Test func `a post of somebody who also assigns has a value`() {
    var hand = hand()
    let both = work([.post, .assign], values: [.text("x")])
    let row = hand.content(.post, of: both, journey: 7)
    #expect(row[Key("score")] == .text("x") && row[Key("by")] == .integer(3))
    #expect(hand.content(.edit, of: both, journey: 7) == signed)
  }

  @Test func `a move takes the row as it is known to a new key, in one write`() throws {
    let row = Node([(Key("n"), .integer(1))])
    let move = try #require(written(.move))
    #expect(
      places(move.write)
        == places(.merge(list, [Write.Part(move.key, row), Write.Part(Key("a"), .null)])))
    #expect(written(.move, rowNow: .null) == nil)
  }

  @Test func `an act of a stack says the row, who writes it, and what goes`() {
    var hand = hand()
    let work = work([.create, .update], field: "mark", values: [.text("x")])
    let fresh = hand.act(
      4, .create, of: work, journey: 7, row: nil, isThere: false, clock: .zero)
    #expect(fresh.action == 4 && fresh.row == nil && fresh.removing == [Key("mark")])
    #expect(
      fresh.fields
        == Node([
          (Key("by"), .integer(3)), (Key("mark"), .text("x")), (Key("word"), .integer(7)),
        ]))
    let change = hand.act(
      5, .update, of: work, journey: 8, row: Key("a"), isThere: true, clock: .zero)
    #expect(change.row == Key("a") && change.isThere)
    #expect(change.fields == Node([(Key("mark"), .text("x")), (Key("word"), .integer(8))]))
    let gone = hand.act(
      6, .destroy, of: work, journey: 9, row: Key("a"), isThere: true, clock: .zero)
    #expect(gone.fields == Node([(Key("word"), .integer(9))]) && gone.removing.isEmpty)
  }

  @Test func `keys, rows and values are drawn apart, and each client has its own`() {
    var (plain, busy) = (hand(), hand())
    for _ in 0..<5 {
      _ = busy.content(.post, of: work([.post, .assign]), journey: 1)
      _ = busy.pick(below: 10)
    }
    let keys = [plain.newKey(.zero), busy.newKey(.zero)]
    #expect(keys[0] == keys[1])
    var other = Hand(of: 4, in: "fans", number: 3, seed: 1)
    #expect(other.newKey(.zero) != keys[0] && other.ownRow == Key("fans-3"))
  }
}

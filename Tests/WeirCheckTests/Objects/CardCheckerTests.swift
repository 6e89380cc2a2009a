// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

/// Rows with cards, in the eyes of the checker of cards.
private struct Stage: ~Copyable {
  private var checkers = Checkers(
    Checkers.objects.filter { $0.promise.name == "cards" },
    on: Ground(lists: [Path("board")], transactAction: 6))
  private var now = Instant.zero

  mutating func record(
    _ kind: Step.Kind, x: UInt64, words: UInt64 = 0, _ evidence: Evidence = .none
  ) {
    now = now + .milliseconds(1)
    checkers.observe(
      Step(at: now, kind, client: 0, list: 0, key: Key("a"), x: x, y: words), evidence)
  }

  /// The server commits a row with a card.
  mutating func commit(_ card: Node) {
    let row = Node([(Key("word"), .text("w")), (CardValues.name, card)])
    record(.committed, x: row.fingerprint, .row(row))
  }

  /// An app reads a card as the one of a seed with these values.
  mutating func read(_ seed: UInt64, as values: CardValues) {
    record(
      .noted, x: seed, words: ObjectNotes.cardRead.holding(ObjectNotes.shortened(values.stamp)))
  }

  consuming func verdict() -> (faults: Int, opportunities: Int) {
    let finding = checkers.findings.first { $0.checker == "cards" }
    return (finding?.verdict.isBroken == true ? 1 : 0, finding?.opportunities ?? -1)
  }
}

@Suite struct CardCheckerTests {
  @Test func `cards that are stored and read as they were drawn keep it`() {
    var stage = Stage()
    for number in 0..<200 as Range<UInt64> {
      let values = CardValues(seed: number.isMultiple(of: 2) ? number : .max - number)
      stage.commit(values.node)
      stage.read(values.seed, as: values)
    }
    stage.commit(.null)
    let verdict = stage.verdict()
    #expect(verdict.faults == 0 && verdict.opportunities == 400)
  }

  @Test func `any field that is stored otherwise breaks it`() {
    let values = CardValues(seed: .max)
    for (name, _) in values.node.children where name != Key("seed") {
      for other in [Node.null, .text("other"), .integer(99)] {
        var stage = Stage()
        var card = values.node
        card.set(other, at: name)
        stage.commit(card)
        let verdict = stage.verdict()
        #expect(verdict.faults == 1, "\(name) is \(other)")
      }
    }
  }

  @Test func `any value that is read otherwise breaks it`() {
    let values = CardValues(seed: 11)
    var others = Array(repeating: values, count: 12)
    others[0].count = (values.count ?? 0) ^ 1
    others[1].ratio = (values.ratio ?? 0) + 1
    others[2].isOpen = values.isOpen == nil ? true : nil
    others[3].seal = (values.seal ?? []) + [1]
    others[4].tags.append("more")
    others[5].seed += 1
    others[6].mood = "cross"
    others[7].likes += 1
    others[8].born += 1
    others[9].met -= 1
    others[10].friend.append("more")
    others[11].street = (values.street ?? "") + "x"
    for other in others {
      var stage = Stage()
      stage.read(11, as: other)
      let verdict = stage.verdict()
      #expect(verdict.faults == 1, "\(other)")
    }
  }

  @Test func `a card that cannot be read breaks it`() {
    var stage = Stage()
    stage.record(.noted, x: 0, words: ObjectNotes.cardBroken.holding())
    let verdict = stage.verdict()
    #expect(verdict.faults == 1)
  }

  @Test func `the cards of many seeds have each value and each lack of one`() {
    let cards = (0..<400).map { CardValues(seed: $0) }
    for name in ["count", "ratio", "open", "seal", "tags", "likes", "home"] {
      let missing = cards.count { $0.node[Key(name)].isNull }
      #expect((20..<380).contains(missing), "\(name) is missing \(missing) times")
    }
    #expect(Set(cards.map(\.stamp)).count == 400 && Set(cards.map(\.mood)).count == 3)
    #expect(cards.contains { $0.friend[0] != CardValues.people })
  }
}

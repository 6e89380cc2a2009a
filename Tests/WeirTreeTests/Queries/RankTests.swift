// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTree

@Suite struct RankTests {
  private static let values: [SortValue] = [
    .none, .deferred, .bool(false), .bool(true), .number(.nan), .number(-0.5), .integer(0),
    .integer(1 << 53), .text(""), .text("\u{10000}"), .text("\u{E000}"), .children,
  ]
  private static let keys = ["-1", "1", "01", "-", "a", "\u{10000}", "\u{E000}"].map { Key($0) }

  /// Every place there is, written down in order; places in one group are the same.
  private static let line: [[Rank]] = values.flatMap { value -> [[Rank]] in
    [keys.map { Rank(value, $0, .first) }]
      + keys.flatMap { [[Rank(value, $0)], [Rank(value, $0, .justAfterKey)]] }
      + [keys.map { Rank(value, $0, .last) }]
  }

  @Test func `places stand as they were written down, for every pair`() {
    for (i, group) in Self.line.enumerated() {
      for (j, others) in Self.line.enumerated() {
        for a in group {
          for b in others {
            let isRight = (a < b) == (i < j) && (a == b) == (i == j)
            if !isRight { Issue.record("\(a) and \(b)") }
          }
        }
      }
    }
  }

  @Test func `one place has one hash`() {
    for group in Self.line { #expect(Set(group).count == 1) }
    #expect(Rank(.number(1), Key("a")) == Rank(.integer(1), Key("a")))
    #expect(Set([Rank(.number(1), Key("a")), Rank(.integer(1), Key("a"))]).count == 1)
  }

  @Test func `children of any content are totally ordered by value and then key`() {
    let children = SortValueTests.world.flatMap { node in
      Self.keys.prefix(3).map { Rank(SortValue(node), $0) }
    }
    for a in children {
      for b in children {
        let order = a.value.compared(to: b.value)
        let precedes = order < 0 || order == 0 && a.key < b.key
        if (a < b) != precedes { Issue.record("\(a) and \(b)") }
        if !(a < b), !(b < a), a != b { Issue.record("\(a) and \(b) stand nowhere") }
      }
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct CheckerSetTests {
  @Test func `a set has the checkers that it names, or all but those`() {
    let one: CheckerSet = ["lists"]
    let others = CheckerSet.all(but: ["lists"])
    for name in Checkers.names {
      #expect(CheckerSet.all.contains(name))
      #expect(!CheckerSet().contains(name))
      #expect(one.contains(name) == (name == "lists"))
      #expect(others.contains(name) != one.contains(name))
    }
  }

  @Test func `every checker has a name of its own, and tells what it promises and why it breaks`() {
    #expect(Set(Checkers.names).count == Checkers.names.count)
    for promise in Checkers.promises {
      #expect(promise.about.hasSuffix(".") && promise.about.count <= 100, "\(promise.name)")
      #expect(promise.usualCause.hasPrefix("Usually "), "\(promise.name)")
      #expect(promise.usualCause.hasSuffix("."), "\(promise.name)")
    }
  }

  /// A play in which something is wrong for several checkers.
  private func play(_ only: CheckerSet) -> [Finding] {
    var play = Play(only: only)
    for content in 1...3 as ClosedRange<UInt64> { play.commit(Int64(content), "a", content) }
    play.show(1, 10, [("a", 3)])
    play.show(1, 20, [("a", 2)])
    play.rest(100, rows: [("a", 3)])
    return play.findings
  }

  @Test func `checkers that watch alone say what they say among all`() {
    let all = play(.all)
    #expect(all.map(\.checker) == Checkers.names)
    for (name, finding) in zip(Checkers.names, all) {
      #expect(play(CheckerSet(arrayLiteral: name)) == [finding])
    }
  }

  @Test func `where nobody watches nothing is said`() {
    #expect(play([]).isEmpty)
  }
}

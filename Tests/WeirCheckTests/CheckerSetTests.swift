import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct CheckerSetTests {
  @Test func `every checker has one bit, and all of them are all`() {
    var sum = CheckerSet()
    for name in CheckerSet.names {
      guard let one = CheckerSet.named(name) else {
        Issue.record("no checker is called \(name)")
        continue
      }
      #expect(sum.isDisjoint(with: one))
      sum.formUnion(one)
    }
    #expect(sum == .all && CheckerSet.named("luck") == nil)
  }

  /// A play in which something is wrong for several checkers.
  private func play(_ only: CheckerSet) -> Checkers {
    var play = Play(only: only)
    for content in 1...3 as ClosedRange<UInt64> { play.commit(Int64(content), "a", content) }
    play.show(1, 10, [("a", 3)])
    play.show(1, 20, [("a", 2)])
    play.rest(100, rows: [("a", 3)])
    return play.checkers
  }

  @Test func `checkers that watch alone say what they say among all`() {
    let all = play(.all).findings
    #expect(all.map(\.checker) == CheckerSet.names)
    for (name, finding) in zip(CheckerSet.names, all) {
      #expect(play(CheckerSet.named(name) ?? []).findings == [finding])
    }
  }

  @Test func `where nobody watches nothing is said`() {
    #expect(play([]).findings.isEmpty)
  }
}

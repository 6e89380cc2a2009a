// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirCheck

@Suite struct LinearSearchTests {
  private func history(
    _ operations: [(LinearHistory.Act, Int, Int?)], initially: UInt64 = 0
  ) -> LinearHistory {
    var history = LinearHistory(initially: initially)
    for (act, begin, end) in operations { history.add(act, from: begin, to: end) }
    return history
  }

  @Test func `a read beside a write may come before it or after it`() {
    for seen in [0, 1] as [UInt64] {
      let history = history([(.write(1), 1, 4), (.read(seen), 2, 3)])
      #expect(history.isLinearizable(within: 100) == true)
    }
  }

  @Test func `a read behind a write sees it`() {
    #expect(history([(.write(1), 1, 2), (.read(0), 3, 4)]).isLinearizable(within: 100) == false)
    #expect(history([(.write(1), 1, 2), (.read(1), 3, 4)]).isLinearizable(within: 100) == true)
  }

  @Test func `what has no end may have happened, late, or never`() {
    for seen in [0, 1] as [UInt64] {
      let history = history([(.write(1), 1, nil), (.read(0), 2, 3), (.read(seen), 4, 5)])
      #expect(history.isLinearizable(within: 100) == true)
    }
    let wrong = history([(.write(1), 1, nil), (.read(1), 2, 3), (.read(0), 4, 5)])
    #expect(wrong.isLinearizable(within: 100) == false)
  }

  @Test func `two exchanges of the same thing are a lost update`() {
    let history = history([(.exchange(0, 1), 1, 5), (.exchange(0, 1), 2, 6)])
    #expect(history.isLinearizable(within: 100) == false)
  }

  @Test func `an old write that comes again is found`() {
    // The second write was answered; in the end the first is there.
    let history = history([(.write(1), 1, 2), (.write(2), 3, 4), (.read(1), 5, 5)])
    #expect(history.isLinearizable(within: 100) == false)
  }

  @Test func `the search says so when it gives up`() {
    // All overlap, and the read in the end sees what nobody wrote: every order would have to be tried.
    var hard = LinearHistory(initially: 0)
    for value in 1...20 as ClosedRange<UInt64> { hard.add(.write(value), from: 1, to: 50) }
    hard.add(.read(99), from: 60, to: 61)
    #expect(hard.isLinearizable(within: 1000) == nil)
  }

  @Test func `a long history whose order is clear needs one attempt an operation`() {
    var long = LinearHistory(initially: 0)
    for value in 0..<5000 as Range<UInt64> {
      long.add(.exchange(value, value + 1), from: Int(value) * 2, to: Int(value) * 2 + 1)
    }
    #expect(long.isLinearizable(within: 5001) == true)
  }

  /// `true` if some order of some of the operations is right, by trying all.
  private static func bruteForce(_ history: LinearHistory) -> Bool {
    let operations = history.operations
    func place(_ left: [Int], _ state: UInt64) -> Bool {
      if left.allSatisfy({ operations[$0].end == nil }) { return true }
      for next in left {
        // Nothing that is still to come may have ended before this began.
        let isFirst = left.allSatisfy {
          guard let end = operations[$0].end else { return true }
          return $0 == next || operations[next].begin <= end
        }
        guard isFirst, let after = operations[next].act.applied(to: state) else { continue }
        if place(left.filter { $0 != next }, after) { return true }
      }
      return false
    }
    return place(Array(operations.indices), history.initially)
  }

  @Test(arguments: 0..<1500 as Range<UInt64>)
  func `agrees with who tries every order`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "linear")
    var history = LinearHistory(initially: 0)
    for _ in 0..<(1 + chance.index(below: 6)) {
      let begin = chance.index(below: 12)
      let end = chance.index(below: 5) == 0 ? nil : begin + chance.index(below: 6)
      let (one, other) = (UInt64(chance.index(below: 3)), UInt64(chance.index(below: 3)))
      let act: LinearHistory.Act =
        switch chance.index(below: 3) {
        case 0: .write(one)
        case 1: .read(one)
        default: .exchange(one, other)
        }
      history.add(act, from: begin, to: end)
    }
    #expect(history.isLinearizable(within: 100_000) == Self.bruteForce(history))
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct SignBoundsTests {
  @Test func `the counts for one in a thousand are the published ones`() {
    let bounds = SignBounds(alpha: 0.001, looks: [20, 40, 80, 160, 320, 640])
    #expect(bounds.looks.map { bounds.count(at: $0) } == [19, 33, 57, 103, 191, 363])
    #expect(abs(bounds.spent - 0.00090418156688) < 1e-12)
    #expect(bounds.count(at: 21) == nil)
  }

  @Test func `the usual looks spend nearly all that they may`() {
    let (alarm, pass) = (SignBounds(alpha: 0.001), SignBounds(alpha: 0.005))
    #expect(alarm.count(at: 20) == 19 && alarm.count(at: 25) == 23 && alarm.count(at: 640) == 365)
    #expect(pass.count(at: 20) == 18 && pass.count(at: 25) == 22 && pass.count(at: 640) == 359)
    #expect((0.00095...0.001).contains(alarm.spent) && (0.0047...0.005).contains(pass.spent))
  }

  @Test func `more looks leave less for each`() {
    let bounds = SignBounds(alpha: 0.001, looks: [20, 40, 80, 160, 320, 640, 1280, 2560])
    #expect(
      bounds.looks.map { bounds.count(at: $0) } == [20, 33, 59, 105, 194, 365, 702, 1365])
    #expect(bounds.spent <= 0.001)
  }

  /// Every sequence of tosses is played; the family's probability is a count over 2ⁿ.
  @Test(arguments: [0.02, 0.05, 0.2, 0.5])
  func `what is spent is what all sequences of a fair coin say`(alpha: Double) {
    let looks = [3, 5, 9, 14]
    let bounds = SignBounds(alpha: alpha, looks: looks)
    var reached = 0
    for tosses in 0..<(1 << 14) {
      let heads = { (count: Int) in (tosses & ((1 << count) - 1)).nonzeroBitCount }
      if looks.contains(where: { heads($0) >= bounds.count(at: $0) ?? .max }) { reached += 1 }
    }
    #expect(abs(bounds.spent - Double(reached) / Double(1 << 14)) < 1e-12)
    #expect(bounds.spent <= alpha)
    // One head less at the last look would spend too much.
    let last = bounds.count(at: 14) ?? 0
    var less = 0
    for tosses in 0..<(1 << 14) {
      let heads = { (count: Int) in (tosses & ((1 << count) - 1)).nonzeroBitCount }
      let early = looks.dropLast().contains { heads($0) >= bounds.count(at: $0) ?? .max }
      if early || heads(14) >= last - 1 { less += 1 }
    }
    #expect(Double(less) / Double(1 << 14) > alpha)
  }

  @Test func `where no count can decide, it is more than there are tosses`() {
    #expect(SignBounds(alpha: 0.001, looks: [4, 640]).count(at: 4) == 5)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirStatistics

@Suite struct KendallTests {
  /// The pairs of two series, looked at one by one.
  private struct NaiveKendall {
    var (agreeing, opposed, tiedFirst, tiedSecond) = (0, 0, 0, 0)

    init(_ x: [Int64], _ y: [Int64]) {
      for i in x.indices {
        for j in 0..<i {
          if x[i] == x[j] { tiedFirst += 1 }
          if y[i] == y[j] { tiedSecond += 1 }
          let product = (x[i] - x[j]).signum() * (y[i] - y[j]).signum()
          if product > 0 { agreeing += 1 } else if product < 0 { opposed += 1 }
        }
      }
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `agrees with a look at every pair, with many ties and with few`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "kendall")
    let count = stream.index(below: 90)
    let kinds = UInt64(1 + stream.index(below: 120))
    let x = (0..<count).map { _ in Int64(stream.below(kinds)) - 5 }
    let y = (0..<count).map { _ in Int64(stream.below(kinds)) }
    let (kendall, naive) = (Kendall(x, y), NaiveKendall(x, y))
    #expect(kendall.concordant == naive.agreeing)
    #expect(kendall.distance == naive.opposed)
    #expect(kendall.tiedFirst == naive.tiedFirst)
    #expect(kendall.tiedSecond == naive.tiedSecond)
    let alone = Kendall(of: y)
    let places = NaiveKendall((0..<count).map { Int64($0) }, y)
    #expect(alone.distance == places.opposed)
    #expect(alone.concordant == places.agreeing)
    let pairs = count * (count - 1) / 2
    if pairs > naive.tiedFirst, pairs > naive.tiedSecond {
      let below = Double(pairs - naive.tiedFirst) * Double(pairs - naive.tiedSecond)
      let tau = Double(naive.agreeing - naive.opposed) / below.squareRoot()
      #expect(abs((kendall.tauB ?? .nan) - tau) < 1e-12)
    } else {
      #expect(kendall.tauB == nil)
    }
  }

  @Test(arguments: [1, 2, 11, 12, 13, 24, 25, 100, 777])
  func `agrees with the library that looks at every pair of a permutation`(count: Int) {
    var stream = RandomStream(seed: UInt64(count), "permutation")
    let order = permutation(count, &stream)
    let distance = Kendall(of: order.map { Int64($0) }).distance
    #expect(distance == GSL.inversions(ofPermutation: order))
  }

  @Test(arguments: [2, 3, 10, 101, 1_000])
  func `reversed and rotated orders have the distance of the textbook`(count: Int) {
    let reversed = (0..<Int64(count)).reversed()
    let kendall = Kendall(of: Array(reversed))
    #expect(kendall.distance == count * (count - 1) / 2)
    #expect(kendall.tauA == -1)
    #expect(kendall.tauB == -1)
    #expect(Footrule(of: Array(reversed)).total == Footrule.greatest(count))
    for shift in [1, count / 3, count - 1] {
      let rotated = (0..<count).map { Int64(($0 + shift) % count) }
      #expect(Kendall(of: rotated).distance == shift * (count - shift))
      #expect(Footrule(of: rotated).total == 2 * shift * (count - shift))
    }
  }

  @Test func `unrelated orders are as far apart as expected, and rarely said to be related`() {
    var stream = RandomStream(seed: 3, "random orders")
    let (count, experiments) = (40, 2_000)
    var (sum, squares, alarms) = (0.0, 0.0, 0)
    for _ in 0..<experiments {
      let kendall = Kendall(of: permutation(count, &stream).map { Int64($0) })
      let off = Double(kendall.distance) - Kendall.expectedDistance(count)
      sum += off
      squares += off * off
      if let p = kendall.pValue, p < 0.05 { alarms += 1 }
    }
    let n = Double(count)
    let variance = n * (n - 1) * (2 * n + 5) / 72
    let mean = sum / Double(experiments)
    #expect(abs(mean) < 4 * (variance / Double(experiments)).squareRoot(), "\(mean)")
    #expect(abs(squares / Double(experiments) / variance - 1) < 0.13)
    // Four deviations of a binomial around 100.
    #expect((61...139).contains(alarms), "\(alarms)")
  }

  @Test func `an order of one value, and a constant, say nothing`() {
    #expect(Kendall(of: []).tauA == nil)
    #expect(Kendall(of: [4]).tauA == nil)
    let constant = Kendall(of: [7, 7, 7])
    #expect(constant.tauA == 0)
    #expect(constant.tauB == nil)
    #expect(constant.z == nil)
    #expect(constant.pValue == nil)
  }

  @Test func `the p-value of a known table is right`() throws {
    // Ten values without ties, five pairs turned around: S = 35, deviation √125.
    let kendall = Kendall(of: [1, 0, 3, 2, 5, 4, 7, 6, 9, 8])
    #expect(kendall.distance == 5)
    let (z, pValue) = (try #require(kendall.z), try #require(kendall.pValue))
    #expect(abs(z - 35 / 125.0.squareRoot()) < 1e-12)
    #expect(abs(pValue - 0.001745) < 1e-5)
  }
}

/// The numbers below `count` in a random order.
func permutation(_ count: Int, _ stream: inout RandomStream) -> [Int] {
  var order = Array(0..<count)
  for place in order.indices.dropFirst() { order.swapAt(place, stream.index(below: place + 1)) }
  return order
}

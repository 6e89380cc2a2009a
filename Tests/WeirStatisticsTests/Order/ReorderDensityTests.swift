// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct ReorderDensityTests {
  /// The algorithm of RFC 5236 as it is written there, over a flow that is known as a whole.
  private func naive(_ flow: [Int], threshold: Int) -> ReorderDensity {
    var density = ReorderDensity(threshold: threshold)
    var (window, rest, done) = ([Int](), flow[...], Set<Int>())
    var (early, turn) = ([Int](), 1)
    while true {
      while window.count <= threshold, let next = rest.popFirst() {
        if window.contains(next) || done.contains(next) { continue }
        // What waits in perfect order is as good as gone.
        let isOrderly = early.isEmpty && window.elementsEqual(turn..<turn + window.count)
        if next >= turn + (isOrderly ? window.count : 0) - threshold { window.append(next) }
      }
      if window.isEmpty { break }
      if !window.contains(turn), !early.contains(turn) {
        if (window + early).contains(where: { $0 > turn }) {
          density.addLost()
          turn += 1
          continue
        }
      } else {
        let displacement = turn - window[0]
        if abs(displacement) <= threshold {
          density.add(displacement: displacement)
          done.insert(window[0])
          early.removeAll { $0 == turn }
          if displacement < 0 { early.append(window[0]) }
          turn += 1
        }
      }
      window.removeFirst()
    }
    return density
  }

  private func streamed(_ flow: [Int], threshold: Int) -> ReorderDensity {
    var density = ReorderDensity(threshold: threshold)
    var arrivals = DisplacedArrivals(first: 1, threshold: threshold)
    for number in flow { arrivals.arrive(number, into: &density) }
    arrivals.finish(into: &density)
    return density
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `agrees with the algorithm of the RFC on any flow`(seed: UInt64) {
    let flow = ArrivalOrderTests.flow(seed, reach: 9)
    for threshold in [1, 3, 8, 200] {
      #expect(streamed(flow, threshold: threshold) == naive(flow, threshold: threshold))
    }
  }

  @Test func `the example of the RFC has the displacements that stand there`() {
    let density = streamed([1, 4, 2, 5, 3, 6, 7, 8], threshold: 4)
    #expect([-2, -1, 0, 1, 2].map { density.count(of: $0) } == [1, 1, 4, 1, 1])
    #expect(density.lost == 0)
    #expect(density.meanDisplacement == 0.75)
  }

  @Test func `a loss shifts nobody's turn`() {
    let density = streamed([1, 2, 4, 5, 6, 7, 8, 9], threshold: 3)
    #expect(density.count(of: 0) == 8)
    #expect(density.lost == 1)
    #expect(density.entropy == 0)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `without loss the displacements add up to the footrule and Spearman`(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, "density")
    let order = permutation(2 + stream.index(below: 80), &stream)
    let density = streamed(order.map { $0 + 1 }, threshold: 100)
    let footrule = Footrule(of: order.map { Int64($0) })
    #expect(density.totalDisplacement == footrule.total)
    #expect(density.squares == footrule.squares)
    #expect(density.count == order.count)
    var entropy = 0.0
    for displacement in -100...100 {
      let share = try #require(density.share(of: displacement))
      if share > 0 { entropy += share * GSLTwin.log(1 / share) }
    }
    #expect(abs(try #require(density.entropy) - entropy) < 1e-9)
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `a resequencing buffer holds what a naive one holds`(seed: UInt64) {
    let limit = 5
    var buffer = ResequencingBuffer(first: 1, limit: limit)
    var (held, expected) = (Set<Int>(), 1)
    for number in ArrivalOrderTests.flow(seed, reach: 16) {
      if number >= expected { held.insert(number) }
      if held.count > limit, !held.contains(expected) { expected = held.min() ?? expected }
      while held.remove(expected) != nil { expected += 1 }
      #expect(buffer.arrive(number) == held.count)
    }
  }

  /// The logarithm as a series, so that the test does not ask who is asked.
  private enum GSLTwin {
    static func log(_ x: Double) -> Double {
      // ln x = 2 artanh((x - 1) / (x + 1)), after halving x into reach.
      var (x, halvings) = (x, 0.0)
      while x > 1.5 {
        x /= 2
        halvings += 1
      }
      let ratio = (x - 1) / (x + 1)
      var (term, sum) = (ratio, 0.0)
      for odd in stride(from: 1.0, to: 61, by: 2) {
        sum += term / odd
        term *= ratio * ratio
      }
      return 2 * sum + halvings * 0.6931471805599453
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct QuantileTableDistributionTests {
  @Test(arguments: Shapes.curves + Shapes.mixtures)
  func `draws follow GSL's own distribution function`(shape: Distribution) throws {
    let table = try QuantileTable(shape)
    var stream = RandomStream(seed: 1, "draws")
    let draws = (0..<20_000).map { _ in Double(table.draw(&stream).nanoseconds) }.sorted()
    let test = try #require(
      KolmogorovSmirnov(sorted: draws) { (try? shape.probability(upTo: $0)) ?? .nan })
    #expect(test.pValue > 0.002, "distance \(test.statistic)")
  }

  @Test func `the same test notices a mean that is three percent off`() throws {
    let table = try QuantileTable(.exponential(mean: .milliseconds(40)))
    let wrong = Distribution.exponential(mean: .microseconds(41_200))
    var stream = RandomStream(seed: 1, "draws")
    let draws = (0..<20_000).map { _ in Double(table.draw(&stream).nanoseconds) }.sorted()
    let test = try #require(
      KolmogorovSmirnov(sorted: draws) { (try? wrong.probability(upTo: $0)) ?? .nan })
    #expect(test.pValue < 0.002)
  }

  @Test(arguments: Shapes.curves)
  func `every probability down to one in 2 to the 36 gets its own quantile`(
    shape: Distribution
  ) throws {
    let table = try QuantileTable(shape)
    var wrong: [String] = []
    func check(_ word: UInt64, _ wanted: Double, within share: Double, above: Bool) throws {
      let value = Double(table.value(at: word).nanoseconds)
      // A whole nanosecond stands for half a nanosecond on either side.
      let near = try shape.probability(upTo: value + (above ? 0.51 : -0.51))
      let far = try shape.probability(upTo: value - (above ? 0.51 : -0.51))
      let (least, most) = above ? (1 - near, 1 - far) : (near, far)
      let isRight = least * (1 - share) - 2e-15 <= wanted && wanted <= most * (1 + share) + 2e-15
      if !isRight { wrong.append("\(value)ns has \(least)...\(most), wanted \(wanted)") }
    }
    for octave in 1...36 {
      for step in 0..<7 {
        let tail = UInt64(1) << UInt64(63 - octave) + UInt64(step) << UInt64(60 - octave)
        let wanted = Double(tail) * 0x1p-64
        try check(~tail, wanted, within: 1e-3, above: true)
        // Below a 2⁻¹⁶th a curve that begins like a wall is drawn as a straight line.
        if octave <= 15 { try check(tail, wanted, within: 1e-2, above: false) }
      }
    }
    #expect(wrong == [])
  }

  @Test(arguments: Shapes.curves + Shapes.mixtures)
  func `the mean of the table is the mean of the distribution`(shape: Distribution) throws {
    let table = try QuantileTable(shape)
    let mean = try #require(shape.mean)
    // A Pareto tail with shape 1.5 goes on beyond what 64 bits can say.
    #expect(abs(table.mean / mean - 1) < 5e-4, "\(table.mean / mean - 1)")
  }

  @Test(arguments: Shapes.mixtures + Array(Shapes.curves.prefix(8)))
  func `the mean of the draws is the mean that the table states`(shape: Distribution) throws {
    let table = try QuantileTable(shape)
    var stream = RandomStream(seed: 3, "mean")
    let draws = (0..<20_000).map { _ in Double(table.draw(&stream).nanoseconds) }
    #expect(try Estimate.mean(of: draws, level: 0.999).covers(table.mean))
  }

  @Test(arguments: [0.01, 0.05, 0.1, 1e4, 1e5, 1e6])
  func `gamma shapes at which GSL's inverse gives up are found all the same`(shape: Double) throws {
    let table = try QuantileTable(.gamma(mean: .seconds(1), shape: shape))
    #expect(abs(table.mean / 1e9 - 1) < 5e-4, "\(table.mean)")
  }

  @Test func `a sample draws its own values and no others, each about as often`() throws {
    let sample: [Interval] = [.milliseconds(9), .milliseconds(2), .milliseconds(30)]
    let table = try QuantileTable(.empirical(sample))
    var stream = RandomStream(seed: 1, "sample")
    var counts: [Int64: Int] = [:]
    for _ in 0..<9_000 { counts[table.draw(&stream).nanoseconds, default: 0] += 1 }
    #expect(counts.count == 3)
    for value in sample { #expect(abs(counts[value.nanoseconds, default: 0] - 3_000) < 200) }
    #expect(abs(table.mean - 41e6 / 3) < 1)
  }

  @Test func `a mixture of constants draws the constants, by weight`() throws {
    let table = try QuantileTable(
      .mixture([
        .init(weight: 3, shape: .constant(.milliseconds(5))),
        .init(weight: 1, shape: .shifted(by: .milliseconds(50), .constant(.zero))),
      ]))
    var stream = RandomStream(seed: 1, "mixture")
    let draws = (0..<8_000).map { _ in table.draw(&stream) }
    #expect(Set(draws) == [.milliseconds(5), .milliseconds(50)])
    #expect(abs(draws.count { $0 == .milliseconds(5) } - 6_000) < 160)
    #expect(abs(table.mean - 16.25e6) < 1)
  }

  @Test func `nothing is longer than the longest time, however heavy the tail`() throws {
    let shapes: [Distribution] = [
      .pareto(least: .seconds(1), shape: 0.2), .logNormalOfSeconds(mu: 21, sigma: 10),
      .shifted(by: .longest, .exponential(mean: .seconds(1))),
      .shifted(
        by: .longest,
        .mixture([
          .init(weight: 1, shape: .constant(.seconds(1))),
          .init(weight: 1, shape: .exponential(mean: .longest)),
        ])),
    ]
    for shape in shapes {
      let table = try QuantileTable(shape)
      #expect(table.greatest == .longest)
      #expect(table.value(at: .max) <= .longest)
      #expect(table.mean <= Double(Interval.longest.nanoseconds))
    }
  }

  @Test func `a normal distribution never draws below zero`() throws {
    let table = try QuantileTable(.normal(mean: .milliseconds(1), deviation: .seconds(1)))
    #expect(table.least == .zero)
    #expect(table.value(at: 0) >= .zero)
  }

  @Test func `tables are the same in every build and process`() throws {
    var digest = Digest()
    for shape in Shapes.curves + Shapes.mixtures { try QuantileTable(shape).absorb(into: &digest) }
    #expect(digest.description == "1062b5628d243cac71d66403f53dd863-135318")
  }
}

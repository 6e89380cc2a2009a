// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct HalvedDistributionTests {
  private static let measured: [Interval] = [1, 2, 2, 9].map { .milliseconds($0) }

  static let shapes: [Distribution] = [
    .constant(.milliseconds(40)), .uniform(from: .milliseconds(10), to: .milliseconds(30)),
    .exponential(mean: .milliseconds(40)),
    .normal(mean: .milliseconds(40), deviation: .milliseconds(10)),
    .logNormal(median: .milliseconds(80), p99: .milliseconds(900)),
    .logNormalOfSeconds(mu: -2.5, sigma: 0.5), .gamma(mean: .milliseconds(40), shape: 2),
    .weibull(scale: .milliseconds(40), shape: 1.5), .pareto(least: .milliseconds(10), shape: 2.5),
    .mixture([
      .init(weight: 0.9, shape: .constant(.milliseconds(20))),
      .init(weight: 0.1, shape: .gamma(mean: .seconds(1), shape: 3)),
    ]), .shifted(by: .milliseconds(5), .exponential(mean: .milliseconds(40))),
    .empirical(measured),
  ]

  @Test(arguments: shapes)
  func `half of a distribution draws half of what it draws`(shape: Distribution) throws {
    let (whole, half) = (try QuantileTable(shape), try QuantileTable(shape.halved))
    var (one, other) = (RandomStream(seed: 1, "delay"), RandomStream(seed: 1, "delay"))
    for _ in 0..<2_000 {
      let (full, drawn) = (whole.draw(&one).nanoseconds, half.draw(&other).nanoseconds)
      #expect((full - 2 * drawn).magnitude <= max(4, full.magnitude / 100_000), "\(full), \(drawn)")
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct DistributionProblemsTests {
  static let wrong: [(Distribution, String)] = [
    (.constant(.milliseconds(-1)), "is negative"),
    (.constant(Interval(nanoseconds: .max)), "is longer than"),
    (.uniform(from: .seconds(2), to: .seconds(1)), "the wrong way round"),
    (.exponential(mean: .zero), "the mean of an exponential is zero"),
    (.normal(mean: .milliseconds(-4), deviation: .milliseconds(1)), "is negative"),
    (.normal(mean: .zero, deviation: .milliseconds(-1)), "is negative"),
    (.logNormal(median: .seconds(1), p99: .seconds(1)), "cannot have the 99th percentile"),
    (.logNormal(median: .zero, p99: .seconds(1)), "median of a log-normal is zero"),
    (.logNormalOfSeconds(mu: .nan, sigma: 1), "mu of a log-normal"),
    (.logNormalOfSeconds(mu: 0, sigma: .infinity), "sigma of a log-normal"),
    (.logNormalOfSeconds(mu: 0, sigma: 0), "sigma of a log-normal"),
    (.gamma(mean: .seconds(1), shape: 0), "the shape of a gamma"),
    (.gamma(mean: .seconds(1), shape: .nan), "the shape of a gamma"),
    (.weibull(scale: .zero, shape: 1), "the scale of a Weibull is zero"),
    (.weibull(scale: .seconds(1), shape: -1), "the shape of a Weibull"),
    (.pareto(least: .zero, shape: 1), "the smallest value of a Pareto is zero"),
    (.pareto(least: .seconds(1), shape: .infinity), "the shape of a Pareto"),
    (.mixture([]), "a mixture without parts"),
    (.mixture([.init(weight: 0, shape: .constant(.zero))]), "a weight of 0.0"),
    (.mixture([.init(weight: .nan, shape: .constant(.zero))]), "a weight of nan"),
    (
      .mixture([
        .init(weight: 1, shape: .constant(.zero)), .init(weight: 1e-12, shape: .constant(.zero)),
      ]), "too small to be drawn"
    ),
    (.shifted(by: .milliseconds(-1), .constant(.zero)), "a shift of"),
    (.empirical([]), "an empty sample"),
    (.empirical([.milliseconds(-3)]), "a measured value of"),
    (.empirical([.longest + Interval(nanoseconds: 1)]), "a measured value of"),
  ]

  @Test(arguments: wrong)
  func `a wrong parameter is a problem with a remedy`(shape: Distribution, words: String) {
    let problems = #expect(throws: Problems.self) { _ = try QuantileTable(shape) }
    #expect(problems?.description.contains(words) == true, "\(String(describing: problems))")
    #expect(problems?.all.allSatisfy { !$0.remedy.isEmpty } == true)
    #expect(throws: Problems.self) { _ = try shape.probability(upTo: 1) }
    #expect(shape.mean == nil)
  }

  @Test func `a measured value may be nothing, or the longest time that there is`() throws {
    let table = try QuantileTable(.empirical([.zero, .zero, .longest]))
    #expect(table.least == .zero && table.greatest == .longest)
  }

  @Test func `every wrong parameter is told at once`() {
    let shape = Distribution.shifted(
      by: .milliseconds(-1),
      .mixture([
        .init(weight: -1, shape: .exponential(mean: .zero)),
        .init(weight: 1, shape: .gamma(mean: .zero, shape: 0)),
      ]))
    let problems = #expect(throws: Problems.self) { _ = try QuantileTable(shape) }
    #expect(problems?.all.count == 5)
  }

  @Test func `a Pareto tail of index one or less has no mean`() {
    #expect(Distribution.pareto(least: .seconds(1), shape: 1).mean == nil)
    #expect(Distribution.pareto(least: .seconds(1), shape: 2).mean == 2e9)
  }

  @Test func `means by formula agree with what is known`() throws {
    #expect(Distribution.uniform(from: .seconds(1), to: .seconds(3)).mean == 2e9)
    #expect(Distribution.constant(.seconds(7)).mean == 7e9)
    let half = try #require(Distribution.normal(mean: .zero, deviation: .seconds(1)).mean)
    #expect(abs(half / 1e9 - 0.7978845608) < 1e-9)
    let weibull = try #require(Distribution.weibull(scale: .seconds(1), shape: 0.5).mean)
    #expect(abs(weibull / 1e9 - 2) < 1e-12)
    let logNormal = try #require(Distribution.logNormalOfSeconds(mu: 0, sigma: 1).mean)
    #expect(abs(logNormal / 1e9 - 1.6487212707) < 1e-9)
  }

  @Test func `the 99th percentile of a log-normal is where it was asked for`() throws {
    let shape = Distribution.logNormal(median: .milliseconds(40), p99: .milliseconds(400))
    #expect(abs(try shape.probability(upTo: 400e6) - 0.99) < 1e-9)
    #expect(abs(try shape.probability(upTo: 40e6) - 0.5) < 1e-12)
  }
}

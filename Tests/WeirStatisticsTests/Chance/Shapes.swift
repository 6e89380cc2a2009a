// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// The distributions that the tests of this folder go through.
enum Shapes {
  /// Continuous ones, for which the mean and the distribution function have a formula.
  static let curves: [Distribution] = [
    .uniform(from: .milliseconds(5), to: .milliseconds(80)),
    .uniform(from: .zero, to: .seconds(1)),
    .exponential(mean: .milliseconds(40)),
    .exponential(mean: .microseconds(3)),
    .exponential(mean: .seconds(86_400)),
    .normal(mean: .milliseconds(40), deviation: .milliseconds(5)),
    .normal(mean: .milliseconds(40), deviation: .milliseconds(60)),
    .normal(mean: .zero, deviation: .milliseconds(10)),
    .logNormal(median: .milliseconds(40), p99: .milliseconds(60)),
    .logNormal(median: .milliseconds(40), p99: .milliseconds(400)),
    .logNormal(median: .milliseconds(1), p99: .milliseconds(200)),
    .logNormalOfSeconds(mu: -3.2, sigma: 0.5),
    .logNormalOfSeconds(mu: -5, sigma: 2.5),
    .gamma(mean: .milliseconds(40), shape: 0.3),
    .gamma(mean: .milliseconds(40), shape: 1),
    .gamma(mean: .milliseconds(40), shape: 4),
    .gamma(mean: .milliseconds(40), shape: 250),
    .weibull(scale: .milliseconds(40), shape: 0.5),
    .weibull(scale: .milliseconds(40), shape: 1.5),
    .weibull(scale: .milliseconds(40), shape: 12),
    .pareto(least: .milliseconds(10), shape: 2.5),
    .pareto(least: .milliseconds(10), shape: 1.5),
    .shifted(by: .milliseconds(5), .exponential(mean: .milliseconds(40))),
    .shifted(by: .milliseconds(5), .gamma(mean: .milliseconds(2), shape: 3)),
  ]

  /// Made of several.
  static let mixtures: [Distribution] = [
    .mixture([
      .init(weight: 9, shape: .exponential(mean: .milliseconds(10))),
      .init(weight: 1, shape: .normal(mean: .milliseconds(900), deviation: .milliseconds(50))),
    ]),
    .mixture([
      .init(weight: 0.5, shape: .uniform(from: .zero, to: .milliseconds(1))),
      .init(weight: 0.3, shape: .weibull(scale: .milliseconds(40), shape: 0.7)),
      .init(weight: 0.2, shape: .logNormal(median: .milliseconds(4), p99: .milliseconds(90))),
    ]),
    .shifted(
      by: .milliseconds(3),
      .mixture([
        .init(weight: 1, shape: .gamma(mean: .milliseconds(8), shape: 2)),
        .init(
          weight: 2,
          shape: .shifted(
            by: .milliseconds(10),
            .mixture([
              .init(weight: 1, shape: .exponential(mean: .milliseconds(5))),
              .init(weight: 3, shape: .pareto(least: .milliseconds(1), shape: 3)),
            ]))),
      ])),
  ]
}

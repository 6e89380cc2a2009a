public import WeirCore

extension Estimate {
  /// How likely something is that happened `hits` times in `count` independent trials.
  ///
  ///     try Estimate.proportion(0, of: 100).high  // 0.0362: not seen is not never
  ///
  /// The interval of Clopper and Pearson is never too narrow, whatever the truth.
  ///
  /// - Throws: ``Problems`` without a trial, or with more hits than trials.
  public static func proportion(
    _ hits: Int, of count: Int, level: Double = 0.95
  ) throws(Problems) -> Estimate {
    var problems = levelProblems(level)
    if count < 1 || hits < 0 || hits > count {
      problems.append(
        Problem(
          message: "\(hits) of \(count) is not a proportion",
          remedy: "count at least one trial, and no more hits than trials"))
    }
    if !problems.isEmpty { throw Problems(problems) }
    let (x, n, tail) = (Double(hits), Double(count), (1 - level) / 2)
    let low = hits == 0 ? 0 : try betaQuantile(below: tail, x, n - x + 1)
    let high = hits == count ? 1 : try betaQuantile(above: tail, x + 1, n - x)
    return Estimate(
      value: x / n, low: low, high: high, level: level, count: count, method: .clopperPearson)
  }

  /// The counts up to which GSL inverts the beta distribution; beyond them its search may not end.
  private static let mostForGSL = 10_000.0

  /// The inverse beta distribution: by GSL where it can, else by halving.
  private static func betaQuantile(
    below: Double = .nan, above: Double = .nan, _ a: Double, _ b: Double
  ) throws(Problems) -> Double {
    let target = above.isNaN ? below : 1 - above
    if a + b <= mostForGSL {
      let found =
        above.isNaN
        ? GSL.betaQuantile(below: below, a, b) : GSL.betaQuantile(above: above, a, b)
      if found.isFinite, abs(GSL.betaBelow(found, a, b) - target) < 1e-9 { return found }
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      let probability = try GSL.finite(
        BetaDistribution.below(middle, a, b), "the interval of a proportion")
      if probability < target { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

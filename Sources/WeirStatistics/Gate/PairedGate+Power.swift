// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension PairedGate {
  /// Returns the smallest slow-down that such a gate, with pairs as noisy as these, says *slower*
  /// to, twice in a row, with the wanted probability: 0.013 is 1.3 %.
  ///
  /// Gates are played with the pairs at hand in random order, shifted so that their median is the slow-down in
  /// question. Nil with fewer than 20 pairs, or if not even half as slow again is noticed.
  package func smallestNoticed(
    probability: Double = 0.9, plays: Int = 200, seed: UInt64 = 1
  ) -> Double? {
    guard logarithms.count >= 20 else { return nil }
    let middle = GSL.quantile(sorted: logarithms.sorted(), 0.5)
    let noise = logarithms.map { $0 - middle }
    func isNoticed(_ slowDown: Double) -> Bool {
      let share = Double(failures(noise, GSL.logarithm(1 + slowDown), plays, seed)) / Double(plays)
      return share * share >= probability
    }
    var (low, high) = (rule.margin, 0.5)
    if !isNoticed(high) { return nil }
    while high - low > 0.0005 {
      let half = (low + high) / 2
      if isNoticed(half) { high = half } else { low = half }
    }
    return high
  }

  /// Returns the number of played gates, out of `plays`, that say *slower*.
  private func failures(_ noise: [Double], _ shift: Double, _ plays: Int, _ seed: UInt64) -> Int {
    var failures = 0
    for play in 0..<plays {
      // The same draws for every shift, so that a larger one is noticed more often.
      var stream = RandomStream(seed: seed, "power", play)
      var gate = afresh
      while gate.verdict == nil {
        gate.take(logarithm: noise[stream.index(below: noise.count)] + shift)
      }
      if gate.verdict == .slower { failures += 1 }
    }
    return failures
  }
}

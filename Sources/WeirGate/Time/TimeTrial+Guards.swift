// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
import WeirReport
import WeirStatistics

/// The guards against a wrong measurement.
extension TimeTrial {
  /// Head over base of the pairs that decide, as logarithms in the order of running.
  private var ratios: [Double] { pairs.filter { !$0.turn.isControl }.map(\.ratio) }

  /// The logarithms of the ratios of the base's twin to the base.
  private var controls: [Double] { pairs.filter(\.turn.isControl).map(\.ratio) }

  /// The median of what the twin has over the base, as a share; nil without a control.
  package var controlShare: Double? { Self.median(controls).map { exp($0) - 1 } }

  /// `true` if two copies of one program differ by more than the margin: then nothing here can be believed.
  ///
  /// A sound machine is accused with a probability of at most one in a thousand.
  package var isControlBroken: Bool {
    let margin = log(1 + processor.rule.margin)
    let above = SignTest(controls.map { $0 - margin })?.above ?? 1
    let below = SignTest(controls.map { $0 + margin })?.below ?? 1
    return min(above, below) < 0.0005
  }

  /// The deviation of pairs around their median, from half of them alone, as a share.
  package var noise: Double? {
    guard let middle = Self.median(ratios) else { return nil }
    return Self.median(ratios.map { abs($0 - middle) }).map { 1.4826 * $0 }
  }

  /// Remarks on the measurement that decide nothing.
  package var remarks: [String] {
    var words: [String] = []
    let half = ratios.count / 2
    if let drift = MannWhitney(Array(ratios[..<half]), Array(ratios[half...])),
      drift.either < 0.001, let early = Self.median(Array(ratios[..<half])),
      let late = Self.median(Array(ratios[half...]))
    {
      words.append(
        "the ratio drifted: \(Share.signed(exp(early) - 1)) in the first half of the pairs, "
          + "\(Share.signed(exp(late) - 1)) in the second")
    }
    let first = pairs.filter { $0.turn.first == .head }.map(\.ratio)
    let second = pairs.filter { $0.turn.second == .head }.map(\.ratio)
    if let order = MannWhitney(first, second), order.either < 0.001,
      let before = Self.median(first), let behind = Self.median(second)
    {
      words.append(
        "who runs second of a pair is \(Share.signed((behind - before) / 2)) off; "
          + "the coin takes care of that")
    }
    if let pair = pairs.first(where: { !$0.turn.isControl }), pair.base.events != pair.head.events {
      words.append(
        "the same virtual time takes \(pair.head.events) events instead of \(pair.base.events): "
          + "the exact lane says more")
    }
    // On a calm machine that is two percent or so, which is what other addresses are worth.
    if let noise, noise > 0.05 {
      words.append("the machine is not calm: pairs scatter by \(Share.unsigned(noise))")
    }
    return words
  }

  private static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

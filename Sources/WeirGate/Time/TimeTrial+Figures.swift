// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
import WeirReport
import WeirCore
import WeirRun
import WeirStatistics

// Figures of the way in which the pairs of a trial came to decide.
extension TimeTrial {
  /// The share of pairs above margin and budget, pair by pair, and the bounds that decide.
  func decisionFigure(of scenario: String) -> Figure? {
    let gate = processor
    let values = gate.logarithms
    guard !values.isEmpty else { return nil }
    let (margin, budget) = (log(1 + gate.rule.margin), log(1 + gate.rule.budget))
    let looks = gate.looks
    let title = "\(scenario): pairs until it was decided"
    let (slow, fast) = (Share.unsigned(gate.rule.margin), Share.unsigned(gate.rule.budget))
    let about =
      "The share of pairs in which the head took more than \(slow) longer, and more than \(fast). At a look "
      + "the first line at its upper bound or above says slower, the second at its lower bound or below says "
      + "not slower."
    var above: [(x: Double, y: Double?)] = []
    var beyond: [(x: Double, y: Double?)] = []
    var (count, farCount) = (0, 0)
    for (place, value) in values.enumerated() {
      if value > margin { count += 1 }
      if value >= budget { farCount += 1 }
      let pairs = Double(place + 1)
      // The first few shares jump from end to end and say nothing.
      if place >= min(4, values.count - 1) {
        above.append((pairs, Double(count) / pairs))
        beyond.append((pairs, Double(farCount) / pairs))
      }
    }
    var plot = Plot(
      title: title, about: about, x: .from(0, to: Double(values.count)), y: .from(0, to: 1))
    plot.line(above, .first)
    plot.line(beyond, .second, dashed: true)
    for look in looks {
      let pairs = Double(look.pairs)
      if look.enoughAbove <= look.pairs {
        plot.dot(pairs, Double(look.enoughAbove) / pairs, .bad)
      }
      if look.enoughBelow <= look.pairs {
        plot.dot(pairs, 1 - Double(look.enoughBelow) / pairs, .good)
      }
    }
    return Figure(
      title: title, about: about,
      entries: [
        .init(words: "above \(slow)", shade: .first),
        .init(words: "above \(fast)", shade: .second, isDashed: true),
        .init(words: "bound of slower", shade: .bad),
        .init(words: "bound of not slower", shade: .good),
      ],
      svg: { id in
        plot.svg(
          xName: "pairs", xTicks: Figure.countTicks(plot.x), yTicks: Self.shareTicks(plot.y),
          id: id)
      },
      heading: ["pairs", "above \(slow)", "slower from", "below \(fast)", "not slower from"],
      rows: looks.map { look in
        [
          "\(look.pairs)", "\(look.above)",
          look.enoughAbove <= look.pairs ? "\(look.enoughAbove)" : "",
          "\(look.below)", look.enoughBelow <= look.pairs ? "\(look.enoughBelow)" : "",
        ]
      })
  }

  /// Every pair in the order of running, controls too: drifts and hours of trouble are seen there.
  func stripFigure(of scenario: String) -> Figure? {
    let shares = pairs.map { exp($0.ratio) - 1 }
    guard let low = Self.quantile(shares, 0.05), let high = Self.quantile(shares, 0.95) else {
      return nil
    }
    let budget = processor.rule.budget
    let (bottom, top) = (min(low * 1.5, -budget), max(high * 1.5, 2 * budget))
    let hidden = shares.count { $0 < bottom || $0 > top }
    let title = "\(scenario): head over base, pair by pair"
    let about =
      "How much longer the head took, in the order of running; controls hold the base against its own copy."
      + (hidden > 0 ? " \(hidden) of \(shares.count) pairs lie beyond the edges." : "")
    var plot = Plot(
      title: title, about: about, x: .from(0, to: Double(shares.count)), y: .from(bottom, to: top))
    var heads: [(x: Double, y: Double)] = []
    var controls: [(x: Double, y: Double)] = []
    for (place, pair) in pairs.enumerated() {
      let point = (x: Double(place + 1), y: shares[place])
      if pair.turn.isControl { controls.append(point) } else { heads.append(point) }
    }
    let end = Double(shares.count)
    plot.line([(0, 0), (end, 0)], .quiet)
    plot.line([(0, budget), (end, budget)], .bad, dashed: true)
    plot.dots(heads, .first)
    plot.dots(controls, .second)
    if let estimate = processor.estimate { plot.line([(0, estimate), (end, estimate)], .first) }
    return Figure(
      title: title, about: about,
      entries: [
        .init(words: "head over base, and its median", shade: .first),
        .init(words: "base over its copy", shade: .second),
        .init(words: "budget", shade: .bad, isDashed: true),
      ],
      svg: { id in
        plot.svg(
          xName: "pairs, in the order of running", xTicks: Figure.countTicks(plot.x),
          yTicks: Self.shareTicks(plot.y), id: id)
      },
      heading: ["", "pairs", "5 %", "25 %", "median", "75 %", "95 %"],
      rows: [("head over base", heads), ("base over its copy", controls)].map { name, points in
        [name, "\(points.count)"]
          + [0.05, 0.25, 0.5, 0.75, 0.95].map { probability in
            Self.quantile(points.map(\.y), probability).map(Share.signed) ?? ""
          }
      })
  }

  private static func shareTicks(_ axis: Axis) -> [(Double, String)] {
    axis.ticks.map { ($0, Decimal($0 * 100, places: 2).description + " %") }
  }

  /// Returns the value below which a share of all lies; nil without any.
  private static func quantile(_ values: [Double], _ probability: Double) -> Double? {
    if values.isEmpty { return nil }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(probability * Double(sorted.count)))]
  }
}

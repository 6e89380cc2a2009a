// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCore
import WeirStatistics

/// The verdicts and durations of a gate that is played many times.
///
///     record.take(finding, pairs: 20, seconds: 0.4)
///     record.text  // "1000 gates: 0 slower (at most 0.37 %) …"
package struct GateRecord: Hashable, Sendable {
  private struct Play: Hashable {
    var verdict: GateVerdict
    var pairCount: Int
    var seconds: Double
    var growth: Double
    var wall: Double
    var isFirstSlower: Bool
  }

  private var plays: [Play] = []

  /// A record of no gate.
  package init() {}

  /// The number of gates that were played.
  package var count: Int { plays.count }

  /// The number of plays that said *slower*.
  package var slowerCount: Int { plays.count { $0.verdict == .slower } }

  /// Takes in a gate.
  package mutating func take(_ finding: GateFinding, _ trials: [TimeTrial]) {
    plays.append(
      Play(
        verdict: finding.verdict, pairCount: trials.reduce(0) { $0 + $1.pairs.count },
        seconds: finding.rows.first?.elapsed ?? 0, growth: finding.rows.first?.growth ?? .nan,
        wall: finding.rows.last?.growth ?? .nan, isFirstSlower: trials.first?.saysSlower == true))
  }

  /// `true` if more gates said *slower* than can be, were each an accident of one in a thousand.
  package var criesWolf: Bool {
    guard let share = try? Estimate.proportion(slowerCount, of: max(1, count)) else { return false }
    return share.low > 0.001
  }

  /// The record in words.
  package var text: String {
    var page = TextPage()
    page.line("\(GateReport.count(count, "gate")) played")
    var rows = [["verdict", "gates", "share", "95 % interval"]]
    for verdict in GateVerdict.allCases {
      let number = plays.count { $0.verdict == verdict }
      guard number > 0 || verdict == .slower || verdict == .cannotTell else { continue }
      rows.append([verdict.rawValue, "\(number)"] + shares(number))
    }
    let unconfirmed = plays.count { $0.isFirstSlower && $0.verdict != .slower }
    rows.append(["slower, unconfirmed", "\(unconfirmed)"] + shares(unconfirmed))
    page.table(rows, aligned: [.left, .right, .right, .left])
    page.gap()
    page.table(
      [
        ["", "median", "p90", "p99", "max"],
        ["seconds"] + spread(plays.map(\.seconds)) { Self.hundredths($0) },
        ["pairs, controls too"] + spread(plays.map { Double($0.pairCount) }) { "\(Int($0))" },
        ["processor time"] + spread(plays.map(\.growth).filter(\.isFinite), Share.signed),
        ["wall"] + spread(plays.map(\.wall).filter(\.isFinite), Share.signed),
      ], aligned: [.left, .right, .right, .right, .right])
    return page.text
  }

  private func shares(_ number: Int) -> [String] {
    guard count > 0, let share = try? Estimate.proportion(number, of: count) else {
      return ["", ""]
    }
    return [
      Share.unsigned(share.value),
      "\(Share.unsigned(share.low)) … \(Share.unsigned(share.high))",
    ]
  }

  private func spread(_ values: [Double], _ words: (Double) -> String) -> [String] {
    let sorted = values.sorted()
    guard let last = sorted.last else { return ["", "", "", ""] }
    return [0.5, 0.9, 0.99].map { share in
      words(sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))])
    } + [words(last)]
  }

  private static func hundredths(_ value: Double) -> String {
    "\(Double(Int(value * 100 + 0.5)) / 100)"
  }
}

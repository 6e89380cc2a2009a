// SPDX-License-Identifier: GPL-3.0-or-later

/// The pairs of features of the format that stand together in some scenario, and those that stand in none.
///
///     var pairs = FeaturePairs(of: schema)
///     for scenario in scenarios { pairs.add(scenario) }
///     pairs.words    // 97 of 104 features, 2,310 of 5,356 pairs in 88 scenarios
///     pairs.missing  // those that never met
package struct FeaturePairs: Sendable {
  private let schema: Schema
  /// By feature: in how many scenarios it stands.
  private var counts: [Int]
  /// By two features, the first of which comes first: in how many scenarios both stand.
  private var together: [Int]
  private var scenarios = 0

  private var features: [String] { schema.features }

  /// Makes the pairs of a format, of no scenario yet.
  package init(of schema: Schema) {
    self.schema = schema
    counts = Array(repeating: 0, count: schema.features.count)
    together = Array(repeating: 0, count: schema.features.count * schema.features.count)
  }

  /// Counts a scenario.
  package mutating func add(_ scenario: Scenario) {
    scenarios += 1
    let used = Set(schema.features(of: scenario))
    let numbers = features.indices.filter { used.contains(features[$0]) }
    for (place, number) in numbers.enumerated() {
      counts[number] += 1
      for other in numbers[(place + 1)...] { together[number * features.count + other] += 1 }
    }
  }

  private func count(_ one: Int, _ other: Int) -> Int {
    together[min(one, other) * features.count + max(one, other)]
  }

  /// The numbers of features and of pairs, and of those that were met.
  package var totals: (features: Int, met: Int, pairs: Int, metPairs: Int) {
    let all = features.count
    return (
      all, counts.count { $0 > 0 }, all * (all - 1) / 2, together.count { $0 > 0 }
    )
  }

  /// The totals in a sentence.
  package var words: String {
    let totals = totals
    let share = totals.pairs == 0 ? 0 : totals.metPairs * 100 / totals.pairs
    return
      "\(scenarios) scenarios use \(totals.met) of \(totals.features) features of the format; \(totals.metPairs) of \(totals.pairs) pairs of them stand together in one (\(share) %)"
  }

  /// Each feature with the number of scenarios in which it stands, and of the others that it meets.
  package var table: [[String]] {
    [["feature", "scenarios", "meets"]]
      + features.indices.map { number in
        let met = features.indices.count { $0 != number && count(number, $0) > 0 }
        return [features[number], "\(counts[number])", "\(met)"]
      }
  }

  /// The pairs that stand together in no scenario.
  package var missing: [(String, String)] {
    var missing: [(String, String)] = []
    for one in features.indices {
      for other in features.indices where other > one && count(one, other) == 0 {
        missing.append((features[one], features[other]))
      }
    }
    return missing
  }
}

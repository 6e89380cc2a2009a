// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts of which two features of the format stand together in a scenario that a fault can hit.
///
/// A scenario that names a fault has it, and one with a swarm has each fault that the swarm may draw and that can
/// hit the scenario. The keys of a fault itself, such as its length, are no features here: they stand with their fault.
///
///     var triples = FeatureTriples(of: schema)
///     for scenario in scenarios { triples.add(scenario) }
///     triples.words                  // 101 scenarios meet 8215 of 98394 triples …
///     triples.missing(under: .kill)  // the pairs that no kill hits
///
/// - Complexity: `add` is O(*n*² · *f*) for the *n* features and *f* faults of the scenario.
package struct FeatureTriples: Sendable {
  /// The faults of the format, in its order.
  package let faults = Scenario.Fault.Kind.allCases
  private let schema: Schema
  /// The features of the world, without those of faults.
  private let features: [String]
  /// By feature: its number.
  private let numbers: [String: Int]
  /// By two features, the first of which comes first: `true` if some scenario has both.
  private var together: [Bool]
  /// By fault and two features: `true` if some scenario has all three.
  private var hit: [[Bool]]
  /// By fault: the number of scenarios that have it.
  private var counts: [Int]
  private var scenarios = 0

  /// Makes the triples of a format, of no scenario yet.
  package init(of schema: Schema) {
    self.schema = schema
    let features = schema.features.filter { !$0.hasPrefix("faults.") }
    self.features = features
    numbers = Dictionary(uniqueKeysWithValues: zip(features, features.indices))
    together = Array(repeating: false, count: features.count * features.count)
    hit = Array(repeating: together, count: Scenario.Fault.Kind.allCases.count)
    counts = Array(repeating: 0, count: hit.count)
  }

  /// Counts a scenario.
  package mutating func add(_ scenario: Scenario) {
    scenarios += 1
    let used = schema.features(of: scenario).compactMap { numbers[$0] }
    let places = faults.indices.filter { scenario.canHave(faults[$0]) }
    for place in places { counts[place] += 1 }
    for (index, one) in used.enumerated() {
      for other in used[(index + 1)...] {
        together[one * features.count + other] = true
        for place in places { hit[place][one * features.count + other] = true }
      }
    }
  }

  /// The number of pairs of features.
  private var pairs: Int { features.count * (features.count - 1) / 2 }

  /// The numbers of triples and of those that were met.
  package var totals: (triples: Int, met: Int) {
    (pairs * faults.count, hit.reduce(0) { $0 + $1.count { $0 } })
  }

  /// The totals in two sentences.
  package var words: String {
    let totals = totals
    let pairsMet = together.count { $0 }
    let unhit = unhit.count
    return
      "\(scenarios) scenarios meet \(totals.met) of \(totals.triples) triples of two features and a fault (\(Self.share(totals.met, of: totals.triples))). Of \(pairsMet) pairs of features that stand together in one, \(pairsMet - unhit) are hit by some fault and \(unhit) by none."
  }

  /// Each fault with the number of scenarios that have it, the number of pairs of features that it hits, and their share of
  /// all pairs.
  package var table: [[String]] {
    [["fault", "scenarios", "pairs hit", "share"]]
      + faults.indices.map { place in
        let met = hit[place].count { $0 }
        return [faults[place].rawValue, "\(counts[place])", "\(met)", Self.share(met, of: pairs)]
      }
  }

  /// The pairs of features that stand together in some scenario, and that no fault hits.
  package var unhit: [(String, String)] {
    pairs { pair in together[pair] && !hit.contains { $0[pair] } }
  }

  /// The pairs of features that a fault hits in no scenario.
  package func missing(under fault: Scenario.Fault.Kind) -> [(String, String)] {
    faults.firstIndex(of: fault).map { place in pairs { !hit[place][$0] } } ?? []
  }

  private func pairs(where isMeant: (Int) -> Bool) -> [(String, String)] {
    var pairs: [(String, String)] = []
    for one in features.indices {
      for other in features.indices where other > one && isMeant(one * features.count + other) {
        pairs.append((features[one], features[other]))
      }
    }
    return pairs
  }

  private static func share(_ some: Int, of all: Int) -> String {
    all == 0 ? "-" : "\(some * 100 / all) %"
  }
}

extension Scenario {
  /// `true` if a fault of this kind happens in it, or may be drawn for it.
  fileprivate func canHave(_ kind: Fault.Kind) -> Bool {
    faults.contains { $0.kind == kind }
      || swarm?.kinds.contains(kind) == true && kind.canHit(self)
  }
}

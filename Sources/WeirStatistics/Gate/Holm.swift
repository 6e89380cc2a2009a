// SPDX-License-Identifier: GPL-3.0-or-later

/// Probabilities of several tests of one family, so corrected that one may look at all of them.
///
///     Holm.adjusted([0.01, 0.04, 0.03])  // [0.03, 0.06, 0.06]
///
/// A test whose corrected probability is at most α is rejected; that happens to any true hypothesis of the
/// family with a probability of at most α, however the tests depend on each other (Holm 1979).
package enum Holm {
  /// Returns the corrected probabilities, each at its place.
  package static func adjusted(_ probabilities: [Double]) -> [Double] {
    let order = probabilities.indices.sorted { (probabilities[$0], $0) < (probabilities[$1], $1) }
    var adjusted = probabilities
    var greatest = 0.0
    for (rank, place) in order.enumerated() {
      greatest = max(greatest, Double(probabilities.count - rank) * probabilities[place])
      adjusted[place] = min(1, greatest)
    }
    return adjusted
  }
}

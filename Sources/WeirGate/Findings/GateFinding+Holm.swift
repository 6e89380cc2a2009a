// SPDX-License-Identifier: GPL-3.0-or-later
import WeirStatistics

extension GateFinding {
  /// Returns the same findings of a time lane, with the probabilities corrected for each other
  /// after Holm.
  ///
  /// A finding of *slower* is withdrawn if its corrected probability is too large.
  package static func corrected(
    _ findings: [GateFinding], family: Double = 0.01
  ) -> [GateFinding] {
    var findings = findings
    let places = findings.indices.filter { findings[$0].rows.first?.probability != nil }
    let adjusted = Holm.adjusted(places.compactMap { findings[$0].rows.first?.probability })
    for (place, probability) in zip(places, adjusted) {
      findings[place].rows[0].probability = probability
      guard findings[place].verdict == .slower, probability > family else { continue }
      findings[place].verdict = .cannotTell
      findings[place].rows[0].verdict = "inconclusive"
      findings[place].notes.append(
        "among so many gates one that looks slower like this is no wonder")
    }
    return findings
  }
}

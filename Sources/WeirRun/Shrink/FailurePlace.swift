// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck

/// The place at which a run failed: the checker, and the kind of contradiction.
///
///     FailurePlace(of: finding)?.description
///     // "converge: client # shows '…' as row #, but the server has '…'"
///
/// Two failures are at one place if the same checker says the same of them, whichever rows, clients and moments
/// it names. The number of a rule stays: to break another rule of the list view is another failure.
package struct FailurePlace: Hashable, Sendable {
  /// The checker.
  package var checker: String
  /// The words of the checker, without names and numbers.
  package var words: String
  /// `true` if somebody still waited for something when it failed, so that more time might have mended it.
  package var isPending: Bool

  /// The place of a finding; nil if nothing is broken.
  package init?(of finding: Finding) {
    guard finding.verdict.isBroken else { return nil }
    let reason = finding.verdict.breach?.words ?? ""
    checker = finding.checker
    words = Self.kind(of: reason)
    isPending = reason.firstRange(of: Waiting.opening) != nil
  }

  /// `true` if another failure is at this place, and is no weaker: where nobody waited for anything any more, a failure for
  /// which somebody does is none, for time alone might mend it.
  package func covers(_ other: FailurePlace) -> Bool {
    checker == other.checker && words == other.words && (isPending || !other.isPending)
  }

  /// A sentence with `'…'` for what it quotes and `#` for every word with a digit in it, without who waits for what:
  /// with one client less, fewer wait.
  package static func kind(of reason: String) -> String {
    var words: [String] = []
    var reason = reason[...]
    if let waiting = reason.firstRange(of: Waiting.opening),
      let end = reason[waiting.upperBound...].firstIndex(of: ")")
    {
      reason.replaceSubrange(waiting.lowerBound...end, with: "")
    }
    for (place, part) in reason.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    {
      if place % 2 == 1 {
        words.append("'…'")
        continue
      }
      for word in part.split(separator: " ") {
        let hasDigit = word.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let tail = word.last.map { ",.;:)".contains($0) ? String($0) : "" } ?? ""
        words.append(hasDigit && !word.hasPrefix("LV-") ? "#" + tail : String(word))
      }
    }
    return words.joined(separator: " ")
  }
}

extension FailurePlace: CustomStringConvertible {
  /// The checker, and what it says.
  package var description: String { "\(checker): \(words)" }
}

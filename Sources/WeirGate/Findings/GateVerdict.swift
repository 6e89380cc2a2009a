// SPDX-License-Identifier: GPL-3.0-or-later

/// The verdict of a gate on a scenario.
package enum GateVerdict: String, Hashable, Sendable, CaseIterable {
  /// All is as it should be.
  case pass = "PASS"
  /// The baseline was written.
  case accepted = "ACCEPTED"
  /// An exact number is another one.
  case differs = "DIFFERS"
  /// Slower than allowed.
  case slower = "SLOWER"
  /// A promise of the stack is broken.
  case broken = "BROKEN"
  /// An expectation of the scenario is missed.
  case missed = "MISSED"
  /// Two runs that had to be the same were not.
  case notDeterministic = "NOT DETERMINISTIC"
  /// It cannot be told within the time allowed.
  case cannotTell = "CANNOT TELL"
  /// Nothing was measured.
  case nothing = "NOTHING MEASURED"
  /// The measurement is not valid.
  case invalid = "NOT VALID"
  /// The baseline is of another making.
  case rebase = "RE-BASELINE NEEDED"
  /// The scenario cannot be run at all, or its baseline is malformed.
  case refused = "REFUSED"
  /// The user stopped it.
  case interrupted = "INTERRUPTED"

  /// `true` if all is well.
  package var isGood: Bool { self == .pass || self == .accepted }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// Waits for an alarm that it asked for before it was closed, and that nobody rings any more.
///
/// Our own clock of batches did: who closed a list in the middle of a batch never saw it load again.
///
///     a change, .wake(50ms) | closed, opened | a change: no .wake, no publication
enum AlarmOutlives: StackHabits {
  static let mutant = Mutant(
    "alarm-outlives", of: "Weir", caughtBy: "initial-load",
    about: "Waits for an alarm of the life before.", Self.self)

  static var alarmOutlivesClosing: Bool { true }
}

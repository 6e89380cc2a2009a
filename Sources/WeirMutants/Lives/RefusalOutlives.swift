// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// Counts as refused in its next life, though nobody refuses it there.
///
/// Our own list streams did: after a refusal rows came again, and every page failed.
///
///     refused | opened again: rows come, and loaded(forbidden)
enum RefusalOutlives: StackHabits {
  static let mutant = Mutant(
    "refusal-outlives", of: "Weir", caughtBy: "initial-load",
    about: "Says in its next life that it may not load.", Self.self)

  static var refusalOutlivesClosing: Bool { true }
}

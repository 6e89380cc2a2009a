// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// Tells nobody that a list which has loaded is no longer kept up to date.
///
/// Our own list streams did: the rows of somebody whose rights were taken away looked as live as before.
///
///     loaded | refused: nothing is told
enum LossUntold: StackHabits {
  static let mutant = Mutant(
    "loss-untold", of: "Weir", caughtBy: "initial-load",
    about: "Keeps quiet about a loss.", Self.self)

  static var tellsLoss: Bool { false }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// Dies when a source of a union reports once more after all had reported.
///
/// The port of StreamBaseKit to Wilddog, quirk Q10b: the counter of finished sources is unwrapped by force after
/// it was cleared. The app is gone; here the list never changes again.
///
///     a union loads; its second source is taken away  // no page of the first one ever comes or fails
enum UnionFinishDies: StackHabits {
  static let mutant = Mutant(
    "union-finish-dies", of: "StreamBaseKit for Wilddog Q10b", caughtBy: "pages",
    about: "A union dies when a source that had loaded is taken away.", Self.self)

  static var survivesLoss: Bool { false }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTrace

/// The steps that paged lists say, for those who judge them.
package enum PageNotes {
  /// Somebody scrolled.
  package static let scrolled = StepNote(
    "scrolled", "Somebody scrolled by half a screen, and sees so many rows from there on.",
    x: .number("top"), y: .number("seen"), says: { "scrolls to row \($0.x)" })
  /// Somebody is somewhere else from now on, also where the app has the rows already and asks for nothing.
  package static let opened = StepNote(
    "middle-opened", "Somebody opens the list at a place in its middle.",
    says: { _ in "opens the list in its middle" })
}

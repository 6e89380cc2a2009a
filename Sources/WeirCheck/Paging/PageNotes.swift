package import WeirTrace

/// The steps that paged lists say, for those who judge them.
package enum PageNotes {
  /// Somebody scrolled.
  package static let scrolled = StepNote(
    "scrolled", "Somebody scrolled by half a screen, and sees so many rows from there on.",
    x: .number("top"), y: .number("seen"), says: { "scrolls to row \($0.x)" })
}

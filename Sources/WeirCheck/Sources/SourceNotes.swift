// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTrace

/// The steps that lists of sources say, for those who judge them.
package enum SourceNotes {
  /// A list follows another source.
  package static let followed = StepNote(
    "source-followed", "A list follows another source of its rows.",
    x: .word("of", ["memory", "table", "kept"]),
    says: { "follows its rows in \(["memory", "a table", "what it kept"][Int($0.x)])" })
  /// Somebody typed a letter.
  package static let typed = StepNote(
    "letter-typed", "Somebody typed a letter of what is searched for, or took one back.",
    x: .number("letters"), says: { "searches by \($0.x) letters" })
}

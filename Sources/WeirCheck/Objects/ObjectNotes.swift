// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirTrace
package import WeirTree

/// The steps that apps with objects say, and what their objects are called, for those who judge them.
package enum ObjectNotes {
  /// The name of the surface that shows the fields of a row, one below the other.
  package static let form = "form"
  /// The field that people edit in a form.
  package static let word = Key("word")
  /// The relation of a row to the one that leads it.
  package static let lead = Key("lead")
  /// The relations of a row to those that it leads.
  package static let crew = Key("crew")

  /// The files of a row, of which people see the last one.
  package static let photo = Key("photo")

  /// The number by which steps call the action that relates two rows.
  package static let joining = number(of: "join")
  /// The number by which steps call the action that saves a form.
  package static let saving = number(of: "save")

  /// Returns the number by which steps call an action.
  static func number(of action: String) -> UInt64 {
    var digest = Digest()
    digest.absorb(action)
    return 1 << 31 | digest.word & 0x7FFF_FFFF
  }

  /// Somebody opened a row in a form.
  package static let opened = StepNote(
    "form-opened", "Somebody opened a row in a form.", says: { "opens\($0.key) in a form" })
  /// Somebody typed into a form.
  package static let typed = StepNote(
    "form-typed", "Somebody typed a text into a form, which is not saved yet.", x: .hex("stamp"),
    says: { "types into the form of\($0.key)" })
  /// An edit is over.
  package static let ended = StepNote(
    "edit-ended", "What somebody typed into a form was saved, or they gave it up.",
    x: .hex("stamp"), y: .word("how", ["saved", "given up"]),
    says: { "\($0.y == 0 ? "has saved" : "gives up") what was typed into\($0.key)" })
  /// A save is done.
  package static let saved = StepNote(
    "form-saved", "A form was saved.", x: .time("after"), says: { "has saved\($0.key)" })
  /// A save was turned away, by the app itself or by the server.
  package static let unsaved = StepNote(
    "form-unsaved", "A form was not saved, and still holds what was typed.",
    says: { "could not save\($0.key)" })
  /// Somebody saves what was typed over something else than there is now.
  package static let conflicted = StepNote(
    "form-conflict", "A text was changed elsewhere while somebody typed another one.",
    says: { "types over news of\($0.key)" })
  /// An app takes away ends of relations that lead to nothing which leads back.
  package static let mending = StepNote(
    "relation-mended", "An app takes away ends of relations whose other ends are not there.",
    says: { "mends the relations of\($0.key)" })
}

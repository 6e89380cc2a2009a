// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirTrace
package import WeirTree

/// The steps that apps with objects say, and what their objects are called, for those who judge them.
package enum ObjectNotes {
  /// The name of the surface that shows the fields of a row, one below the other.
  package static let form = "form"
  /// The name of the surface that shows the rows of a collection as its index has them.
  package static let table = "table"
  /// The name of the surface that shows what is known of the things in the cells of the table.
  package static let cells = "cells"
  /// The name of the surface that shows the row of the form in two sections, as people have arranged them.
  package static let sheet = "sheet"
  /// The field that people edit in a form.
  package static let word = Key("word")
  /// The relation of a row to the one that leads it.
  package static let lead = Key("lead")
  /// The relations of a row to those that it leads.
  package static let crew = Key("crew")

  /// The files of a row, of which people see the last one.
  package static let photo = Key("photo")

  /// The field by which transactions over several rows mark them.
  package static let mark = Key("mark")
  /// The place of the receipts of edits, one for each app.
  package static let receipts = Key("__receipts")
  /// The field of a receipt that says which edit it is of.
  package static let edit = Key("edit")

  /// Returns the place of the index of a collection.
  package static func index(of collection: Path) -> Path {
    Path([Key("__lnks")] + collection.keys + [Key("__itms")])
  }

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
  /// The rules do not let an app mend a row; it tries again once the row has changed or its list is opened anew.
  package static let unmended = StepNote(
    "relation-kept", "The rules did not let an app mend the relations of a row.",
    says: { "may not mend the relations of\($0.key)" })

  /// Somebody does something to a shopping list.
  package static let edited = StepNote(
    "thing-edited", "Somebody did something to a shopping list, with or without a connection.",
    x: .hex("text"), y: .word("deed", ["added", "ticked off", "taken away"]),
    says: { "has\($0.key) \(["added", "ticked off", "taken away"][Int(min($0.y, 2))])" })
  /// An app knows how such an edit ended.
  package static let settled = StepNote(
    "edit-settled", "What somebody did to a shopping list was done, or came to nothing.",
    x: .hex("text"), y: .word("how", ["done", "refused"]),
    says: { "hears that what was done to\($0.key) is \($0.y == 0 ? "done" : "refused")" })
  /// A cell begins, or ceases, to display a thing.
  package static let displayed = StepNote(
    "cell-displays", "A cell of a table began to display a thing, or ceased to.",
    y: .word("how", ["ceased", "began"]),
    says: { "\($0.y == 1 ? "displays" : "displays no more")\($0.key)" })
  /// A transaction wants a row to have a mark.
  package static let wanted = StepNote(
    "mark-wanted", "A transaction over several rows wants one to have a mark, or 0: none.",
    x: .hex("mark"), y: .number("transaction"),
    says: { "wants\($0.key) to be marked in transaction \($0.y)" })
  /// Somebody has arranged the rows of a sheet, or it came onto the screen as it was arranged last.
  package static let arranged = StepNote(
    "sheet-arranged", "The word of a row stands first in a sheet, or the row that leads it does.",
    y: .word("first", ["the word", "the lead"]),
    says: { "shows \($0.y == 1 ? "who leads a row" : "the word of a row") first in its sheet" })
  /// An app has read the card of a row.
  package static let cardRead = StepNote(
    "card-read", "An app has heard a row and read its card.", x: .hex("seed"), y: .hex("values"),
    says: { "reads the card of\($0.key)" })
  /// An app has heard a card that it cannot read.
  package static let cardBroken = StepNote(
    "card-broken", "An app has heard a row with a card that it cannot read.",
    says: { "cannot read the card of\($0.key)" })

  /// Returns the part of a stamp for which a step has room beside its words.
  package static func shortened(_ stamp: UInt64) -> UInt64 { stamp & 0xFFFF_FFFF_FFFF }

  /// A transaction over several rows comes to a stage.
  package static let stage = StepNote(
    "transaction-stage", "A transaction over several rows has come to a stage of its life.",
    x: .number("transaction"), y: .word("stage", TransactionStage.allCases.map(\.word)),
    says: { "has transaction \($0.x) \(TransactionStage(rawValue: $0.y)?.word ?? "beyond words")" })
}

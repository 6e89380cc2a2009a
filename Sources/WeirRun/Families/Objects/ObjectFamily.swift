// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirMetrics
import WeirScenario
import WeirStreams
import WeirTrace
import WeirTree

/// Rows as objects with fields and relations, one of which is open in a form, after Realtime.
enum ObjectFamily: StackFamily {
  static let name = "objects"
  static let about =
    "A list whose rows are objects that people edit in a form and relate to each other, after Realtime."
  static let actions: [Scenario.Work.Action] = [
    Scenario.Work.Action("open-form", .look, "Opens a row in a form."),
    Scenario.Work.Action(
      "fill-in", .look, "Types a text into the form that is open, and does not save it yet."),
    Scenario.Work.Action("discard", .look, "Gives up what was typed into the form."),
    Scenario.Work.Action("save", .write, "Saves what was typed into the form."),
    Scenario.Work.Action(
      "join", .write, "Lets a row be led by another one, with both ends at one instant."),
    Scenario.Work.Action(
      "part", .write, "Takes the relation of a row to the one that leads it away."),
    Scenario.Work.Action("delete", .write, "Deletes a row with all its relations."),
    // Random scenarios remove rows without a thought of their files, may forbid the notes of files, and replace signed rows.
    Scenario.Work.Action(
      "add-photo", .write,
      "Brings a photo to the service for files, and gives it to the row in the form.",
      isDrawn: false, movesFiles: true),
    Scenario.Work.Action(
      "sign", .write,
      "Signs a row as an app of version 2.0, which moves what an older one has signed.",
      isDrawn: false),
    Scenario.Work.Action(
      "sign-older", .write,
      "Signs a row as an app of version 1.5, which leaves alone what it does not know.",
      isDrawn: false),
    // Random scenarios draw a table, but not what people do with it: they would need receipts and an index that some client shows.
    Scenario.Work.Action(
      "add-thing", .own, "Adds a thing to the table, which is sent when there is a connection.",
      isDrawn: false),
    Scenario.Work.Action(
      "tick-off", .own, "Ticks a thing of the table off, likewise.", isDrawn: false),
    Scenario.Work.Action(
      "take-away", .own, "Takes a thing out of the table, likewise.", isDrawn: false),
    Scenario.Work.Action(
      "scroll-things", .own, "Scrolls the table to some of its rows.", isDrawn: false),
    Scenario.Work.Action(
      "change-several", .write,
      "Marks several rows in one transaction, or in two that are merged, and perhaps relates two of them.",
      isDrawn: false),
    Scenario.Work.Action(
      "save-with-photo", .write,
      "Saves what was typed into the form, and gives the row a photo at the same instant.",
      isDrawn: false, movesFiles: true),
    Scenario.Work.Action(
      "fold-preview", .look, "Folds the preview of the form away, or unfolds it.", isDrawn: false),
    Scenario.Work.Action(
      "fill-card", .write,
      "Fills the card of a row in: a value of each kind that a field can have, at one instant.",
      isDrawn: false),
    Scenario.Work.Action(
      "arrange-sheet", .look,
      "Moves the first of the two fields in the sheet of the form below the other one.",
      isDrawn: false),
    Scenario.Work.Action(
      "drop-photo", .write,
      "Takes the photo of the row in the form away, from the row and then from the service.",
      isDrawn: false, movesFiles: true),
  ]
  static let notes = [
    ObjectNotes.opened, ObjectNotes.typed, ObjectNotes.ended, ObjectNotes.saved,
    ObjectNotes.unsaved, ObjectNotes.conflicted, ObjectNotes.mending, ObjectNotes.unmended,
    ObjectNotes.edited, ObjectNotes.settled, ObjectNotes.displayed, ObjectNotes.wanted,
    ObjectNotes.stage,
    ObjectNotes.cardRead, ObjectNotes.cardBroken, ObjectNotes.arranged,
    PreviewNotes.fed, PreviewNotes.began, PreviewNotes.heard, PreviewNotes.ended,
    PreviewNotes.closed,
  ]
  static let checkers = Checkers.objects
  static let metrics = [
    StepMetric.spans(
      "form-time", "From the wish to save a form until the server has answered.",
      of: ObjectNotes.saved),
    StepMetric.count(
      "saves-refused", "Saves of a form that came to nothing.", of: ObjectNotes.unsaved),
    StepMetric.count(
      "edit-conflicts", "Saves of a text that was changed elsewhere since it was typed.",
      of: ObjectNotes.conflicted),
    StepMetric.count(
      "relations-mended", "Rows whose relations an app set out to mend.", of: ObjectNotes.mending),
    StepMetric.found(
      "half-relations", "How long an end of a relation led to nothing that leads back."),
    StepMetric.found(
      "edit-time", "From an edit of a shopping list until its app knows how it ended."),
  ]

  static func surfaces(_ options: ObjectOptions, beside screen: Screen) -> [StackSurface] {
    let names =
      [ObjectNotes.form] + (options.table > 0 ? [ObjectNotes.table, ObjectNotes.cells] : [])
      + (options.sheet ? [ObjectNotes.sheet] : [])
    return names.map { StackSurface($0, Screen(screen.sources[0]), isLive: false) }
  }

  static func refusal(of screen: Screen) -> (message: String, remedy: String)? {
    if screen.sources.count > 1 {
      return ("objects of several lists", "give it one list, or use stack: streams")
    }
    if screen.sources[0].limit != nil || screen.displayLimit != nil {
      return (
        "objects of so many rows only, where nobody can say whether a relation leads to nothing",
        "leave it out, or use stack: streams"
      )
    }
    return nil
  }

  static func makeStack(_ options: ObjectOptions, _ context: StackContext) -> any ClientStack {
    let list = AnyStream(context.screen, batching: context.batching).asStack
    return ObjectApp(
      list, of: context.screen.sources[0], options, context.chance,
      notedAs: Key("\(context.group)-\(context.number)"))
  }
}

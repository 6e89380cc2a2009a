// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirRun
import WeirTree

// Bugs that apps with objects have had in the form, between what is typed and what comes from elsewhere. Each begins with the
// smallest story in which it shows.

/// Drops what was typed when its text comes anew from elsewhere.
///
///     x is typed over a; b comes: b, and x is lost
enum TypedLost: FormHabits {
  static let mutant = Mutant(
    "typed-lost", of: "Realtime P1", caughtBy: "forms",
    about: "News of a row take away what somebody is typing into its form.", forms: Self.self)

  static func keeps(_ typed: Node, heard old: Node, now new: Node) -> Node? {
    old == new ? typed : nil
  }
}

/// Drops what was typed when the server turns the save away.
///
///     x is typed and saved; refused: a, and x is lost
enum RefusedLost: FormHabits {
  static let mutant = Mutant(
    "refused-lost", of: "forms that clear when they are sent", caughtBy: "forms",
    about: "A save that is turned away takes what was typed with it.", forms: Self.self)

  static var keepsRefused: Bool { false }
}

/// Takes the answer to a save for the end of whatever is typed.
///
///     x is saved, y is typed; x is answered: y is lost
enum EchoWipes: FormHabits {
  static let mutant = Mutant(
    "echo-wipes", of: "forms that reset when a save is answered", caughtBy: "forms",
    about: "The answer to a save takes away what was typed since.", forms: Self.self)

  static var endsNewer: Bool { true }
}

/// Stops to hear the row when it was saved, as one who takes all observers away does to others.
///
///     x is saved; b comes: x stays
enum FormDeaf: FormHabits {
  static let mutant = Mutant(
    "form-deaf", of: "Realtime V2", caughtBy: "forms",
    about: "A form that was saved hears no more of its row.", forms: Self.self)

  static func hears(_ new: Node, over old: Node, saves: Int) -> Node { saves > 1 ? old : new }
}

/// Takes in changes of a row, and not that it went.
///
///     a is removed: the form shows a
enum GoneRowShown: FormHabits {
  static let mutant = Mutant(
    "gone-row-shown", of: "forms that hear changes only", caughtBy: "forms",
    about: "A form goes on to show a row that was removed.", forms: Self.self)

  static func hears(_ new: Node, over old: Node, saves: Int) -> Node { new.isNull ? old : new }
}

/// Listens to the row that was opened first, whatever is opened.
///
///     a is opened, then b: the form shows a
enum OtherRowHeard: FormHabits {
  static let mutant = Mutant(
    "other-row-heard", of: "table cells that are used again, Realtime U2", caughtBy: "forms",
    about: "A form that is used again hears the row that it showed before.", forms: Self.self)

  static func opens(_ key: Key, after old: Key?) -> Key { old ?? key }
}

/// Says that an edit is given up, and shows it.
///
///     x is typed and given up: x
enum GivenUpStays: FormHabits {
  static let mutant = Mutant(
    "given-up-stays", of: "Realtime P3", caughtBy: "forms",
    about: "What somebody gave up is still in the form.", forms: Self.self)

  static var givesUp: Bool { false }
}

/// Shows a list of which each entry was read in the place of the one before.
///
///     a leads b and c: the form shows c
enum CrewCut: FormHabits {
  static let mutant = Mutant(
    "crew-cut", of: "Realtime C1", caughtBy: "forms",
    about: "Of all that a row leads its form shows the last one.", forms: Self.self)

  static func shows(crew: Node) -> Node {
    crew.children.map { Node([($0.key, $0.value)]) }.last ?? .null
  }
}

/// Hears what a row has for itself, and not what changes one level deeper.
///
///     b comes to be led by a: the form of a shows nobody
enum InnerUnheard: FormHabits {
  static let mutant = Mutant(
    "inner-unheard", of: "Realtime D1, K4", caughtBy: "forms",
    about: "A form does not hear what changes inside of a field.", forms: Self.self)

  static func hears(_ new: Node, over old: Node, saves: Int) -> Node {
    let isOwn = [ObjectNotes.word, ObjectNotes.lead].contains { new[$0] != old[$0] }
    return isOwn || new.isNull || old.isNull ? new : old
  }
}

/// Tells those who listen of the last row that a commit has changed.
///
///     a and b change at once: who listens to a hears nothing
enum LastRowHeard: FormHabits {
  static let mutant = Mutant(
    "last-row-heard", of: "Realtime D3", caughtBy: "forms",
    about: "Of several rows that change at once a form hears of the last one.", forms: Self.self)

  static func misses(_ news: Int, isLast: Bool) -> Bool { !isLast }
}

/// Puts aside what is known when a form is opened, and never takes it up.
///
///     a is opened: the form shows nothing until a changes
enum OpenedEmpty: FormHabits {
  static let mutant = Mutant(
    "opened-empty", of: "Realtime K6", caughtBy: "forms",
    about: "A form shows nothing of its row before that changes.", forms: Self.self)

  static func begins(with row: Node, kept: Node?) -> Node { .null }
}

/// Keeps an object that nobody listens to, and shows that one again.
///
///     a is opened, then b; a changes; a is opened: the form shows a as it was
enum KeptRowShown: FormHabits {
  static let mutant = Mutant(
    "kept-row-shown", of: "Realtime K7", caughtBy: "forms",
    about: "A row that is opened again is shown as the form showed it before.", forms: Self.self)

  static func begins(with row: Node, kept: Node?) -> Node { kept ?? row }
}

/// Listens for rows that come, and forgets that it was to listen for those that change, too.
///
///     a changes: the form shows a as it was
enum ChangesUnheard: FormHabits {
  static let mutant = Mutant(
    "changes-unheard", of: "Realtime F1", caughtBy: "forms",
    about: "A form hears that its row comes and goes, and not that it changes.", forms: Self.self)

  static func hears(_ new: Node, over old: Node, saves: Int) -> Node {
    new.isNull || old.isNull ? new : old
  }
}

/// Gathers news two by two, and loses the one by which it sees that two are there.
///
///     a changes three times: the form shows the second
enum ThirdUnheard: FormHabits {
  static let mutant = Mutant(
    "third-unheard", of: "Realtime R2", caughtBy: "forms",
    about: "A form loses each third change of its row.", forms: Self.self)

  static func misses(_ news: Int, isLast: Bool) -> Bool { news.isMultiple(of: 3) }
}

/// Saves a field as if it belonged to what is around its row.
///
///     x is saved: it stands at list/word, and a has none of it
enum SavedBeside: FormHabits {
  static let mutant = Mutant(
    "saved-beside", of: "Realtime O1", caughtBy: "forms",
    about: "A form says that it is saved, and its text stands beside the row.", forms: Self.self)

  static func saves(_ key: Key) -> Path { Path([ObjectNotes.word]) }
}

/// Goes on after a save that was turned away as after any other.
///
///     x is saved and refused: it is said to be saved
enum RefusedAsSaved: FormHabits {
  static let mutant = Mutant(
    "refused-as-saved", of: "Realtime S1, F3", caughtBy: "forms",
    about: "A save that is turned away is said to be done.", forms: Self.self)

  static func isDone(_ answer: Message.Answer) -> Bool { true }
}

/// Saves what was typed without a look whether its row is still there.
///
///     x is typed over a; a is removed; x is saved: there is a row with x, and nothing else of a
enum SavedUnseen: FormHabits {
  static let mutant = Mutant(
    "saved-unseen", of: "multi-path updates of what was deleted", caughtBy: "forms",
    about: "A save brings back a row that was removed, with one field.", forms: Self.self)

  static var savesGone: Bool { true }
}

extension Mutant {
  /// The app of which all mutants of apps with objects are made, without a bug.
  static let plainForms = Mutant(
    "plain-forms", of: "the control", caughtBy: nil,
    about: "Does everything right, with what its list has heard.", forms: RightForms.self)

  /// The bugs of apps with objects.
  static let objects: [Mutant] = [
    TypedLost.mutant, RefusedLost.mutant, EchoWipes.mutant, FormDeaf.mutant, GoneRowShown.mutant,
    OtherRowHeard.mutant, GivenUpStays.mutant, EndsApart.mutant, OneSided.mutant,
    OldLeadKept.mutant, DeletedAlone.mutant, NeverMended.mutant, CrewCut.mutant,
    InnerUnheard.mutant, LastRowHeard.mutant, OpenedEmpty.mutant, KeptRowShown.mutant,
    ChangesUnheard.mutant, ThirdUnheard.mutant, SavedBeside.mutant, RefusedAsSaved.mutant,
    CrewOverwritten.mutant, InsideByPrefix.mutant, DeleteSwallows.mutant, PathClimbs.mutant,
    EqualByKey.mutant, PartedAlone.mutant, DeletedInSteps.mutant, PhotoLeft.mutant,
    SavedUnseen.mutant, NewerTakenOlder.mutant, VersionsEmptied.mutant, KnownUnmoved.mutant,
    InnerUnmoved.mutant, NumberStrange.mutant, PhotoOutlives.mutant, DemandsDropped.mutant,
    GoneRowKept.mutant, FirstHeardKept.mutant, IndexLeft.mutant, CellStillHeard.mutant,
    EditTwice.mutant, RefusalUnsaid.mutant, HalvesWritten.mutant, RemovalForgotten.mutant,
    EndTwice.mutant, PreviewAsleep.mutant, StateShared.mutant, DisposedTold.mutant,
    LastElementAlone.mutant, ReferenceCut.mutant, WholeMadeFraction.mutant, SheetBehind.mutant,
    ArrangedLate.mutant,
  ]

  /// Makes a mutant of a plain app with objects with a wrong habit.
  init<Habits: FormHabits>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    forms habits: Habits.Type
  ) {
    self.init(name, of: provenance, caughtBy: checker, about: about) { PlainForms<Habits>($0) }
  }
}

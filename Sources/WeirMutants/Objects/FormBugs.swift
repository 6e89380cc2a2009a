// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

// Bugs that apps with objects have had: in the form, between what is typed and what comes from elsewhere, and at the ends of
// relations. Each begins with the smallest story in which it shows.

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

/// Writes each end by itself.
///
///     a/lead is written; then b/crew/a: in between a leads nowhere
enum EndsApart: FormHabits {
  static let mutant = Mutant(
    "ends-apart", of: "Realtime 2.7, at HEAD", caughtBy: "relations",
    about: "The two ends of a relation are written one after the other.", forms: Self.self)

  static func writes(_ own: [Write.Part], _ others: [Write.Part]) -> [[Write.Part]] {
    [own, others]
  }
}

/// Writes the end of its own object, and not the other one.
///
///     a/lead leads to b, and b knows nothing of it
enum OneSided: FormHabits {
  static let mutant = Mutant(
    "one-sided", of: "Realtime K8, K11", caughtBy: "relations",
    about: "Only one end of a relation is written.", forms: Self.self)

  static func writes(_ own: [Write.Part], _ others: [Write.Part]) -> [[Write.Part]] { [own] }
}

/// Writes a new relation, and leaves the end that another one held; it mends nothing either.
///
///     a leads to b, then to c: b/crew/a leads to a, which leads to c
enum OldLeadKept: FormHabits {
  static let mutant = Mutant(
    "old-lead-kept", of: "Realtime 2.7, before 0.8", caughtBy: "relations",
    about: "Who gets another lead stays in the crew of the old one.", forms: Self.self)

  static var cutsOld: Bool { false }
  static var mends: Bool { false }
}

/// Deletes a row without the ends that lead to it; it mends nothing either.
///
///     a leads to b; b is deleted: a leads to nothing
enum DeletedAlone: FormHabits {
  static let mutant = Mutant(
    "deleted-alone", of: "Realtime K11, apollo-kotlin-normalized-cache #85", caughtBy: "relations",
    about: "A row is deleted, and those that lead to it are not told.", forms: Self.self)

  static var cutsDeleted: Bool { false }
  static var mends: Bool { false }
}

/// Takes no end away that leads to nothing.
///
///     a leads to b; somebody removes b: a leads to nothing, for ever
enum NeverMended: FormHabits {
  static let mutant = Mutant(
    "never-mended", of: "realm-swift #2380", caughtBy: "relations",
    about: "Relations to rows that others have removed stay for ever.", forms: Self.self)

  static var mends: Bool { false }
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
    OldLeadKept.mutant, DeletedAlone.mutant, NeverMended.mutant,
  ]

  /// Makes a mutant of a plain app with objects with a wrong habit.
  fileprivate init<Habits: FormHabits>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    forms habits: Habits.Type
  ) {
    self.init(name, of: provenance, caughtBy: checker, about: about) { PlainForms<Habits>($0) }
  }
}

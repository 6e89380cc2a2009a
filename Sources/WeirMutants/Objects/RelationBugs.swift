// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirRun
import WeirTree

// Bugs that apps with objects have had at the ends of relations. Each begins with the smallest story in which it shows.

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

/// Writes one entry of a set in the place of all.
///
///     a leads b; c comes to be led by a: b leads to a, which leads c alone
enum CrewOverwritten: FormHabits {
  static let mutant = Mutant(
    "crew-overwritten", of: "Realtime J3", caughtBy: "relations",
    about: "Who comes to be led by a row takes the places of all whom it led before.",
    forms: Self.self)

  static func takes(_ one: Key, into other: Key, _ end: Node) -> Write.Part {
    Write.Part(Path([other, ObjectNotes.crew]), Node([(one, end)]))
  }
  static var mends: Bool { false }
}

/// Takes a place for one inside of another if its text begins with that.
///
///     ab leads to a; a is deleted, and list/ab counts as inside of list/a: ab leads to nothing
enum InsideByPrefix: FormHabits {
  static let mutant = Mutant(
    "inside-by-prefix", of: "Realtime J2, G1", caughtBy: "relations",
    about: "With a row the ends of those are forgotten whose keys begin with its own.",
    forms: Self.self)

  static func isInside(_ row: Key, of deleted: Key) -> Bool {
    row.description.hasPrefix(deleted.description)
  }
  static var mends: Bool { false }
}

/// Puts two writes at one place together, one of which takes away, and writes neither.
///
///     a leads to b, then to c: c/crew/a leads to a, which leads to b
enum DeleteSwallows: FormHabits {
  static let mutant = Mutant(
    "delete-swallows", of: "Realtime T2", caughtBy: "relations",
    about: "What takes an old end away takes the new one at its place along.", forms: Self.self)

  static func replaces(_ old: Node, by new: Write.Part) -> [Write.Part] { old.isNull ? [new] : [] }
}

/// Climbs past the row when it looks for the place of its end.
///
///     a/lead leads to the list that b is in
enum PathClimbs: FormHabits {
  static let mutant = Mutant(
    "path-climbs", of: "Realtime N2", caughtBy: "relations",
    about: "An end leads to the place around the row that it is to lead to.", forms: Self.self)

  static func leads(to row: Path) -> Path { row.parent ?? row }
}

/// Takes two places for one if their last keys are.
///
///     b/crew/a and c/crew/a lead to a, which leads to c: both count as whole
enum EqualByKey: FormHabits {
  static let mutant = Mutant(
    "equal-by-key", of: "Realtime N1", caughtBy: "relations",
    about: "An end that leads back to another row of the same kind counts as whole.",
    forms: Self.self)

  static func leads(_ place: Path?, backTo end: Path) -> Bool { place?.lastKey == end.lastKey }
}

/// Takes a row out of a relation, and leaves what leads to it; it mends nothing either.
///
///     a leads to b no more; b/crew/a stays
enum PartedAlone: FormHabits {
  static let mutant = Mutant(
    "parted-alone", of: "Realtime L1", caughtBy: "relations",
    about: "Who leaves a lead stays in the crew.", forms: Self.self)

  static var cutsParted: Bool { false }
  static var mends: Bool { false }
}

/// Does not wait for what has to be read before a row is deleted, and takes the ends away when it comes.
///
///     a leads to b; a is deleted; the app is killed: b/crew/a stays
enum DeletedInSteps: FormHabits {
  static let mutant = Mutant(
    "deleted-in-steps", of: "Realtime J1", caughtBy: "relations",
    about: "A row is deleted first, and the ends that lead to it later.", forms: Self.self)

  static var deletesAtOnce: Bool { false }
  static var mends: Bool { false }
}

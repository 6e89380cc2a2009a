// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirRun
import WeirTree

// Bugs that apps of several versions have had where they meet. Each begins with the smallest story in which it shows.

/// Takes versions for older of which any number is smaller, so that of 1.5 and 2.0 each is older than the other one.
///
///     a is of 2.0; an app of 1.5 signs it: a is of 1.5
enum NewerTakenOlder: FormHabits {
  static let mutant = Mutant(
    "newer-taken-older", of: "Realtime M1", caughtBy: "versions",
    about: "An older app makes the rows of a newer one older again.", forms: Self.self)

  static func isOlder(_ stored: StoredVersions, than own: StoredVersions) -> Bool {
    own.levels.enumerated().contains { level, own in
      guard level < stored.levels.count else { return true }
      return stored.levels[level].major < own.major || stored.levels[level].minor < own.minor
    }
  }
}

/// Takes the levels out of the versions while it moves the fields, and stores what is left of them.
///
///     a is of 1.5; an app of 2.0 signs it: a is of no version
enum VersionsEmptied: FormHabits {
  static let mutant = Mutant(
    "versions-emptied", of: "Realtime M2", caughtBy: "versions",
    about: "A row that is made newer has no versions afterwards.", forms: Self.self)

  static func marks(_ own: StoredVersions) -> StoredVersions { StoredVersions() }
}

/// Fails to move the fields of a row whose versions it knows, and goes on as if it had moved them.
///
///     a is of 1.5; an app of 2.0 signs it: a is of 2.0, and has its nick
enum KnownUnmoved: FormHabits {
  static let mutant = Mutant(
    "known-unmoved", of: "Realtime M3", caughtBy: "versions",
    about: "A row of known older versions is called newer, and nothing in it was moved.",
    forms: Self.self)

  static func moves(_ field: Path, from stored: StoredVersions) -> Bool { stored.levels.isEmpty }
}

/// Moves the fields of a row, and not those of an object inside of it.
///
///     a is of 1.5; an app of 2.0 signs it: a has an alias, and its home has a city
enum InnerUnmoved: FormHabits {
  static let mutant = Mutant(
    "inner-unmoved", of: "Realtime M4, O2", caughtBy: "versions",
    about: "A row is made newer, and the object inside of it stays as it was.", forms: Self.self)

  static func moves(_ field: Path, from stored: StoredVersions) -> Bool { field.keys.count == 1 }
}

/// Compares what it has saved with what comes back by value and width: a small number comes back as a wide one.
///
///     7 is typed and saved; 9 comes: 7 stays
enum NumberStrange: FormHabits {
  static let mutant = Mutant(
    "number-strange", of: "Realtime C2", caughtBy: "forms",
    about: "A number that was saved comes back wider, and the form takes it for another one.",
    forms: Self.self)

  static func types(_ number: Int) -> Node { .integer(Int64(number)) }
  static func isSame(_ typed: Node, asSaved saved: Node) -> Bool {
    Width.small(typed) == Width.wide(saved)
  }

  /// A value with the width in which an app or the backend holds it.
  private enum Width: Equatable {
    case small(Node)
    case wide(Node)
  }
}

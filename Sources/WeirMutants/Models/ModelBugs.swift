// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirRun
import WeirTree

// Bugs that apps with shared models have had between their updates and their screens. Each begins with the smallest story in
// which it shows.

/// Takes a screen that has got what it waited for out of those that are told.
///
///     wait for a; a comes; a changes: never shown
enum WaiterDeaf: ModelHabits {
  static let mutant = Mutant(
    "waiter-deaf", of: "RocketData B-R1", caughtBy: "screens-agree",
    about: "A screen that waited for its row hears of its first change only.", models: Self.self)

  static func hears(_ update: PlainUpdate, _ screen: PlainScreen) -> Bool {
    !screen.hasWaited || screen.updates == 0
  }
}

/// Takes whatever is told for newer, though it only repeats what was known.
///
///     all rows are told again; a is liked; the old a arrives: the like is gone
enum OldNewsWin: ModelHabits {
  static let mutant = Mutant(
    "old-news-win", of: "RocketData B-R2", caughtBy: "screen-rows",
    about: "Rows that are only told again undo what was written meanwhile.", models: Self.self)

  static func isNewer(_ update: PlainUpdate, _ screen: PlainScreen) -> Bool {
    update.isOldNews || update.time > screen.time
  }
}

/// Registers a screen for its row a while after it has read it.
///
///     a is opened; a changes; the screen is registered: the change is never shown
enum RegisteredLate: ModelHabits {
  static let mutant = Mutant(
    "registered-late", of: "RocketData B-R3", caughtBy: "screens-agree",
    about: "What happens between the reading of a row and the registration is missed.",
    models: Self.self)

  static func hears(_ update: PlainUpdate, _ screen: PlainScreen) -> Bool {
    update.begun > screen.opened + .milliseconds(150)
  }
}

/// Believes the cache, and does not look who has the row in memory.
///
///     a changes; a is opened from the cache: the old a
enum OpenedStale: ModelHabits {
  static let mutant = Mutant(
    "opened-stale", of: "RocketData B-R4", caughtBy: "screen-rows",
    about: "A row that is opened from the cache is older than the one in memory.",
    models: Self.self)

  static func opens(_ now: Node, before: Node) -> Node { before.isNull ? now : before }
}

/// Shows what a covered screen had when it was covered.
///
///     covered with [a]; b comes; uncovered: [a]
enum OldListBack: ModelHabits {
  static let mutant = Mutant(
    "old-list-back", of: "RocketData B-R6", caughtBy: "screens-agree",
    about: "A screen that is uncovered shows the list that it had before.", models: Self.self)

  static func uncovers(_ screen: PlainScreen, live: [Row]) -> [Row] { screen.told }
}

/// Forgets the list of a covered tab after more than one change.
///
///     covered; a changes, b comes; uncovered: without b
enum TabMissesLists: ModelHabits {
  static let mutant = Mutant(
    "tab-misses-lists", of: "RocketData B-C1", caughtBy: "screens-agree",
    about: "A covered tab of which a row has changed misses what becomes of the list.",
    models: Self.self)

  static func uncovers(_ screen: PlainScreen, live: [Row]) -> [Row] {
    screen.missed > 1 ? screen.told : live
  }
}

/// Shows the first version of a row that an update holds, and then the right one.
///
///     [a 2]; all rows are told again: [a 1], [a 2]
enum ListFlickers: ModelHabits {
  static let mutant = Mutant(
    "list-flickers", of: "RocketData B-R7", caughtBy: "screen-rows",
    about: "A list shows an older version of a row for a moment.", models: Self.self)

  static func halfway(_ rows: [Row], before: [Key: Node]) -> [Row]? {
    guard let place = rows.firstIndex(where: { before[$0.key].map { !$0.isNull } ?? false }),
      let old = before[rows[place].key], old.fingerprint != rows[place].stamp
    else { return nil }
    var flicker = rows
    flicker[place] = Row(key: rows[place].key, stamp: old.fingerprint)
    return flicker
  }
}

/// Gives a tab no key if the cache has no list under it.
///
///     nothing is kept; a comes: the tab stays empty
enum TabUnjoined: ModelHabits {
  static let mutant = Mutant(
    "tab-unjoined", of: "RocketData B-R8, issues 58 and 73", caughtBy: "screens-agree",
    about: "A tab that opens before there is a list never shows it.", models: Self.self)

  static var tabsJoin: Bool { false }
}

/// Changes a row and tells nothing of it.
///
///     [a 1] → [a 2]: no change
enum NamelessUntold: ModelHabits {
  static let mutant = Mutant(
    "nameless-untold", of: "RocketData B-R11", caughtBy: "lists",
    about: "A row changes, and the list view is told of no change.", models: Self.self)

  static func changes(from old: [Row], to new: [Row]) -> ChangeSet {
    var changes = diff(from: old, to: new)
    changes.updates = []
    return changes
  }
}

/// Tells that rows change which show the same.
///
///     [a, b], b changes: updates 0 and 1
enum SameRowUpdated: ModelHabits {
  static let mutant = Mutant(
    "same-row-updated", of: "RocketData B-R12", caughtBy: "screen-events",
    about: "A row that shows the same is told as changed beside one that does.", models: Self.self)

  static func changes(from old: [Row], to new: [Row]) -> ChangeSet {
    let changes = diff(from: old, to: new)
    guard changes.inserts.isEmpty, changes.deletes.isEmpty, changes.moves.isEmpty else {
      return changes
    }
    return ChangeSet(
      updates: new.indices.map { .init(old: Place(Int32($0)), new: Place(Int32($0))) })
  }
}

/// Drops a model of an update in which it stands inside of another one, too.
///
///     an update with two rows: their counts stay as they were
enum ChildDropped: ModelHabits {
  static let mutant = Mutant(
    "child-dropped", of: "RocketData B-R14", caughtBy: "screens-agree",
    about: "A badge misses its number if the update has several rows.", models: Self.self)

  static func counts(_ update: PlainUpdate) -> Bool { update.rows.count < 2 }
}

/// Takes an update whatever its time.
///
///     a 1 is under way; a 2 is written here; a 1 arrives and stays for a moment
enum TimeIgnored: ModelHabits {
  static let mutant = Mutant(
    "time-ignored", of: "RocketData B-R15", caughtBy: "screen-rows",
    about: "An update that is older than what a screen has written overwrites it.",
    models: Self.self)

  static func isNewer(_ update: PlainUpdate, _ screen: PlainScreen) -> Bool { true }
}

/// Tells a screen that is covered.
///
///     covered; a changes: told
enum CoverIgnored: ModelHabits {
  static let mutant = Mutant(
    "cover-ignored", of: "RocketData B-R18", caughtBy: "screen-events",
    about: "A screen is told of changes while another one covers it.", models: Self.self)

  static var showsCovered: Bool { true }
}

/// Compares rows without what people count of them.
///
///     a has 1 like; a has 2: no change
enum CountUnseen: ModelHabits {
  static let mutant = Mutant(
    "count-unseen", of: "RocketData B-R19", caughtBy: "screens-agree",
    about: "A change of what a row holds inside is no change of the row.", models: Self.self)

  static func merge(_ node: Node, into old: Node, field: Key) -> Node {
    var (new, known) = (node, old)
    if new.isNull || known.isNull { return node }
    new.set(.null, at: field)
    known.set(.null, at: field)
    return new == known ? old : node
  }
}

/// Registers a screen twice.
///
///     a changes: told, and told again
enum ToldTwice: ModelHabits {
  static let mutant = Mutant(
    "told-twice", of: "RocketData B-R21", caughtBy: "screen-events",
    about: "A screen that has waited is told of each change twice.", models: Self.self)

  static func tells(from old: [Row], to new: [Row], isOwn: Bool) -> Bool { !isOwn || old != new }
  static func tellings(_ screen: PlainScreen) -> Int { screen.hasWaited ? 2 : 1 }
}

/// Tells a screen of what it has written itself.
///
///     a is liked on the detail screen: told, though nothing is different
enum OwnWriteTold: ModelHabits {
  static let mutant = Mutant(
    "own-write-told", of: "RocketData issues 31, 33, 70 and 87", caughtBy: "screen-events",
    about: "A screen is told of its own write once more.", models: Self.self)

  static func tells(from old: [Row], to new: [Row], isOwn: Bool) -> Bool { !isOwn || old != new }
}

/// Does not tell the screens of a row that it went.
///
///     a is shown on a screen of its own; a goes: it stays
enum DeletionStays: ModelHabits {
  static let mutant = Mutant(
    "deletion-stays", of: "RocketData DP-6", caughtBy: "screens-agree",
    about: "A row that is deleted stays on the screens that show it alone.", models: Self.self)

  static func merge(_ node: Node, into old: Node, field: Key) -> Node { node.isNull ? old : node }
}

/// Delivers a later update before an earlier one, and both as if they were new.
///
///     a 1, a 2: a 2, a 1
enum LaneOvertaken: ModelHabits {
  static let mutant = Mutant(
    "lane-overtaken", of: "ConsistencyManager CM-10", caughtBy: "screen-rows",
    about: "An update overtakes the one before it, which then undoes it.", models: Self.self)

  static func next(of count: Int) -> Int { count - 1 }
  static func isNewer(_ update: PlainUpdate, _ screen: PlainScreen) -> Bool { true }
}

/// Shows a deleted row on a screen that is uncovered.
///
///     covered with a; a goes; uncovered: a
enum DeletionMissed: ModelHabits {
  static let mutant = Mutant(
    "deletion-missed", of: "ConsistencyManager CM-12", caughtBy: "screens-agree",
    about: "A screen that was covered while its row went shows it still.", models: Self.self)

  static func uncovers(_ screen: PlainScreen, live: [Row]) -> [Row] {
    live.isEmpty ? screen.told : live
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirRun
import WeirTree

// Bugs that lists of exchangeable sources, and the live results below them, have had. Each begins with the smallest list in
// which it shows.

/// Tells an exchange as if every row had gone, and others had come.
///
///     [a, b], exchanged for [a, b, c]: deletes 0, 1; inserts 0, 1, 2
enum SwapRetells: SourceHabits {
  static let mutant = Mutant(
    "swap-retells", of: "ReactiveKitSwappableDatasource B-W1", caughtBy: "source-events",
    about: "A row that both sources have goes and comes when they are exchanged.",
    sources: Self.self)

  static func changes(from old: [Row], to new: [Row], after list: SourcesState) -> ChangeSet {
    if !list.isSwapped || old == new { return diff(from: old, to: new) }
    return ChangeSet(
      deletes: old.indices.map { Place(Int32($0)) }, inserts: new.indices.map { Place(Int32($0)) })
  }
}

/// Tells a change where nothing is different, which looks like the first event.
///
///     [a], exchanged for [a]: a change without changes
enum NothingTold: SourceHabits {
  static let mutant = Mutant(
    "nothing-told", of: "ReactiveKitSwappableDatasource B-W2", caughtBy: "source-events",
    about: "An exchange for the same rows is told as a change of nothing.", sources: Self.self)

  static func tells(
    _ changes: ChangeSet, from old: [Row], to new: [Row], _ list: SourcesState
  ) -> Bool { !changes.isEmpty || list.isSwapped }
}

/// Looks at a source, and subscribes to it later.
///
///     exchanged, a comes before the list is told: a is never shown
enum SnapshotGap: SourceHabits {
  static let mutant = Mutant(
    "snapshot-gap", of: "ReactiveKitSwappableDatasource B-W3", caughtBy: "source-rows",
    about: "What happens between the look at a source and the subscription is lost.",
    sources: Self.self)

  static func take(_ events: [DataEvent], into list: inout SourcesState) {
    if !list.isSwapped { RightSources.take(events, into: &list) }
  }
}

/// Gives the old places of changed rows in the new list.
///
///     [a, b], a goes and b changes: update 0 instead of 1
enum UpdateSpacesMixed: SourceHabits {
  static let mutant = Mutant(
    "update-spaces-mixed", of: "ReactiveKitSwappableDatasource B-W4, realm-swift 3838",
    caughtBy: "lists",
    about: "The place of a changed row in the new list is told as that in the old one.",
    sources: Self.self)

  static func changes(from old: [Row], to new: [Row], after list: SourcesState) -> ChangeSet {
    var changes = diff(from: old, to: new)
    changes.updates = changes.updates.map { .init(old: $0.new, new: $0.new) }
      .filter { Int($0.old.row) < old.count }
    return changes
  }
}

/// Lets rows of one rank change places, and tells nobody.
///
///     [a 1, b 1], c comes: [b, a, c], told as an insert
enum TiesReorder: SourceHabits {
  static let mutant = Mutant(
    "ties-reorder", of: "ReactiveKitSwappableDatasource B-W6", caughtBy: "lists",
    about: "Rows of one rank change places without a word.", sources: Self.self)

  static func arrange(_ list: SourcesState) -> [Row] {
    let isTurned = list.publications % 2 == 1
    let rows = list.admitted.sorted { a, b in
      let (one, other) = (
        list.list.index.sortValue(of: a.node), list.list.index.sortValue(of: b.node)
      )
      if one.compared(to: other) == 0, isTurned { return b.key < a.key }
      return list.precedes(a, b)
    }
    return rows.map { Row(key: $0.key, stamp: $0.node.fingerprint) }
  }

  static func changes(from old: [Row], to new: [Row], after list: SourcesState) -> ChangeSet {
    var changes = diff(from: old, to: new)
    changes.moves = []
    return changes
  }
}

/// Lets somebody else write into what is shown.
///
///     [a, b], exchanged: [b]
enum CollectionWritten: SourceHabits {
  static let mutant = Mutant(
    "collection-written", of: "ReactiveKitSwappableDatasource B-W7", caughtBy: "source-rows",
    about: "What is shown can be written from outside, and is.", sources: Self.self)

  static func swap(_ list: inout SourcesState) {
    list.followed = list.heard
    if let first = list.followed.first?.key { list.followed.remove(first) }
  }
}

/// Tells a change again that was told while it was told.
///
///     exchanged while a change is told: both changes begin with the list before the first
enum SwapNested: SourceHabits {
  static let mutant = Mutant(
    "swap-nested", of: "ReactiveKitSwappableDatasource B-W8", caughtBy: "source-events",
    about: "An exchange while a change is told tells the same change twice.", sources: Self.self)

  static var tellings: Int { 2 }
}

/// Takes lists for the same whose rows look the same.
///
///     [a: x], exchanged for [b: x]: a stays
enum EqualContentSkipped: SourceHabits {
  static let mutant = Mutant(
    "equal-content-skipped", of: "ReactiveKitSwappableDatasource B-W9", caughtBy: "converge",
    about: "A row stays whose place another one took that looks the same.", sources: Self.self)

  static func tells(
    _ changes: ChangeSet, from old: [Row], to new: [Row], _ list: SourcesState
  ) -> Bool { old.map(\.stamp) != new.map(\.stamp) }
}

/// Goes on hearing the source that was exchanged.
///
///     rows that begin with a, then those that begin with b: an a that comes later is shown
enum OldSourceHeard: SourceHabits {
  static let mutant = Mutant(
    "old-source-heard", of: "ReactiveKitSwappableDatasource SW-8d", caughtBy: "source-rows",
    about: "What comes in a source that is followed no longer is shown.", sources: Self.self)

  static func arrange(_ list: SourcesState) -> [Row] {
    list.followed.filter {
      SourcesState.admits($0.value, list.letter)
        || list.lastLetter != nil && SourcesState.admits($0.value, list.lastLetter)
    }.map { ($0.key, $0.value) }.sorted(by: list.precedes)
      .map { Row(key: $0.0, stamp: $0.1.fingerprint) }
  }
}

/// Lets a filter swallow that rows go.
///
///     [a, b] filtered, a goes: nothing
enum FilterKeepsRemoved: SourceHabits {
  static let mutant = Mutant(
    "filter-keeps-removed", of: "ReactiveKit 76", caughtBy: "source-rows",
    about: "A row that goes while the list is filtered stays.", sources: Self.self)

  static func take(_ events: [DataEvent], into list: inout SourcesState) {
    RightSources.take(
      events.filter { $0.kind != .removed || list.letter == nil }, into: &list)
  }
}

/// Tells that two rows have changed places as one move and one update at the place where that ends.
///
///     [a, b] → [b, a]: move 1 → 0, update at 0
enum SwapAsMoveAndUpdate: SourceHabits {
  static let mutant = Mutant(
    "swap-as-move-and-update", of: "NSFetchedResultsController rdar 27957917", caughtBy: "lists",
    about: "A move is told with an update of the row that was at its target.", sources: Self.self)

  static func changes(from old: [Row], to new: [Row], after list: SourcesState) -> ChangeSet {
    var changes = diff(from: old, to: new)
    guard changes.moves.count == 1, let move = changes.moves.first else { return changes }
    changes.updates = [.init(old: move.to, new: move.to)]
    return changes
  }
}

/// Tells a changed row as one that moves to where it is.
///
///     [a, b], b changes: move 1 → 1
enum MoveToItself: SourceHabits {
  static let mutant = Mutant(
    "move-to-itself", of: "NSFetchedResultsController, XLData 15", caughtBy: "lists",
    about: "A row that changes is told as moved to the place that it has.", sources: Self.self)

  static func changes(from old: [Row], to new: [Row], after list: SourcesState) -> ChangeSet {
    var changes = diff(from: old, to: new)
    if changes.moves.isEmpty, changes.deletes.isEmpty, changes.inserts.isEmpty {
      changes.moves = changes.updates.map { .init(from: $0.old, to: $0.new) }
      changes.updates = []
    }
    return changes
  }
}

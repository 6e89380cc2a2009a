// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// The version of each row that each client shows, as far as that can be known.
///
/// A row that the client itself is writing to shows what nobody else has; nothing is known of it until the
/// write is answered and the row is published again.
struct ShownVersions: Sendable {
  /// A row that a publication shows anew.
  struct Sighting: Sendable {
    var row: Int32
    /// The version that the client had shown before, in this life of its app; -1 for none.
    var before: Int32
    /// The version that it shows now; -1: the server never committed this content.
    var entry: Int32
    /// The content that it shows now.
    var stamp: UInt64
    /// `true` if it is the first look since the client wrote to the row itself: what it heard last may have its own
    /// write on top of what is known of the row, or be what was known before it.
    var isFirstSinceOwn: Bool

    /// `true` if the row went back to an older version.
    var isBack: Bool { entry >= 0 && entry < before && !isFirstSinceOwn }
    /// `true` if the client had not shown this version.
    var isNew: Bool { entry > before }
  }

  /// The state of one client.
  private struct Seer: Sendable {
    /// The number of this life of its app among all lives.
    var life: UInt32
    /// The unanswered writes, by journey and row.
    var open: [(journey: UInt32, row: Int32, home: Int32)] = []
    /// The lists that it hears no longer, though it may still show them, or show them again as they were.
    var deaf: [UInt32] = []
    /// The rows of these lists that it was writing to then, or wrote to since: how those writes ended it does not hear until
    /// the server has told all of the list anew.
    var unheard: [Int32] = []
    /// The newest version that it has shown.
    var newest = RowVersions.Spot.none
    var newestVersion: UInt64 = 0
    /// The lists of whose rows it knows, or an earlier life did.
    var lists: [UInt32] = []

    /// `true` if a row may have a write of the client on top that was not answered, or of whose end it did not hear.
    func isWriting(to row: Int32) -> Bool {
      open.contains { $0.row == row } || unheard.contains(row)
    }
  }

  /// The rows that the last publication shows for the first time or changed.
  private(set) var fresh: [Sighting] = []
  /// The number of times a row went back because the server turned the client's own write away.
  private(set) var rollbacks = 0
  private var seers: [Seer] = []
  private var lives: UInt32 = 0
  /// By life and the home of a row: sixteen times the version plus one, plus the marks.
  private var known = NumberPages()
  /// By list: the clients of which something is known of its rows.
  private var watchers: [[UInt32]] = []

  private static let isShown: UInt32 = 1
  /// The version is not what the row shows now: the client writes to it, or wrote.
  private static let isOwn: UInt32 = 2
  /// The client's own write was turned away, and not published since.
  private static let isTurnedAway: UInt32 = 4
  /// The write that was turned away is a transaction, which listens to its own part of the row.
  private static let isOfTransaction: UInt32 = 8
  private static let marks: UInt32 = 15

  private mutating func grow(to client: UInt32) {
    while seers.count <= Int(client) {
      lives += 1
      seers.append(Seer(life: lives))
    }
  }

  /// An app is started anew; unanswered writes stay open if they were saved.
  mutating func kill(_ step: Step, showing shown: [UInt32], _ versions: RowVersions) {
    grow(to: step.client)
    lives += 1
    let open = step.x > 0 ? seers[Int(step.client)].open : []
    let lists = seers[Int(step.client)].lists
    seers[Int(step.client)] = Seer(life: lives, open: open, lists: lists)
    for list in shown { leave(list, step, versions) }
    // What the new life shows of these rows has the saved writes on top, too.
    for write in open { known.set(Self.isOwn, for: slot(Int(step.client), write.home)) }
  }

  private func slot(_ client: Int, _ home: Int32) -> UInt64 {
    UInt64(seers[client].life) << 42 | UInt64(home)
  }

  /// A client writes to a row, on a journey of 0 without an answer that could be waited for.
  mutating func write(_ step: Step, row: Int32, _ versions: RowVersions) {
    grow(to: step.client)
    let client = Int(step.client)
    if !seers[client].open.contains(where: { $0.journey == step.journey && $0.row == row }) {
      seers[client].open.append((step.journey, row, versions.home(of: row)))
    }
    let slot = slot(client, versions.home(of: row))
    known.set(known.find(slot) | Self.isOwn, for: slot)
    let list = versions.rows[Int(row)].list
    if seers[client].deaf.contains(list) { miss(row, client) }
    watch(client, list)
  }

  /// Notes that a client will not hear how its write to a row ends.
  private mutating func miss(_ row: Int32, _ client: Int) {
    if !seers[client].unheard.contains(row) { seers[client].unheard.append(row) }
  }

  /// A client hears a list no longer: a write that is turned away now stays on top of what it shows, and of what it shows first
  /// when it opens the list again.
  mutating func leave(_ list: UInt32, _ step: Step, _ versions: RowVersions) {
    grow(to: step.client)
    let client = Int(step.client)
    if !seers[client].deaf.contains(list) { seers[client].deaf.append(list) }
    for write in seers[client].open where versions.rows[Int(write.row)].list == list {
      miss(write.row, client)
    }
  }

  /// A client has heard all of a list, with what became of its writes.
  mutating func complete(_ step: Step, _ versions: RowVersions) {
    let client = Int(step.client)
    guard client < seers.count, seers[client].deaf.contains(step.list) else { return }
    seers[client].deaf.removeAll { $0 == step.list }
    seers[client].unheard.removeAll { versions.rows[Int($0)].list == step.list }
  }

  /// Notes that something is known of the rows of a list at a client.
  private mutating func watch(_ client: Int, _ list: UInt32) {
    if seers[client].lists.contains(list) { return }
    seers[client].lists.append(list)
    while watchers.count <= Int(list) { watchers.append([]) }
    watchers[Int(list)].append(UInt32(client))
  }

  /// `true` if no client shows a row, writes to it, or has seen nothing newer than it.
  func isOutOfSight(_ row: Int32, _ lists: ShadowLists, _ versions: RowVersions) -> Bool {
    let (list, home) = (Int(versions.rows[Int(row)].list), versions.home(of: row))
    guard list < watchers.count else { return true }
    let key = versions.rows[Int(row)].key
    return watchers[list].allSatisfy { client in
      let seer = seers[Int(client)]
      if seer.newest.row == row || seer.isWriting(to: row) { return false }
      if known[slot(Int(client), home)] & Self.isShown == 0 { return true }
      // Who has turned to another list since shows it no more.
      return Int(client) >= lists.shown.count
        || !lists.shown[Int(client)].sections.contains { $0.contains { $0.key == key } }
    }
  }

  /// Forgets what clients have seen of a row that is out of their sight.
  mutating func forget(_ row: Int32, _ versions: RowVersions) {
    let (list, home) = (Int(versions.rows[Int(row)].list), versions.home(of: row))
    guard list < watchers.count else { return }
    for client in watchers[list] {
      let slot = slot(Int(client), home)
      if known[slot] != 0 { known.set(0, for: slot) }
    }
  }

  /// A client has its answer.
  mutating func answer(_ step: Step) {
    guard step.journey != 0, Int(step.client) < seers.count else { return }
    let client = Int(step.client)
    for write in seers[client].open where write.journey == step.journey && step.x != 0 {
      let slot = slot(client, write.home)
      let marks = Self.isTurnedAway | (step.kind == .ended ? Self.isOfTransaction : 0)
      known.set(known[slot] | marks, for: slot)
    }
    seers[client].open.removeAll { $0.journey == step.journey }
  }

  /// `true` if a client has a write to a row that was not answered.
  func isWriting(_ client: UInt32, _ row: Int32) -> Bool {
    Int(client) < seers.count && seers[Int(client)].open.contains { $0.row == row }
  }

  /// The number of unanswered writes that a client has.
  func writes(of client: UInt32) -> Int {
    Int(client) < seers.count ? seers[Int(client)].open.count : 0
  }

  /// The newest version of any row that a client has shown.
  func newest(of client: UInt32) -> RowVersions.Spot {
    Int(client) < seers.count ? seers[Int(client)].newest : .none
  }

  /// The version of a row that a client showed last; -1 for none.
  func version(of row: Int32, at client: UInt32, _ versions: RowVersions) -> Int32 {
    guard Int(client) < seers.count, versions.knows(row) else { return -1 }
    return Int32(known[slot(Int(client), versions.home(of: row))] >> 4) - 1
  }

  /// The version of a row that a client certainly shows now; nil if it shows none, or perhaps another one.
  func shown(_ row: Int32, at client: UInt32, _ versions: RowVersions) -> Int32? {
    guard Int(client) < seers.count, versions.knows(row) else { return nil }
    let word = known[slot(Int(client), versions.home(of: row))]
    guard word & Self.marks == Self.isShown, word >> 4 > 0 else { return nil }
    return Int32(word >> 4) - 1
  }

  /// A list is published that showed `old` and has the rows of `lists`, or a surface beside it of the client `home`;
  /// ``fresh`` has what it shows anew.
  mutating func publish(
    _ step: Step, _ publication: Publication, from old: [[Row]], of lists: [UInt32],
    _ versions: RowVersions, home: UInt32
  ) {
    grow(to: step.client)
    fresh.empty()
    if !publication.changes.sections.isEmpty {
      for rows in old { for row in rows { hide(row, step, lists, versions) } }
      for rows in publication.sections { for row in rows { see(row, step, lists, versions, home) } }
      return
    }
    for place in publication.changes.deletes {
      if let row = old.row(at: place) { hide(row, step, lists, versions) }
    }
    for update in publication.changes.updates {
      if let row = publication.sections.row(at: update.new) {
        see(row, step, lists, versions, home)
      }
    }
    for place in publication.changes.inserts {
      if let row = publication.sections.row(at: place) { see(row, step, lists, versions, home) }
    }
  }

  /// The number of a row that one of the lists has; nil if none has it, or more than one.
  private func number(_ key: Key, _ lists: [UInt32], _ versions: RowVersions) -> Int32? {
    if lists.count == 1 { return versions.number(of: key, in: lists[0]) }
    var found: Int32?
    for list in lists {
      guard let number = versions.number(of: key, in: list), number != found else { continue }
      if found != nil { return nil }
      found = number
    }
    return found
  }

  private mutating func hide(
    _ row: Row, _ step: Step, _ lists: [UInt32], _ versions: RowVersions
  ) {
    guard let number = number(row.key, lists, versions) else { return }
    let slot = slot(Int(step.client), versions.home(of: number))
    let word = known.find(slot)
    if word & Self.isShown != 0 { known.set(word & ~Self.isShown, for: slot) }
  }

  private mutating func see(
    _ row: Row, _ step: Step, _ lists: [UInt32], _ versions: RowVersions, _ home: UInt32
  ) {
    guard let number = number(row.key, lists, versions) else { return }
    let client = Int(step.client)
    let slot = slot(client, versions.home(of: number))
    let word = known.find(slot)
    if word == 0 { watch(client, versions.rows[Int(number)].list) }
    if seers[client].isWriting(to: number) {
      return known.set(word | Self.isShown | Self.isOwn, for: slot)
    }
    // What its list counts the client's other surfaces do not count again.
    if word & Self.isTurnedAway != 0, home == step.client { rollbacks += 1 }
    let before = Int32(word >> 4) - 1
    let entry = versions.find(row.stamp, of: number, from: before) ?? -1
    let isFirst = word & Self.isOwn != 0
    fresh.append(
      Sighting(
        row: number, before: before, entry: entry, stamp: row.stamp, isFirstSinceOwn: isFirst))
    // As long as the row is not beyond what was shown before the client wrote to it, it shows the write's old
    // ground, and only a write that was turned away ends there. What a transaction heard may come before what the list
    // hears of the same commit: a row made of both is none that the server had, though it may look like an old one.
    let endsThere =
      word & Self.isTurnedAway != 0 && word & Self.isOfTransaction == 0
    let isCaughtUp = entry > before || entry == before && endsThere
    guard entry >= 0,
      !isFirst || isCaughtUp && !versions.hasCommit(of: home, to: number, after: entry)
    else {
      return known.set(word & ~Self.marks | Self.isShown | Self.isOwn, for: slot)
    }
    known.set(UInt32(max(entry, before) + 1) << 4 | Self.isShown, for: slot)
    let spot = RowVersions.Spot(row: number, entry: entry)
    let version = versions.entry(spot).version
    if version > seers[client].newestVersion || !seers[client].newest.isSome {
      seers[client].newest = spot
      seers[client].newestVersion = version
    }
  }
}

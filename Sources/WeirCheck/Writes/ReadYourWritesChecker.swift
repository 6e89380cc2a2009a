// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that a list shows each of its client's own writes from the next publication on, until
/// somebody overwrites the row at the server afterwards, the server turns the write away, or the row
/// leaves the window.
///
/// An edit of a row that somebody removes from a window meanwhile need not be shown: what is
/// left of the row then is no row. Nor need one of a row that the list knew of by a listen that has ended since, as
/// pages end the one before them: what that listen had told, the others may not have told yet.
///
/// A row that is gone for long and shown by nobody is forgotten, and with it the duty not to show it.
///
/// A commit of somebody else before the client's own write is no excuse: until the server has answered, the client's
/// write goes on top of whatever it hears. Of a list that may not be read any more nothing is promised until it is
/// opened again.
struct ReadYourWritesChecker: Checker {
  static let promise = Promise(
    "read-your-writes",
    "A client sees each of its own writes until it is overwritten.",
    usualCause: "Usually the server's data replaced a write that was still on its way.")
  static let judgesSurfaces = true
  static let kinds: KindSet = [
    .wrote, .answered, .touched, .cancelled, .closed, .killed, .committed, .published, .unlistened,
    .rested,
  ]

  var opportunities = 0
  private var judged = Verdict.notReached

  /// The verdict until now; what was shown at this very moment counts as seen.
  var verdict: Verdict {
    guard !judged.isBroken, let doubt = doubts.first else { return judged }
    var verdict = judged
    verdict.breaks(at: doubt.at, doubt.breach)
    return verdict
  }

  /// The row, or its absence, that a client's list has to show because of a write of its own.
  private struct Duty: Sendable {
    var key: Key
    var at: Instant
    var write: UInt32
    var journey: UInt32
    var wanted: Wanted
    var isCommitted = false
    /// `true` if there was no row when the write was carried out.
    var isOnNothing = false
    /// `true` if a listen of the list has ended since.
    var isRelistened = false
  }

  private enum Wanted: Sendable {
    /// The row with this stamp.
    case exactly(UInt64)
    /// No such row.
    case nothing
    /// The row with anything but this stamp, which it had before the edit.
    case notAgain(UInt64)
  }

  /// All that one client owes, at most one duty a row.
  private struct Debts: Sendable {
    var duties = SortedMap<Key, Duty>()
    /// The rows whose duties no publication was held against yet.
    var fresh: [Key] = []
    /// The unanswered writes and their rows; a write that also takes a row away stands here with both.
    var open: [(write: UInt32, key: Key)] = []
    /// The rows that the client touched, which may be on their way as well.
    var touched = SortedMap<Key, Bool>()
    /// The number of duties whose rows are forgotten: they were followed.
    var followed = 0
    /// The row that was touched last, and the journey on which that was.
    var taken: (key: Key, journey: UInt32)?
  }

  private var debts: [Debts] = []

  /// A breach that lasts no time yet.
  private struct Doubt: Sendable {
    var client: UInt32
    var key: Key
    var at: Instant
    var breach: Breach
  }

  /// The breaches in what clients show at this moment, which do not count yet.
  ///
  /// If two listens of a screen have a row, an app that publishes at once does so between what the one tells and what
  /// the other tells of one write; nobody sees that.
  private var doubts: [Doubt] = []
  /// The rows that were ever removed, or made of an edit alone; looked up, never walked.
  private var removed: Set<Removal> = []
  /// The journeys of edits, counts and transactions, which make no whole row.
  private var edits = JourneySet()

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if !doubts.isEmpty { settle(at: step.at, isOver: step.kind == .rested) }
    switch step.kind {
    case .wrote: write(step, history.lists)
    case .answered: answer(step)
    case .touched: touch(step, of: step.client)
    case .committed:
      for parting in history.partings { part(parting, history.lists.surfaces) }
      commit(step, before: history.commit.before.fingerprint, history.lists)
    case .published:
      guard case .publication(let publication) = evidence, owesAnything(step.client),
        !publication.isProvisional
      else { return }
      publish(step, from: history.shown.sections, publication, history.lists)
    case .unlistened: unlisten(step)
    case .rested: break
    default: forget(step)
    }
  }

  /// Time goes on, or the run is over: what was shown a moment ago was seen.
  private mutating func settle(at now: Instant, isOver: Bool) {
    for doubt in doubts where isOver || doubt.at < now {
      judged.breaks(at: doubt.at, doubt.breach)
    }
    doubts.removeAll { isOver || $0.at < now }
  }

  /// A client writes; from now on its list has to show it.
  private mutating func write(_ step: Step, _ lists: ShadowLists) {
    let client = Int(step.client)
    grow(to: step.client)
    let write = UInt32(step[Step.Wrote.write])
    debts[client].open.append((write, step.key))
    if let taken = debts[client].taken, taken.journey == step.journey, taken.key != step.key {
      debts[client].open.append((write, taken.key))
    }
    debts[client].duties.remove(step.key)
    if client < lists.shown.count, lists.shown[client].list == Step.nowhere { return }
    let isEdit = step.has(Step.Wrote.isEdit)
    if isEdit { edits.insert(step.journey) }
    let wanted: Wanted
    // Another source of a union may have a row of this key, too, and shows it where this one does not.
    let screen = lists.shown[client].opened.screen
    let isBounded = screen.sources[0].start != nil || screen.sources[0].end != nil
    if screen.sources.count > 1, step.x == 0 || isBounded || !screen.showsAllThatIsLoaded { return }
    if step.x == 0 {
      wanted = .nothing
    } else if isEdit {
      // Others may edit other fields of the row meanwhile, so only going back is wrong.
      let shown = lists.shown[client]
      guard let row = Self.row(step.key, in: shown.sections, shown.opened) else { return }
      // What makes the row as it stands there already is no going back.
      if row.stamp == step.x { return }
      wanted = .notAgain(row.stamp)
    } else {
      wanted = .exactly(step.x)
    }
    debts[client].duties.set(
      Duty(
        key: step.key, at: step.at, write: write, journey: step.journey, wanted: wanted),
      for: step.key)
    debts[client].fresh.append(step.key)
  }

  /// The server has answered: if it turned the write away, the list need not show it.
  private mutating func answer(_ step: Step) {
    let client = Int(step.client)
    let write = UInt32(truncatingIfNeeded: step.y)
    guard client < debts.count else { return }
    while let place = debts[client].open.firstIndex(where: { $0.write == write }) {
      let key = debts[client].open.remove(at: place).key
      if step.x != 0, debts[client].duties[key]?.write == write { debts[client].duties.remove(key) }
    }
  }

  /// A listen of a list ends, whose rows the others may not know of.
  private mutating func unlisten(_ step: Step) {
    guard Int(step.client) < debts.count else { return }
    for (key, duty) in debts[Int(step.client)].duties {
      guard case .notAgain = duty.wanted else { continue }
      var loose = duty
      loose.isRelistened = true
      debts[Int(step.client)].duties.set(loose, for: key)
    }
  }

  private mutating func grow(to client: UInt32) {
    while debts.count <= Int(client) { debts.append(Debts()) }
  }

  /// The client itself changes a row in a way that promises nothing.
  private mutating func touch(_ step: Step, of surface: UInt32) {
    grow(to: surface)
    // A transaction has no number of a write; what has one may be a resource that is written whole.
    if step.journey != 0, step.y == 0 || step.has(Step.Wrote.isEdit) { edits.insert(step.journey) }
    debts[Int(surface)].duties.remove(step.key)
    debts[Int(surface)].touched.set(true, for: step.key)
    if step.journey != 0 { debts[Int(surface)].taken = (step.key, step.journey) }
  }

  /// An app is killed, or does not read its list any more: what it wrote before need not be shown.
  ///
  /// Writes on their way stay so, unless they die with an app that saved nothing; transactions always do.
  private mutating func forget(_ step: Step) {
    guard Int(step.client) < debts.count else { return }
    let before = debts[Int(step.client)]
    debts[Int(step.client)] = Debts()
    if step.kind != .killed || step.x > 0 { debts[Int(step.client)].open = before.open }
    if step.kind != .killed { debts[Int(step.client)].touched = before.touched }
  }

  /// A row is forgotten that is gone for long, and that nobody shows or writes to any more: it need not be kept away from
  /// anybody, and who edits a row from now on has seen another one.
  private mutating func part(_ parting: History.Parting, _ surfaces: SurfaceNumbers) {
    removed.remove(Removal(list: parting.list, key: parting.key))
    for writer in parting.writers {
      settle(parting.key, of: writer)
      for surface in surfaces.beside(writer) { settle(parting.key, of: surface) }
    }
  }

  private mutating func settle(_ key: Key, of client: UInt32) {
    guard Int(client) < debts.count else { return }
    if debts[Int(client)].duties.remove(key) != nil { debts[Int(client)].followed += 1 }
    debts[Int(client)].touched.remove(key)
  }

  /// A row of a list that was removed at some time.
  private struct Removal: Hashable, Sendable {
    var list: UInt32
    var key: Key
  }

  /// Somebody's write to a row takes away the duties of all who had written to it before.
  private mutating func commit(_ step: Step, before: UInt64, _ lists: ShadowLists) {
    if step.client != Step.nobody {
      commit(step, of: step.client, before)
      for surface in lists.surfaces.beside(step.client)
      where Int(surface) < lists.shown.count && lists.shown[Int(surface)].list == step.list {
        commit(step, of: surface, before)
      }
    }
    let isHalf = before == 0 && step.journey != 0 && edits.contains(step.journey)
    if step.x == 0 && before != 0 || isHalf {
      removed.insert(Removal(list: step.list, key: step.key))
    }
    // To remove what is not there changes nothing.
    guard before != 0 || step.x != 0 else { return }
    for viewer in lists.viewers[Int(step.list)]
    where lists.surfaces.home(of: viewer) != step.client && Int(viewer) < debts.count {
      if debts[Int(viewer)].duties[step.key]?.isCommitted == true {
        debts[Int(viewer)].duties.remove(step.key)
      }
    }
  }

  /// Takes in the commit of what a client wrote, for one of its surfaces that show the list.
  private mutating func commit(_ step: Step, of surface: UInt32, _ before: UInt64) {
    // What is done because a client is gone belongs to no journey, and is not what it wrote last.
    if step.journey == 0 { touch(step, of: surface) }
    guard Int(surface) < debts.count, var own = debts[Int(surface)].duties[step.key],
      own.journey == step.journey
    else { return }
    own.isCommitted = true
    own.isOnNothing = before == 0
    debts[Int(surface)].duties.set(own, for: step.key)
  }

  /// `true` if a client has duties, or had some when it was last looked at.
  private func owesAnything(_ client: UInt32) -> Bool {
    guard Int(client) < debts.count else { return false }
    return !debts[Int(client)].fresh.isEmpty || debts[Int(client)].duties.count > 0
  }

  /// A list is published: new duties are looked at, and those whose rows the changes touch.
  private mutating func publish(
    _ step: Step, from old: [[Row]], _ publication: Publication, _ lists: ShadowLists
  ) {
    let client = Int(step.client)
    guard client < debts.count else { return }
    // A union shows what it has before all its sources are there.
    if lists.shown[client].opened.lists.count > 1, !lists.shown[client].hasLoaded { return }
    let new = publication.sections
    while let key = debts[client].fresh.popLast() { look(at: key, step, new, lists) }
    guard debts[client].duties.count > 0 else { return }
    for place in publication.changes.deletes {
      if let row = old.row(at: place) { look(at: row.key, step, new, lists) }
    }
    for place in publication.changes.inserts {
      if let row = new.row(at: place) { look(at: row.key, step, new, lists) }
    }
    for update in publication.changes.updates {
      if let row = old.row(at: update.old) { look(at: row.key, step, new, lists) }
    }
    // Rows that go and come with their sections are not named one by one.
    for section in publication.changes.sections.deletes where old.indices.contains(Int(section)) {
      for row in old[Int(section)] { look(at: row.key, step, new, lists) }
    }
    for section in publication.changes.sections.inserts where new.indices.contains(Int(section)) {
      for row in new[Int(section)] { look(at: row.key, step, new, lists) }
    }
  }

  /// Holds the duty to show a row, if there is one, against the list.
  private mutating func look(at key: Key, _ step: Step, _ rows: [[Row]], _ lists: ShadowLists) {
    let client = Int(step.client)
    guard let duty = debts[client].duties[key] else { return }
    opportunities += 1
    judged.reach()
    if !look(at: duty, step, rows, lists) { debts[client].duties.remove(key) }
  }

  /// Holds a duty against the rows; false: the row has left the window and the duty ends.
  private mutating func look(
    at duty: Duty, _ step: Step, _ rows: [[Row]], _ lists: ShadowLists
  ) -> Bool {
    doubts.removeAll { $0.client == step.client && $0.key == duty.key && $0.at == step.at }
    let row = Self.row(duty.key, in: rows, lists.shown[Int(step.client)].opened)
    let breach: String?
    switch (duty.wanted, row) {
    case (.nothing, nil): breach = nil
    case (.nothing, .some): breach = "still shows '\(duty.key)', which it removed"
    case (_, nil):
      if isOutside(duty, step, rows, lists) || isGone(duty, step, lists) { return false }
      breach = "does not show '\(duty.key)', which it wrote"
    case (.exactly(let stamp), let row?):
      breach = row.stamp == stamp ? nil : "shows '\(duty.key)', but not as it wrote it"
    case (.notAgain(let stamp), let row?):
      breach = row.stamp != stamp ? nil : "shows '\(duty.key)' as it was before its edit"
    }
    if let breach {
      let who = lists.surfaces.words(for: step.client)
      let words = Breach(
        "\(who) \(breach) (write \(duty.write))",
        first: Fact(
          at: duty.at, client: step.client, list: step.list, key: duty.key,
          journey: duty.journey,
          "client \(lists.surfaces.home(of: step.client)) wrote '\(duty.key)'"),
        second: Fact(step, key: duty.key, "\(who) \(breach)"))
      doubts.append(Doubt(client: step.client, key: duty.key, at: step.at, breach: words))
    }
    return true
  }

  /// `true` if the row that a client edits in a window was ever removed, or never made.
  ///
  /// A client that edits a row without knowing that it is gone makes a row of what it edits alone; it sees nothing of
  /// that until it is told, for it cannot know what else a row has that its window does not hold.
  private func isGone(_ duty: Duty, _ step: Step, _ lists: ShadowLists) -> Bool {
    guard case .notAgain = duty.wanted else { return false }
    if duty.isRelistened { return true }
    guard lists.shown[Int(step.client)].opened.screen.sources[0].limit != nil
    else { return false }
    if removed.contains(Removal(list: step.list, key: duty.key)) { return true }
    if duty.isCommitted { return duty.isOnNothing }
    return lists.server[Int(step.list)][duty.key] == nil
  }

  /// `true` if a window may have no place for `key`: the row would stand beyond the window's edge, and the
  /// list was once so long, counting the client's own writes, that rows had to fall off it.
  ///
  /// Rows of unanswered writes may stand beyond the edge as well, where unanswered removals made room.
  private func isOutside(
    _ duty: Duty, _ step: Step, _ sections: [[Row]], _ lists: ShadowLists
  ) -> Bool {
    let key = duty.key
    let debts = debts[Int(step.client)]
    let shown = lists.shown[Int(step.client)]
    let screen = shown.opened.screen
    let source = screen.sources[0]
    // Where a row stands by its content, only its content tells.
    if screen.displayLimit != nil || source.start != nil || source.end != nil { return true }
    if screen.filter != .everything, shown.isFiltered {
      return !isAdmitted(duty, screen, shown, lists)
    }
    guard let limit = source.limit else { return false }
    guard screen.isPlain, let rows = sections.first else { return true }
    let longest = max(rows.count, lists.mostRows[Int(step.list)])
    guard longest + debts.duties.count + debts.followed >= limit else { return false }
    if isPushedOut(key, debts, rows, limit, isAscending: source.isAscending) { return true }
    func isSure(_ row: Row) -> Bool {
      debts.touched[row.key] == nil && !debts.open.contains { $0.key == row.key }
    }
    guard let last = rows.last(where: isSure) else { return true }
    return source.isAscending ? last.key < key : key < last.key
  }

  /// `true` if a window may have had no place for a row but for removals that the client waits to have answered.
  ///
  /// Until then the server's window holds the rows that are removed, and what had to leave it for them nobody knows.
  private func isPushedOut(
    _ key: Key, _ debts: Debts, _ rows: [Row], _ limit: Int, isAscending: Bool
  ) -> Bool {
    func isNearer(_ other: Key) -> Bool { isAscending ? other < key : key < other }
    var gone: [Key] = []
    for (_, other) in debts.open where isNearer(other) && !gone.contains(other) {
      if !rows.contains(where: { $0.key == other }) { gone.append(other) }
    }
    return !gone.isEmpty && rows.count { isNearer($0.key) } + gone.count >= limit
  }

  /// `true` if a filter certainly admits the row of a duty, because the server has it as it was written and no
  /// window keeps it away.
  private func isAdmitted(
    _ duty: Duty, _ screen: Screen, _ shown: ShadowLists.Shown, _ lists: ShadowLists
  ) -> Bool {
    guard duty.isCommitted, case .exactly(let stamp) = duty.wanted, shown.opened.lists.count == 1,
      screen.sources[0].limit == nil,
      let node = lists.server[Int(shown.opened.lists[0])][duty.key], node.fingerprint == stamp
    else { return false }
    return screen.filter.admits(duty.key, node)
  }

  /// The row of a key: searched for where rows stand by their keys, else looked for.
  private static func row(_ key: Key, in sections: [[Row]], _ opened: OpenedScreen) -> Row? {
    let screen = opened.screen
    guard screen.isPlain, let rows = sections.first else {
      for rows in sections {
        if let row = rows.first(where: { $0.key == key }) { return row }
      }
      return nil
    }
    let isAscending = screen.sources[0].isAscending
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      let comesBefore = isAscending ? rows[middle].key < key : key < rows[middle].key
      if comesBefore { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].key == key ? rows[low] : nil
  }
}

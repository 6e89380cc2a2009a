// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// All that is remembered of a run for more than one checker.
///
/// The lists are always kept; the rest only for those who need it.
package struct History: ~Copyable, Sendable {
  /// The parts of a history that may be kept beside the lists.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The versions of rows, and what became of each write.
    package static let versions = Parts(rawValue: 1)
    /// The version of each row that each list shows; goes with ``versions``.
    package static let sights = Parts(rawValue: 3)
    /// The orders of the server's lists, when nothing happens any more.
    package static let orders = Parts(rawValue: 4)
    /// The rulings on what the server does.
    package static let rulings = Parts(rawValue: 8)
  }

  /// A commit that is observed.
  struct Commit: Sendable {
    /// The row as it was before.
    var before = Node.null
    /// The version that it makes.
    var spot = RowVersions.Spot.none
    /// The record of its write as it was before.
    var record = WriteHistory.Record()
  }

  /// A row that is forgotten.
  struct Parting: Sendable {
    var list: UInt32
    var key: Key
    /// Those who had committed to it.
    var writers: [UInt32]
  }

  // A value that holds something of any type is lent by its address; without this every step would be lent a copy of 800 bytes.
  private let address: (any Sendable)? = nil
  let parts: Parts
  /// The time for which a row is remembered that is gone, and a write that is over.
  private let span: Interval
  var lists = ShadowLists()
  var versions = RowVersions()
  var writes: WriteHistory
  var shownVersions = ShownVersions()
  /// The number of steps that were seen.
  var steps = 0
  /// The client whose publication is observed now.
  private var publisher = 0
  /// The rows that this list shows for the first time or changed, where one listen tells each of its rows.
  ///
  /// A screen that listens to one list twice may show what one listen told and the other did not, rows that a phone has
  /// kept may be of any age, and a list that is late may show parts of a row later than others, so that nothing is promised
  /// of the order of the versions that they show.
  var sightsInOrder: [ShownVersions.Sighting] { areSightsInOrder ? shownVersions.fresh : [] }
  private var areSightsInOrder = false
  /// `true` if the publication that is observed now says what an earlier one said, after the same rows.
  ///
  /// A judge of nothing but these has judged it then: it is held, or broken for good.
  private(set) var isRepeated = false
  /// The publications that were observed, each after the rows that it says.
  private var seen = RecentPublications()
  /// The commit that is observed now.
  var commit = Commit()
  /// The lists of the server in the orders in which they are shown, at the step at which nothing happens any more.
  var orders = ServerOrders()
  /// The rows that were forgotten when the last commit began.
  private(set) var partings: [Parting] = []
  /// The number of rows that were forgotten and had more than one version, which an order of their writes explains.
  private(set) var explained = 0
  /// The rows that may be forgotten, and when they are to be looked at, soonest first.
  private var leaving: [(row: Int32, at: Instant)] = []
  /// The number of those that were looked at.
  private var left = 0

  init(
    keeping parts: Parts, for span: Interval, _ surfaces: SurfaceNumbers = SurfaceNumbers()
  ) {
    self.parts = parts
    self.span = span
    writes = WriteHistory(for: span)
    lists.surfaces = surfaces
  }

  /// The list that the publication which is observed now changes, as it was before.
  var shown: ShadowLists.Shown {
    // Lent, so that to ask for a part of it does not copy all of it.
    _read { yield lists.shown[publisher] }
  }

  /// The number of rows and writes for which there is memory.
  var remembered: Int { versions.rows.room + writes.room + leaving.count }

  private var keepsVersions: Bool { parts.contains(.versions) }

  /// The kinds of steps that say something by themselves; of all others without evidence only the number counts.
  static let kinds: KindSet = [
    .cancelled, .unlistened, .completed, .loaded, .filtered, .closed, .killed, .joined, .wrote,
    .touched, .counted, .rested, .answered, .ended,
  ]

  /// Takes in a step, before the checkers see it.
  mutating func begin(_ step: Step, _ evidence: Evidence) {
    steps += 1
    switch evidence {
    case .none, .ruling, .question, .page, .words: remember(step)
    case .rest: remember(step)
    case .row(let node): commit(step, node)
    case .write: if keepsVersions { note(step, stamp: nil, isPlain: true) }
    case .query(let query): lists.listen(step, query)
    case .screen(let opened):
      if step.kind == .opened { lists.open(step, opened) } else { lists.narrow(step, opened) }
    case .publication(let publication):
      publisher = Int(step.client)
      meet(publication)
      guard parts.contains(.sights) else { return }
      shownVersions.publish(
        step, publication, from: lists.shown[publisher].sections,
        of: lists.shown[publisher].opened.lists, versions,
        home: lists.surfaces.home(of: step.client))
      areSightsInOrder =
        !lists.listensTwice(at: step.client) && !publication.isProvisional
        && lists.shown[publisher].opened.pace != .late
    }
  }

  /// Finds out whether a publication that is the same in all was observed before.
  private mutating func meet(_ publication: Publication) {
    let identity = publication.identity
    guard identity.number != 0, lists.shown[publisher].rows == identity.old else {
      isRepeated = false
      return
    }
    isRepeated = seen.contains(identity)
    if !isRepeated { seen.insert(identity) }
  }

  /// Ends a step that the checkers have seen.
  mutating func end(_ step: Step, _ evidence: Evidence) {
    switch (step.kind, evidence) {
    case (.published, .publication(let publication)): lists.publish(step, publication)
    case (.committed, .row): if keepsVersions { writes.commit(step) }
    case (.answered, _), (.ended, _):
      guard keepsVersions else { return }
      writes.answer(step, order: steps)
      shownVersions.answer(step)
    case (.rested, _): orders = ServerOrders()
    default: break
    }
  }

  /// Takes in what happened to a client, as a step of a surface that it shows beside its main list.
  mutating func `repeat`(_ step: Step, _ evidence: Evidence) {
    switch (step.kind, evidence) {
    case (_, .query(let query)): lists.listen(step, query)
    case (.cancelled, _), (.unlistened, _), (.completed, _), (.killed, _): remember(step)
    case (.wrote, _), (.touched, _):
      guard keepsVersions, step.list != Step.nowhere else { return }
      let row = versions.enter(step.key, in: step.list)
      shownVersions.write(step, row: row, versions)
    case (.answered, _), (.ended, _): if keepsVersions { shownVersions.answer(step) }
    default: break
    }
  }

  private mutating func remember(_ step: Step) {
    switch step.kind {
    case .cancelled:
      lists.cancel(step)
      if keepsVersions { shownVersions.leave(step.list, step, versions) }
    case .completed: if keepsVersions { shownVersions.complete(step, versions) }
    case .unlistened: lists.unlisten(step)
    case .loaded: lists.load(step)
    case .filtered: lists.filter(step)
    case .closed:
      for list in lists.opened(by: step.client) where keepsVersions {
        shownVersions.leave(list, step, versions)
      }
      lists.close(step)
    case .killed:
      if step.x == 0 { writes.lose(step) }
      shownVersions.kill(step, showing: lists.opened(by: step.client), versions)
      lists.close(step)
    case .joined: writes.join(step)
    case .wrote where keepsVersions:
      note(step, stamp: step.has(Step.Wrote.isEdit) ? nil : step.x, isPlain: true)
    case .touched where keepsVersions: note(step, stamp: nil, isPlain: step.y != 0)
    case .counted where keepsVersions: versions.count(step.key, in: step.list)
    case .rested where parts.contains(.orders): orders = ServerOrders(of: lists)
    default: break
    }
  }

  /// A client writes to a row; `isPlain`: by no transaction, and with an answer.
  private mutating func note(_ step: Step, stamp: UInt64?, isPlain: Bool) {
    guard step.list != Step.nowhere else { return }
    let row = versions.enter(step.key, in: step.list)
    if versions.rows[Int(row)].entries.isEmpty { leaving.append((row, step.at + span)) }
    // What a resource writes was written already when its row is touched.
    if isPlain || writes[step.journey].row < 0 {
      writes.write(
        step, row: row, stamp: stamp, isPlain: isPlain, order: steps,
        read: shownVersions.newest(of: step.client),
        basis: shownVersions.version(of: row, at: step.client, versions))
    }
    shownVersions.write(step, row: row, versions)
  }

  /// Takes in a commit.
  private mutating func commit(_ step: Step, _ node: Node) {
    commit.before = lists.commit(step, node)
    guard keepsVersions else { return }
    forget(at: step.at)
    let row = versions.enter(step.key, in: step.list)
    if node.isNull { leaving.append((row, step.at + span)) }
    let record = writes[step.journey]
    commit.record = record
    commit.spot = versions.commit(
      step, order: steps, read: record.row >= 0 ? record.read : .none,
      basis: record.row == row ? record.basis : -1)
  }

  /// Forgets what is over for long: the rows that are gone and out of everybody's sight, and the writes that made them.
  ///
  /// A row whose versions no order of writes explains is kept, for the judge of that speaks in the end.
  private mutating func forget(at now: Instant) {
    partings.removeAll(keepingCapacity: true)
    writes.sweep(at: now)
    while left < leaving.count, leaving[left].at <= now {
      let row = leaving[left].row
      left += 1
      guard versions.knows(row), versions.isGone(row, since: now, for: span) else { continue }
      if !versions.canForget(row) || !shownVersions.isOutOfSight(row, lists, versions) {
        leaving.append((row, now + span))
        continue
      }
      let count = versions.rows[Int(row)].entries.count
      if count > 1, !LinearChecker.explains(versions.rows[Int(row)], at: steps, writes) { continue }
      if count > 1 { explained += 1 }
      forget(row)
    }
    if left > leaving.count / 2, left > 256 {
      leaving.removeFirst(left)
      left = 0
    }
  }

  private mutating func forget(_ number: Int32) {
    let row = versions.rows[Int(number)]
    var writers: [UInt32] = []
    for entry in row.entries {
      if entry.client != Step.nobody, !writers.contains(entry.client) {
        writers.append(entry.client)
      }
      writes.release(entry.journey)
    }
    partings.append(Parting(list: row.list, key: row.key, writers: writers))
    shownVersions.forget(number, versions)
    versions.forget(number)
  }
}

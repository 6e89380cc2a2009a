// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirDiff
import WeirStatistics
import WeirTrace
import WeirTree

/// A client that is watched: what it shows, in which rows that differs from the server, and what is on its way to it.
struct WatchedClient: Sendable {
  /// Of which rows it is known what the client should show.
  enum Scope: Equatable, Sendable {
    /// Of none: its rows come from several lists.
    case nothing
    /// Of those that it shows; which others it should show depends on more than their keys.
    case shownRows
    /// Of the first or last so many rows by key, or of all.
    case window(most: Int, isLast: Bool)
  }

  /// A commit that the client does not show yet.
  struct Waiting: Sendable {
    var stamp: UInt64
    var journey: UInt32
    var committed: Instant
    /// `true` if it is measured when it is seen: it is somebody else's, and not of the warm-up.
    var isMeasured: Bool
    /// The moment at which what told of it was sent, arrived and was heard; never: not yet.
    var pushed = Instant.never
    var arrived = Instant.never
    var heard = Instant.never
  }

  /// Of one row no more commits are kept; older ones are as good as the oldest that is.
  static let mostWaiting = 32
  /// No more commits are kept that slid out of the window; the older half is missed at once.
  static let mostPassed = 1 << 16

  var scope = Scope.nothing
  var list = Step.nowhere
  private(set) var order = ArrivalOrder(first: 1)
  private(set) var waitingCommits = 0

  private let from: Instant
  private(set) var isLoaded = false
  /// The number of its group, here where it takes no room; -1 if groups are not told apart.
  private let groupNumber: Int32
  private var loaded = Instant.zero
  private(set) var sections: [[Row]] = []
  private var shown: [Key: UInt64] = [:]
  /// The rows that differ, each with the commits that it waits for.
  private(set) var differing: [Key: [Waiting]] = [:]
  /// The rows that slid out of the window before they were shown, until the list shows what pushed them out.
  private var passed: [(key: Key, commit: Waiting)] = []
  /// The last row of the window, if there are more.
  private var edge: Key?
  private var divergence: Divergence
  private var steadiness = Steadiness()

  private var displaced = DisplacedArrivals(first: 1, threshold: OrderTally.threshold)
  private var buffer = ResequencingBuffer(first: 1, limit: OrderTally.threshold)
  private var pushCount = 0
  private var newestPush: UInt64 = 0
  /// The pushes under way: their journeys and numbers.
  private var underWay: [(journey: UInt32, number: Int)] = []
  private var arrival: (at: Instant, sent: Instant) = (.zero, .zero)
  /// The moment at which the latest message that arrived was sent: what was committed before is told, if it is to be.
  private var told = Instant.zero

  init(from: Instant, group: Int?) {
    self.from = from
    groupNumber = group.map { Int32($0) } ?? -1
    divergence = Divergence(since: from)
  }
}

extension WatchedClient {
  /// Its group; nil if groups are not told apart.
  var group: Int? { groupNumber < 0 ? nil : Int(groupNumber) }
}

// Arrivals.
extension WatchedClient {
  /// No more pushes are followed at once; the oldest is as good as lost.
  private static let mostUnderWay = 256

  mutating func push(_ step: Step, version: UInt64, _ tallies: inout OrderTallies) {
    // What leaves the server in the wrong order cannot arrive in the right one.
    if version < newestPush { tallies.add(of: group) { $0.reordered.hits += 1 } }
    newestPush = max(newestPush, version)
    pushCount += 1
    guard step.x != .max else { return }
    if underWay.count == Self.mostUnderWay { underWay.removeFirst() }
    underWay.append((step.journey, pushCount))
  }

  mutating func arrive(_ step: Step, _ log: JourneyLog, _ tallies: inout OrderTallies) {
    arrival = (step.at, Instant(nanoseconds: Int64(bitPattern: step.x)))
    told = max(told, arrival.sent)
    settlePassed(step.at, log, &tallies)
    guard step.journey != 0,
      let place = underWay.firstIndex(where: { $0.journey == step.journey })
    else { return }
    let number = underWay.remove(at: place).number
    tallies.addDisplacements(of: group) { displaced.arrive(number, into: &$0) }
    let held = buffer.arrive(number)
    tallies.add(of: group) {
      $0.reordered.count += 1
      $0.occupancy.add(Int64(held))
    }
    if case .late(let late) = order.arrive(number, at: step.at) {
      tallies.add(of: group) {
        $0.reordered.hits += 1
        $0.extents.add(Int64(late.extent))
        $0.depths.add(Int64(late.depth))
        $0.runs.add(Int64(late.run))
        $0.lateness.add(late.by.nanoseconds)
      }
    }
  }

  /// Nothing arrives any more.
  mutating func finish(_ tallies: inout OrderTallies) {
    tallies.addDisplacements(of: group) { displaced.finish(into: &$0) }
  }

  /// The client hears of a row.
  mutating func hear(_ step: Step) {
    guard step.list == list, var waiting = differing[step.key],
      let last = waiting.lastIndex(where: { $0.stamp == step.x })
    else { return }
    let isArrival = arrival.at == step.at
    for place in 0...last where waiting[place].heard == .never {
      waiting[place].pushed = isArrival ? arrival.sent : step.at
      waiting[place].arrived = step.at
      waiting[place].heard = step.at
    }
    differing[step.key] = waiting
  }
}

// What is shown.
extension WatchedClient {
  mutating func open(
    _ opened: OpenedScreen, at instant: Instant, _ log: JourneyLog, _ tallies: inout OrderTallies
  ) {
    close(at: instant, log, &tallies)
    list = opened.lists[0]
    let screen = opened.screen
    if screen.sources.count > 1 {
      scope = .nothing
    } else if screen.isPlain, screen.sources[0].start == nil, screen.sources[0].end == nil {
      let source = screen.sources[0]
      scope = .window(most: source.limit ?? 0, isLast: !source.isAscending)
    } else {
      scope = .shownRows
    }
  }

  /// The list is shown no longer.
  mutating func close(at instant: Instant, _ log: JourneyLog, _ tallies: inout OrderTallies) {
    missPassed(passed.count, instant, log, &tallies)
    if isLoaded, scope != .nothing, instant > from {
      note(0, at: instant, &tallies)
      let watched = instant - max(loaded, from)
      tallies.add(of: group) { $0.watched = $0.watched + watched }
    }
    tallies.add(of: group) {
      $0.diverged = $0.diverged + divergence.total
      $0.divergedArea += divergence.area
    }
    divergence = Divergence(since: max(instant, from))
    isLoaded = false
    list = Step.nowhere
    scope = .nothing
    sections = []
    shown.removeAll()
    differing.removeAll()
    waitingCommits = 0
    edge = nil
  }

  /// A row of the list was committed.
  mutating func commit(
    _ step: Step, isMeasured: Bool, _ server: SortedMap<Key, UInt64>, _ log: JourneyLog,
    _ tallies: inout OrderTallies
  ) {
    guard isLoaded, scope != .nothing else { return }
    let before = edge
    edge = edge(of: server)
    if compare(step.key, server) {
      let commit = Waiting(
        stamp: step.x, journey: step.journey, committed: step.at, isMeasured: isMeasured)
      differing[step.key]?.append(commit)
      if isMeasured { waitingCommits += 1 }
      if let count = differing[step.key]?.count, count > Self.mostWaiting {
        forget(differing[step.key]?.removeFirst())
      }
    }
    // A row more or less moves another one over the edge of the window.
    if before != edge {
      if let before { _ = compare(before, server) }
      if let edge { _ = compare(edge, server) }
      if before == nil || edge == nil, let end = farEnd(of: server) { _ = compare(end, server) }
    }
    if passed.count > Self.mostPassed { missPassed(passed.count / 2, step.at, log, &tallies) }
    note(differing.count, at: step.at, &tallies)
  }

  /// The list will never show the first so many of what slid out of its window.
  private mutating func missPassed(
    _ count: Int, _ now: Instant, _ log: JourneyLog, _ tallies: inout OrderTallies
  ) {
    for (_, commit) in passed.prefix(count) {
      tallies.add(of: group) { $0.see(commit, at: now, log, from, isMissed: true) }
    }
    passed.removeFirst(count)
  }

  /// Notes whether a row is shown as it should be; what waited for it and is overtaken was never shown.
  private mutating func compare(_ key: Key, _ server: SortedMap<Key, UInt64>) -> Bool {
    if wanted(key, server) != shown[key] ?? 0 {
      if differing[key] == nil { differing[key] = [] }
      return true
    }
    let isPassed = hasSlidOut(key, server)
    for commit in differing.removeValue(forKey: key) ?? [] {
      if isPassed, commit.isMeasured { passed.append((key, commit)) }
      forget(commit)
    }
    return false
  }

  /// `true` if a row is at the server, and beyond the edge of the window.
  private func hasSlidOut(_ key: Key, _ server: SortedMap<Key, UInt64>) -> Bool {
    guard case .window(_, let isLast) = scope, let edge, server[key] != nil else { return false }
    return isLast ? key < edge : edge < key
  }

  /// Takes a row that slid out of the window as missed as soon as the list ends before it, although the client would
  /// have heard of it by now.
  private mutating func settlePassed(
    _ now: Instant, _ log: JourneyLog, _ tallies: inout OrderTallies
  ) {
    guard !passed.isEmpty, case .window(let most, let isLast) = scope else { return }
    let rows = sections.first ?? []
    // Beyond this row nothing is shown.
    let last = rows.count >= most ? rows.last?.key : nil
    var kept: [(key: Key, commit: Waiting)] = []
    for item in passed {
      let isShown = shown[item.key] == item.commit.stamp
      let isBeyond = last.map { isLast ? item.key < $0 : $0 < item.key } ?? false
      if isShown || isBeyond && item.commit.committed <= told {
        tallies.add(of: group) { $0.see(item.commit, at: now, log, from, isMissed: !isShown) }
      } else {
        kept.append(item)
      }
    }
    passed = kept
  }

  /// A commit is waited for no longer.
  private mutating func forget(_ commit: Waiting?) {
    if commit?.isMeasured == true { waitingCommits -= 1 }
  }

  /// Compares every row anew.
  mutating func compareAll(
    with server: SortedMap<Key, UInt64>, at instant: Instant, _ tallies: inout OrderTallies
  ) {
    guard isLoaded, scope != .nothing else { return }
    differing.removeAll()
    waitingCommits = 0
    edge = edge(of: server)
    for rows in sections {
      for row in rows { _ = compare(row.key, server) }
    }
    if case .window(let most, let isLast) = scope {
      let count = most == 0 ? server.count : min(most, server.count)
      let range = isLast ? server.count - count..<server.count : 0..<count
      for rank in range { _ = compare(server.entry(at: rank).key, server) }
    }
    note(differing.count, at: instant, &tallies)
  }

  /// Returns the stamp that a row should show; 0: it should not be there.
  private func wanted(_ key: Key, _ server: SortedMap<Key, UInt64>) -> UInt64 {
    switch scope {
    case .nothing: return 0
    case .shownRows: return shown[key] == nil ? 0 : server[key] ?? 0
    case .window(_, let isLast):
      if let edge, isLast ? key < edge : edge < key { return 0 }
      return server[key] ?? 0
    }
  }

  /// The last row of the window, if there are more beyond it.
  private func edge(of server: SortedMap<Key, UInt64>) -> Key? {
    guard case .window(let most, let isLast) = scope, most > 0, server.count > most else {
      return nil
    }
    return server.entry(at: isLast ? server.count - most : most - 1).key
  }

  /// The row that goes over the edge when a window that held all rows holds all but one, or the other way round.
  private func farEnd(of server: SortedMap<Key, UInt64>) -> Key? {
    guard case .window(_, let isLast) = scope, server.count > 0 else { return nil }
    return server.entry(at: isLast ? 0 : server.count - 1).key
  }

  /// So many rows differ now.
  private mutating func note(_ count: Int, at instant: Instant, _ tallies: inout OrderTallies) {
    if instant < from {
      divergence = Divergence(since: from)
      _ = divergence.set(count, at: from)
    } else if let window = divergence.set(count, at: instant) {
      tallies.add(of: group) { $0.divergence.add(window.nanoseconds) }
    }
  }
}

// Publications.
extension WatchedClient {
  mutating func publish(
    _ step: Step, _ publication: Publication, _ server: SortedMap<Key, UInt64>,
    _ log: JourneyLog, _ tallies: inout OrderTallies
  ) {
    let old = sections
    sections = publication.sections
    if step.at >= from, isLoaded {
      steadiness.publish(
        from: old, by: publication.changes, to: sections, at: step.at, of: group, &tallies)
    }
    let isFirst = !isLoaded
    if isFirst {
      isLoaded = true
      loaded = step.at
    }
    guard scope != .nothing else { return }
    let keys = take(publication.changes, from: old)
    if isFirst { return compareAll(with: server, at: step.at, &tallies) }
    for key in keys { settle(key, server, step.at, log, &tallies) }
    settlePassed(step.at, log, &tallies)
    note(differing.count, at: step.at, &tallies)
  }

  /// Takes over what is shown now, and returns the rows of which that is another than before.
  private mutating func take(_ changes: borrowing ChangeSet, from old: [[Row]]) -> [Key] {
    var keys: [Key] = []
    let isPlain = isLoaded && changes.sections.isEmpty
    if isPlain {
      for place in changes.deletes {
        guard let row = old.row(at: place) else { continue }
        keys.append(row.key)
        shown[row.key] = nil
      }
      for place in changes.inserts {
        guard let row = sections.row(at: place) else { continue }
        keys.append(row.key)
        shown[row.key] = row.stamp
      }
      for update in changes.updates {
        guard let row = sections.row(at: update.new) else { continue }
        keys.append(row.key)
        shown[row.key] = row.stamp
      }
      if shown.count == sections.reduce(0, { $0 + $1.count }) { return keys }
      // What was said about the list is not what became of it: look at all of it.
      keys.removeAll()
    }
    shown.removeAll(keepingCapacity: true)
    for rows in sections {
      for row in rows {
        keys.append(row.key)
        shown[row.key] = row.stamp
      }
    }
    for rows in old {
      for row in rows where shown[row.key] == nil { keys.append(row.key) }
    }
    return keys
  }

  /// A row shows something else: some of what it waited for may be seen now.
  private mutating func settle(
    _ key: Key, _ server: SortedMap<Key, UInt64>, _ now: Instant, _ log: JourneyLog,
    _ tallies: inout OrderTallies
  ) {
    let stamp = shown[key] ?? 0
    var waiting = differing[key] ?? []
    var seen = 0
    if wanted(key, server) == stamp {
      seen = waiting.count
    } else if let last = waiting.lastIndex(where: { $0.stamp == stamp }) {
      seen = last + 1
    }
    // A row that is gone because it slid out does not show what became of it meanwhile.
    let isPassed = stamp == 0 && hasSlidOut(key, server)
    for commit in waiting.prefix(seen) {
      if commit.isMeasured {
        tallies.add(of: group) {
          $0.see(commit, at: now, log, from, isMissed: isPassed && commit.stamp != 0)
        }
      }
      forget(commit)
    }
    waiting.removeFirst(seen)
    if stamp != 0, now >= from {
      tallies.add(of: group) {
        $0.staleReads.count += 1
        if !waiting.isEmpty { $0.staleReads.hits += 1 }
        $0.versionsBehind.add(Int64(waiting.count))
      }
    }
    differing[key] = wanted(key, server) == stamp ? nil : waiting
  }
}

extension OrderTally {
  /// A client shows what somebody else committed, or something newer, or never will because it has missed it.
  fileprivate mutating func see(
    _ commit: WatchedClient.Waiting, at now: Instant, _ log: JourneyLog, _ from: Instant,
    isMissed: Bool
  ) {
    let delay = now - commit.committed
    commitToSeen.add(delay.nanoseconds)
    seenAtOnce.count += 1
    if delay == .zero, !isMissed { seenAtOnce.hits += 1 }
    neverSeen.count += 1
    if isMissed {
      neverSeen.hits += 1
      missed += 1
    }
    guard let journey = log[commit.journey], journey.meant >= from else { return }
    var last = journey.meant
    // Each stage ends where the next one begins, so that together they are the whole.
    func upTo(_ end: Instant) -> Int64 {
      let start = last
      last = min(now, max(last, end))
      return (last - start).nanoseconds
    }
    let sending = upTo(journey.begun ?? journey.sent)
    stages.tries.add(upTo(journey.sent))
    let up = upTo(journey.arrived)
    stages.queue.add(upTo(journey.taken))
    stages.server.add(upTo(commit.committed))
    stages.catchUp.add(upTo(commit.pushed))
    let down = upTo(commit.arrived)
    stages.link.add(up + down)
    stages.client.add(sending + upTo(commit.heard))
    stages.batch.add(upTo(now))
    stages.total.add((now - journey.meant).nanoseconds)
  }
}

extension [[Row]] {
  /// A row, if there is one at the place.
  func row(at place: Place) -> Row? {
    guard indices.contains(Int(place.section)) else { return nil }
    let rows = self[Int(place.section)]
    return rows.indices.contains(Int(place.row)) ? rows[Int(place.row)] : nil
  }
}

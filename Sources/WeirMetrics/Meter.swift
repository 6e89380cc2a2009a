// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTrace
import WeirTree

/// The series and counters of a run, read from its steps.
///
/// Lengths of time are measured from the moment a person *meant* to act, so that a client that could
/// not act in time does not hide its own delay. What was meant before the end of the warm-up is left out.
package struct Meter: Sendable {
  /// From meaning to post until another client's list shows it, or has passed it by.
  ///
  /// A row that slid out of the window of a list before it was shown, or that a list had not shown when it was closed, counts
  /// as long as it waited for that list, so that it is not better to show nothing than to show it late. Who opens a list has
  /// not waited for what was committed before.
  package internal(set) var postToSeen = Samples()
  /// From meaning to write until the answer.
  package private(set) var writeToAck = Samples()
  /// From opening a list until it has loaded; a list that is closed or left waiting before counts as long as it waited.
  package private(set) var openToRows = Samples()
  /// From asking for a page until it is there; a page that never comes nor fails counts as long as it was waited for.
  package private(set) var pageToRows = Samples()
  /// The time for which requests waited for a server.
  package private(set) var serverWait = Samples()
  /// The time for which requests were in the backend.
  package private(set) var serverStay = Samples()
  /// The time for which messages were under way.
  package private(set) var messageFlight = LatencyHistogram()
  /// The time for which messages waited behind those before them on their stream.
  package private(set) var lineWait = LatencyHistogram()
  /// Counters over the measured time.
  package internal(set) var counts = Counts()
  /// The same for each group of clients; empty if the meter knows of no groups.
  package internal(set) var groups: [GroupFigures] = []
  /// The same for each stage of the load; the first is what belongs to no stage.
  package private(set) var stages: [StageCounts] = [StageCounts()]

  /// Counters of what happened.
  package struct Counts: Hashable, Sendable {
    /// Writes that people meant and for which there was something to act on, those of them that were committed, requests
    /// turned away, intents of any kind with nothing to act on.
    package var writes = 0, commits = 0, overloads = 0, skipped = 0
    /// Writes that were acknowledged and those that were declined; the rest of ``writes`` has no answer.
    package var acknowledged = 0, declined = 0
    /// Writes that were committed and never acknowledged.
    package var unconfirmed = 0
    /// Commits before the work was over, also of what was meant in the warm-up.
    package var commitsInTime = 0
    /// Messages, lost transmissions, datagrams that came twice or were held back.
    package var messages = 0, lost = 0, doubled = 0, overtaken = 0
    /// Requests sent again, lists asked for anew.
    package var resent = 0, resyncs = 0
    /// Writes refused for another reason than load, lists forbidden.
    package var rejected = 0, cancelled = 0
    /// Connections made anew, apps started anew.
    package var reconnects = 0, restarts = 0
    /// Transactions that were committed, runs beyond their first ones, and those without effect.
    package var transactions = 0, reruns = 0, aborts = 0
    /// Increments that took effect more than once.
    package var countedTwice = 0
    /// Writes carried out because a client was gone.
    package var hooksFired = 0
    /// Those that the rules did not allow any more.
    package var hooksDenied = 0
    /// Batches of the list views and what was in them.
    package var listUpdates = 0, inserted = 0, removed = 0, moved = 0, changed = 0, faults = 0
    /// Pages that came and that did not, and batches that pushed rows from under a person's eyes.
    package var pages = 0, failedPages = 0, jumps = 0
    /// Posts that another client's list showed, and those that slid out of its window unseen.
    package var seen = 0, missed = 0
    /// The longest queue at the backend.
    package var queueLongest = 0
    /// Server time that was busy, in nanoseconds.
    package var busy = Int128(0)

    /// Nothing counted.
    package init() {}
  }

  /// The figures of one group of clients, beside the samples that carry its number.
  package struct GroupFigures: Sendable {
    /// Counters over the measured time; of requests, those of the group.
    package var counts = Counts()
    /// The time for which the group's messages were under way.
    package var messageFlight = LatencyHistogram()
    /// The time for which the group's messages waited behind those before them on their stream.
    package var lineWait = LatencyHistogram()

    /// Nothing measured.
    package init() {}
  }

  /// The counters of one stage.
  package struct StageCounts: Hashable, Sendable {
    /// Writes meant for which there was something to act on, and requests turned away.
    package var writes = 0, overloads = 0
    /// Writes that were committed before the stage was over.
    package var inTime = 0
    /// Writes that reached the server before the stage was over, and those of them that were served by then.
    package var arrived = 0, served = 0

    /// Nothing counted.
    package init() {}
  }

  enum Answer: UInt8, Sendable {
    case none, committed, declined
  }

  struct Journey: Sendable {
    var meant: Instant
    var client: UInt32
    var stage: UInt16
    var isPost: Bool
    var isWrite: Bool
    var isRemoved = false
    var isCounted = false
    var isCommitted = false
    /// `true` once a server took its request up, and once that request is known to have come within its stage.
    var isTaken = false, isOnTime = false
    /// `true` if there was nothing to act on.
    var isSkipped = false
    /// `true` as long as its post is among the ``posts``.
    var isListed = false
    var answer = Answer.none
    /// The moment at which it was committed first.
    var committed = Instant.never
  }

  /// A client took a row away itself.
  struct Dismissal: Hashable, Sendable {
    var client: UInt32
    var key: Key
  }

  /// A person waits for a page.
  private struct Asking: Sendable {
    var client: UInt32
    var call: UInt64
    var at: Instant
  }

  /// `true` if single measurements are kept until ``takeSamples()`` takes them away.
  package var isKeeping = false
  private var kept: [Sample] = []

  let from: Instant
  private let until: Instant
  private let postAction: UInt64
  /// The numbers of the actions that write; nil: all do.
  private let writeActions: Set<UInt64>?
  private let stageEnds: [Instant]
  /// By client: its group.
  let groupOf: [UInt16]
  /// The time for which it is remembered what is over.
  let memory: Interval
  /// The least number of posts to a list at which it is looked whether everybody has left the first of them behind.
  let leastLook: Int
  var journeys: JourneyPages<Journey>
  private var lastJourney: UInt32 = 0
  /// The things that may be forgotten, soonest first; so many of them were looked at.
  var leaving: [Leaving] = []
  var left = 0
  var posts: [Key: UInt32] = [:]
  var dismissed: Set<Dismissal> = []
  private var linked: Set<UInt32> = []
  var viewers: [Viewer] = []
  /// By list: those who show it.
  var watchers: [[Int]] = []
  /// `true` if somebody has opened more than a plain list, and may be shown what was posted to another one.
  var showsMore = false
  /// By client: since when it waits for its list to load.
  private var openings: [Instant?] = []
  /// The pages that are waited for.
  private var askings: [Asking] = []
  /// By list: what was posted to it, in the order of the commits.
  var posted: [[Posted]] = []
  /// By list: how many of those are forgotten.
  var dropped: [Int] = []
  /// By list: the number of posts at which the next look is due.
  var looks: [Int] = []

  /// Makes a meter of the time between two moments.
  ///
  /// `postAction` is the number by which steps call a post; `writeActions` are those of actions that write, nil: all;
  /// `stageEnds` are the ends of the stages 1, 2, 3 …; `groups` has the group of each client, from 0,
  /// or is empty if groups are not told apart. A write that is over and a post that is gone are forgotten after `memory`,
  /// and a post that everybody has left behind when its list has got `leastLook` posts or more.
  package init(
    from: Instant, until: Instant, postAction: UInt64, writeActions: Set<UInt64>? = nil,
    stageEnds: [Instant], groups groupOf: [UInt16] = [], memory: Interval = .seconds(600),
    leastLook: Int = 128
  ) {
    self.memory = memory
    self.leastLook = leastLook
    journeys = JourneyPages(
      blank: Journey(meant: .zero, client: 0, stage: 0, isPost: false, isWrite: false), for: memory)
    self.from = from
    self.until = until
    self.postAction = postAction
    self.writeActions = writeActions
    self.stageEnds = stageEnds
    self.groupOf = groupOf
    groups = Array(repeating: GroupFigures(), count: groupOf.max().map { Int($0) + 1 } ?? 0)
    stages = Array(repeating: StageCounts(), count: stageEnds.count + 1)
  }

  /// The measurements since the last call, in the order in which they were made.
  package mutating func takeSamples() -> [Sample] {
    defer { kept.removeAll(keepingCapacity: true) }
    return kept
  }

  mutating func keep(
    _ series: Sample.Series, _ nanoseconds: Int64, _ step: Step, stage: UInt16 = 0
  ) {
    guard isKeeping else { return }
    kept.append(
      Sample(series, at: step.at, nanoseconds: nanoseconds, stage: stage, client: step.client))
  }

  /// Counts something, for all and for the group of a client.
  @inline(__always)
  mutating func count(
    _ what: WritableKeyPath<Counts, Int>, of client: UInt32, _ number: Int = 1
  ) {
    counts[keyPath: what] += number
    if client < groupOf.count { groups[Int(groupOf[Int(client)])].counts[keyPath: what] += number }
  }

  private mutating func add(inFlight nanoseconds: Int64, of client: UInt32) {
    messageFlight.add(nanoseconds)
    if client < groupOf.count { groups[Int(groupOf[Int(client)])].messageFlight.add(nanoseconds) }
  }

  private mutating func add(inLine nanoseconds: Int64, of client: UInt32) {
    lineWait.add(nanoseconds)
    if client < groupOf.count { groups[Int(groupOf[Int(client)])].lineWait.add(nanoseconds) }
  }

  /// The group of a client, 0 where groups are not told apart.
  func group(of client: UInt32) -> UInt16 {
    client < groupOf.count ? groupOf[Int(client)] : 0
  }

  /// Takes in a step.
  package mutating func observe(_ step: Step) {
    switch step.kind {
    case .opened:
      open(step)
      beginOpening(step)
    case .loaded where step.x == 0: endOpening(of: step.client, step)
    case .cancelled:
      // A list that may not be read owes no rows.
      if step.client < openings.count { openings[Int(step.client)] = nil }
      if step.at >= from { count(\.cancelled, of: step.client) }
    case .closed:
      stopWaiting(of: step.client, step)
      close(step)
    case .rested: for client in openings.indices { stopWaiting(of: UInt32(client), step) }
    case .asked:
      askings.append(Asking(client: step.client, call: step.x, at: step.at))
      if step.client < viewers.count { viewers[Int(step.client)].isPaged = true }
    case .meant: mean(step)
    case .skipped where step.at >= from:
      count(\.skipped, of: step.client)
      journeys.change(step.journey, at: step.at) { $0.isSkipped = true }
      if journeys[step.journey].isWrite {
        count(\.writes, of: step.client, -1)
        stages[Int(journeys[step.journey].stage)].writes -= 1
      }
    case .wrote:
      if journeys[step.journey].isPost {
        if let post = posts[step.key], post != step.journey { leave(step, post) }
        posts[step.key] = step.journey
        journeys.change(step.journey, at: step.at) { $0.isListed = true }
        leave(step, step.journey)
      }
      // Who removes a row has seen it; should the server turn the removal away, it is no news.
      if step.x == 0 {
        dismissed.insert(Dismissal(client: step.client, key: step.key))
        leave(step, nil)
      }
    case .sent where step.at >= from:
      counts.send(step)
      if step.client < groupOf.count { groups[Int(groupOf[Int(step.client)])].counts.send(step) }
      add(inLine: Int64(step[Step.Sent.inLine]) * 1_000, of: step.client)
    case .arrived:
      let sent = Instant(nanoseconds: Int64(step.x))
      if step.y == 1, step.client < viewers.count {
        viewers[Int(step.client)].told = max(viewers[Int(step.client)].told, sent)
        judge(step)
      }
      if sent >= from {
        add(inFlight: (step.at - sent).nanoseconds, of: step.client)
        keep(.messageFlight, (step.at - sent).nanoseconds, step)
      }
    case .taken:
      // A queue is longest just before one is taken from it; who did not wait was never in it.
      let queue = Int(step.y) + (step.x > 0 ? 1 : 0)
      if step.at >= from { counts.queueLongest = max(counts.queueLongest, queue) }
      let waited = Interval(nanoseconds: Int64(step.x))
      take(step, after: waited)
      if step.at.nanoseconds - waited.nanoseconds >= from.nanoseconds {
        let stage = journeys[step.journey].stage
        serverWait.add(waited.nanoseconds, stage: stage, group: group(of: step.client))
        keep(.serverWait, waited.nanoseconds, step, stage: stage)
      }
    case .served: serve(step)
    case .refused where step.at >= from:
      count(\.overloads, of: step.client)
      stages[Int(journeys[step.journey].stage)].overloads += 1
    case .committed: commit(step)
    case .answered:
      let journey = journeys[step.journey]
      if step.x > 1, step.at >= from { count(\.rejected, of: step.client) }
      answer(step, isCommitted: step.x == 0)
      if step.journey != 0, journey.meant >= from, step.x == 0 {
        writeToAck.add(
          (step.at - journey.meant).nanoseconds, stage: journey.stage,
          group: group(of: step.client))
        keep(.writeToAck, (step.at - journey.meant).nanoseconds, step, stage: journey.stage)
      }
    case .resent where step.at >= from: count(\.resent, of: step.client)
    case .resynced where step.at >= from: count(\.resyncs, of: step.client)
    case .faulted where step.at >= from: count(\.faults, of: step.client)
    case .paged:
      endAsking(step)
      if step.at >= from { count(\.pages, of: step.client) }
    case .pageFailed:
      askings.removeAll { $0.client == step.client && $0.call == step.x }
      if step.at >= from { count(\.failedPages, of: step.client) }
    case .jumped where step.at >= from: count(\.jumps, of: step.client)
    case .linked where step.x == 1:
      // The first connection of a client is none that was made anew.
      if !linked.insert(step.client).inserted, step.at >= from {
        count(\.reconnects, of: step.client)
      }
    case .killed:
      stopWaiting(of: step.client, step)
      if step.at >= from { count(\.restarts, of: step.client) }
    case .ended:
      answer(step, isCommitted: step.x == 0)
      guard step.at >= from else { break }
      count(\.reruns, of: step.client, max(0, Int(step.y) - 1))
      if step.x == 0 {
        count(\.transactions, of: step.client)
      } else {
        count(\.aborts, of: step.client)
      }
    case .counted:
      if journeys[step.journey].isCounted, step.at >= from {
        count(\.countedTwice, of: step.client)
      }
      journeys.change(step.journey, at: step.at) { $0.isCounted = true }
    case .fired where step.at >= from:
      count(step.y == 0 ? \.hooksDenied : \.hooksFired, of: step.client)
    default: break
    }
  }

  private mutating func beginOpening(_ step: Step) {
    while openings.count <= Int(step.client) { openings.append(nil) }
    openings[Int(step.client)] = step.at
  }

  /// A client waits no longer for its list to load.
  private mutating func endOpening(of client: UInt32, _ step: Step) {
    guard client < openings.count, let since = openings[Int(client)] else { return }
    openings[Int(client)] = nil
    guard since >= from else { return }
    let wait = (step.at - since).nanoseconds
    openToRows.add(wait, stage: 0, group: group(of: client))
    keep(.openToRows, wait, step)
  }

  /// A page is there, or will not come any more.
  private mutating func endAsking(_ step: Step) {
    guard
      let place = askings.firstIndex(where: { $0.client == step.client && $0.call == step.x })
    else { return }
    wait(for: askings.remove(at: place), step)
  }

  private mutating func wait(for asking: Asking, _ step: Step) {
    guard asking.at >= from else { return }
    let wait = (step.at - asking.at).nanoseconds
    pageToRows.add(wait, stage: 0, group: group(of: asking.client))
    keep(.pageToRows, wait, step)
  }

  /// A list is closed, its app is killed, or the run is over: what was waited for will not come.
  private mutating func stopWaiting(of client: UInt32, _ step: Step) {
    endOpening(of: client, step)
    for asking in askings where asking.client == client { wait(for: asking, step) }
    askings.removeAll { $0.client == client }
  }

  private mutating func mean(_ step: Step) {
    lastJourney += 1
    invariant(step.journey == lastJourney, "journey \(step.journey) out of turn")
    let stage = UInt16(truncatingIfNeeded: step.y)
    let journey = Journey(
      meant: step.at, client: step.client, stage: stage, isPost: step.x == postAction,
      isWrite: writeActions?.contains(step.x) ?? true)
    journeys.change(step.journey, at: step.at) { $0 = journey }
    forget(at: step.at)
    guard journeys[step.journey].isWrite, step.at >= from else { return }
    count(\.writes, of: step.client)
    stages[Int(stage)].writes += 1
  }

  private mutating func serve(_ step: Step) {
    let number = step.journey
    if journeys[number].isOnTime {
      journeys.change(number, at: step.at) { $0.isOnTime = false }
      let stage = Int(journeys[number].stage)
      if step.at <= stageEnds[stage - 1] { stages[stage].served += 1 }
    }
    let start = max(step.at.nanoseconds - Int64(step.y), from.nanoseconds)
    let end = min(step.at, until).nanoseconds
    if end > start { counts.busy += Int128(end - start) }
    if step.at.nanoseconds - Int64(step.x) >= from.nanoseconds {
      let stage = journeys[step.journey].stage
      serverStay.add(Int64(step.x), stage: stage, group: group(of: step.client))
      keep(.serverStay, Int64(step.x), step, stage: stage)
    }
  }

  private mutating func commit(_ step: Step) {
    guard step.journey != 0 else { return }
    trackRemoval(step)
    trackPost(step)
    // A write that changes several rows is one commit.
    let number = step.journey
    guard journeys[number].isWrite, !journeys[number].isCommitted else { return }
    journeys.change(number, at: step.at) { ($0.isCommitted, $0.committed) = (true, step.at) }
    if step.at >= from, step.at <= until { count(\.commitsInTime, of: journeys[number].client) }
    guard journeys[number].meant >= from else { return }
    count(\.commits, of: journeys[number].client)
    if journeys[number].answer != .committed { count(\.unconfirmed, of: journeys[number].client) }
    let stage = Int(journeys[number].stage)
    if stage > 0, step.at <= stageEnds[stage - 1] { stages[stage].inTime += 1 }
  }

  /// A row that was removed and written again is another row, whoever posted the first one.
  private mutating func trackRemoval(_ step: Step) {
    if step.x == 0 {
      if let post = posts[step.key] {
        journeys.change(post, at: step.at) { $0.isRemoved = true }
        leave(step, post)
      }
    } else if let post = posts[step.key], journeys[post].isRemoved {
      posts[step.key] = nil
      leave(step, post)
    }
  }

  /// A write has its answer; a later one overrules an earlier one.
  private mutating func answer(_ step: Step, isCommitted: Bool) {
    let number = step.journey
    guard number != 0, journeys[number].isWrite, journeys[number].meant >= from else { return }
    let answer: Answer = isCommitted ? .committed : .declined
    let before = journeys[number].answer
    let client = journeys[number].client
    guard before != .committed, before != answer else { return }
    journeys.change(number, at: step.at) { $0.answer = answer }
    if before == .declined { count(\.declined, of: client, -1) }
    if !isCommitted {
      count(\.declined, of: client)
    } else {
      count(\.acknowledged, of: client)
      if journeys[number].isCommitted { count(\.unconfirmed, of: client, -1) }
    }
  }

  /// A server took a request up: how it bears the load shows in what reached it, whenever it was meant.
  private mutating func take(_ step: Step, after wait: Interval) {
    let number = step.journey
    let stage = Int(journeys[number].stage)
    guard stage > 0, journeys[number].isWrite, !journeys[number].isTaken else { return }
    journeys.change(number, at: step.at) { $0.isTaken = true }
    guard journeys[number].meant >= from, step.at <= stageEnds[stage - 1] + wait else { return }
    journeys.change(number, at: step.at) { $0.isOnTime = true }
    stages[stage].arrived += 1
  }
}

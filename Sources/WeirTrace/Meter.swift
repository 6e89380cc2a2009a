public import WeirCore
public import WeirDiff
public import WeirTree

/// The series and counters of a run, read from its steps.
///
/// Lengths of time are measured from the moment a person *meant* to act, so that a client that could
/// not act in time does not hide its own delay. What was meant before the end of the warm-up is left out.
public struct Meter: Sendable {
  /// From meaning to post until another client's list shows it.
  public private(set) var postToSeen = Samples()
  /// From meaning to write until the answer.
  public private(set) var writeToAck = Samples()
  /// How long requests waited for a server.
  public private(set) var serverWait = Samples()
  /// How long requests were in the backend.
  public private(set) var serverStay = Samples()
  /// How long messages were under way.
  public private(set) var messageFlight = Tally()
  /// Counters over the measured time.
  public private(set) var counts = Counts()
  /// The same for each stage of the load; the first is what belongs to no stage.
  public private(set) var stages: [StageCounts] = [StageCounts()]

  /// What was counted.
  public struct Counts: Hashable, Sendable {
    /// Writes that people meant, commits, requests turned away, intents with nothing to act on.
    public var writes = 0, commits = 0, overloads = 0, skipped = 0
    /// Messages, lost transmissions, datagrams that came twice or were held back.
    public var messages = 0, lost = 0, doubled = 0, overtaken = 0
    /// Requests sent again, lists asked for anew.
    public var resent = 0, resyncs = 0
    /// Writes refused for another reason than load, lists forbidden.
    public var rejected = 0, cancelled = 0
    /// Connections made anew, apps started anew.
    public var reconnects = 0, restarts = 0
    /// Transactions that were committed, runs beyond their first ones, and those without effect.
    public var transactions = 0, reruns = 0, aborts = 0
    /// Increments that took effect more than once.
    public var countedTwice = 0
    /// Writes carried out because a client was gone.
    public var hooksFired = 0
    /// Batches of the list views and what was in them.
    public var listUpdates = 0, inserted = 0, removed = 0, moved = 0, changed = 0, faults = 0
    /// Pages that came and that did not, and batches that pushed rows from under a person's eyes.
    public var pages = 0, failedPages = 0, jumps = 0
    /// The longest queue at the backend.
    public var queueLongest = 0
    /// Server time that was busy, in nanoseconds.
    public var busy = Int128(0)

    /// Nothing counted.
    public init() {}
  }

  /// What was counted of one stage.
  public struct StageCounts: Hashable, Sendable {
    /// Writes meant for which there was something to act on, committed and turned away.
    public var writes = 0, commits = 0, overloads = 0
    /// Commits that happened before the stage was over.
    public var inTime = 0

    /// Nothing counted.
    public init() {}
  }

  private struct Journey: Sendable {
    var meant: Instant
    var client: UInt32
    var stage: UInt16
    var isPost: Bool
    var isRemoved = false
    var isCounted = false
  }

  /// A client took a row away itself.
  private struct Dismissal: Hashable, Sendable {
    var client: UInt32
    var key: Key
  }

  private struct Viewer: Sendable {
    var window: UInt64 = 0
    var edge: Key?
    /// Whether the list was closed by the person, who may come back to it.
    var isClosed = false
    /// The posts that were seen, where no edge tells which rows are news.
    var seen: Set<Key> = []
  }

  /// Whether single measurements are kept until ``takeSamples()`` takes them away.
  public var isKeeping = false
  private var kept: [Sample] = []

  private let from: Instant
  private let until: Instant
  private let postAction: UInt64
  private let stageEnds: [Instant]
  private var journeys = [Journey(meant: .zero, client: 0, stage: 0, isPost: false)]
  private var posts: [Key: UInt32] = [:]
  private var dismissed: Set<Dismissal> = []
  private var linked: Set<UInt32> = []
  private var viewers: [Viewer] = []

  /// Makes a meter of the time between two moments.
  ///
  /// `postAction` is the number by which steps call a post; `stageEnds` are the ends of the stages
  /// 1, 2, 3 ….
  public init(from: Instant, until: Instant, postAction: UInt64, stageEnds: [Instant]) {
    self.from = from
    self.until = until
    self.postAction = postAction
    self.stageEnds = stageEnds
    stages = Array(repeating: StageCounts(), count: stageEnds.count + 1)
  }

  /// The measurements since the last call, in the order in which they were made.
  public mutating func takeSamples() -> [Sample] {
    defer { kept.removeAll(keepingCapacity: true) }
    return kept
  }

  private mutating func keep(
    _ series: Sample.Series, _ nanoseconds: Int64, _ step: Step, stage: UInt16 = 0
  ) {
    guard isKeeping else { return }
    kept.append(
      Sample(series, at: step.at, nanoseconds: nanoseconds, stage: stage, client: step.client))
  }

  /// Takes in a step.
  public mutating func observe(_ step: Step) {
    switch step.kind {
    case .opened:
      while viewers.count <= Int(step.client) { viewers.append(Viewer()) }
      // Who comes back to a list has seen what it showed before.
      if viewers[Int(step.client)].isClosed {
        viewers[Int(step.client)].isClosed = false
      } else {
        viewers[Int(step.client)] = Viewer(window: step.x)
      }
    case .closed: viewers[Int(step.client)].isClosed = true
    case .meant: mean(step)
    case .skipped where step.at >= from:
      counts.skipped += 1
      stages[Int(journeys[Int(step.journey)].stage)].writes -= 1
    case .wrote:
      if journeys[Int(step.journey)].isPost { posts[step.key] = step.journey }
      // Who removes a row has seen it; should the server turn the removal away, it is no news.
      if step.x == 0 { dismissed.insert(Dismissal(client: step.client, key: step.key)) }
    case .sent where step.at >= from:
      counts.messages += 1
      counts.lost += Int(step.y & 0xFFFF_FFFF)
      counts.overtaken += Int(step.y >> 32 & 1)
      counts.doubled += Int(step.y >> 33 & 1)
    case .arrived:
      let sent = Instant(nanoseconds: Int64(step.x))
      if sent >= from {
        messageFlight.add((step.at - sent).nanoseconds)
        keep(.messageFlight, (step.at - sent).nanoseconds, step)
      }
    case .taken:
      // A queue is longest just before one is taken from it; who did not wait was never in it.
      let queue = Int(step.y) + (step.x > 0 ? 1 : 0)
      if step.at >= from { counts.queueLongest = max(counts.queueLongest, queue) }
      let waited = Interval(nanoseconds: Int64(step.x))
      if step.at.nanoseconds - waited.nanoseconds >= from.nanoseconds {
        let stage = journeys[Int(step.journey)].stage
        serverWait.add(waited.nanoseconds, stage: stage)
        keep(.serverWait, waited.nanoseconds, step, stage: stage)
      }
    case .served: serve(step)
    case .refused where step.at >= from:
      counts.overloads += 1
      stages[Int(journeys[Int(step.journey)].stage)].overloads += 1
    case .committed: commit(step)
    case .answered:
      let journey = journeys[Int(step.journey)]
      if step.x > 1, step.at >= from { counts.rejected += 1 }
      if step.journey != 0, journey.meant >= from, step.x == 0 {
        writeToAck.add((step.at - journey.meant).nanoseconds, stage: journey.stage)
        keep(.writeToAck, (step.at - journey.meant).nanoseconds, step, stage: journey.stage)
      }
    case .resent where step.at >= from: counts.resent += 1
    case .resynced where step.at >= from: counts.resyncs += 1
    case .faulted where step.at >= from: counts.faults += 1
    case .paged where step.at >= from: counts.pages += 1
    case .pageFailed where step.at >= from: counts.failedPages += 1
    case .jumped where step.at >= from: counts.jumps += 1
    case .linked where step.x == 1:
      // The first connection of a client is none that was made anew.
      if !linked.insert(step.client).inserted, step.at >= from { counts.reconnects += 1 }
    case .cancelled where step.at >= from: counts.cancelled += 1
    case .killed:
      viewers[Int(step.client)].isClosed = false
      if step.at >= from { counts.restarts += 1 }
    case .ended where step.at >= from:
      counts.reruns += max(0, Int(step.y) - 1)
      if step.x == 0 { counts.transactions += 1 } else { counts.aborts += 1 }
    case .counted:
      if journeys[Int(step.journey)].isCounted, step.at >= from { counts.countedTwice += 1 }
      journeys[Int(step.journey)].isCounted = true
    case .fired where step.at >= from: counts.hooksFired += 1
    default: break
    }
  }

  /// Takes in a publication with the list that goes with it, section by section.
  public mutating func observe(
    _ step: Step, _ changes: borrowing ChangeSet, sections: [[Row]]
  ) {
    let client = Int(step.client)
    if step.at >= from {
      counts.listUpdates += 1
      counts.inserted += changes.inserts.count
      counts.removed += changes.deletes.count
      counts.moved += changes.moves.count
      counts.changed += changes.updates.count
    }
    let edge = viewers[client].edge
    let isLast = viewers[client].window & 1 == 1
    let isPlain = viewers[client].window >> 63 == 0
    for key in Self.inserted(changes, sections) {
      // A row that comes back from beyond the window's edge is not news.
      if let edge, isLast ? key < edge : edge < key { continue }
      guard let number = posts[key] else { continue }
      if !isPlain, !viewers[client].seen.insert(key).inserted { continue }
      let journey = journeys[Int(number)]
      guard journey.client != step.client, journey.meant >= from else { continue }
      if !dismissed.isEmpty, dismissed.contains(Dismissal(client: step.client, key: key)) {
        continue
      }
      postToSeen.add((step.at - journey.meant).nanoseconds, stage: journey.stage)
      keep(.postToSeen, (step.at - journey.meant).nanoseconds, step, stage: journey.stage)
    }
    let most = viewers[client].window >> 1
    if isPlain, most > 0, let rows = sections.first, rows.count >= most, let last = rows.last {
      if edge.map({ isLast ? $0 < last.key : last.key < $0 }) ?? true {
        viewers[client].edge = last.key
      }
    }
  }

  /// The rows that a publication brings, also those that come with their sections.
  private static func inserted(
    _ changes: borrowing ChangeSet, _ sections: [[Row]]
  ) -> [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(changes.inserts.count)
    for place in changes.inserts where sections.indices.contains(Int(place.section)) {
      let rows = sections[Int(place.section)]
      if rows.indices.contains(Int(place.row)) { keys.append(rows[Int(place.row)].key) }
    }
    for section in changes.sections.inserts where sections.indices.contains(Int(section)) {
      keys += sections[Int(section)].map(\.key)
    }
    return keys
  }

  private mutating func mean(_ step: Step) {
    invariant(Int(step.journey) == journeys.count, "journey \(step.journey) out of turn")
    let stage = UInt16(truncatingIfNeeded: step.y)
    journeys.append(
      Journey(
        meant: step.at, client: step.client, stage: stage, isPost: step.x == postAction))
    guard step.at >= from else { return }
    counts.writes += 1
    stages[Int(stage)].writes += 1
  }

  private mutating func serve(_ step: Step) {
    let start = max(step.at.nanoseconds - Int64(step.y), from.nanoseconds)
    let end = min(step.at, until).nanoseconds
    if end > start { counts.busy += Int128(end - start) }
    if step.at.nanoseconds - Int64(step.x) >= from.nanoseconds {
      let stage = journeys[Int(step.journey)].stage
      serverStay.add(Int64(step.x), stage: stage)
      keep(.serverStay, Int64(step.x), step, stage: stage)
    }
  }

  private mutating func commit(_ step: Step) {
    guard step.journey != 0 else { return }
    trackRemoval(step)
    if step.at >= from, step.at <= until { counts.commits += 1 }
    let stage = Int(journeys[Int(step.journey)].stage)
    guard journeys[Int(step.journey)].meant >= from else { return }
    stages[stage].commits += 1
    if stage > 0, step.at <= stageEnds[stage - 1] { stages[stage].inTime += 1 }
  }

  /// A row that was removed and written again is another row, whoever posted the first one.
  private mutating func trackRemoval(_ step: Step) {
    if step.x == 0 {
      if let post = posts[step.key] { journeys[Int(post)].isRemoved = true }
    } else if let post = posts[step.key], journeys[Int(post)].isRemoved {
      posts[step.key] = nil
    }
  }
}

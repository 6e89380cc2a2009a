// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// The fate of each write, by its journey.
///
/// A write that is answered is forgotten after a while, if it took effect before its answer or no row that it changed is
/// remembered any more. What has to be known of it for ever is that it had its answer, for then it may not take effect again:
/// that takes two bits.
struct WriteHistory: Sendable {
  /// All that is known of a write.
  struct Record: Sendable {
    var client = Step.nobody
    /// The row, by its number in ``RowVersions``; -1 if nobody wrote on this journey, or if it is forgotten.
    var row: Int32 = -1
    /// The number among the client's plain writes, from 1; 0 if it is none of them.
    var turn: UInt32 = 0
    /// The version of its own row that the client had seen by then.
    var basis: Int32 = -1
    var wroteAt = Instant.zero
    /// The number of the step at which it was written.
    var begin = 0
    /// The newest version of any row that its client had seen by then.
    var read = RowVersions.Spot.none
    /// The number of times it was committed.
    var commits: UInt32 = 0
    /// The number of versions of remembered rows that it made.
    var versions: UInt32 = 0
    var committedAt = Instant.zero
    /// The version of the tree at the last commit.
    var version: UInt64 = 0
    /// The session at the server in which it was committed last.
    var session: UInt64 = 0
    var answeredAt = Instant.zero
    // An optional would need eight bytes more in each record of a run.
    private var content: UInt64 = 0
    private var endOrNone = -1
    private var answerOrNone = UInt32.max
    private var isWhole = false
    private var isCommittedFirst = false
    /// `true` if it is a transaction, which may run again.
    var isTransaction = false
    /// The end of a write of which nothing else is known.
    var forgotten = Forgotten.nothing

    /// The stamp that the whole row is to have; nil if the write changes a part of it.
    var stamp: UInt64? {
      get { isWhole ? content : nil }
      set { (content, isWhole) = (newValue ?? 0, newValue != nil) }
    }
    /// The client's answer, 0 for committed; nil while there is none.
    var answer: UInt64? { answerOrNone == .max ? nil : UInt64(answerOrNone) }
    /// The number of the step at which it was answered.
    var end: Int? { endOrNone < 0 ? nil : endOrNone }

    /// The client has its answer.
    mutating func take(answer: UInt64, at now: Instant, order: Int) {
      answerOrNone = UInt32(min(answer, UInt64(UInt32.max - 1)))
      (answeredAt, endOrNone) = (now, order)
      isCommittedFirst = commits > 0
    }

    /// `true` if it took effect once, before its client was told so: then all that matters of it is when it was committed, which
    /// the versions that it made say.
    var isSettled: Bool { answer == 0 && commits == 1 && isCommittedFirst }
  }

  /// The end of a write that is forgotten.
  enum Forgotten: UInt8, Sendable {
    /// It was none, or had no answer and never will have one.
    case nothing
    /// A plain write was answered.
    case answered
    /// A plain write was turned away.
    case turnedAway
    /// A transaction was committed.
    case transaction
  }

  private var writes: JourneyPages<Record>
  /// By journey, in twos: the bits of what is left of those that are forgotten.
  private var ends = JourneySet()
  /// The greatest journey on which anybody wrote.
  private var last: UInt32 = 0
  private var turns: [UInt32] = []
  /// By client: the number of its session at the server.
  private(set) var sessions: [UInt64] = []
  /// By client: the last journey on which anybody had written when it began.
  private var lastBefore: [UInt32] = []
  /// By client: when its app was killed with all that it had not heard of.
  private var lostAt: [Instant] = []

  /// Makes a history of no writes, which remembers what is over for this long.
  init(for span: Interval) { writes = JourneyPages(blank: Record(), for: span) }

  /// The record of a journey; an empty one if nothing is known of it.
  subscript(journey: UInt32) -> Record {
    var record = writes[journey]
    if record.row < 0, writes.isGone(journey) { record.forgotten = end(of: journey) }
    return record
  }

  /// The number of writes for which there is memory.
  var room: Int { writes.room }

  private func end(of journey: UInt32) -> Forgotten {
    let low: UInt8 = ends.contains(2 * journey) ? 1 : 0
    return Forgotten(rawValue: low + (ends.contains(2 * journey + 1) ? 2 : 0)) ?? .nothing
  }

  private mutating func growClients(to client: UInt32) {
    while turns.count <= Int(client) {
      turns.append(0)
      sessions.append(0)
      lastBefore.append(0)
      lostAt.append(.zero)
    }
  }

  /// A client begins a session at the server.
  mutating func join(_ step: Step) {
    growClients(to: step.client)
    sessions[Int(step.client)] = step.x
    lastBefore[Int(step.client)] = last
  }

  /// An app is killed and has saved nothing: what it was not told it never will be.
  mutating func lose(_ step: Step) {
    growClients(to: step.client)
    lostAt[Int(step.client)] = step.at
  }

  /// `true` if a journey was certainly written in the session in which its client is now.
  func isOfThisSession(_ journey: UInt32, of client: UInt32) -> Bool {
    Int(client) < lastBefore.count && journey > lastBefore[Int(client)]
  }

  /// The number of a client's session at the server.
  func session(of client: UInt32) -> UInt64 {
    Int(client) < sessions.count ? sessions[Int(client)] : 0
  }

  /// A client writes to a row; `isPlain` says that the write has its place among the client's writes.
  mutating func write(
    _ step: Step, row: Int32, stamp: UInt64?, isPlain: Bool, order: Int, read: RowVersions.Spot,
    basis: Int32
  ) {
    guard step.journey != 0 else { return }
    last = max(last, step.journey)
    growClients(to: step.client)
    var record = Record()
    (record.client, record.row, record.stamp) = (step.client, row, stamp)
    (record.wroteAt, record.begin, record.read, record.basis) = (step.at, order, read, basis)
    if isPlain {
      turns[Int(step.client)] += 1
      record.turn = turns[Int(step.client)]
    }
    record.isTransaction = !isPlain
    record.versions = writes[step.journey].versions
    writes.change(step.journey, at: step.at) { $0 = record }
  }

  /// A write is committed, or another row of the same commit.
  mutating func commit(_ step: Step) {
    guard step.journey != 0, step.journey <= last else { return }
    let session = session(of: step.client)
    writes.change(step.journey, at: step.at) { Self.commit(&$0, step, session) }
  }

  private static func commit(_ record: inout Record, _ step: Step, _ session: UInt64) {
    if record.version != step.y || record.commits == 0 { record.commits += 1 }
    record.versions += 1
    record.committedAt = step.at
    record.version = step.y
    record.session = session
  }

  /// A write is answered, or a transaction over.
  mutating func answer(_ step: Step, order: Int) {
    guard step.journey != 0, step.journey <= last else { return }
    writes.change(step.journey, at: step.at) { $0.take(answer: step.x, at: step.at, order: order) }
  }

  /// A version of a row is forgotten that was made on this journey.
  mutating func release(_ journey: UInt32) {
    guard journey != 0, writes[journey].versions > 0 else { return }
    writes.change(journey) { $0.versions -= 1 }
  }

  /// Forgets what is over for long.
  mutating func sweep(at now: Instant) {
    guard writes.isDue else { return }
    let lostAt = lostAt
    // Taken out, so that it is changed in its place.
    var ends = JourneySet()
    swap(&ends, &self.ends)
    writes.sweep(at: now) { journey, record in
      guard record.row >= 0 else { return record.versions > 0 }
      let isLost = record.answer == nil && record.wroteAt <= lostAt[Int(record.client)]
      if record.versions > 0 && !record.isSettled || record.answer == nil && !isLost { return true }
      let end = Self.end(of: record)
      if end.rawValue & 1 != 0 { ends.insert(2 * journey) }
      if end.rawValue & 2 != 0 { ends.insert(2 * journey + 1) }
      return false
    }
    swap(&ends, &self.ends)
  }

  /// The end of a write that nobody has to know more of.
  private static func end(of record: Record) -> Forgotten {
    guard let answer = record.answer else { return .nothing }
    if record.isTransaction { return answer == 0 ? .transaction : .nothing }
    return answer == 0 ? .answered : .turnedAway
  }
}

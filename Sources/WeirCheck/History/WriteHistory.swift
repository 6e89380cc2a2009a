import WeirCore
import WeirTrace

/// The fate of each write, by its journey.
struct WriteHistory: Sendable {
  /// All that is known of a write.
  struct Record: Sendable {
    var client = Step.nobody
    /// The row, by its number in ``RowVersions``; -1 if nobody wrote on this journey.
    var row: Int32 = -1
    /// The number among the client's plain writes, from 1; 0 if it is none of them.
    var turn: UInt32 = 0
    /// The stamp that the whole row is to have; nil if the write changes a part of it.
    var stamp: UInt64?
    var wroteAt = Instant.zero
    /// The number of the step at which it was written.
    var begin = 0
    /// The newest version of any row that its client had seen by then.
    var read = RowVersions.Spot.none
    /// The version of its own row that the client had seen by then.
    var basis: Int32 = -1
    /// The number of times it was committed.
    var commits = 0
    var committedAt = Instant.zero
    /// The version of the tree at the last commit.
    var version: UInt64 = 0
    /// The session at the server in which it was committed last.
    var session: UInt64 = 0
    /// The client's answer, 0 for committed; nil while there is none.
    var answer: UInt64?
    var answeredAt = Instant.zero
    /// The number of the step at which it was answered.
    var end: Int?
    /// `true` if it is a transaction, which may run again.
    var isTransaction = false
  }

  private var writes: [Record] = []
  private var turns: [UInt32] = []
  /// By client: the number of its session at the server.
  private(set) var sessions: [UInt64] = []

  /// The record of a journey; an empty one if nothing is known of it.
  subscript(journey: UInt32) -> Record {
    Int(journey) < writes.count ? writes[Int(journey)] : Record()
  }

  private mutating func grow(to journey: UInt32) {
    while writes.count <= Int(journey) { writes.append(Record()) }
  }

  private mutating func growClients(to client: UInt32) {
    while turns.count <= Int(client) {
      turns.append(0)
      sessions.append(0)
    }
  }

  /// A client begins a session at the server.
  mutating func join(_ step: Step) {
    growClients(to: step.client)
    sessions[Int(step.client)] = step.x
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
    grow(to: step.journey)
    growClients(to: step.client)
    var record = Record()
    (record.client, record.row, record.stamp) = (step.client, row, stamp)
    (record.wroteAt, record.begin, record.read, record.basis) = (step.at, order, read, basis)
    if isPlain {
      turns[Int(step.client)] += 1
      record.turn = turns[Int(step.client)]
    }
    record.isTransaction = !isPlain
    writes[Int(step.journey)] = record
  }

  /// A write is committed, or another row of the same commit.
  mutating func commit(_ step: Step) {
    guard step.journey != 0, Int(step.journey) < writes.count else { return }
    let journey = Int(step.journey)
    if writes[journey].version != step.y || writes[journey].commits == 0 {
      writes[journey].commits += 1
    }
    writes[journey].committedAt = step.at
    writes[journey].version = step.y
    writes[journey].session = session(of: step.client)
  }

  /// A write is answered, or a transaction over.
  mutating func answer(_ step: Step, order: Int) {
    guard step.journey != 0, Int(step.journey) < writes.count else { return }
    writes[Int(step.journey)].answer = step.x
    writes[Int(step.journey)].answeredAt = step.at
    writes[Int(step.journey)].end = order
  }
}

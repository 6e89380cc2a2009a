import WeirClient
import WeirCore
import WeirTrace
import WeirTree

/// The requests of one stack that wait for an answer, by the client's number: the tag of each.
///
/// They go with the life of the app that asked.
struct StackRequests: Sendable {
  // Only looked up in.
  var writes: [UInt32: UInt32] = [:]
  var reads: [UInt32: UInt32] = [:]
  var transactions: [UInt32: UInt32] = [:]

  /// The tag of a request, which is forgotten; to ask where nothing waits costs no look-up.
  static func take(_ id: UInt32, from tags: inout [UInt32: UInt32]) -> UInt32? {
    tags.isEmpty ? nil : tags.removeValue(forKey: id)
  }
}

// What stacks ask for beside their listens.
extension World {
  /// A stack writes: what its list shows of the rows from now on is promised by nobody.
  mutating func write(_ write: Write, _ tag: UInt32, _ journey: UInt32, _ client: Int) {
    touchRows(of: write, journey, client)
    let id = seats[client].client.write(write, journey: journey, at: now, into: &clientWishes)
    seats[client].requests.writes[id] = tag
  }

  /// A stack wants to know what stands somewhere.
  mutating func read(_ path: Path, _ tag: UInt32, _ client: Int) {
    let id = seats[client].client.listen(to: path, Query(), at: now, into: &clientWishes)
    seats[client].requests.reads[id] = tag
  }

  /// A stack changes something in a transaction.
  mutating func transact(
    _ path: Path, _ update: TransactionUpdate, _ tag: UInt32, _ journey: UInt32, _ client: Int
  ) {
    touchRows(of: .set(path, .null), journey, client)
    let id = seats[client].client.transact(
      at: path, journey: journey, applyLocally: true, update: update, at: now,
      into: &clientWishes)
    seats[client].requests.transactions[id] = tag
  }

  private mutating func touchRows(of write: Write, _ journey: UInt32, _ client: Int) {
    let paths =
      switch write {
      case .set(let path, _): [path]
      case .merge(let base, let parts): parts.map { base.appending($0.path) }
      }
    for path in paths {
      guard let (list, key) = row(at: path, of: UInt32(client)) else { continue }
      record(
        Step(
          at: now, .touched, client: UInt32(client), journey: journey, list: list, key: key))
    }
  }
}

// What comes back to them. Each says whether it was the stack's.
extension World {
  mutating func answerStack(write: UInt32, _ answer: Message.Answer, _ client: Int) -> Bool {
    guard let tag = StackRequests.take(write, from: &seats[client].requests.writes) else {
      return false
    }
    tell(.settled(tag: tag, answer), to: client)
    return true
  }

  mutating func answerStack(transaction: UInt32, _ end: TransactionEnd, _ client: Int) -> Bool {
    guard
      let tag = StackRequests.take(transaction, from: &seats[client].requests.transactions)
    else { return false }
    tell(.ended(tag: tag, end), to: client)
    return true
  }

  mutating func answerStack(read: UInt32, _ event: DataEvent, _ client: Int) -> Bool {
    if seats[client].requests.reads.isEmpty { return false }
    guard let tag = seats[client].requests.reads[read] else { return false }
    guard event.kind == .value, let seen = seats[client].client.engine.snapshot(of: read),
      seen.isComplete
    else { return true }
    seats[client].requests.reads[read] = nil
    seats[client].client.unlisten(read, at: now, into: &clientWishes)
    tell(.found(tag: tag, seen.node), to: client)
    return true
  }

  mutating func answerStack(
    refused read: UInt32, _ refusal: Message.Refusal, _ client: Int
  ) -> Bool {
    guard let tag = StackRequests.take(read, from: &seats[client].requests.reads) else {
      return false
    }
    tell(.refused(tag: tag, refusal), to: client)
    return true
  }

  private mutating func tell(_ answer: StackAnswer, to client: Int) {
    seats[client].stack.answer(answer, at: now, into: &stackWishes)
    if !stackWishes.isEmpty { handleStackWishes(of: client) }
  }
}

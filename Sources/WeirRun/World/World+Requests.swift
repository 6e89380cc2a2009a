// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirTrace
import WeirTree

/// The requests of one stack that wait for an answer, by the client's number: the tag of each.
///
/// They go with the life of the app that asked, but for the writes of a stack that saved.
struct StackRequests: Sendable {
  // Only looked up in.
  var writes: [UInt32: UInt32] = [:]
  var reads: [UInt32: UInt32] = [:]
  var transactions: [UInt32: UInt32] = [:]
  /// The reads that were answered by what the client tells now; what it still has to tell of them it tells nobody.
  var justRead: [UInt32] = []

  /// The tag of a request, which is forgotten; to ask where nothing waits costs no look-up.
  static func take(_ id: UInt32, from tags: inout [UInt32: UInt32]) -> UInt32? {
    tags.isEmpty ? nil : tags.removeValue(forKey: id)
  }

  /// The app was killed.
  mutating func outlive(isSaved: Bool) {
    let kept = isSaved ? writes : [:]
    self = StackRequests()
    writes = kept
  }
}

// What stacks ask for beside their listens.
extension World {
  /// Carries out the requests of a stack in order; what one brings about comes before those behind it.
  mutating func carryOutRequests(of client: Int) {
    if isServing { return }
    isServing = true
    var place = 0
    while place < requests.count {
      carryOut(requests[place], client)
      if !clientWishes.isEmpty { handleClientWishes(of: client) }
      place += 1
    }
    requests.removeAll(keepingCapacity: true)
    isServing = false
    if !thoughts.isEmpty { planThoughts() }
  }

  /// Carries out a request, or says what was said after one.
  mutating func carryOut(_ request: StackWish, _ client: Int) {
    switch request {
    case .write(let tag, let write, let journey, let note):
      if let note { record(step(note, client), .write(write)) }
      self.write(write, [], tag, journey, client)
    case .conditionalWrite(let tag, let write, let demands, let journey):
      self.write(write, demands, tag, journey, client)
    case .read(let tag, let path, let query): read(path, query, tag, client)
    case .transact(let tag, let path, let update, let journey):
      transact(path, update, tag, journey, client)
    case .whenGone(let write, let journey):
      devices[client].client.whenGone(write, journey: journey, at: now, into: &clientWishes)
    case .fetch(let tag, let query, let role, let journey):
      fetch(query, tag, role, journey, client)
    case .store(let tag, let request): askStore(request, tag, client)
    case .transfer(let tag, let request): askForFile(request, tag, client)
    case .over(let journey):
      // The app may have been killed meanwhile, and its person gone on.
      if devices[client].acts.contains(journey) { answered(UInt32(client), journey) }
    case .note(let note): record(step(note, client))
    case .wake, .publish, .publishSurface, .listen, .unlisten, .tell, .tellSurface, .narrow,
      .differed, .failed:
      invariantBroken("a wish that is carried out at once waited for a request")
    }
  }

  /// A stack cannot go on, which ends the run where it is.
  mutating func fail(_ words: String, _ note: StackNote, _ client: Int) {
    record(step(note, client), .words(words))
    isOver = true
  }

  /// A note as a step.
  private func step(_ note: StackNote, _ client: Int) -> Step {
    Step(
      at: now, note.kind.flatMap { Step.Kind(rawValue: $0) } ?? .noted, client: UInt32(client),
      journey: note.journey, list: note.list ?? devices[client].list,
      key: note.key ?? Step.noKey, x: note.x, y: note.words)
  }

  /// An app that was killed has started again, and its stack takes up what it saved.
  mutating func restoreStack(of client: Int) {
    guard let saved = devices[client].savedStack else { return }
    devices[client].savedStack = nil
    let held = devices[client].client.engine.pendingIDs.compactMap { id in
      devices[client].requests.writes[id]
    }
    devices[client].stack.restore(saved, held: held, at: now, into: &stackWishes)
    handleStackWishes(of: client, isAnswering: true)
  }

  /// A stack writes: what its list shows of the rows from now on is promised by nobody.
  private mutating func write(
    _ write: Write, _ demands: [WriteDemand], _ tag: UInt32, _ journey: UInt32, _ client: Int
  ) {
    touchRows(of: write, journey, client)
    let id = devices[client].client.write(
      write, if: demands, journey: journey, at: now, into: &clientWishes)
    devices[client].requests.writes[id] = tag
  }

  /// A stack wants to know what stands somewhere.
  private mutating func read(_ path: Path, _ query: Query, _ tag: UInt32, _ client: Int) {
    let id = devices[client].client.listen(to: path, query, at: now, into: &clientWishes)
    devices[client].requests.reads[id] = tag
  }

  /// A stack changes something in a transaction.
  private mutating func transact(
    _ path: Path, _ update: TransactionUpdate, _ tag: UInt32, _ journey: UInt32, _ client: Int
  ) {
    touchRows(of: .set(path, .null), journey, client)
    let id = devices[client].client.transact(
      at: path, journey: journey, applyLocally: true, update: update, at: now,
      into: &clientWishes)
    devices[client].requests.transactions[id] = tag
  }

  private mutating func touchRows(of write: Write, _ journey: UInt32, _ client: Int) {
    let paths =
      switch write {
      case .set(let path, _): [path]
      case .merge(let base, let parts): parts.map { base.appending($0.path) }
      }
    var last: (list: UInt32, key: Key)?
    for path in paths {
      guard let row = row(at: path, of: UInt32(client)), devices[client].lists.contains(row.list)
      else { continue }
      if let last, last == row { continue }
      last = row
      record(
        Step(
          at: now, .touched, client: UInt32(client), journey: journey, list: row.list,
          key: row.key))
    }
  }
}

// What comes back to them. Each says whether it was the stack's.
extension World {
  mutating func answerStack(write: UInt32, _ answer: Message.Answer, _ client: Int) -> Bool {
    guard let tag = StackRequests.take(write, from: &devices[client].requests.writes) else {
      return false
    }
    tell(.settled(tag: tag, answer), to: client)
    return true
  }

  mutating func answerStack(transaction: UInt32, _ end: TransactionEnd, _ client: Int) -> Bool {
    guard
      let tag = StackRequests.take(transaction, from: &devices[client].requests.transactions)
    else { return false }
    tell(.ended(tag: tag, end), to: client)
    return true
  }

  mutating func answerStack(read: UInt32, _ event: DataEvent, _ client: Int) -> Bool {
    if devices[client].requests.justRead.contains(read) { return true }
    if devices[client].requests.reads.isEmpty { return false }
    guard let tag = devices[client].requests.reads[read] else { return false }
    guard event.kind == .value, let seen = devices[client].client.engine.snapshot(of: read),
      seen.isComplete
    else { return true }
    devices[client].requests.reads[read] = nil
    devices[client].requests.justRead.append(read)
    devices[client].client.unlisten(read, at: now, into: &clientWishes)
    tell(.found(tag: tag, seen.node, keys: seen.keys), to: client)
    return true
  }

  @discardableResult
  mutating func answerStack(
    refused read: UInt32, _ refusal: Message.Refusal, _ client: Int
  ) -> Bool {
    guard let tag = StackRequests.take(read, from: &devices[client].requests.reads) else {
      return false
    }
    tell(.refused(tag: tag, refusal), to: client)
    return true
  }

  mutating func tell(_ answer: StackAnswer, to client: Int) {
    devices[client].stack.answer(answer, at: now, into: &stackWishes)
    if !stackWishes.isEmpty { handleStackWishes(of: client, isAnswering: true) }
  }
}

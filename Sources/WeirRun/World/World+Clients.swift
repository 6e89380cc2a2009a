import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirKernel
import WeirLists
import WeirStreams
import WeirTrace
import WeirTree
import WeirWorkload

// What clients and stacks wish.
extension World {
  mutating func handleClientWishes(of client: Int) {
    let number = UInt32(client)
    var place = 0
    while place < clientWishes.count {
      switch clientWishes[place] {
      case .heard(let registration, let event):
        // What was under way when the stack stopped listening is told to nobody.
        guard let tag = seats[client].tag(of: registration) else { break }
        if event.kind != .value {
          record(
            Step(
              at: now, .heard, client: number, list: seats[client].list, key: event.key,
              x: event.kind == .removed ? 0 : event.node.fingerprint,
              y: UInt64(event.kind.rawValue)))
        }
        seats[client].stack.receive(event, from: tag, at: now, into: &stackWishes)
        if !stackWishes.isEmpty { handleStackWishes(of: client) }
      case .send(let journey, let session, let body):
        send(body, from: client, session: session, journey: journey)
      case .settled(let write, let journey, let answer):
        record(
          Step(
            at: now, .answered, client: number, journey: journey, list: seats[client].list,
            x: UInt64(answer.rawValue), y: UInt64(write)))
        answered(number, journey)
      case .ended(_, let journey, let end, let runs):
        record(
          Step(
            at: now, .ended, client: number, journey: journey, list: seats[client].list,
            x: UInt64(end.rawValue), y: UInt64(runs)))
        answered(number, journey)
      case .cancelled(let registration, let refusal):
        guard let tag = seats[client].tag(of: registration) else { break }
        record(Step(at: now, .cancelled, client: number, list: seats[client].list))
        seats[client].listens.removeAll { $0.registration == registration }
        seats[client].stack.lose(tag, refusal, at: now, into: &stackWishes)
        if !stackWishes.isEmpty { handleStackWishes(of: client) }
      case .resent(let journey):
        record(Step(at: now, .resent, client: number, journey: journey))
      case .resynced:
        record(Step(at: now, .resynced, client: number, list: seats[client].list))
      case .state(let state):
        if state == .connected || state == .disconnected {
          record(Step(at: now, .linked, client: number, x: state == .connected ? 1 : 0))
        }
        if state == .connected { announce(client) }
      case .wake(let instant):
        queue.post(WorldEvent.code(WorldEvent.client, 0, number), at: instant)
      case .differed(let words):
        disagreement = disagreement ?? "client \(client) at \(now): \(words)"
        isOver = true
      }
      place += 1
    }
    clientWishes.removeAll(keepingCapacity: true)
    if !thoughts.isEmpty { planThoughts() }
  }

  /// Who acts in a closed loop may think about its next act.
  private mutating func answered(_ client: UInt32, _ journey: UInt32) {
    guard journey != 0 else { return }
    let work = Int(journeyWork[Int(journey)])
    workload.answered(work: work, client: client, at: now, into: &thoughts)
  }

  /// What the stack wishes; a publication comes before anything else is told to the stack.
  mutating func handleStackWishes(of client: Int) {
    let isOutermost = clientWishes.isEmpty
    for place in stackWishes.indices {
      switch stackWishes[place] {
      case .wake(let instant):
        queue.post(WorldEvent.code(WorldEvent.batch, 0, UInt32(client)), at: instant)
      case .publish: publish(client)
      case .listen(let tag, let path, let query):
        let registration = seats[client].client.listen(
          to: path, query, at: now, into: &clientWishes)
        seats[client].listens.append((registration, tag))
      case .unlisten(let tag):
        guard let place = seats[client].listens.firstIndex(where: { $0.tag == tag }) else { break }
        let listen = seats[client].listens.remove(at: place)
        seats[client].client.unlisten(listen.registration, at: now, into: &clientWishes)
      case .tell: break
      }
    }
    stackWishes.removeAll(keepingCapacity: true)
    if isOutermost, !clientWishes.isEmpty { handleClientWishes(of: client) }
  }

  private mutating func publish(_ client: Int) {
    update.removeAll()
    seats[client].stack.publish(into: &update)
    var sections: [[Row]] = []
    seats[client].stack.rows(into: &sections)
    let rows = sections[0]
    let changes = update.changes
    let counts = [
      changes.deletes.count, changes.inserts.count, changes.moves.count, changes.updates.count,
    ].reduce(UInt64(0)) { $0 << 16 | UInt64(min($1, 0xFFFF)) }
    let step = Step(
      at: now, .published, client: UInt32(client), list: seats[client].list,
      x: rowsDigest(rows), y: counts)
    trace.append(step)
    checkers.observe(step, changes, rows: rows)
    meter.observe(step, changes, rows: rows)
    if let fault = seats[client].view.apply(changes, to: rows) {
      record(
        Step(
          at: now, .faulted, client: UInt32(client), list: seats[client].list,
          x: UInt64(fault.rule.rawValue)))
    }
  }
}

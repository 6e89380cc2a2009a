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
      case .heard(_, let event):
        if event.kind != .value {
          record(
            Step(
              at: now, .heard, client: number, list: seats[client].list, key: event.key,
              x: event.kind == .removed ? 0 : event.node.fingerprint,
              y: UInt64(event.kind.rawValue)))
        }
        seats[client].stack.receive(event, at: now, into: &stackWishes)
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
      case .cancelled:
        record(Step(at: now, .cancelled, client: number, list: seats[client].list))
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

  mutating func handleStackWishes(of client: Int) {
    for place in stackWishes.indices {
      switch stackWishes[place] {
      case .wake(let instant):
        queue.post(WorldEvent.code(WorldEvent.batch, 0, UInt32(client)), at: instant)
      case .publish: publish(client)
      }
    }
    stackWishes.removeAll(keepingCapacity: true)
  }

  private mutating func publish(_ client: Int) {
    changes.removeAll()
    seats[client].stack.publish(into: &changes, workspace: &workspace)
    let counts = [
      changes.deletes.count, changes.inserts.count, changes.moves.count, changes.updates.count,
    ].reduce(UInt64(0)) { $0 << 16 | UInt64(min($1, 0xFFFF)) }
    let step = Step(
      at: now, .published, client: UInt32(client), list: seats[client].list,
      x: rowsDigest(seats[client].stack.shown), y: counts)
    trace.append(step)
    checkers.observe(step, changes, rows: seats[client].stack.shown)
    meter.observe(step, changes, rows: seats[client].stack.shown)
    if let fault = seats[client].view.apply(changes, to: seats[client].stack.shown) {
      record(
        Step(
          at: now, .faulted, client: UInt32(client), list: seats[client].list,
          x: UInt64(fault.rule.rawValue)))
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

/// An app: resources, a real client below them, and the driver that carries wishes and answers between them.
struct ResourceApp {
  var resources: Resources
  var client: Client
  /// What is on its way to the server.
  var letters: [(session: UInt32, body: Message.Body)] = []
  var wake = Instant.never
  /// What the hook was asked and has not answered.
  var asked: [UInt32] = []
  var news: [ResourceNews] = []
  /// The operations of the client's writes, transactions and listens; looked up in only.
  private var writes: [UInt32: UInt32] = [:]
  private var transactions: [UInt32: UInt32] = [:]
  private var reads: [UInt32: UInt32] = [:]

  init(
    _ registry: ResourceRegistry, number: Int, life: Int, after session: UInt32 = 0,
    hasOracle: Bool = false
  ) {
    resources = Resources(registry, chance: RandomStream(seed: 7, "keys \(number)", of: "", life))
    var options = Client.Options()
    options.firstSession = session + 1
    options.hasOracle = hasOracle
    client = Client(options: options, chance: RandomStream(seed: 7, "wait", of: "", number))
  }

  /// The app is killed and started again.
  mutating func restart(number: Int, life: Int, at now: Instant) {
    var next = ResourceApp(resources.registry, number: number, life: life, after: client.session)
    next.news = news
    next.writes = writes
    next.act(at: now) { [client, resources] app, wishes, told in
      app.client.restore(client.saved(), at: now, into: &told)
      let saved = resources.saved()
      app.resources.restore(saved, into: &wishes)
      let held = app.client.engine.pendingIDs.compactMap { app.writes[$0] }
      for number in saved.unanswered where !held.contains(number) {
        app.resources.lost(number, into: &wishes)
      }
      app.client.connect(at: now, into: &told)
    }
    self = next
  }

  /// Does something and carries out all that comes of it.
  mutating func act(
    at now: Instant, _ act: (inout ResourceApp, inout [ResourceWish], inout [Client.Wish]) -> Void
  ) {
    var wishes: [ResourceWish] = []
    var told: [Client.Wish] = []
    act(&self, &wishes, &told)
    while !wishes.isEmpty || !told.isEmpty {
      // A wish's own effects come before the wishes behind it.
      if told.isEmpty {
        carryOut(wishes.removeFirst(), at: now, into: &told)
      } else {
        hear(told.removeFirst(), at: now, into: &wishes, &told)
      }
    }
  }

  private mutating func carryOut(
    _ wish: ResourceWish, at now: Instant, into told: inout [Client.Wish]
  ) {
    switch wish {
    case .ask(let call): asked.append(call.number)
    case .write(let operation, let write, let journey):
      writes[client.write(write, journey: journey, at: now, into: &told)] = operation
    case .read(let operation, let path):
      reads[client.listen(to: path, Query(), at: now, into: &told)] = operation
    case .transact(let operation, let path, let step, let journey):
      let number = client.transact(
        at: path, journey: journey, applyLocally: true,
        update: .compute { Counter.sum(of: $0, and: step) }, at: now, into: &told)
      transactions[number] = operation
    case .tell(let news): self.news.append(news)
    }
  }

  private mutating func hear(
    _ wish: Client.Wish, at now: Instant, into wishes: inout [ResourceWish],
    _ told: inout [Client.Wish]
  ) {
    switch wish {
    case .send(_, let session, let body): letters.append((session, body))
    case .wake(let instant): wake = min(wake, instant)
    case .heard(let registration, let event):
      guard event.kind == .value, let operation = reads[registration],
        let seen = client.engine.snapshot(of: registration), seen.isComplete
      else { return }
      reads[registration] = nil
      client.unlisten(registration, at: now, into: &told)
      resources.found(operation, seen.node, into: &wishes)
    case .cancelled(let registration, let refusal):
      guard let operation = reads[registration] else { return }
      reads[registration] = nil
      resources.refused(operation, refusal, into: &wishes)
    case .settled(let write, _, let answer):
      guard let operation = writes[write] else { return }
      writes[write] = nil
      resources.settled(operation, answer, into: &wishes)
    case .ended(let transaction, _, let end, _):
      guard let operation = transactions[transaction] else { return }
      transactions[transaction] = nil
      resources.ended(operation, end, into: &wishes)
    case .differed(let words): Issue.record("\(words)")
    default: break
    }
  }
}

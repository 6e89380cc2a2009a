import Testing
import WeirBackend
import WeirClient
import WeirCore
import WeirTree

@Suite struct ClientBackendTests {
  private enum Stop {
    case toBackend(Message)
    case toClient(Int, Message.Body)
    case serve(UInt32)
    case retry(Int)
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `losses, doubles and reorders lead to the truth in the end`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "schedule")
    let list = Path("l")
    let limits: [Query.Limit] = [.none, .last(3), .first(3)]
    let queries = limits.map { Query(limit: $0) }
    var backend = Backend(
      tree: .null, clients: 3, servers: 2, service: QuantileTable(constant: .milliseconds(2)),
      queue: 3, chance: RandomStream(seed: seed, "service"))
    var clients = queries.map { _ in Client(isReliable: false, patience: .milliseconds(80)) }
    var lists: [[Key: Node]] = [[:], [:], [:]]
    var plan: [(at: Instant, stop: Stop)] = []
    var now = Instant.zero
    var isCalm = false

    func carry(_ stop: Stop) {
      if !isCalm, chance.below(5) == 0 { return }
      for _ in 0..<(isCalm || chance.below(5) > 0 ? 1 : 2) {
        plan.append((now + .milliseconds(Int64(1 + chance.below(isCalm ? 1 : 40))), stop))
      }
    }
    func take(_ wishes: [Client.Wish], of number: Int) {
      for wish in wishes {
        switch wish {
        case .send(let journey, let body):
          carry(
            .toBackend(
              Message(client: UInt32(number), journey: journey, sentAt: now, body: body)))
        case .heard(_, let event):
          switch event.kind {
          case .removed: #expect(lists[number].removeValue(forKey: event.key) != nil)
          case .added: #expect(lists[number].updateValue(event.node, forKey: event.key) == nil)
          case .changed: #expect(lists[number].updateValue(event.node, forKey: event.key) != nil)
          case .moved, .value: break
          }
        case .retry(let instant): plan.append((instant, .retry(number)))
        case .settled, .resent, .resynced: break
        }
      }
    }
    for number in clients.indices {
      var wishes: [Client.Wish] = []
      _ = clients[number].listen(to: list, queries[number], at: now, into: &wishes)
      take(wishes, of: number)
    }
    var ticks: Int64 = 0
    while ticks < 6_000 {
      guard let next = plan.indices.min(by: { plan[$0].at < plan[$1].at }),
        plan[next].at <= .zero + .milliseconds(ticks * 10)
      else {
        // A tick of ten milliseconds: people write for a while, then the network calms down.
        now = .zero + .milliseconds(ticks * 10)
        ticks += 1
        isCalm = ticks > 400
        for number in clients.indices {
          var wishes: [Client.Wish] = []
          if !isCalm, chance.below(10) == 0 {
            let row = list.appending(Key("k\(chance.below(8))"))
            let node: Node = chance.below(3) == 0 ? .null : .integer(Int64(chance.below(5)))
            clients[number].write(.set(row, node), journey: 0, at: now, into: &wishes)
          }
          if ticks % 100 == 0 { wishes.append(.send(journey: 0, .ping)) }
          take(wishes, of: number)
        }
        continue
      }
      let stop = plan.remove(at: next)
      now = max(now, stop.at)
      var wishes: [Backend.Wish] = []
      var client: [Client.Wish] = []
      switch stop.stop {
      case .toBackend(let message): backend.receive(message, at: now, into: &wishes)
      case .serve(let job): backend.finish(job, at: now, into: &wishes)
      case .toClient(let number, let body):
        clients[number].receive(body, at: now, into: &client)
        take(client, of: number)
      case .retry(let number):
        clients[number].retry(at: now, into: &client)
        take(client, of: number)
      }
      for wish in wishes {
        switch wish {
        case .serve(let job, let until): plan.append((until, .serve(job)))
        case .send(let number, _, let body): carry(.toClient(Int(number), body))
        case .taken, .refused, .committed: break
        }
      }
    }
    #expect(backend.version > 20)
    let children = backend.root[list].children
    for number in clients.indices {
      #expect(clients[number].isAtRest, "client \(number)")
      var truth: [Key: Node] = [:]
      children.forEach(in: queries[number].ranks(of: children.count)) { truth[$0] = $1 }
      #expect(lists[number] == truth, "client \(number)")
    }
  }
}

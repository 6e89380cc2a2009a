// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

/// Random lives of a client on a link that keeps the order: it comes and goes, listens, writes and is killed, and a server
/// says whatever servers say, in any order; and after each step it has done what ``NaiveConnection`` does.
struct ConnectionHistory {
  private let seed: UInt64
  private var chance: RandomStream
  private var client: Client
  private var model: NaiveConnection
  private var now = Instant.zero
  private var wakes: [Instant] = []
  private var registrations: [UInt32] = []
  private var journey: UInt32 = 0
  private var step = 0
  private let patience: Interval
  /// `true` if connections seldom break, and so live long.
  private let isQuiet: Bool

  init(seed: UInt64) {
    self.seed = seed
    chance = RandomStream(seed: seed, "connection history")
    patience = .milliseconds(50 + Int64(chance.below(2_000)))
    isQuiet = seed % 3 == 0
    let auth: Message.Auth? = chance.below(2) == 0 ? nil : .init(uid: "ann")
    let first = UInt32(chance.below(3))
    client = Self.client(after: first, auth, patience, seed: seed)
    model = NaiveConnection(after: first, auth: auth, patience: patience)
  }

  private static func client(
    after session: UInt32, _ auth: Message.Auth?, _ patience: Interval, seed: UInt64
  ) -> Client {
    var options = Client.Options()
    options.patience = patience
    options.firstSession = session + 1
    options.auth = auth
    options.hasOracle = true
    return Client(options: options, chance: RandomStream(seed: seed, "wait", of: "", Int(session)))
  }

  mutating func run(steps: Int) {
    for number in 1...steps {
      step = number
      act()
      expectSameState()
    }
  }

  private mutating func act() {
    switch chance.below(60) {
    case 0 where !isQuiet || chance.below(8) == 0:
      check {
        $0.goOffline(at: $1, into: &$2)
      } _: {
        $0.goOffline(at: $1)
      }
    case 1 where !isQuiet || chance.below(8) == 0:
      check {
        $0.connectionLost(at: $1, into: &$2)
      } _: {
        $0.connectionLost(at: $1)
      }
    case 2...4:
      check {
        $0.goOnline(at: $1, into: &$2)
      } _: {
        $0.goOnline(at: $1)
      }
    case 5 where chance.below(4) == 0:
      let auth: Message.Auth? = chance.below(2) == 0 ? nil : .init(uid: "bob")
      check {
        $0.authenticate(auth, at: $1, into: &$2)
      } _: { model, _ in
        model.authenticate(auth)
      }
    case 6, 7:
      let path = Path("l\(chance.below(4))")
      var registration: UInt32 = 0
      check {
        registration = $0.listen(to: path, Query(), at: $1, into: &$2)
      } _: { model, _ in
        _ = model.listen(to: path)
      }
      registrations.append(registration)
    case 8 where !registrations.isEmpty:
      let registration = registrations.remove(at: chance.index(below: registrations.count))
      check {
        $0.unlisten(registration, at: $1, into: &$2)
      } _: { model, _ in
        model.unlisten(registration)
      }
    case 10 where chance.below(3) == 0:
      check {
        $0.loseCache(at: $1, into: &$2)
      } _: { model, _ in
        model.loseCache()
      }
    case 11 where chance.below(5) == 0: restart()
    case 12..<19: write()
    case 19, 20: hook()
    case 21..<30: pass()
    default: hear()
    }
  }

  private mutating func write() {
    journey += 1
    let (journey, write) = (journey, content())
    check {
      $0.write(write, journey: journey, at: $1, into: &$2)
    } _: { model, _ in
      model.write(write, journey: journey)
    }
  }

  private mutating func content() -> Write {
    let key = Key("w\(chance.below(3))")
    let node = Node.integer(Int64(chance.below(9)))
    if chance.below(3) > 0 { return .set(Path("w").appending(key), node) }
    return .merge(Path("w"), [.init(key, node), .init(Key("w9"), .bool(true))])
  }

  private mutating func hook() {
    journey += 1
    let (journey, write, path) = (journey, content(), Path("w/w1"))
    if chance.below(3) == 0 {
      check {
        $0.neverMind(path, at: $1, into: &$2)
      } _: { model, _ in
        model.ask(.neverMind(path), journey: 0)
      }
    } else {
      check {
        $0.whenGone(write, journey: journey, at: $1, into: &$2)
      } _: { model, _ in
        model.ask(.whenGone(write), journey: journey)
      }
    }
  }

  /// The app is killed and started again; it knows what it wrote, and of no list.
  private mutating func restart() {
    let saved = client.saved()
    let (old, puts) = (client.session, model.puts)
    #expect(saved.count == puts.count { $0.answer == nil })
    let auth: Message.Auth? = chance.below(2) == 0 ? nil : .init(uid: "ann")
    client = Self.client(after: old, auth, patience, seed: seed)
    model = NaiveConnection(after: old, auth: auth, patience: patience)
    (wakes, registrations) = ([], [])
    check {
      $0.restore(saved, at: $1, into: &$2)
    } _: { model, _ in
      model.restore(puts)
    }
  }

  private mutating func pass() {
    let far = isQuiet ? chance.below(3) == 0 : chance.below(12) == 0
    let end = now + .milliseconds(Int64(chance.below(far ? 60_000 : 400)))
    while let next = wakes.min(), next <= end {
      wakes.removeAll { $0 == next }
      now = max(now, next)
      wake()
    }
    now = end
    if chance.below(4) == 0 { wake() }
  }

  private mutating func wake() {
    let isDue = model.isDue(at: now)
    let session = client.session
    let state = client.state
    var wishes: [Client.Wish] = []
    client.wake(at: now, into: &wishes)
    // Where chance decides, what it did is believed.
    let didDial = client.session != session || client.state != state
    model.wake(at: now, isDue: isDue ?? didDial)
    compare(wishes)
  }

  /// The server says something: most of it could be true.
  private mutating func hear() {
    let tags = model.listens.map(\.tag)
    let tag =
      tags.isEmpty || chance.below(12) == 0
      ? UInt32(chance.below(6)) : tags[chance.index(below: tags.count)]
    let isOld = chance.below(10) == 0 && model.lastHeard > 0
    let next = isOld ? model.lastHeard : model.lastHeard + 1 + (chance.below(8) == 0 ? 1 : 0)
    let node = Node([(Key("a"), .integer(Int64(chance.below(4)))), (Key("b"), .bool(true))])
    let body: Message.Body
    switch model.state {
    case .disconnected: body = .welcome(milliseconds: PushIDs.epoch)
    case .connecting:
      body =
        chance.below(6) == 0
        ? .closed(wait: .milliseconds(Int64(chance.below(5_000))))
        : chance.below(6) == 0 ? .pong(sequence: 1) : .welcome(milliseconds: PushIDs.epoch)
    case .authenticating, .connected: body = said(tag, next, node)
    }
    let session = chance.below(15) == 0 ? client.session &- 1 : client.session
    check {
      $0.receive(body, session: session, at: $1, into: &$2)
    } _: {
      $0.receive(body, session: session, at: $1)
    }
  }

  private mutating func said(_ tag: UInt32, _ next: UInt32, _ node: Node) -> Message.Body {
    let refusal: Message.Refusal = chance.below(3) == 0 ? .forbidden : .overloaded
    switch chance.below(26) {
    case 0..<4: return .change(tag: tag, sequence: next, Key("a"), .integer(Int64(chance.below(4))))
    case 4:
      return .changes(
        tag: tag, sequence: next, [.init(Key("a"), .null), .init(Key("c"), .integer(2))])
    case 5..<9:
      let after = chance.below(4) == 0 ? next : model.lastHeard
      return .snapshot(tag: tag, sequence: after, node)
    case 9: return .overwrite(tag: tag, sequence: next, node)
    case 10, 11: return .unchanged(tag: tag, sequence: model.lastHeard)
    case 12: return .refused(tag: tag, refusal)
    case 13 where chance.below(3) == 0: return .revoked(tag: tag, sequence: next)
    case 14: return .pong(sequence: chance.below(3) == 0 ? next : model.lastHeard)
    case 15 where !isQuiet && chance.below(3) == 0:
      return .closed(wait: .milliseconds(Int64(chance.below(5_000))))
    default:
      let id = UInt32(chance.below(UInt64(model.lastSent) + 2))
      let answers: [Message.Answer] = [.committed, .committed, .committed, .forbidden, .overloaded]
      let after = chance.below(5) == 0 ? next : model.lastHeard
      return .answer(id: id, answers[chance.index(below: answers.count)], after: after)
    }
  }
}

// Comparing.
extension ConnectionHistory {
  private mutating func check(
    _ act: (inout Client, Instant, inout [Client.Wish]) -> Void,
    _ same: (inout NaiveConnection, Instant) -> Void
  ) {
    var wishes: [Client.Wish] = []
    act(&client, now, &wishes)
    same(&model, now)
    compare(wishes)
  }

  private mutating func compare(_ wishes: [Client.Wish]) {
    var lines: [String] = []
    for wish in wishes {
      switch wish {
      case .wake(let moment):
        wakes.append(moment)
        let due = model.due
        let isRight = model.wish(for: moment)
        #expect(isRight, "seed \(seed), step \(step): woken at \(moment), due at \(due)")
      case .heard, .ended: break
      default: lines.append(Self.line(wish))
      }
    }
    let wanted = model.lines()
    #expect(lines == wanted, "seed \(seed), step \(step)")
    #expect(
      model.isPlanned, "seed \(seed), step \(step): due \(model.due), planned \(model.planned)")
  }

  private func expectSameState() {
    let isRight =
      client.session == model.session && client.state == model.state
      && client.isConnected == (model.state == .connected) && client.isAtRest == model.isAtRest
      && client.keptListens == model.listens.count
      && client.openListens == model.listens.reduce(0) { $0 + $1.registrations.count }
      && client.openJourneys == model.puts.map(\.journey)
      && client.pending.listens == model.listens.count { $0.progress != .current }
      && client.pending.writes == model.puts.count && client.pending.hooks == model.hooks.count
    #expect(isRight, "seed \(seed), step \(step)")
  }

  private static func line(_ wish: Client.Wish) -> String {
    switch wish {
    case .send(let journey, let session, let body): "s\(session) j\(journey) \(line(body))"
    case .cancelled(let registration, let refusal): "cancelled \(registration) \(refusal)"
    case .settled(let id, let journey, let answer): "settled \(id) j\(journey) \(answer)"
    case .resent(let journey): "j\(journey) resent"
    case .resynced: "resynced"
    case .state(let state): "\(state)"
    case .differed(let words): words
    case .misbehaved(let point): point.name
    case .heard, .ended, .wake: ""
    }
  }

  private static func line(_ body: Message.Body) -> String {
    switch body {
    case .hello: "hello"
    case .goodbye: "goodbye"
    case .ping: "ping"
    case .authenticate(let id, let auth): "\(id) i am \(auth?.uid ?? "nobody")"
    case .listen(let tag, let path, _, let known): "listen \(tag) \(path) \(known)"
    case .unlisten(let tag): "unlisten \(tag)"
    case .write(let id, let write, let condition):
      "\(id) write \(NaiveConnection.words(write))\(condition == nil ? "" : " if")"
    case .whenGone(let id, let write): "\(id) when gone \(NaiveConnection.words(write))"
    case .neverMind(let id, let path): "\(id) never mind \(path)"
    default: "what only a server says"
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTree

/// A client whose wishes can be read: a line for each, wakes left out.
///
///     var play = ClientPlay()
///     play.connect()                 // ["connecting", "hello"]
///     play.hear(.welcome(…))         // ["connected"]
///     play.set("l/a", 1)             // ["0 added a", "0 value", "1: set /l/a"]
struct ClientPlay {
  var client: Client
  var now = Instant.zero
  /// The earliest moment for which the client wished to be woken.
  var nextWake = Instant.never
  /// All conditions that were sent, in order.
  var conditions: [WriteGuard?] = []
  /// All writes that were sent, in order.
  var sent: [Write] = []
  /// The fingerprints that the last questions said to be known.
  var known: [UInt64] = []
  private var wishes: [Client.Wish] = []

  init(
    isReliable: Bool = true, auth: Message.Auth? = nil, clockAhead: Interval = .zero,
    firstSession: UInt32 = 1, points: [Client.BuggifyPoint] = []
  ) {
    var options = Client.Options()
    options.isReliable = isReliable
    options.patience = .milliseconds(100)
    options.auth = auth
    options.clock = DeviceClock(ahead: clockAhead)
    options.hasOracle = true
    options.firstSession = firstSession
    if !points.isEmpty {
      options.buggify = Buggify(
        seed: 1, Client.BuggifyPoint.allCases.map(\.name), of: "client", chance: .one)
    }
    client = Client(options: options, chance: RandomStream(seed: 1, "wait"))
    client.enliven(points)
  }

  /// A client that is connected.
  static func connected(isReliable: Bool = true) -> ClientPlay {
    var play = ClientPlay(isReliable: isReliable)
    _ = play.connect()
    _ = play.welcome()
    return play
  }

  /// A client that is connected and has heard what stands at `l`, as push 1 under tag 1.
  static func listening(
    _ node: Sketch = ["a": 1, "b": 1], _ query: Query = Query(), isReliable: Bool = true
  ) -> ClientPlay {
    var play = connected(isReliable: isReliable)
    _ = play.listen("l", query)
    _ = play.hear(.snapshot(tag: 1, sequence: 1, node.node))
    return play
  }

  mutating func connect() -> [String] { lines { $0.connect(at: $1, into: &$2) } }

  mutating func welcome(milliseconds: Int64 = PushIDs.epoch) -> [String] {
    hear(.welcome(milliseconds: milliseconds))
  }

  mutating func offline() -> [String] { lines { $0.goOffline(at: $1, into: &$2) } }

  mutating func online() -> [String] { lines { $0.goOnline(at: $1, into: &$2) } }

  mutating func lose() -> [String] { lines { $0.connectionLost(at: $1, into: &$2) } }

  /// The connection breaks and is there again, as far as the welcome.
  mutating func reconnect() -> [String] {
    _ = lose()
    _ = online()
    return welcome()
  }

  mutating func listen(_ path: String, _ query: Query = Query()) -> [String] {
    lines { _ = $0.listen(to: Path(path), query, at: $1, into: &$2) }
  }

  mutating func unlisten(_ registration: UInt32) -> [String] {
    lines { $0.unlisten(registration, at: $1, into: &$2) }
  }

  mutating func set(_ path: String, _ node: Sketch, journey: UInt32 = 0) -> [String] {
    write(.set(Path(path), node.node), journey: journey)
  }

  mutating func write(_ write: Write, journey: UInt32 = 0) -> [String] {
    lines { $0.write(write, journey: journey, at: $1, into: &$2) }
  }

  mutating func transact(
    _ path: String, _ update: TransactionUpdate = .add(1), applyLocally: Bool = true
  ) -> [String] {
    lines {
      $0.transact(
        at: Path(path), journey: 0, applyLocally: applyLocally, update: update, at: $1, into: &$2)
    }
  }

  mutating func whenGone(_ path: String, _ node: Sketch) -> [String] {
    lines { $0.whenGone(.set(Path(path), node.node), journey: 0, at: $1, into: &$2) }
  }

  mutating func neverMind(_ path: String) -> [String] {
    lines { $0.neverMind(Path(path), at: $1, into: &$2) }
  }

  mutating func hear(_ body: Message.Body, session: UInt32? = nil) -> [String] {
    let session = session ?? client.session
    return lines { $0.receive(body, session: session, at: $1, into: &$2) }
  }

  mutating func answer(
    _ request: UInt32, _ answer: Message.Answer = .committed, after: UInt32 = 0
  ) -> [String] {
    hear(.answer(id: request, answer, after: after))
  }

  /// Time passes up to the next wake.
  mutating func wake() -> [String] {
    now = max(now, nextWake)
    nextWake = .never
    return lines { $0.wake(at: $1, into: &$2) }
  }

  mutating func lines(
    _ act: (inout Client, Instant, inout [Client.Wish]) -> Void
  ) -> [String] {
    wishes.removeAll()
    act(&client, now, &wishes)
    var lines: [String] = []
    for wish in wishes {
      switch wish {
      case .wake(let instant): nextWake = min(nextWake, instant)
      case .send(_, _, let body): lines.append(line(body))
      default: lines.append(Self.line(wish))
      }
    }
    return lines
  }

  private mutating func line(_ body: Message.Body) -> String {
    switch body {
    case .hello: return "hello"
    case .authenticate(let id, let auth): return "\(id): i am \(auth?.uid ?? "nobody")"
    case .listen(let tag, let path, _, let known):
      self.known.append(known)
      return "listen \(tag) \(path)"
    case .unlisten(let tag): return "unlisten \(tag)"
    case .write(let id, let write, let condition):
      conditions.append(condition)
      sent.append(write)
      if case .merge = write { return "\(id): merge \(write.path)" }
      return condition == nil ? "\(id): set \(write.path)" : "\(id): set \(write.path) if"
    case .whenGone(let id, let write): return "\(id): when gone \(write.path)"
    case .neverMind(let id, let path): return "\(id): never mind \(path)"
    case .ping: return "ping"
    case .goodbye: return "goodbye"
    default: return "what only a server says"
    }
  }

  private static func line(_ wish: Client.Wish) -> String {
    switch wish {
    case .heard(let registration, let event):
      let name = registration >> 31 == 0 ? "\(registration)" : "info"
      let child = event.kind == .value ? "" : " \(event.key)"
      return "\(name) \(event.kind)\(child)"
    case .cancelled(let registration, let refusal): return "\(registration) cancelled \(refusal)"
    case .settled(let id, _, let answer): return "settled \(id) \(answer)"
    case .ended(_, _, let end, let runs): return "ended \(end) \(runs)"
    case .resent: return "resent"
    case .resynced: return "resynced"
    case .state(let state): return "\(state)"
    case .differed(let words): return words
    case .misbehaved(let point): return point.name
    case .send, .wake: return ""
    }
  }
}

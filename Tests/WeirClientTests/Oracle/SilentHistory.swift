// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

/// A client on a link that loses messages asks one thing after the other, and is answered at once; in the end nobody
/// answers any more.
///
/// Whatever it asks, it wants to be woken in time to ask again: when its patience is over at the latest, and each time that
/// nobody answers after twice as long, half a minute at most.
struct SilentHistory {
  private let seed: UInt64
  private var chance: RandomStream
  private var client: Client
  private var now = Instant.zero
  private var wakes: [Instant] = []
  private var sent: [Message.Body] = []
  private var resent = 0
  private var pushes: UInt32 = 0
  private let patience: Interval
  private var places = 0

  init(seed: UInt64) {
    self.seed = seed
    chance = RandomStream(seed: seed, "silent history")
    patience = .milliseconds(40 + Int64(chance.below(1_500)))
    var options = Client.Options()
    options.isReliable = false
    options.patience = patience
    options.hasOracle = true
    options.auth = chance.below(2) == 0 ? nil : .init(uid: "ann")
    client = Client(options: options, chance: RandomStream(seed: seed, "wait"))
  }

  mutating func run() {
    act { $0.connect(at: $1, into: &$2) }
    let silence = chance.index(below: 12)
    for round in 0...12 {
      expectWake(within: patience)
      if round == silence { break }
      answerAll()
      #expect(client.isAtRest, "seed \(seed), round \(round)")
      pass()
      ask()
    }
    beSilent()
    if client.state != .connected { return }
    // Once all is answered again as it is asked, the patience is as short as it was at first.
    for _ in 0..<12 {
      pass()
      write()
      answerAll()
    }
    pass()
    write()
    beSilent()
  }

  private mutating func write() {
    places += 1
    let path = Path("l\(places)")
    act { $0.write(.set(path, .integer(1)), journey: 7, at: $1, into: &$2) }
  }

  /// The client asks something of the server.
  private mutating func ask() {
    places += 1
    let path = Path("l\(places)")
    switch chance.below(5) {
    case 0: act { _ = $0.listen(to: path, Query(), at: $1, into: &$2) }
    case 1: write()
    case 2: act { $0.whenGone(.set(path, .integer(2)), journey: 8, at: $1, into: &$2) }
    case 3: act { $0.neverMind(path, at: $1, into: &$2) }
    default: act { $0.authenticate(.init(uid: "bob"), at: $1, into: &$2) }
    }
  }

  /// Time passes in which nothing is asked but whether somebody is there.
  private mutating func pass() {
    let end = now + .milliseconds(1_000 + Int64(chance.below(3_000)))
    while let next = wakes.min(), next <= end {
      wake(at: next)
      answerAll()
    }
    now = end
    #expect(resent == 0, "seed \(seed): what was answered is asked again")
  }

  /// Nobody answers: what is unanswered is asked again after each time of waiting.
  private mutating func beSilent() {
    guard let question = sent.last else {
      Issue.record("seed \(seed): nothing was asked")
      return
    }
    // It may be asked again sooner, with what was asked before it, but not later.
    let latest = now + patience
    (sent, resent) = ([], 0)
    while resent == 0, let next = wakes.min(), next <= latest { wake(at: next) }
    var wait = patience
    for _ in 0..<8 {
      let words = sent.map(Self.words).filter { $0 != "ping" }
      #expect(words == [Self.words(question)] && resent == 1, "seed \(seed): \(words)")
      wait = min(wait + wait, .seconds(30))
      let due = now + wait
      // A connection that does not come about is given up after half a minute.
      if client.state != .connected, due >= Instant.zero + .seconds(30) { return }
      (sent, resent) = ([], 0)
      while let next = wakes.min(), next < due { wake(at: next) }
      #expect(sent.allSatisfy { Self.words($0) == "ping" }, "seed \(seed): \(sent) too early")
      #expect(wakes.min() == due, "seed \(seed): woken at \(wakes), not \(due)")
      wake(at: due)
    }
    // Now somebody does, and all is well.
    answerAll()
    #expect(client.isAtRest)
  }

  private func expectWake(within wait: Interval) {
    if client.isAtRest, client.state == .connected { return }
    #expect(wakes.contains { $0 <= now + wait }, "seed \(seed): \(wakes), now \(now)")
  }

  private mutating func wake(at moment: Instant) {
    wakes.removeAll { $0 <= moment }
    now = max(now, moment)
    act { $0.wake(at: $1, into: &$2) }
  }

  private mutating func act(_ body: (inout Client, Instant, inout [Client.Wish]) -> Void) {
    var wishes: [Client.Wish] = []
    body(&client, now, &wishes)
    for wish in wishes {
      switch wish {
      case .wake(let moment): wakes.append(moment)
      case .send(_, _, let body): sent.append(body)
      case .resent: resent += 1
      case .differed(let words): Issue.record("\(words)")
      default: break
      }
    }
  }

  /// The server answers what was sent since it last did, the one after the other.
  private mutating func answerAll() {
    resent = 0
    while !sent.isEmpty {
      let question = sent.removeFirst()
      let answer: Message.Body
      switch question {
      case .hello: answer = .welcome(milliseconds: PushIDs.epoch)
      case .authenticate(let id, _), .write(let id, _, _), .whenGone(let id, _),
        .neverMind(let id, _):
        answer = .answer(id: id, .committed, after: pushes)
      case .listen(let tag, _, _, _): answer = .snapshot(tag: tag, sequence: pushes, .null)
      case .ping: answer = .pong(sequence: pushes)
      default: continue
      }
      let session = client.session
      act { $0.receive(answer, session: session, at: $1, into: &$2) }
    }
  }

  private static func words(_ body: Message.Body) -> String {
    switch body {
    case .hello: "hello"
    case .authenticate(let id, let auth): "\(id) i am \(auth?.uid ?? "nobody")"
    case .listen(let tag, let path, _, _): "listen \(tag) \(path)"
    case .write(let id, let write, _): "\(id) write \(write.path)"
    case .whenGone(let id, let write): "\(id) when gone \(write.path)"
    case .neverMind(let id, let path): "\(id) never mind \(path)"
    case .ping: "ping"
    default: "\(body)"
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

/// Apps that create, change and destroy at any time, a hook that answers when it likes, links that break,
/// apps that are killed, a server that turns writes away; and in the end the numbers are right.
@Suite struct ResourceStormTests {
  /// `WEIR_RESOURCE_SEEDS=500 swift test -c release …` proves more of them.
  private static let seeds =
    0..<(ProcessInfo.processInfo.environment["WEIR_RESOURCE_SEEDS"].flatMap(UInt64.init) ?? 4)

  @Test(arguments: ResourceStormTests.seeds)
  func `a server increment is right in the end, with writes turned away, breaks and restarts`(
    seed: UInt64
  ) throws {
    var storm = try Storm(seed, .increment)
    storm.run()
  }

  @Test(arguments: ResourceStormTests.seeds)
  func `a transaction is right in the end where none is cut off`(seed: UInt64) throws {
    var storm = try Storm(seed, .transaction)
    storm.run()
  }

  @Test(arguments: ResourceStormTests.seeds)
  func `a recount is right in the end whatever happens, even to rows that all apps change`(
    seed: UInt64
  ) throws {
    var storm = try Storm(seed, .recount)
    storm.run()
  }
}

private struct Storm {
  let means: CounterUpdate
  let message: ResourceKind
  let context: ResourceContext
  var chance: RandomStream
  var server = SmallServer(clients: 3)
  var apps: [ResourceApp] = []
  var histories: [OperationHistory]
  /// The keys that an app may change.
  var keys: [[Key]] = [[], [], []]
  var lives = 0
  var now = Instant.zero

  init(_ seed: UInt64, _ means: CounterUpdate) throws {
    self.means = means
    chance = RandomStream(seed: seed, "storm")
    histories = Array(repeating: OperationHistory(isAlone: means != .recount), count: 3)
    var registry = ResourceRegistry()
    let group = try registry.register("group", at: "/group/@")
    message = try registry.register(
      "message", at: "/message/$group/@", logsBefore: seed.isMultiple(of: 2))
    try registry.count(message, on: group, as: "all", by: means)
    try registry.count(
      message, on: group, as: "open", by: means, where: .equals(Path("open"), .bool(true)))
    context = ResourceContext([.init(Key("group"), Resource(group, key: Key("g")))])
    for number in 0..<3 {
      var app = ResourceApp(registry, number: number, life: 0)
      app.act(at: now) { $0.client.connect(at: .zero, into: &$2) }
      apps.append(app)
    }
    // Rows are turned away, numbers are not: a number that cannot be written is a doubt, not a rule.
    server.forbids = { write in
      guard !write.path.leads(below: Path("group")) else { return false }
      var node = Node.null
      write.apply(to: &node)
      return scrambled(node.fingerprint ^ seed) % 5 == 0
    }
  }

  mutating func run() {
    for _ in 0..<1_500 { step() }
    server.forbids = { _ in false }
    // A client that has lost its connection often waits half a minute before it tries again.
    for _ in 0..<2_000 where !isAtRest {
      deliverAnything()
      for number in apps.indices { answerHook(number) }
    }
    judge()
  }

  private var isAtRest: Bool {
    apps.allSatisfy { $0.resources.pending.isEmpty && $0.client.isAtRest && $0.letters.isEmpty }
      && server.connections.allSatisfy { $0.letters.isEmpty }
  }

  private mutating func step() {
    now = now + .milliseconds(20)
    let number = chance.index(below: 3)
    switch chance.index(below: 40) {
    case 0..<4: begin(number)
    case 4..<9: answerHook(number)
    case 16 where mayBreak(number): hangUp(number)
    case 17 where mayBreak(number) && chance.index(below: 3) == 0: restart(number)
    default: deliver(number)
    }
    hear(number)
  }

  /// `true` if a number stays right when the connection breaks now.
  ///
  /// A write whose answer is lost is sent again, and a server increment then adds again; a transaction
  /// whose answer is lost is a doubt.
  private func mayBreak(_ number: Int) -> Bool {
    switch means {
    case .increment: !server.owesAnswer(to: number)
    case .transaction: !apps[number].resources.pending.contains { $0.waitsFor == .count }
    case .recount: true
    }
  }

  private mutating func begin(_ number: Int) {
    let (context, message, now) = (context, message, now)
    // Two apps that destroy one row at once count it twice, unless it is counted anew.
    let owner = means == .recount ? chance.index(below: 3) : number
    let key = keys[owner].isEmpty ? nil : keys[owner][chance.index(below: keys[owner].count)]
    let fields = Node([
      (Key("n"), .integer(Int64(chance.below(1_000_000)))),
      (Key("open"), .bool(chance.index(below: 2) == 0)),
    ])
    var one = Resource(message, key: key, fields: fields)
    let verb = chance.index(below: 8)
    apps[number].act(at: now) { app, wishes, _ in
      switch verb {
      case 0..<3:
        app.resources.create(Resource(message, fields: fields), in: context, at: now, into: &wishes)
      case 3: app.resources.create(one, in: context, at: now, into: &wishes)
      case 4:
        one.fields.set(.null, at: Key("open"))
        app.resources.update(one, removing: [Key("open")], in: context, into: &wishes)
      case 5: app.resources.update(one, in: context, into: &wishes)
      default: app.resources.destroy(one, in: context, into: &wishes)
      }
      if case .ask(let call)? = wishes.first, call.verb == .create, let key = call.resource.key {
        keys[number].append(key)
      }
    }
  }

  private mutating func answerHook(_ number: Int) {
    guard !apps[number].asked.isEmpty else { return }
    let asked = apps[number].asked.remove(at: chance.index(below: apps[number].asked.count))
    let mood = chance.index(below: 10)
    apps[number].act(at: now) { app, wishes, _ in
      if mood == 0 { app.resources.veto(asked, "no", into: &wishes) }
      if mood > 0 { app.resources.proceed(asked, into: &wishes) }
      if mood < 3 { app.resources.proceed(asked, into: &wishes) }
    }
    hear(number)
  }

  private mutating func deliverAnything() {
    now = now + .milliseconds(100)
    for number in apps.indices {
      deliver(number)
      hear(number)
    }
  }

  /// One message of one app, in one direction, or a wake that is due.
  private mutating func deliver(_ number: Int) {
    let now = now
    if apps[number].wake <= now {
      apps[number].wake = .never
      apps[number].act(at: now) { $0.client.wake(at: now, into: &$2) }
    }
    let (up, down) = (!apps[number].letters.isEmpty, !server.connections[number].letters.isEmpty)
    if up, !down || chance.index(below: 2) == 0 {
      let letter = apps[number].letters.removeFirst()
      server.receive(letter.body, from: number, session: letter.session)
    } else if down {
      let body = server.connections[number].letters.removeFirst()
      apps[number].act(at: now) { app, _, told in
        app.client.receive(body, session: app.client.session, at: now, into: &told)
      }
    }
  }

  private mutating func hangUp(_ number: Int) {
    let now = now
    server.hangUp(number)
    apps[number].letters = []
    apps[number].act(at: now) { $0.client.connectionLost(at: now, into: &$2) }
  }

  private mutating func restart(_ number: Int) {
    lives += 1
    server.hangUp(number)
    apps[number].restart(number: number, life: lives, at: now)
  }

  private mutating func hear(_ number: Int) {
    for news in apps[number].news { histories[number].hear(news) }
    apps[number].news = []
  }

  private func judge() {
    let rows = server.root[Path("message/g")]
    let counts = server.root[Path("group/g")]
    #expect(histories.allSatisfy { !$0.hasDoubt })
    #expect(counts[Key("all")] == Self.count(rows) { _ in true })
    #expect(counts[Key("open")] == Self.count(rows) { $0[Key("open")] == .bool(true) })
    #expect(histories.contains { $0.rejected > 0 })
    for (app, history) in zip(apps, histories) {
      #expect(app.resources.pending.isEmpty && app.resources.inFlight == 0)
      #expect(app.client.isAtRest)
      #expect(history.committed > 10)
      if means != .recount, !history.hasLost { history.expectRows(in: server.root) }
    }
  }

  /// The number of rows there are, as a counter that was moved may say it.
  private static func count(_ rows: Node, _ matches: (Node) -> Bool) -> Node {
    .integer(Int64(rows.children.filter { matches($0.value) }.count))
  }
}

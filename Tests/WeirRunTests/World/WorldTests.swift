// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirScenario
import WeirTrace

import WeirRun

@Suite struct WorldTests {
  /// All steps of a run.
  private func steps(of scenario: Scenario, seed: UInt64 = 1) throws -> [Step] {
    var world = try World(scenario, seed: seed, keepingSteps: true)
    while world.advance(by: 100_000) {}
    return world.takeSteps()
  }

  /// When each client of the first ones meant to write, and under which keys.
  private func acts(of scenario: Scenario, clients: Int = 2) throws -> [[String]] {
    let steps = try steps(of: scenario)
    return (0..<clients).map { client in
      steps.filter { $0.kind == .wrote && $0.client == UInt32(client) }
        .map { "\($0.at) \($0.key)" }
    }
  }

  @Test func `the same seed gives the same digest, however far each call goes`() throws {
    let scenario = randomScenario(3)
    var slow = try World(scenario, seed: 5)
    while slow.advance(by: 1) {}
    let (a, b) = (slow.outcome(), try outcome(of: scenario, seed: 5))
    #expect(a.digest == b.digest && a.steps == b.steps && a.metrics == b.metrics)
    #expect(a.events == b.events && a.ended == b.ended)
  }

  @Test func `worlds of one plan are the same as one made of the scenario`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let scenario = randomScenario(seed)
      let plan = try RunPlan(scenario, seed: 5)
      for _ in 0..<2 {
        var world = World(plan)
        while world.advance(by: 1_000) {}
        let (a, b) = (world.outcome(), try outcome(of: scenario, seed: 5))
        #expect(a.digest == b.digest && a.metrics == b.metrics && a.events == b.events)
      }
    }
  }

  @Test func `an edit that leaves its row as it was is no evidence, and the next one is`() throws {
    // An edit writes its number as the word of the row.
    let scenario = try Scenario(
      text: Array(
        """
        weir: 1
        about: The first edit leaves the row as it was.
        server: { tree: { rooms: { 1: { a: { word: 1 } } } } }
        clients: [ { count: 1, list: rooms/1 } ]
        workload: [ { each: client, does: edit, every: 1s, for: 3s } ]
        """.utf8), named: "edits")
    let kinds = try steps(of: scenario).map(\.kind).filter { $0 == .touched || $0 == .wrote }
    #expect(kinds == [.touched, .wrote])
  }

  @Test func `another seed gives another digest`() throws {
    let scenario = smallScenario()
    let digests = try (1...20).map { try outcome(of: scenario, seed: $0).digest.description }
    #expect(Set(digests).count == 20)
  }

  @Test func `keeping steps does not change the run, and every step is handed out`() throws {
    let scenario = smallScenario()
    let steps = try steps(of: scenario)
    let outcome = try outcome(of: scenario)
    #expect(steps.count == outcome.steps)
    var trace = Trace()
    let tables = try Plan(scenario, seed: 1).tables
    trace.absorb { $0.absorb(tables.word, tables.length) }
    for step in steps { trace.append(step) }
    #expect(trace.digest == outcome.digest)
  }

  @Test func `any value of a scenario is in the digest from the first step on`() throws {
    func head(_ settings: [String]) throws -> String {
      let text = """
        weir: 1
        about: Two phones.
        server: { tree: { rooms: { lobby: {} } }, servers: 2, service: 5ms, queue: 9 }
        network: { delay: { exponential: 40ms }, loss: 1% }
        clients: [ { count: 2, list: rooms/lobby, newest: 50, batch: { wait: 100ms } } ]
        workload: [ { each: client, does: post, every: { exponential: 2s }, for: 6s } ]
        """
      let scenario = try Scenario(text: Array(text.utf8), named: "a.yaml", overrides: settings)
      return try World(scenario, seed: 1).trace.digest.description
    }
    let settings = [
      "about=Three", "settle=31s", "warm-up=1s", "server.servers=3", "server.service=6ms",
      "server.queue=10", "network.delay.exponential=41ms", "network.loss=2%",
      "clients.0.count=3", "clients.0.newest=51", "clients.0.batch.wait=99ms",
      "workload.0.every.exponential=3s", "workload.0.for=7s", "workload.0.from=1s",
    ]
    let heads = try [head([])] + settings.map { try head([$0]) }
    #expect(Set(heads).count == heads.count)
    #expect(try head([]) == heads[0])
  }

  @Test func `one more group of clients changes no act of the others`() throws {
    let scenario = smallScenario()
    var more = scenario
    more.clients.append(.init(name: "more", count: 3, lists: ["hall"]))
    more.workload.append(
      .init(
        name: "theirs", group: 1, does: [.init(action: .post, weight: .one)],
        pace: .every(.exponential(mean: .milliseconds(700))), lasts: .seconds(20)))
    let plain = try acts(of: scenario)
    #expect(plain.allSatisfy { $0.count > 8 })
    #expect(try acts(of: more) == plain)
    // Another order of the entries is another file, but the same people.
    more.workload.swapAt(0, 1)
    #expect(try acts(of: more) == plain)
  }

  @Test func `one more client in a group changes neither acts nor weather of another group`() throws
  {
    func scenario(first count: Int) -> Scenario {
      var scenario = smallScenario(clients: count)
      scenario.clients.append(.init(name: "more", count: 2, lists: ["hall"]))
      scenario.workload[0].lasts = .seconds(10)
      scenario.workload.append(
        .init(
          name: "theirs", group: 1, does: [.init(action: .post, weight: .one)],
          pace: .every(.exponential(mean: .milliseconds(700))), lasts: .seconds(20)))
      return scenario
    }
    /// Each write of the second group, and how long each message of theirs was under way.
    func life(first count: Int) throws -> [String] {
      try steps(of: scenario(first: count))
        .filter { $0.client != Step.nobody && $0.client >= UInt32(count) }
        .filter { $0.kind == .wrote || $0.kind == .sent }
        .map {
          "\($0.at) \($0.kind) \($0.client - UInt32(count)) \($0.key) \($0.kind == .sent ? $0.x : 0)"
        }
    }
    let plain = try life(first: 2)
    #expect(plain.count > 100)
    #expect(try life(first: 3) == plain)
  }

  @Test func `loss, outages and a slower server change no act of anybody`() throws {
    let plain = try acts(of: smallScenario())
    for change in 0..<4 {
      var worse = smallScenario()
      switch change {
      case 0: worse.networks[0].loss = Ratio(1, of: 3)
      case 1:
        worse.networks[0].outage = .init(
          every: .exponential(mean: .seconds(3)), lasts: .exponential(mean: .seconds(1)))
      case 2: worse.networks[0].transport = .datagram
      default: (worse.server.servers, worse.server.service) = (1, .constant(.milliseconds(30)))
      }
      #expect(try acts(of: worse) == plain, "change \(change)")
    }
  }

  @Test func `loss delays messages, but draws no other delay`() throws {
    func sent(_ loss: Ratio) throws -> [Step] {
      var scenario = smallScenario()
      scenario.networks[0].delay = .exponential(mean: .milliseconds(40))
      scenario.networks[0].loss = loss
      return try steps(of: scenario).filter {
        $0.kind == .sent && $0.client == 0 && $0.journey != 0
      }
    }
    let (good, bad) = (try sent(.zero), try sent(Ratio(1, of: 5)))
    // The first message of each post goes up at the same moment in both.
    let meant = Set(good.map(\.journey))
    #expect(meant.count > 10 && bad.contains { $0.y & 0xFFFF_FFFF > 0 })
  }

  @Test func `a run that is ended from outside has findings, but no word on convergence`() throws {
    var world = try World(smallScenario(), seed: 1)
    _ = world.advance(by: 60)
    world.interrupt()
    let goesOn = world.advance(by: 1)
    #expect(!goesOn)
    let outcome = world.outcome()
    #expect(outcome.isInterrupted && !outcome.isBroken)
    #expect(outcome.findings[0].verdict == .notReached)
    #expect(outcome.ended < world.horizon && outcome.events == 60)
  }

  @Test func `a horizon with messages under way breaks the promise to converge`() throws {
    var scenario = smallScenario()
    scenario.settle = .milliseconds(1)
    scenario.networks[0].delay = .constant(.seconds(5))
    let outcome = try outcome(of: scenario)
    guard case .broken(let instant, let reason) = outcome.findings[0].verdict else {
      Issue.record("\(outcome.findings[0])")
      return
    }
    #expect(reason.words.contains("when the time was over (still pending:"))
    #expect(instant == Instant.zero + .seconds(20) + .milliseconds(1) && outcome.ended == instant)
  }

  @Test func `lists inside lists are refused with a remedy`() {
    var scenario = smallScenario()
    scenario.clients.append(.init(name: "outer", lists: ["rooms"]))
    #expect(throws: Problems.self) { try outcome(of: scenario) }
    scenario.clients[1].lists = ["rooms2"]
    #expect(throws: Never.self) { try outcome(of: scenario) }
  }

  @Test func `time is measured to the end of the work, even if all is quiet before`() throws {
    var scenario = smallScenario(clients: 1)
    scenario.networks[0].delay = .constant(.zero)
    scenario.workload[0].pace = .every(.constant(.seconds(8)))
    scenario.server = .init(servers: 1, service: .constant(.seconds(1)))
    let outcome = try outcome(of: scenario)
    // Posts at 8 s and 16 s, and a second for the listen: 3 s of 20.
    #expect(outcome.metric("throughput")?.mean == 0.1)
    #expect(outcome.metric("utilisation")?.mean == 0.15)
  }

  @Test func `what a write left is traced with it, even if the next follows at once`() throws {
    for seed: UInt64 in 0..<40 {
      var scenario = randomScenario(seed)
      scenario.server.servers = 4
      scenario.server.service = .exponential(mean: .milliseconds(80))
      var written: [UInt32: UInt64] = [:]
      for step in try steps(of: scenario, seed: seed) {
        // Edits depend on what they meet; the others leave what they say.
        if step.kind == .wrote, step.y >> 32 == 0 { written[step.journey] = step.x }
        guard step.kind == .committed, let stamp = written[step.journey] else { continue }
        #expect(step.x == stamp, "seed \(seed), journey \(step.journey)")
      }
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario
import WeirTree

@Suite struct ScenarioReadingTests {
  @Test func `a whole scenario with every key is understood`() throws {
    let scenario = try scenario(everything, files: ["lat.csv": "ms\n4\n"])
    #expect(scenario.seed == 0x5EED)
    #expect(scenario.warmUp == .seconds(10))
    #expect(scenario.settle == .seconds(60))
    #expect(scenario.server.servers == 4)
    #expect(scenario.server.queue == 100)
    #expect(scenario.networks.map(\.name) == ["default", "mobile", "wifi"])
    let mobile = scenario.networks[1]
    #expect(mobile.transport == .datagram)
    #expect(mobile.loss == Ratio(1, of: 100))
    #expect(mobile.duplicate == Ratio(1, of: 200))
    #expect(mobile.reorder == Ratio(1, of: 50))
    #expect(mobile.reorderBy == .constant(.milliseconds(80)))
    #expect(
      mobile.outage
        == Scenario.Outage(
          every: .exponential(mean: .seconds(45)),
          lasts: .uniform(from: .seconds(1), to: .seconds(8))))
    #expect(
      scenario.clients == [
        Scenario.ClientGroup(
          name: "phones", count: 200, lists: (1...20).map { "rooms/\($0)" }, pick: .zipf(1.1),
          window: .newest(50), batchWait: .milliseconds(200), batchAtMost: .seconds(1), network: 1),
        Scenario.ClientGroup(
          name: "clients", lists: ["rooms/1"], window: .oldest(10),
          batchWait: .milliseconds(100), batchAtMost: .milliseconds(500), network: 2),
        Scenario.ClientGroup(name: "clients-2", lists: ["rooms/1"], pick: .uniform),
      ])
    #expect(scenario.workload.map(\.name) == ["writers", "edit", "post", "post-2", "post-3"])
    #expect(scenario.workload.map(\.group) == [0, 1, 2, 0, 0])
    #expect(
      scenario.workload[0].does == [
        .init(action: .post, weight: Ratio(9, of: 10)),
        .init(action: .edit, weight: Ratio(2, of: 25)),
        .init(action: .remove, weight: Ratio(1, of: 50)),
      ])
    #expect(scenario.workload[0].pace == .arrivals(.poisson(.init(millionths: 200_000_000))))
    #expect(scenario.workload[0].who == .zipf(1.2))
    #expect(scenario.workload[1].pace == .think(.constant(.seconds(2))))
    #expect(
      scenario.workload[2].pace
        == .arrivals(.bursts(of: 50, every: .constant(.seconds(1)))))
    let stages = [
      Scenario.Stage(rate: .init(millionths: 500_000_000), lasts: .seconds(30), slides: true),
      Scenario.Stage(rate: .init(millionths: 500_000_000), lasts: .seconds(30), slides: false),
    ]
    #expect(
      scenario.workload[3].pace == .arrivals(.stages(from: .init(millionths: 10_000_000), stages)))
    #expect(scenario.workload[3].lasts == .seconds(60))
    #expect(scenario.workload[4].pace == .every(.exponential(mean: .seconds(2))))
    #expect(scenario.workload[4].from == .seconds(5))
  }

  @Test func `every expectation keeps its order, its unit and its place`() throws {
    let scenario = try scenario(everything, files: ["lat.csv": "ms\n4\n"])
    #expect(
      scenario.expectations.map(\.subject) == [
        .checker("converge"), .checker("lists"), .checker("read-your-writes"),
        .metric("post-to-seen", .p99, .under(250_000_000)),
        .metric("post-to-seen", .p99, .over(1_000_000)),
        .metric("post-to-seen", .mean, .near(70_000_000)),
        .metric("post-to-seen", .count, .atLeast(5)),
        .metric("post-to-seen", .max, .between(1_000_000, 2_000_000_000)),
        .metric("writes", .count, .atLeast(90)),
        .metric("utilisation", .mean, .under(0.8)),
        .metric("throughput", .mean, .atMost(1.5)),
      ])
    #expect(scenario.expectations[0].mark.description == "f.yaml:48:3")
  }

  @Test func `tree data gets the kinds that JSON has`() throws {
    let scenario = try scenario(
      least + """
        server:
          tree:
            a: [true, false, null, ~]
            b: { i: -7, big: 100000000000000000000, d: 1.5e3, text: "7", no: no, v: 1_000, z: 007 }
            c: {}
            d:
            e: []
            f: '$${HOME}'

        """)
    // A tree keeps neither null nor an empty branch.
    let expected: [(Key, Node)] = [
      (Key("a"), Node([(Key("0"), .bool(true)), (Key("1"), .bool(false))])),
      (
        Key("b"),
        Node([
          (Key("i"), .integer(-7)), (Key("big"), .number(1e20)), (Key("d"), .number(1_500)),
          (Key("text"), .text("7")), (Key("no"), .text("no")), (Key("v"), .text("1_000")),
          (Key("z"), .text("007")),
        ])
      ),
      (Key("f"), .text("${HOME}")),
    ]
    #expect(scenario.server.tree == Node(expected))
    // The text that the fingerprint is made of tells both.
    let words =
      #"{"a":{"0":true,"1":false,"2":null,"3":null},"b":{"big":1e+20,"d":1500.0,"i":-7,"no":"no","#
      + #""text":"7","v":"1_000","z":"007"},"c":{},"d":null,"e":{},"f":"${HOME}"}"#
    #expect(scenario.canonicalText.contains("server.tree = \(words)  #"))
  }

  @Test func `what is not said is as the format says it is`() throws {
    let scenario = try scenario(least)
    #expect(scenario.seed == 1)
    #expect(scenario.warmUp == .zero)
    #expect(scenario.settle == .seconds(30))
    #expect(scenario.server == Scenario.Server())
    #expect(scenario.networks == [Scenario.Network(name: "default")])
    #expect(scenario.clients == [Scenario.ClientGroup(lists: ["a"])])
    #expect(scenario.expectations.isEmpty)
  }

  @Test(arguments: [
    ("dir/chat.yaml", "chat"), ("chat.weir.yaml", "chat.weir"), ("-", "stdin"),
    (".hidden", ".hidden"), ("plain", "plain"),
  ])
  func `a scenario is called after its file`(_ file: String, _ name: String) throws {
    #expect(try scenario(least, named: file).name == name)
  }

  @Test func `all problems come at once, in the order of their places`() {
    #expect(
      problems(
        """
        weir: 1
        expect: { post-to-sen: { p99: { under: 1s } } }
        sead: 5
        seed: x
        clients: [ { list: a, count: 0, network: mobil } ]
        networks: { mobile: { delay: 80 } }
        workload: [ { does: post, every: 1s } ]
        seed: 2

        """) == """
          f.yaml:1:1: error: missing key 'about'
            remedy: add for example `about: Two phones in one chat room see each other's messages.`
          f.yaml:2:11: error: unknown key 'post-to-sen'
            remedy: did you mean 'post-to-seen'? allowed here: \(expectable)
          f.yaml:3:1: error: unknown key 'sead'
            remedy: did you mean 'seed'? allowed here: weir, about, extends, seed, warm-up, settle, \
          oracle, server, network, networks, resources, clients, workload, faults, schedule, buggify, expect, gate
          f.yaml:4:7: error: expected a seed, found 'x'
            remedy: write a whole number from 0 to 18446744073709551615, or 0x and up to 16 digits
          f.yaml:5:30: error: 0 is out of range
            remedy: write a whole number from 1 to 1000000
          f.yaml:5:42: error: unknown network 'mobil'
            remedy: did you mean 'mobile'? one of: default, mobile
          f.yaml:6:30: error: duration without a unit: 80
            remedy: write 80s, 80ms or 80min
          f.yaml:7:13: error: missing key 'for'
            remedy: add for example `for: 60s`
          f.yaml:8:1: error: duplicate key 'seed' (first in line 4)
            remedy: remove one of the two
          """)
  }

  @Test func `twenty problems are shown, and how many more there are`() throws {
    let many = (0..<50).map { "k\($0)x: 1\n" }.joined()
    do {
      _ = try scenario(least + many)
      Issue.record("no problem was found")
    } catch let problems as Problems {
      #expect(problems.all.count == 21)
      #expect(problems.all[0].mark?.line == 5)
      #expect(problems.all[19].mark?.line == 24)
      #expect(
        problems.all[20]
          == Problem(message: "and 30 more", remedy: "mend these first, then look again"))
    }
  }
}

/// A scenario in which every key of the format stands.
let everything = """
  weir: 1
  about: Every key stands here.
  seed: 0x5EED
  warm-up: 10s
  settle: 1min
  server:
    tree: { rooms: { lobby: {} } }
    servers: 4
    service: { empirical: lat.csv, column: ms, unit: ms }
    queue: 100
  network: { delay: { exponential: 40ms, at-least: 5ms }, retransmit: 300ms }
  networks:
    wifi: { delay: 5ms }
    mobile:
      transport: datagram
      loss: 1%
      duplicate: 0.5%
      reorder: 2%
      reorder-by: 80ms
      outage: { every: { exponential: 45s }, for: { uniform: [1s, 8s] } }
  clients:
    - name: phones
      count: 200
      stack: streams
      list: rooms/{1..20}
      pick: { zipf: 1.1 }
      newest: 50
      batch: 200ms
      network: mobile
    - { list: rooms/1, oldest: 10, batch: { wait: 100ms, at-most: 500ms }, network: wifi }
    - { list: rooms/1, pick: uniform }
  workload:
    - name: writers
      clients: phones
      does: { remove: 2%, post: 90%, edit: 8%, replace: 0% }
      arrivals: { poisson: 200/s }
      who: { zipf: 1.2 }
      for: 1min
    - { clients: clients, does: edit, think: 2s, for: 60s }
    - { clients: clients-2, does: post, arrivals: { burst: 50, every: 1s }, for: 60s }
    - clients: phones
      does: post
      arrivals:
        from: 10/s
        stages: [ { to: 500/s, over: 30s }, { at: 500/s, for: 30s } ]
    - { clients: phones, each: client, does: post, every: { exponential: 2s }, from: 5s, for: 9s }
  expect:
    converge: held
    lists: held
    read-your-writes: held
    post-to-seen:
      p99: { under: 250ms, over: 1ms }
      mean: { near: 70ms }
      count: { at-least: 5 }
      max: { between: [1ms, 2s] }
    writes: { value: { at-least: 90 } }
    utilisation: { value: { under: 80% } }
    throughput: { mean: { at-most: 90/min } }

  """

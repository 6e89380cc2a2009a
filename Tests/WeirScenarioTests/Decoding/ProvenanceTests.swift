// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct ProvenanceTests {
  @Test func `the fingerprint does not see comments, order, spelling or defaults`() throws {
    let plain = try scenario(
      least + "settle: 1.5min\nnetworks: { a: { loss: 2%, delay: 1s }, b: {} }\n"
        + "server: { tree: { x: 1, y: 2 } }\nexpect: { lists: held, writes: { value: { over: 5 } } }\n"
    )
    let other = try scenario(
      """
      # The same, otherwise.
      expect:
        writes:
          count: { over: 5.0 }
        lists: 'held'
      server:
        queue: unlimited
        tree: { "y": 2, x: 1 }
      networks:
        b: { transport: stream }
        a: { delay: 1000ms, loss: 1/50 }
      settle: 90s
      workload:
        - { for: 1000ms, every: 1s, does: { post: 100% }, each: client, from: 0s }
      clients:
        - { list: a, count: 1, batch: { wait: 100ms, at-most: 500ms } }
      about: "A test."
      seed: 0x1
      weir: 1

      """, named: "other.yaml")
    #expect(plain.fingerprint == other.fingerprint)
    #expect(plain.networks == other.networks)
  }

  @Test(arguments: [
    "seed=2", "settle=31s", "network.delay=1ns", "clients.0.count=2", "workload.0.for=2s",
    "server.tree.a=1", "expect.lists=held", "clients.0.list=b", "networks.n.loss=1%", "about=B",
    "clients.0.pick={ zipf: 1.1 }", "workload.0.does=edit", "clients.0.list='a{1..2}'",
  ])
  func `the fingerprint sees every change`(_ override: String) throws {
    let plain = try scenario(least)
    #expect(try scenario(least, overrides: [override]).fingerprint != plain.fingerprint)
  }

  @Test func `a long value is listed by its beginning and its size`() throws {
    let long = String(repeating: "é", count: 300)
    let text = try scenario(least.replacing("A test.", with: long)).canonicalText
    let line = text.split(separator: "\n")[1]
    let start = String(repeating: "é", count: 199)
    #expect(line == "about = \"\(start)… (602 bytes)  # f.yaml:2:8")
  }

  @Test func `every value is listed with its origin`() throws {
    let scenario = try scenario(
      "extends: base.yaml\nseed: 0x10\nnetwork: { loss: 1/3 }\n", files: ["base.yaml": least],
      overrides: ["settle=90s"])
    #expect(
      scenario.canonicalText == """
        weir = 1  # base.yaml:1:7
        about = "A test."  # base.yaml:2:8
        seed = 16  # f.yaml:2:7
        warm-up = 0s  # default
        settle = 90s  # --set:1:8
        oracle = off  # default
        server.tree = {}  # default
        server.servers = unlimited  # default
        server.service = 0s  # default
        server.queue = unlimited  # default
        server.answers = after-data  # default
        server.session-timeout = 60s  # default
        server.replicas = 1  # default
        server.lag = 0s  # default
        network.delay = 0s  # default
        network.steady = 1s  # default
        network.transport = stream  # default
        network.loss = 1/3  # f.yaml:3:18
        network.retransmit = 200ms  # default
        network.duplicate = 0%  # default
        network.reorder = 0%  # default
        network.reorder-by = 50ms  # default
        clients.0.name = clients  # default
        clients.0.count = 1  # default
        clients.0.stack = streams  # default
        clients.0.list = a  # base.yaml:3:20
        clients.0.pick = in-turn  # default
        clients.0.order = key  # default
        clients.0.descending = off  # default
        clients.0.batch.wait = 100ms  # default
        clients.0.batch.at-most = 500ms  # default
        clients.0.network = default  # default
        clients.0.arrive = 0s  # default
        clients.0.clock-ahead = 0s  # default
        clients.0.persistence = off  # default
        clients.0.quirks = none  # default
        workload.0.clients = clients  # default
        workload.0.does = post: 100%  # base.yaml:4:21
        workload.0.name = post  # default
        workload.0.every = 1s  # base.yaml:4:34
        workload.0.who = uniform  # default
        workload.0.from = 0s  # default
        workload.0.for = 1s  # base.yaml:4:43
        workload.0.away = 5s  # default
        workload.0.page = 20  # default
        workload.0.field = score  # default

        """)
  }
}

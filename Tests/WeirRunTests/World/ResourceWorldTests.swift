// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirScenario
import WeirTrace

import WeirRun

/// Apps that keep resources, in a world.
@Suite struct ResourceWorldTests {
  private func scenario(
    by means: String = "increment", at template: String = "/likes/$post/@",
    does: String =
      "{ create: 40%, update: 15%, destroy: 20%, toggle: 15%, leave: 5%, restart: 5% }",
    list: String = "likes/p", more: String = ""
  ) throws -> Scenario {
    let text = """
      weir: 1
      about: A test.
      settle: 3min
      server: { service: { exponential: 1ms } }
      network: { delay: { exponential: 60ms } }
      resources:
        - { kind: post, at: /posts/@ }
        - { kind: like, at: \(template), counters: [ { name: likes, on: post, by: \(means) } ] }
      clients: [ { count: 3, list: \(list), context: { post: p }\(more) } ]
      workload:
        - does: \(does)
          kind: like
          veto: 10%
          every: { exponential: 300ms }
          for: 12s\(does.contains("leave") ? "\n    away: { exponential: 500ms }" : "")

      """
    return try Scenario(text: Array(text.utf8), named: "f.yaml")
  }

  @Test(arguments: ["increment", "transaction", "recount"], [1, 2] as [UInt64])
  func `operations go their way, and the counters are right`(means: String, seed: UInt64) throws {
    for more in ["", ", persistence: on"] {
      let outcome = try outcome(of: scenario(by: means, more: more), seed: seed)
      for name in ["converge", "lists", "resources", "counters"] {
        let finding = try #require(outcome.findings.first { $0.checker == name })
        #expect(!finding.verdict.isBroken, "\(name): \(finding.verdict)")
      }
      let operations = outcome.findings.first { $0.checker == "resources" }?.opportunities
      #expect((operations ?? 0) > 40)
    }
  }

  @Test func `a count that is read while its client takes a write back is told to nobody else`()
    throws
  {
    let text = """
      weir: 1
      about: The server is so slow that writes are turned away while their counts are read.
      server: { pace: 2/s }
      network: { delay: 67ms }
      resources:
        - { kind: post, at: /posts/@ }
        - { kind: like, at: "/likes/$post/@", counters: [ { name: likes, on: post, by: recount } ] }
      clients: [ { list: likes/p1, context: { post: p1 } } ]
      workload:
        - does: { destroy: 55%, leave: 15%, reopen: 15%, create: 15% }
          away: 0s
          kind: like
          each: client
          every: 250ms
          for: 2.8s

      """
    let scenario = try Scenario(text: Array(text.utf8), named: "slow.yaml")
    for seed: UInt64 in 1...60 {
      let broken = try outcome(of: scenario, seed: seed).findings.filter(\.verdict.isBroken)
      #expect(broken.isEmpty, "seed \(seed): \(broken)")
    }
  }

  @Test func `what the hook forbids is not written, and each stage is a step`() throws {
    var world = try World(scenario(does: "{ create: 100% }"), seed: 3, keepingSteps: true)
    while world.advance(by: 100_000) {}
    let steps = world.takeSteps()
    func count(_ stage: ResourceStage) -> Int {
      steps.count { $0.kind == .reported && $0.y & 0xFF == UInt64(stage.rawValue) }
    }
    let begun = steps.count { $0.kind == .operated }
    #expect(begun > 50 && count(.asked) == begun)
    #expect(count(.vetoed) > 0 && count(.allowed) + count(.vetoed) == begun)
    for stage in [ResourceStage.wrote, .did, .logged, .persisted] {
      #expect(count(stage) == count(.allowed), "\(stage)")
    }
    #expect(steps.last { $0.kind == .tallied }?.x == UInt64(count(.persisted)))
  }

  @Test func `the same seed gives the same digest`() throws {
    let digests = try (0..<2).map { _ in
      try outcome(of: scenario(by: "recount"), seed: 4).digest.description
    }
    #expect(digests[0] == digests[1])
  }

  @Test func `a template that is wrong is told at its column, and one that cannot be used, too`() {
    func words(_ template: String, list: String = "likes/p") -> String {
      do {
        _ = try World(scenario(at: template, list: list), seed: 1)
        return "fine"
      } catch { return "\(error)" }
    }
    #expect(words("/likes/$post/@") == "fine")
    #expect(words("/likes//@").contains("f.yaml:8:30: error: two slashes with nothing between"))
    #expect(words("/likes/$room/@").contains("f.yaml:8:23: error: where the things"))
    #expect(words("/likes/$room/@").contains("no 'room' in the context"))
    #expect(words("/likes/$post").contains("there is no single '@' at the end"))
    #expect(
      words("/likes/$post/@", list: "posts").contains(
        "'update' is done to rows that the client sees, and 'clients' sees /posts, not /likes/p"))
  }
}

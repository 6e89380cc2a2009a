// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMutants
import WeirScenario

import WeirRun

@Suite struct ShrinkerTests {
  private let text = """
    weir: 1
    about: A list that is shown backwards, in a busy house.
    seed: 5
    warm-up: 1s
    server:
      tree: { list: { a: { x: 1 }, b: { x: 2 }, c: { x: 3 } }, other: { y: 1 } }
      servers: 4
      service: { gamma: 2ms, shape: 4 }
      crashes: [ { at: 4s, for: 1s } ]
    network: { delay: { log-normal: { median: 60ms, p99: 800ms }, at-least: 20ms }, loss: 2% }
    clients:
      - { name: phones, count: 3, stack: { mutant: canary }, list: list, batch: { wait: 50ms } }
      - { name: tablets, count: 2, list: other }
    workload:
      - { clients: phones, each: client, does: { post: 80%, edit: 15%, leave: 5% }, every: { exponential: 1s }, for: 10s }
      - { clients: tablets, each: client, does: post, every: 2s, for: 10s }
    expect: { converge: held }

    """

  private func shrinker(_ text: String, seed: UInt64 = 5, checker: String? = nil) throws -> Shrinker
  {
    try Shrinker(
      try Draft(text: Array(text.utf8), named: "f.yaml"), seed: seed, checker: checker,
      catalogue: .complete)
  }

  @Test func `a failure in a busy house becomes one that can be told in a sentence`() throws {
    var shrinker = try shrinker(text, checker: "converge")
    while shrinker.runCount < 250, shrinker.advance() {}
    let (before, after) = (shrinker.original.size, shrinker.best.size)
    #expect(before.clients == 5 && before.entries == 2 && before.faults == 2)
    // A workload has to name some group: the one that fails, or the one that acts.
    #expect(after.clients <= 2 && after.entries == 1 && after.faults == 0)
    #expect(after.matters <= 4 && after.parts < 30, "\(after) \(shrinker.smallest.yaml)")
    let file = shrinker.file(from: "f.yaml", at: "small.yaml")
    #expect(shrinker.isReplayed(by: file, named: "small.yaml"))
    let again = try Scenario(text: Array(file.utf8), named: "small.yaml")
    #expect(again.expectations.map(\.subject) == [.broken("converge")])
    #expect(again.about.hasPrefix("converge breaks, because client 0 "))
    #expect(file.hasPrefix("# f.yaml with seed 5, made small: 5 to "))
    #expect(file.contains("\n# Replay it with:  weir run small.yaml\nweir: 1\n"))
    // Names with line ends stay inside the comments.
    let odd = shrinker.file(from: "f\nseed: 9", at: "s\r\nseed: 8\n").split(separator: "\n")
    #expect(odd[0].hasPrefix("# f seed: 9 with") && odd[1].hasPrefix("# Replay it with:"))
    #expect(odd[2] == "weir: 1")
  }

  @Test
  func `each step on the way fails at the same place, and the same runs give the same result`()
    throws
  {
    var shrinker = try shrinker(text)
    var other = shrinker
    var parts = shrinker.best.size.parts
    while shrinker.runCount < 30, shrinker.advance() {
      let failure = try #require(shrinker.failure)
      #expect(FailurePlace(of: failure).map(shrinker.place.covers) == true)
      #expect(shrinker.best.size.parts <= parts)
      parts = shrinker.best.size.parts
    }
    while other.runCount < 30, other.advance() {}
    #expect(other.best.draft.yaml == shrinker.best.draft.yaml)
    #expect(other.runCount == 30 && other.stepCount == shrinker.stepCount)
  }

  @Test func `faults that the seed drew are named first, and then they can go`() throws {
    let swarm = text.replacing(
      "network: {", with: "faults: { swarm: [slow-link, partition, disconnect] }\nnetwork: {")
    var shrinker = try shrinker(swarm, checker: "converge")
    #expect(shrinker.original.size.faults > 2)
    #expect(try shrinker.best.draft.scenario().swarm == nil)
    #expect(try shrinker.best.draft.scenario().faults.count == shrinker.original.size.faults - 2)
    while shrinker.runCount < 60, shrinker.advance() {}
    #expect(try shrinker.best.draft.scenario().faults.isEmpty)
  }

  @Test func `a simpler scenario may do a little more, but not for the price of other weather`()
    throws
  {
    let text = """
      weir: 1
      about: A list that is shown backwards.
      server: { tree: { list: { a: { x: 1 } } } }
      network: { delay: { exponential: 40ms } }
      clients: [ { name: phones, count: 2, stack: { mutant: canary }, list: list } ]
      workload: [ { each: client, does: { post: 40%, leave: 60% }, away: { exponential: 2s }, think: 300ms, for: 4s } ]
      expect: { converge: held }

      """
    var grew = 0
    for seed in 1...3 as ClosedRange<UInt64> {
      guard var shrinker = try? shrinker(text, seed: seed, checker: "converge") else { continue }
      var best = shrinker.best
      while shrinker.runCount < 60, shrinker.advance() {
        if shrinker.best.size.intents > best.size.intents {
          grew += 1
          #expect(shrinker.best.size.intents <= 20 && shrinker.best.seed == best.seed)
        }
        best = shrinker.best
      }
    }
    #expect(grew > 0)
  }

  @Test func `who asks for a stop gets the best so far`() throws {
    var shrinker = try shrinker(text)
    var looks = 0
    while shrinker.advance(stop: {
      looks += 1; return looks > 60
    }) {}
    #expect(shrinker.stepCount > 0)
    #expect(shrinker.best.size.parts < shrinker.original.size.parts)
  }

  @Test func `what holds cannot be shrunk, nor what another checker broke`() throws {
    let right = text.replacing("{ mutant: canary }", with: "streams")
    for (text, checker) in [(right, nil), (text, "hooks")] {
      #expect {
        try shrinker(text, checker: checker)
      } throws: { error in
        if case Shrinker.Refusal.holds(let findings) = error { return findings.count > 5 }
        return false
      }
    }
    #expect {
      try shrinker(text + "settle: often\n")
    } throws: { error in
      if case Shrinker.Refusal.wrong = error { return true }
      return false
    }
  }

  @Test func `a failure that time may mend does not stand for one that it does not`() throws {
    func place(_ words: String) throws -> FailurePlace {
      let verdict = Verdict.broken(at: .zero, because: Breach(words))
      return try #require(
        FailurePlace(of: Finding(checker: "converge", verdict: verdict, opportunities: 1)))
    }
    let atRest = try place("client 3 shows 3 rows, but")
    let pending = try place(
      "client 1 shows 2 rows (still pending: client 1 is not connected), but")
    #expect(!atRest.covers(pending))
    #expect(pending.covers(atRest) && pending.covers(pending) && atRest.covers(atRest))
    #expect(try !atRest.covers(place("client 3 shows 3 rows, and")))
  }

  @Test func `a place is told by what is said, not by whom or when`() {
    func kind(_ words: String) -> String { FailurePlace.kind(of: words) }
    #expect(
      kind("client 0 shows 21 rows, but the server has only 20 for it")
        != kind("client 0 shows 0 rows, but the server has 1 for it"))
    #expect(
      kind("client 3 shows '-Oh 1' as row 0, but the server has '9'")
        == kind("client 0 shows 'x' as row 12, but the server has 'it, y'"))
    #expect(
      kind(
        "client 3 shows 3 rows (still pending: client 3 waits for 1 list; client 4 is dead), but")
        == kind("client 3 shows 3 rows, but"))
    #expect(kind("client 3 shows 3 rows, but") == "client # shows # rows, but")
    #expect(kind("after 1.5s of silence") == kind("after 12ms of silence"))
    #expect(
      kind("the list view of client 1 faulted by rule LV-3")
        != kind("the list view of client 1 faulted by rule LV-4"))
    #expect(FailurePlace(of: Finding(checker: "lists", verdict: .held, opportunities: 1)) == nil)
  }
}

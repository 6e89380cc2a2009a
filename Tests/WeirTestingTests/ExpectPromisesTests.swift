// SPDX-License-Identifier: GPL-3.0-or-later
import Stacks
import Synchronization
import Testing
import WeirKit
import WeirTesting

/// The issues that a test of somebody else records.
struct ExpectPromisesTests {
  /// Two phones with a stack, and somebody who writes.
  private func scenario(stack: String) -> String {
    """
    weir: 1
    about: Phones show a room.
    settle: 10s
    server: { tree: { rooms: { lobby: {} } } }
    network: { delay: { exponential: 40ms, at-least: 5ms } }
    clients: [ { name: phones, count: 2, list: rooms/lobby, newest: 5, stack: \(stack) } ]
    workload: [ { each: client, does: { post: 70%, remove: 30% }, every: { exponential: 500ms }, for: 10s } ]
    """
  }

  @Test func `a stack that keeps its promises records nothing`() throws {
    try expectPromises(text: scenario(stack: "chat"), seeds: 1...5, catalogue: .own)
  }

  @Test
  func `three seeds that break one are told with place, reason and the line that shows it again`()
    throws
  {
    let catalogue = Catalogue.complete.adding("frozen", "A list that stays as it loaded.") {
      FrozenList($0)
    }
    let told = Mutex<[String]>([])
    try withKnownIssue {
      try expectPromises(
        text: scenario(stack: "frozen"), seeds: 7...40, catalogue: catalogue, program: "my-weir")
    } matching: { issue in
      told.withLock { $0.append("\(issue.comments)") }
      return issue.sourceLocation?.fileName == "ExpectPromisesTests.swift"
    }
    let words = told.withLock { $0 }
    #expect(words.count == 3)
    #expect(words.first?.contains("seed 7: ") == true)
    #expect(words.first?.contains("broken at") == true)
    #expect(
      words.first?.contains("again: my-weir run scenario.yaml --seed 7 --around first") == true)
  }

  @Test func `whoever looks at a seed that fails gets a page, and a scenario made small`() throws {
    let catalogue = Catalogue.complete.adding("frozen", "A list that stays as it loaded.") {
      FrozenList($0)
    }
    let draft = try Draft(
      text: Array(scenario(stack: "frozen").utf8), named: "chat.yaml", in: catalogue.schema)
    let failed = FailedSeed(draft, file: "chat.yaml", seed: 7, catalogue: catalogue)
    var world = try World(draft.scenario(), seed: 7, catalogue: catalogue)
    while world.advance(by: 4096) {}
    let page = try failed.page(Report(world.outcome(), file: "chat.yaml"))
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("Before it broke"))
    let small = try #require(failed.smallest(at: "small.yaml"))
    #expect(small.contains("chat.yaml with seed 7, made small:"))
    let again = try Scenario(text: Array(small.utf8), named: "small.yaml", in: catalogue.schema)
    #expect(again.workload.count == 1 && again.workload[0].does.count == 1)
    var replay = try World(again, seed: again.seed, catalogue: catalogue)
    while replay.advance(by: 4096) {}
    #expect(Report(replay.outcome(), file: "small.yaml").verdict == .pass)
    // A promise is what is made small; an expectation that is missed stays as it is.
    let fine = try Draft(
      text: Array(scenario(stack: "chat").utf8), named: "chat.yaml", in: catalogue.schema)
    let passed = FailedSeed(fine, file: "chat.yaml", seed: 1, catalogue: catalogue)
    #expect(passed.smallest(at: "small.yaml") == nil)
  }

  @Test func `an expectation that is missed is told, too`() throws {
    let told = Mutex("")
    try withKnownIssue {
      try expectPromises(
        text: scenario(stack: "chat") + "\nexpect: { post-to-seen: { p50: { under: 1ms } } }\n",
        seeds: 1...1, catalogue: .own)
    } matching: { issue in
      told.withLock { $0 = "\(issue.comments)" }
      return true
    }
    #expect(told.withLock { $0 }.contains("expected post-to-seen p50: under 1ms, measured "))
  }

  @Test func `a scenario that cannot be read is thrown, with its place`() {
    #expect {
      try expectPromises(text: scenario(stack: "caht"), seeds: 1...1, catalogue: .own)
    } throws: { error in "\(error)".contains("did you mean 'chat'?") }
  }
}

/// The bug of a list that is never shown again.
private struct FrozenList: StackAround {
  var inner: any ClientStack
  private var hasPublished = false

  init(_ context: StackContext) {
    inner = AnyStream(context.screen, batching: .none).asStack
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    let first = wishes.count
    inner.receive(event, from: tag, at: now, into: &wishes)
    if hasPublished { wishes.removeLast(wishes.count - first) }
    hasPublished = hasPublished || wishes.count > first
  }
}

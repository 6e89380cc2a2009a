// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization
import Testing
import WeirAsync
import WeirTesting

/// A search that shows what comes of the words that were typed last, after a pause.
private actor Search {
  private let pause: Duration
  private let words = ["abacus", "acorn", "bee"]
  private var latest = 0

  init(pause: Duration) { self.pause = pause }

  func results(for start: String) async -> [String]? {
    latest += 1
    let mine = latest
    try? await Task.sleep(for: pause)
    return mine == latest ? words.filter { $0.hasPrefix(start) } : nil
  }
}

/// Somebody who pays after a look at the balance, with a pause between.
private actor Account {
  private(set) var balance = 10
  func pay() async {
    guard balance >= 10 else { return }
    await Task.yield()
    balance -= 10
  }
}

@Suite(.simulated(seeds: 5)) struct SimulatedTests {
  @Test(.simulated(seeds: 100)) func `a search that was typed over shows nothing`() async throws {
    let search = Search(pause: .milliseconds(300))
    async let old = search.results(for: "a")
    try await Task.sleep(for: .milliseconds(100))
    async let new = search.results(for: "ab")
    let results = await (old, new)
    #expect(results == (nil, ["abacus"]))
  }

  @Test(.simulated(seeds: 20, twice: true)) func `a seed goes one way`() async throws {
    let search = Search(pause: .milliseconds(Int.random(in: 1...300)))
    async let old = search.results(for: "a")
    async let new = search.results(for: "ab")
    let both = await [old, new]
    #expect(both.contains(nil))
  }

  @Test func `a test of a simulated suite sleeps in virtual time`() async throws {
    let start = ContinuousClock.now
    try await Task.sleep(for: .seconds(86_400))
    #expect(ContinuousClock.now - start == .seconds(86_400))
  }

  @Test(arguments: 1...3) func `each case is simulated by itself`(_ days: Int) async throws {
    let start = ContinuousClock.now
    try await Task.sleep(for: .seconds(86_400 * days))
    #expect(ContinuousClock.now - start == .seconds(86_400 * days))
  }

  @MainActor @Test func `a test of the main actor stays there`() async throws {
    stay()
    try await Task.sleep(for: .seconds(1))
    stay()
  }

  /// Ends the program if it is called elsewhere than on the main actor.
  private nonisolated func stay() { MainActor.assumeIsolated {} }
}

/// What the trait says of tests that fail: it is applied by hand.
struct SimulatedIssueTests {
  /// The comments of the issues that a test records with the trait.
  private func issues(
    _ trait: SimulatedTrait, _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async throws -> [String] {
    let told = Mutex<[String]>([])
    let test = try #require(Test.current)
    let testCase = Test.Case.current
    let taking = IssueHandlingTrait.compactMapIssues { issue in
      if !issue.isFailure { return issue }
      told.withLock {
        $0.append("\(issue.comments.map(\.rawValue)) \(issue.sourceLocation?.fileName ?? "")")
      }
      return nil
    }
    try await taking.provideScope(for: test, testCase: testCase) {
      try await trait.provideScope(for: test, testCase: testCase, performing: body)
    }
    return told.withLock { $0 }
  }

  @Test func `a test that passes says nothing, and runs with each seed`() async throws {
    let runs = Mutex(0)
    let said = try await issues(.simulated(seeds: 17)) { runs.withLock { $0 += 1 } }
    #expect(said == [])
    #expect(runs.withLock { $0 } == 17)
  }

  @Test func `a race is found, with the seeds that show it again, and after three no more`()
    async throws
  {
    let race: @concurrent @Sendable () async throws -> Void = {
      let account = Account()
      async let one: Void = account.pay()
      for _ in 0..<4 { await Task.yield() }
      await account.pay()
      await one
      #expect(await account.balance == 0)
    }
    let said = try await issues(.simulated(seeds: 100), race)
    #expect(said.count == 3)
    let words = try #require(said.first)
    let place = try #require(words.firstRange(of: ".simulated(seeds: 1, from: "))
    let seed = try #require(UInt64(words[place.upperBound...].prefix(while: \.isNumber)))
    #expect(words.contains("SimulatedTests.swift"))
    #expect(try await issues(.simulated(seeds: 1, from: seed), race).count == 1)
    #expect(try await issues(.simulated(seeds: 100, order: .asQueued), race) == [])
  }

  @Test func `an error that is thrown is an issue with its seed`() async throws {
    let said = try await issues(.simulated(seeds: 10)) { throw CancellationError() }
    #expect(said.count == 3)
    #expect(said.first?.contains("seed 1; again: .simulated(seeds: 1, from: 1)") == true)
  }

  @Test func `a known issue is no failure`() async throws {
    let runs = Mutex(0)
    let said = try await issues(.simulated(seeds: 10)) {
      runs.withLock { $0 += 1 }
      withKnownIssue { Issue.record("known") }
    }
    #expect(said == [])
    #expect(runs.withLock { $0 } == 10)
  }

  @Test func `a test that leaves virtual time is told by which function`() async throws {
    let said = try await issues(.simulated(seeds: 1)) { usleep(1) }
    #expect(said.first?.contains("usleep was called") == true)
  }

  @Test func `a test that waits for a thread goes on in real time, and is told`() async throws {
    let said = try await issues(.simulated(seeds: 1)) {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let box = Mutex<CheckedContinuation<Void, Never>?>(continuation)
        let shared = unsafe Unmanaged.passRetained(Held(box.withLock { $0 }))
        var thread = pthread_t()
        _ = unsafe pthread_create(
          &thread, nil,
          { held in
            guard let held = unsafe held else { return nil }
            // Long enough for the world to find that nothing is left to do but to wait.
            usleep(300_000)
            unsafe Unmanaged<Held>.fromOpaque(held).takeRetainedValue().continuation?.resume()
            return nil
          }, unsafe shared.toOpaque())
        pthread_detach(thread)
      }
    }
    #expect(said.count == 1)
    #expect(said.first?.contains("waits for something outside of virtual time") == true)
    #expect(said.first?.contains("pthread_create was called") == true)
  }

  @Test func `what goes another way the second time is told`() async throws {
    let runs = Mutex(0)
    let said = try await issues(.simulated(seeds: 1, twice: true)) {
      let run = runs.withLock {
        $0 += 1
        return $0
      }
      try await Task.sleep(for: .seconds(run))
    }
    #expect(said.first?.contains("it went two ways") == true)
  }

  @Test func `no seed at all is an issue`() async throws {
    let said = try await issues(.simulated(seeds: 0)) {}
    #expect(said.first?.contains("no seed is tried") == true)
  }
}

/// A continuation on its way to a thread.
private final class Held: Sendable {
  let continuation: CheckedContinuation<Void, Never>?
  init(_ continuation: CheckedContinuation<Void, Never>?) { self.continuation = continuation }
}

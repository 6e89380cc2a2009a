// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
public import Testing
public import WeirAsync

/// Runs a test many times in virtual time, with a seed each; see ``Testing/Trait/simulated(seeds:from:order:twice:)``.
public struct SimulatedTrait: TestTrait, SuiteTrait, TestScoping {
  /// The number of seeds.
  public var seeds: Int
  /// The first of them.
  public var first: UInt64
  /// The order of what could run at the same moment.
  public var order: TaskOrder
  /// `true` if each seed runs twice, and must run the same way.
  var isTwice: Bool

  /// Each test of a suite is simulated by itself.
  public var isRecursive: Bool { true }

  /// Runs a test with each seed, until three have failed.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard TaskWorld.isThere else {
      Issue.record(
        """
        simulated tests need Swift 6.3 on Linux, the GNU C library and no sanitizer; \
        here virtual time cannot be put in the place of real time
        """, sourceLocation: test.sourceLocation)
      return
    }
    if seeds < 1 {
      Issue.record(
        "no seed is tried; write .simulated(seeds: 1) or more",
        sourceLocation: test.sourceLocation)
    }
    var failures = 0
    for offset in 0..<max(0, seeds) {
      let (seed, overflow) = first.addingReportingOverflow(UInt64(offset))
      if overflow { break }
      let failed = Failed()
      let marks = IssueHandlingTrait.compactMapIssues { issue in
        if issue.isFailure { failed.note() }
        var issue = issue
        issue.comments.append("seed \(seed); again: .simulated(seeds: 1, from: \(seed))")
        return issue
      }
      try await marks.provideScope(for: test, testCase: testCase) {
        let digest = await once(seed, test, function)
        if isTwice, await once(seed, test, function) != digest {
          Issue.record(
            """
            it went two ways: something asks what is no part of virtual time, such as the order of a Set, \
            an address, a file or what an earlier run has left behind
            """, sourceLocation: test.sourceLocation)
        }
      }
      if failed.isNoted {
        failures += 1
        if failures == mostFailures { return }
      }
    }
  }

  /// Runs a test once, and says in a number how it went.
  private func once(
    _ seed: UInt64, _ test: Test, _ function: @concurrent @Sendable () async throws -> Void
  ) async -> UInt64 {
    await withoutActuallyEscaping(function) { function in
      let world = TaskWorld(seed: seed, order: order)
      let end = world.run {
        do {
          try await function()
        } catch {
          Issue.record(error, sourceLocation: test.sourceLocation)
        }
      }
      if let words = fault(in: end, of: world) {
        Issue.record(Comment(rawValue: words), sourceLocation: test.sourceLocation)
      }
      if end != .over { await world.finishOutside() }
      return world.digest
    }
  }

  /// What is wrong with how a test went; nil: nothing.
  private func fault(in end: TaskWorld.End, of world: TaskWorld) -> String? {
    let place = "at \(world.now), after \(world.jobCount) jobs"
    switch (end, world.wayOut) {
    case (.over, nil): return nil
    case (.over, let name?):
      return """
        it left virtual time: \(name) was called; what runs on threads and queues of its own, or stops a thread, \
        has no seed. Wait with Task.sleep, and start tasks
        """
    case (.waits, let name?):
      return """
        it waits for something outside of virtual time, \(place): \(name) was called. It goes on in real time now
        """
    case (.waits, nil):
      return """
        it waits for ever, \(place): nothing can run any more. Something is never resumed, or will be from outside of virtual \
        time; add .timeLimit(.minutes(1)) so that it ends
        """
    case (.spins, _):
      return """
        it has no end, \(place): \(TaskWorld.mostJobs) of them ran with time standing still. Wait with Task.sleep
        """
    }
  }
}

/// The failure of a test, noted from any thread.
private final class Failed: Sendable {
  private let value = Atomic(false)
  var isNoted: Bool { value.load(ordering: .sequentiallyConsistent) }
  func note() { value.store(true, ordering: .sequentiallyConsistent) }
}

extension Trait where Self == SimulatedTrait {
  /// Runs an async test many times in virtual time, each time in another order of all that could run at the same moment.
  ///
  ///     @Test(.simulated(seeds: 100)) func `a search that was typed over shows nothing`() async throws {
  ///       let search = Search(pause: .milliseconds(300))
  ///       async let old = search.results(for: "a")
  ///       try await Task.sleep(for: .milliseconds(100))
  ///       async let new = search.results(for: "ab")
  ///       let results = await (old, new)
  ///       #expect(results == (nil, ["abacus"]))
  ///     }
  ///
  /// Tasks, groups, actors with the main one, streams, continuations and sleeps run on one thread; clocks show virtual time, which
  /// stands still while anything can run and then goes on to the next sleeper, so that an hour passes at once; random numbers come from the
  /// seed. A seed runs the same way each time, and an issue says with which seed it was found. After three seeds that failed no more are
  /// tried.
  ///
  /// Threads, Dispatch and what stands on it, such as `URLSession`, are no part of virtual time: a test that asks for them fails with the
  /// name of the function. Only one such test runs at a time in a process; those that share state with the main actor of other tests
  /// belong into a suite that is `.serialized`.
  ///
  /// This is an experiment: it needs Swift 6.3 on Linux, for no later version has settled how executors are replaced.
  ///
  /// - Parameters:
  ///   - seeds: The number of seeds.
  ///   - first: The first of them.
  ///   - order: The order of what could run at the same moment.
  ///   - twice: `true` has each seed run twice, and records an issue if the second run goes another way.
  public static func simulated(
    seeds: Int = 100, from first: UInt64 = 1, order: TaskOrder = .shuffled, twice: Bool = false
  ) -> Self {
    SimulatedTrait(seeds: seeds, first: first, order: order, isTwice: twice)
  }
}

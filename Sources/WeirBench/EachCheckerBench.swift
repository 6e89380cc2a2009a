// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import WeirCheck
import WeirClient
import WeirCore
import WeirRun
import WeirScenario
import WeirStreams
import WeirTrace

/// The cost of each checker for an event of the simulator: the steps of whole runs once more, through it alone, with as much
/// history as it needs.
///
/// The floor is the same walk with nobody watching. What `history` costs several of them share, so that the costs of
/// all together are less than their sum: `all`.
enum EachCheckerBench {
  static let all: [Benchmark] = ["chat", "crowd"].flatMap { load in
    [benchmark("all", load, Checkers.standard), benchmark("history", load, [Remembering.self])]
      + Checkers.standard.map { benchmark($0.promise.name, load, [$0]) }
  }

  private static func benchmark(
    _ name: String, _ load: String, _ types: [any Checker.Type]
  ) -> Benchmark {
    Benchmark(
      name: "checkers/\(load)/\(name)", note: "floor: nobody watches",
      subject: { play(load, types, &$0) }, floor: { play(load, [], &$0) })
  }

  private static func play(_ load: String, _ types: [any Checker.Type], _ timer: inout Timer) {
    let run = RecordedRun.of(load, isQuick: timer.isQuick)
    var checkers = Checkers(types, on: run.ground)
    timer.start()
    for (step, evidence) in run.steps { checkers.observe(step, evidence) }
    timer.stop(after: run.eventCount)
    consume(UInt64(checkers.findings.reduce(0) { $0 + $1.opportunities }))
  }
}

/// A checker that promises nothing and wants all there is to remember.
private struct Remembering: Checker {
  static let promise = Promise("history", "Nothing.", usualCause: "Nothing.")
  static let kinds: KindSet = []
  static let needs: History.Parts = [.sights, .orders]

  var verdict = Verdict.notReached
  var opportunities = 0

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {}
}

/// All that checkers are told in a whole run.
private struct RecordedRun: Sendable {
  var ground: Ground
  var steps: [(Step, Evidence)] = []
  var eventCount = 0

  private static let made = Mutex<[String: RecordedRun]>([:])
  /// The run that is being recorded.
  fileprivate static let current = Mutex<RecordedRun?>(nil)

  /// The run of a load, which is made once.
  static func of(_ load: String, isQuick: Bool) -> RecordedRun {
    let seconds = isQuick ? 1 : 20
    let known = made.withLock { $0[load] }
    if let known { return known }
    let text =
      load == "chat" ? WholeRunBench.chat(seconds: seconds) : WholeRunBench.crowd(seconds: seconds)
    do throws(Problems) {
      let catalogue = Catalogue().adding(RecordedStreams.self)
      let scenario = try Scenario(
        text: Array(text.utf8), named: "bench", in: catalogue.schema)
      var world = try World(scenario, seed: 1, catalogue: catalogue)
      while world.advance(by: 100_000) {}
      guard var run = current.withLock({ $0.take() }) else {
        invariantBroken("nobody recorded the run")
      }
      run.eventCount = world.eventCount
      made.withLock { $0[load] = run }
      return run
    } catch {
      invariantBroken("a benchmark's scenario is wrong: \(error)")
    }
  }
}

/// Streams in whose runs somebody takes down all that checkers are told.
private enum RecordedStreams: StackFamily {
  static let name = "streams"
  static let about = "Live lists, and all that checkers are told of them."
  static let checkers: [any Checker.Type] = [Recorder.self]

  static func makeStack(_ options: NoStackOptions, _ context: StackContext) -> any ClientStack {
    AnyStream(context.screen, batching: context.batching).asStack
  }

  struct Recorder: Checker {
    static let promise = Promise("recorded", "Nothing.", usualCause: "Nothing.")
    static let kinds = KindSet(Step.Kind.allCases)

    var verdict = Verdict.notReached
    var opportunities = 0

    init(_ ground: Ground) {
      RecordedRun.current.withLock { $0 = RecordedRun(ground: ground) }
    }

    mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
      RecordedRun.current.withLock { $0?.steps.append((step, evidence)) }
    }
  }
}

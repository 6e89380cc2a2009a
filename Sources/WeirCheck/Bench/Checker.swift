// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTrace
package import WeirTree

/// A judge of one promise, which knows a run by its steps alone.
///
/// Its file is all there is of it: the promise with its words, the kinds of steps that it reads, and what it makes of
/// them. ``Checkers/standard`` has it join every run.
///
///     struct CalmChecker: Checker {
///       static let promise = Promise("calm", "Nobody sends anything.", usualCause: "Usually somebody did.")
///       static let kinds: KindSet = [.sent]
///       var verdict = Verdict.notReached
///       var opportunities = 0
///       init(_ ground: Ground) {}
///       mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) { … }
///     }
package protocol Checker: Sendable {
  /// The promise that it watches.
  static var promise: Promise { get }
  /// The kinds of steps that it reads.
  static var kinds: KindSet { get }
  /// `true` if it judges each surface that an app shows beside its main list as it judges that list.
  ///
  /// It then reads what happens to a surface as steps of a client with the surface's number, and what happens to its client
  /// as if it happened to the surface as well.
  static var judgesSurfaces: Bool { get }
  /// The parts of the history that must be kept for it, beside the lists.
  static var needs: History.Parts { get }

  /// A checker that has seen nothing of a world of which this much is known.
  init(_ ground: Ground)
  /// Returns such a checker in a box; every type has this already.
  static func makeBox(on ground: Ground) -> CheckerBox

  /// Takes in a step of one of its kinds.
  ///
  /// The history knows the step already, but for what the step ends: a publication finds what was shown before it, an
  /// answer and a commit what was known of their write until now.
  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History)

  /// The verdict on the run until now.
  var verdict: Verdict { get }
  /// The number of times its promise was put to the test.
  var opportunities: Int { get }
  /// The numbers that it counted or timed on the way, by the names of the metrics that tell them.
  var measured: [Measured] { get }
}

extension Checker {
  package static var judgesSurfaces: Bool { false }
  package static var needs: History.Parts { [] }
  package var measured: [Measured] { [] }
}

/// A number, or numbers, that a checker found on the way.
package struct Measured: Sendable {
  /// The metric that tells it.
  package var metric: String
  /// The lengths of time, in nanoseconds, the one number of a count, or the hits and the chances of a share.
  package var values: [Int64]

  /// Makes the lengths of time that something took.
  static func spans(_ metric: String, _ spans: [Int64]) -> Measured {
    Measured(metric: metric, values: spans)
  }

  /// Makes a share: so many hits of so many chances.
  static func share(_ metric: String, _ hits: Int, of count: Int) -> Measured {
    Measured(metric: metric, values: [Int64(hits), Int64(count)])
  }

  /// Makes a count.
  static func count(_ metric: String, _ count: Int) -> Measured {
    Measured(metric: metric, values: [Int64(count)])
  }
}

/// The facts that checkers know before anything happens: where resources lie, and how steps call what people do.
package struct Ground: Sendable {
  /// The paths of the lists, by their numbers.
  package var lists: [Path]
  /// The counted places, by their numbers.
  package var places: [CountedPlace]
  /// The number by which steps call a transaction.
  package var transactAction: UInt64
  /// The surfaces that apps show beside their main lists.
  package var surfaces: SurfaceNumbers
  /// The number of copies that serve clients: client *c* reads copy *c* mod this many, and all but the first may be late.
  package var replicas = 1
  /// The time for which checkers remember what is over: a row that is gone and that nobody shows, a write that was answered.
  package var memory = Interval.seconds(600)

  /// Makes the ground of a world; without more words it has no resources.
  package init(
    lists: [Path] = [], places: [CountedPlace] = [], transactAction: UInt64,
    surfaces: SurfaceNumbers = SurfaceNumbers()
  ) {
    self.lists = lists
    self.places = places
    self.transactAction = transactAction
    self.surfaces = surfaces
  }
}

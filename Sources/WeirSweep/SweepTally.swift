// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirRun

/// The findings of a sweep about one scenario, summed up over its seeds.
///
///     for result in ledger.takeSettled() { tallies[result.scenario].add(result) }
///     tally.checkers[0].brokenCount  // in how many seeds the first checker was broken
///
/// - Complexity: O(1) memory in the number of seeds.
package struct SweepTally: Hashable, Sendable {
  /// The verdicts of one checker over all seeds.
  package struct Checker: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// In how many seeds its promise was kept.
    package var heldCount = 0
    /// In how many seeds it was broken.
    package var brokenCount = 0
    /// In how many seeds nothing put it to the test.
    package var notReachedCount = 0
    /// The number of times the promise could have been broken, over all seeds.
    package var opportunities = 0
    /// The first seed in which it was broken.
    package var firstBroken: UInt64?
    /// The number of seeds that were run until then, that one included.
    package var seedsNeeded: Int?

    /// In how many seeds the promise was put to the test.
    package var reachedCount: Int { heldCount + brokenCount }
  }

  /// One number over all seeds that have it.
  package struct Response: Hashable, Sendable {
    /// In how many seeds there was one.
    package private(set) var count = 0
    /// The smallest.
    package private(set) var least = 0.0
    /// The largest.
    package private(set) var greatest = 0.0
    /// The seed that has the largest; of several, the first that was taken in.
    package private(set) var greatestSeed: UInt64 = 0
    private var sum = 0.0

    /// The mean; nil without any.
    package var mean: Double? { count == 0 ? nil : sum / Double(count) }

    mutating func add(_ value: Double, seed: UInt64) {
      least = count == 0 ? value : min(least, value)
      if count == 0 || value > greatest { (greatest, greatestSeed) = (value, seed) }
      sum += value
      count += 1
    }
  }

  /// The number of failed seeds that are kept for the report.
  package static let keptFailures = 10

  /// The aim that says what counts as a failure.
  package let aim: SweepAim
  /// The number of seeds that were run.
  package private(set) var seedCount = 0
  /// The number of seeds that failed.
  package private(set) var failureCount = 0
  /// The first seeds that failed.
  package private(set) var failures: [SeedResult] = []
  /// Each checker, in the order of the report.
  package private(set) var checkers: [Checker] = []
  /// The numbers that were asked for, summed up over the seeds, in the order in which they were asked for.
  package private(set) var values: [Response] = []
  /// In how many seeds each situation was reached, by its code.
  private var situations: [UInt32: Int] = [:]
  private var verdicts = [Int](repeating: 0, count: SeedResult.Verdict.allCases.count)

  /// A tally of no seed.
  package init(aim: SweepAim = .anything) { self.aim = aim }

  /// The number of seeds that ended so.
  package func count(_ verdict: SeedResult.Verdict) -> Int { verdicts[verdict.number] }

  /// Returns what a checker said; nil if no run carried it.
  package func checker(_ name: String) -> Checker? { checkers.first { $0.name == name } }

  /// In how many seeds a situation was reached, if somebody asked.
  package func situationCount(_ situation: Situation) -> Int { situations[situation.code] ?? 0 }

  /// Takes in the next seed.
  package mutating func add(_ result: SeedResult) {
    seedCount += 1
    verdicts[result.verdict.number] += 1
    if aim.isFailure(result) {
      failureCount += 1
      if failures.count < Self.keptFailures { failures.append(result) }
    }
    for finding in result.findings { add(finding, seed: result.seed) }
    while values.count < result.values.count { values.append(Response()) }
    for (place, value) in result.values.enumerated() {
      if let value { values[place].add(value, seed: result.seed) }
    }
    for code in result.situations { situations[code, default: 0] += 1 }
  }

  private mutating func add(_ finding: Finding, seed: UInt64) {
    var place = checkers.count
    if let known = checkers.firstIndex(where: { $0.name == finding.checker }) {
      place = known
    } else {
      checkers.append(Checker(name: finding.checker))
    }
    checkers[place].opportunities += finding.opportunities
    switch finding.verdict {
    case .held: checkers[place].heldCount += 1
    case .notReached, .unknown: checkers[place].notReachedCount += 1
    case .broken:
      checkers[place].brokenCount += 1
      if checkers[place].firstBroken == nil {
        checkers[place].firstBroken = seed
        checkers[place].seedsNeeded = seedCount
      }
    }
  }
}

extension SeedResult.Verdict {
  fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

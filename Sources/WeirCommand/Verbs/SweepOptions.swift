// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCheck
package import WeirCore
internal import WeirMetrics
internal import WeirScenario
package import WeirSweep

/// The options of `weir sweep`.
package struct SweepOptions: Hashable {
  /// The seeds without `--seeds`.
  static let usualSeeds = "1..100"
  /// The points without `--points`.
  static let usualPoints = 16
  /// The most seeds that one sweep may have.
  static let mostSeeds: UInt64 = 1_000_000_000
  /// The files, folders and `-` that were named.
  var files: [String]
  /// The seeds.
  package var seeds: ClosedRange<UInt64>
  /// The keys that replace the scenario's, as `key=value`, in order.
  var settings: [String]
  /// The place where results go; nil: nowhere.
  var folder: String?
  /// The number of seeds that run side by side; nil: one on each core.
  var cores: Int?
  /// The number of the failure at which a scenario is over.
  package var limit: Int?
  /// The only checker that counts.
  var checker: String?
  /// The checker that must be broken.
  package var expectedBroken: String?
  /// The keys that are varied, each in its range.
  var varied: [Variation] = []
  /// The number of those points that are run.
  var pointCount: Int
  /// The numbers that are noted of each seed.
  package var measures: [Measure] = []
  /// `true` if the situations that runs got into are counted.
  var countsSituations: Bool
  /// The wall-clock time that a seed may take; nil: as long as it likes.
  var seedLimit: Interval?
  /// `true` if an unfinished sweep in the folder is dropped.
  var isFresh: Bool
  /// `true` if only the verdict is printed.
  var isQuiet: Bool
  /// `true` if a terminal sees a progress line.
  var showsProgress: Bool
  /// `true` if this is a process that runs seeds for another one.
  var isWorker: Bool
  /// The shard that alone is run; nil: the whole sweep.
  package var shard: Shard?
  /// The number of shards that an engine is to run; nil: the sweep runs here.
  var shardCount: Int?
  /// The command line of the whole sweep, without what matters to one machine alone.
  package var words: [String] = []

  /// Sweeps some files on every core and keeps nothing.
  init(files: [String], seeds: ClosedRange<UInt64>, settings: [String]) {
    (self.files, self.seeds, self.settings) = (files, seeds, settings)
    pointCount = Self.usualPoints
    (countsSituations, isFresh, isQuiet) = (false, false, false)
    (showsProgress, isWorker) = (false, false)
  }

  /// Takes the options from a command line that the table has checked.
  package init(
    _ invocation: Invocation, metrics: [Metric] = Metric.catalogue,
    variables: [String: String] = [:]
  ) throws(Problems) {
    var problems: [Problem] = []
    func positive(_ name: String) -> Int? {
      guard let value = invocation.value(name) else { return nil }
      if let number = Int(value), number > 0 { return number }
      problems.append(
        Problem(
          message: "'--\(name)' cannot be \(value)", remedy: "use a whole number from 1 on"))
      return nil
    }
    files = invocation.operands
    let range = invocation.value("seeds") ?? Self.usualSeeds
    seeds = 1...1
    do throws(Problem) {
      seeds = try SeedRange.reading(range, atMost: Self.mostSeeds, example: "--seeds 1..1000")
    } catch {
      problems.append(error)
    }
    settings = invocation.settings
    folder = invocation.value("out")
    cores = positive("cores")
    limit = positive("limit")
    pointCount = positive("points") ?? Self.usualPoints
    countsSituations = invocation.has("coverage")
    checker = invocation.value("checker")
    expectedBroken = invocation.value("expect-broken")
    isFresh = invocation.has("fresh")
    isQuiet = invocation.has("quiet")
    showsProgress = !invocation.has("no-progress")
    isWorker = invocation.has("worker")
    if invocation.has("until-failure") {
      if limit != nil { problems.append(.together("until-failure", "limit")) }
      limit = 1
    }
    if checker != nil, expectedBroken != nil {
      problems.append(.together("checker", "expect-broken"))
    }
    if isFresh, folder == nil {
      problems.append(
        Problem(
          message: "'--fresh' without '--out' has nothing to drop",
          remedy: "name the folder with --out DIR, or leave --fresh out"))
    }
    problems += readResponses(invocation, metrics)
    words = Self.words(of: invocation)
    problems += readShards(invocation, variables)
    if !problems.isEmpty { throw Problems(problems) }
  }

  /// The kind of end that counts as a failure.
  package var aim: SweepAim { (checker ?? expectedBroken).map(SweepAim.checker) ?? .anything }
}

extension Problem {
  fileprivate static func together(_ one: String, _ other: String) -> Problem {
    Problem(message: "'--\(one)' and '--\(other)' exclude each other", remedy: "keep one of them")
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
package import WeirCore
package import WeirScenario

/// Makes a failing scenario small while the same checker fails at the same place.
///
///     var shrinker = try Shrinker(draft, seed: 92, checker: nil)
///     while shrinker.runCount < 500, shrinker.advance() {}
///     shrinker.best.size  // 1 client, 3 intents
///
/// It tries one edit after the other on the smallest draft so far, and goes round again as long as
/// any of them helps. When none does, it tries them with other seeds, too: in other weather less may be
/// enough. The same draft, seed and number of runs always give the same result; a clock can only
/// end the search early.
package struct Shrinker: Sendable {
  /// The reason that there is nothing to shrink.
  package enum Refusal: Error, Sendable {
    /// The scenario is wrong, or no world can be made of it.
    case wrong(Problems)
    /// The run breaks no promise, or not the one that was named; what it said of each.
    case holds([Finding])
    /// Somebody ended the first run.
    case stopped
  }

  /// The number of other seeds that an edit is tried with.
  private static let seedCount: UInt64 = 50
  /// So many intents are few enough that a simpler draft may have more of them than the one before.
  private static let fewIntents = 20

  /// The run that is made small.
  package let original: Trial
  /// The smallest run so far that fails at the same place.
  package private(set) var best: Trial
  /// The place at which they fail.
  package let place: FailurePlace
  /// The number of runs that were made.
  package private(set) var runCount = 1
  /// The number of runs that led on.
  package private(set) var stepCount = 0

  let catalogue: Catalogue
  let mostEvents: Int
  private var edits: [Draft.Edit]
  private var next = 0
  private var hasProgressed = false
  /// The seed that edits are tried with; nil: the best run's own.
  private var otherSeed: UInt64?
  private var tried: Set<Attempt> = []

  private struct Attempt: Hashable {
    var fingerprint: UInt64
    var seed: UInt64
  }

  /// Runs the draft once; it must fail, and if a checker is named by that one.
  package init(
    _ draft: Draft, seed: UInt64, checker: String?, catalogue: Catalogue = .standard,
    stop: () -> Bool = { false }
  ) throws(Refusal) {
    self.catalogue = catalogue
    let trial: Trial?
    do throws(Problems) {
      let seeded = try draft.setting(["seed=\(seed)"])
      trial = try Trial.run(
        seeded, try seeded.scenario(), catalogue, seed: seed, most: Int.max, stop: stop)
    } catch {
      throw .wrong(error)
    }
    guard let trial else { throw .stopped }
    guard let failure = trial.failure(of: checker), let place = FailurePlace(of: failure) else {
      throw .holds(trial.findings)
    }
    (original, best, self.place) = (trial, trial, place)
    mostEvents = max(20_000, trial.size.events * 2)
    edits = trial.draft.edits
    if !trial.faultLines.isEmpty { nameFaults(stop) }
  }

  /// Says what the seed drew as faults of the scenario, so that each can go; the run is the same.
  private mutating func nameFaults(_ stop: () -> Bool) {
    let lines = best.faultLines.joined(separator: ", ")
    runCount += 1
    guard let draft = try? best.draft.setting(["faults=[ \(lines) ]"]),
      let scenario = try? draft.scenario(),
      let trial = try? Trial.run(
        draft, scenario, catalogue, seed: scenario.seed, most: mostEvents, stop: stop),
      isBetter(trial)
    else { return }
    take(trial)
  }

  /// The finding that is broken in the smallest run.
  package var failure: Finding? { best.failure(of: place.checker) }

  /// Makes the next run; false if there is nothing left to try, or `stop` ended it.
  package mutating func advance(stop: () -> Bool = { false }) -> Bool {
    while !stop() {
      guard next < edits.count else {
        guard turn() else { return false }
        continue
      }
      let edit = edits[next]
      next += 1
      guard let draft = seeded(best.draft.applying(edit)),
        let scenario = try? draft.scenario(),
        tried.insert(Attempt(fingerprint: scenario.fingerprint, seed: scenario.seed)).inserted
      else { continue }
      runCount += 1
      let made = try? Trial.run(
        draft, scenario, catalogue, seed: scenario.seed, most: mostEvents, stop: stop)
      if let trial = made ?? nil, isBetter(trial) { take(trial) }
      return true
    }
    return false
  }

  /// The draft with the seed that it is tried with.
  private func seeded(_ draft: Draft) -> Draft? {
    guard let otherSeed else { return draft }
    return otherSeed == best.seed ? nil : try? draft.setting(["seed=\(otherSeed)"])
  }

  private func isBetter(_ trial: Trial) -> Bool {
    guard let failure = trial.failure(of: place.checker),
      FailurePlace(of: failure).map(place.covers) == true
    else {
      return false
    }
    // In other weather an edit must be worth it.
    let most = otherSeed == nil ? max(best.size.intents, Self.fewIntents) : best.size.intents
    return trial.size.intents <= most
  }

  private mutating func take(_ trial: Trial) {
    best = trial
    stepCount += 1
    hasProgressed = true
    edits = trial.draft.edits
    // What stands at this place now was not looked at yet.
    next = max(0, next - 1)
  }

  /// Begins the next round; false if there is none.
  private mutating func turn() -> Bool {
    next = 0
    if hasProgressed {
      hasProgressed = false
      otherSeed = nil
      return true
    }
    let seed = otherSeed.map { $0 + 1 } ?? 1
    otherSeed = seed
    return seed <= Self.seedCount
  }
}

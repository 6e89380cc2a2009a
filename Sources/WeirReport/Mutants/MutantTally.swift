// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
package import WeirCore
import WeirRun
package import WeirStatistics
package import WeirSweep

/// The results of the seeds of one mutant, and of the healthy part in its place.
///
///     tally.add(result)                         // the mutant's next seed
///     tally.addInnocent(result, called: "streams")
///     tally.firstSeed                           // 1: caught at once
///     tally.seedsNeeded?.value                  // the median, by an exponential fit
package struct MutantTally: Sendable {
  /// A checker that the mutant broke, and in how many seeds.
  package struct Broken: Hashable, Sendable {
    /// The checker's name.
    package var checker: String
    /// The number of seeds in which it was broken.
    package var seeds: Int
  }

  /// The mutant's name.
  package let name: String
  /// The source that the bug is known from.
  package let provenance: String
  /// The checker that must catch it.
  package let checker: String
  /// The defect.
  package let about: String
  /// For each seed, from 1: `true` if the checker that must catch it did.
  package private(set) var isCaught: [Bool] = []
  /// The moment at which that was in the first seed that caught it.
  package private(set) var caughtAt: Instant?
  /// Every checker that it ever broke, as they were first met.
  package private(set) var broken: [Broken] = []
  /// The finding of the healthy part that broke a promise, in words.
  package private(set) var innocent: String?
  /// The last words of the first run that died.
  package private(set) var death: String?

  /// A tally of no seed.
  package init(name: String, provenance: String, checker: String, about: String) {
    self.name = name
    self.provenance = provenance
    self.checker = checker
    self.about = about
  }

  /// The first seed that caught it, if one did.
  package var firstSeed: Int? { isCaught.firstIndex(of: true).map { $0 + 1 } }

  /// The number of seeds that caught it.
  package var caughtCount: Int { isCaught.count { $0 } }

  /// The number of seeds that it takes until one catches it: the median, by an exponential fit; nil if none did.
  package var seedsNeeded: Estimate? {
    guard caughtCount > 0 else { return nil }
    do throws(Problems) {
      return try Estimate.medianWait(caughtCount, of: isCaught.count)
    } catch {
      invariantBroken("\(caughtCount) of \(isCaught.count) seeds: \(error)")
    }
  }

  /// Returns the number of seeds in which a checker was broken.
  package func seeds(breaking checker: String) -> Int {
    broken.first { $0.checker == checker }?.seeds ?? 0
  }

  /// Takes in the mutant's next seed.
  package mutating func add(_ result: SeedResult) {
    mourn(result)
    var isCaught = false
    for finding in result.findings {
      guard case .broken(let instant, _) = finding.verdict else { continue }
      if finding.checker == checker {
        isCaught = true
        caughtAt = caughtAt ?? instant
      }
      if let place = broken.firstIndex(where: { $0.checker == finding.checker }) {
        broken[place].seeds += 1
      } else {
        broken.append(.init(checker: finding.checker, seeds: 1))
      }
    }
    self.isCaught.append(isCaught)
  }

  /// Takes in the result of the healthy part in the mutant's place, for the same seed.
  package mutating func addInnocent(_ result: SeedResult, called name: String) {
    mourn(result)
    guard innocent == nil, let finding = result.firstBroken else { return }
    innocent = "\(name), seed \(result.seed), \(finding.checker): \(finding.verdict)"
  }

  private mutating func mourn(_ result: SeedResult) {
    guard death == nil, result.verdict == .crashed || result.verdict == .refused else { return }
    death = "seed \(result.seed): \(result.words)"
  }
}

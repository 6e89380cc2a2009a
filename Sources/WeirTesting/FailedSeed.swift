// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirReport
package import WeirRun
package import WeirScenario

/// A seed with which a scenario fails, for whoever is to look at it.
package struct FailedSeed {
  /// The runs by which a scenario is made small; in a debug build each takes many times as long.
  private static let mostRuns: Int = {
    #if DEBUG
      40
    #else
      300
    #endif
  }()

  private let draft: Draft
  private let file: String
  private let seed: UInt64
  private let catalogue: Catalogue

  /// A seed of the scenario that was read from a file.
  package init(_ draft: Draft, file: String, seed: UInt64, catalogue: Catalogue) {
    self.draft = draft
    self.file = file
    self.seed = seed
    self.catalogue = catalogue
  }

  /// The page for a browser, of the run that the report is about.
  package func page(_ report: Report) throws -> String {
    var world = try World(
      draft.scenario(), seed: seed, catalogue: catalogue, keepingSteps: true)
    var timeline = RunTimeline(world.names, expecting: world.horizon - .zero)
    var goesOn = true
    while goesOn {
      goesOn = world.advance(by: 4096)
      timeline.observe(world.takeSteps(), world.takeSamples(), firstBroken: world.firstBroken)
    }
    return Page(report, timeline: timeline, distributions: world.distributions()).html
  }

  /// The scenario made small, as a file of that name; nil if it breaks no promise, but misses an expectation.
  package func smallest(at path: String) -> String? {
    guard var shrinker = try? Shrinker(draft, seed: seed, checker: nil, catalogue: catalogue)
    else { return nil }
    while shrinker.runCount < Self.mostRuns, shrinker.advance() {}
    return shrinker.file(from: file, at: path)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCheck
import WeirCore
package import WeirMetrics
import WeirScenario

/// The parts of a run that can be seen while it goes on, and that a page draws afterwards.
extension World {
  /// `true` if single measurements wait for ``takeSamples()``.
  package var keepsSamples: Bool {
    get { meter.isKeeping }
    set { meter.isKeeping = newValue }
  }

  /// The measurements since the last call, if the world keeps them.
  package mutating func takeSamples() -> [Sample] { meter.takeSamples() }

  /// The promise that broke first so far; of several that broke at one moment, the first of the report.
  ///
  /// Of what is wrong on purpose only the promises count that the scenario expects to be broken.
  public var firstBroken: Finding? {
    let wanted = scenario.expectations.compactMap { expectation -> String? in
      if case .broken(let name) = expectation.subject { name } else { nil }
    }
    return checkers.findings.filter { wanted.isEmpty || wanted.contains($0.checker) }.firstBroken
  }

  /// The distribution of every length of time that was measured, in the order of the catalogue.
  ///
  /// It looks at every sample: ask once, when the run is over.
  package func distributions() -> [MetricDistribution] { figures.distributions }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// The seeds that count as failures in a sweep.
package enum SweepAim: Hashable, Sendable {
  /// Every seed that does not pass.
  case anything
  /// Only the seeds in which this checker is broken.
  case checker(String)

  /// `true` if a seed counts as a failure.
  package func isFailure(_ result: SeedResult) -> Bool {
    switch self {
    case .anything: result.verdict != .pass
    case .checker(let name): result.isBroken(name)
    }
  }
}

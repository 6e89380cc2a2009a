// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirTrace

extension World {
  /// The fingerprint of every table of chance and every rule that the run draws from.
  ///
  /// Two machines whose tables differ, by another version of GSL say, cannot be compared step by step.
  package var tables: Digest { plan.tables }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Interval {
  /// Reads a length of time as scenarios write it: `40ms`, `1.5s`, `2min`; nil if it is none.
  package init?(reading text: String) {
    guard let interval = try? Units.duration(text) else { return nil }
    self = interval
  }
}

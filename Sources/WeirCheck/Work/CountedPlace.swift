// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

/// A number at the server that says how many rows of a list there are.
package struct CountedPlace: Sendable {
  /// The place where the number stands.
  package var path: Path
  /// The list whose rows it counts.
  package var list: UInt32
  /// The condition that a row must meet to count.
  package var condition: Filter
  /// The means by which it is kept right.
  package var means: CounterUpdate

  /// Makes a counted place.
  package init(_ path: Path, list: UInt32, condition: Filter = .everything, means: CounterUpdate) {
    self.path = path
    self.list = list
    self.condition = condition
    self.means = means
  }
}

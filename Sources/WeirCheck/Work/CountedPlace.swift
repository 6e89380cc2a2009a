// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirTree

/// A number at the server that says how many rows of a list there are.
public struct CountedPlace: Sendable {
  /// The place where the number stands.
  public var path: Path
  /// The list whose rows it counts.
  public var list: UInt32
  /// The condition that a row must meet to count.
  public var condition: Filter
  /// The means by which it is kept right.
  public var means: CounterUpdate

  /// Makes a counted place.
  public init(_ path: Path, list: UInt32, condition: Filter = .everything, means: CounterUpdate) {
    self.path = path
    self.list = list
    self.condition = condition
    self.means = means
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// The choice of the checkers that watch a run.
///
///     World(scenario, seed: 1, checkers: [])                   // none: what the machines alone cost
///     World(scenario, seed: 1, checkers: ["lists"])            // one of them
///     World(scenario, seed: 1, checkers: .all(but: ["lists"]))
///
/// A promise that is not watched costs nothing, and nothing is said of it in the end.
public struct CheckerSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var names: Set<String>
  private var isInverted = false

  /// Makes a set of the checkers of these names.
  public init(arrayLiteral names: String...) { self.names = Set(names) }

  /// Makes the set of all checkers, without those of some names.
  public static func all(but names: Set<String>) -> CheckerSet {
    var set = CheckerSet()
    (set.names, set.isInverted) = (names, true)
    return set
  }

  /// All of them.
  public static let all = CheckerSet.all(but: [])

  /// `true` if the checker called `name` is among them.
  public func contains(_ name: String) -> Bool { names.contains(name) != isInverted }
}

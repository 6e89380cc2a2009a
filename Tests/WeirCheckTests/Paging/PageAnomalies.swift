// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts of what paging does wrong by its nature, each with the number of times it could have.
struct PageAnomalies: Hashable, Sendable {
  /// A number of cases out of those that were possible.
  struct Tally: Hashable, Sendable {
    /// The number of cases.
    var count: Int
    /// The number of cases that were possible.
    var opportunities: Int

    /// Makes a tally.
    init(count: Int = 0, opportunities: Int = 0) {
      self.count = count
      self.opportunities = opportunities
    }

    /// Returns both tallies as one.
    static func + (a: Tally, b: Tally) -> Tally {
      Tally(count: a.count + b.count, opportunities: a.opportunities + b.opportunities)
    }
  }

  /// Rows that a pass received again, out of all that it received.
  var duplicates = Tally()
  /// Rows that are shown again, out of all that are shown.
  var shownTwice = Tally()
  /// Rows that were there throughout the pass, in the end at a position that it has covered, and that it never
  /// received; out of all that were there throughout and are covered.
  var skips = Tally()
  /// Rows that are shown and are not in the list now, out of all that are shown.
  var phantoms = Tally()
  /// Pairs of shown rows that no list of the pass has in this order, but some has in the other one; out of all pairs
  /// that some list of the pass has.
  var misorders = Tally()
  /// Passes that came to their end and show another number of rows than the server says there are, out of all that
  /// came to their end.
  ///
  /// The numbers may agree although rows are missing, if as many come twice.
  var countLies = Tally()

  /// Makes counts of nothing, with no opportunities.
  init() {}

  /// Adds the counts of another pass.
  mutating func add(_ other: PageAnomalies) {
    duplicates = duplicates + other.duplicates
    shownTwice = shownTwice + other.shownTwice
    skips = skips + other.skips
    phantoms = phantoms + other.phantoms
    misorders = misorders + other.misorders
    countLies = countLies + other.countLies
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A batch on which a real list view would have crashed, or that it would have got wrong.
///
///     var view = StrictListView<Message>(rows: two)
///     view.apply(ChangeSet(deletes: [2]), to: one)?.description
///     // LV-4 (crash): attempt to delete row 2 from section 0 which only contains 2 rows before the update
///     //   rows before: [2], after: [1]
///     //   updates: delete row (0 - 2)
public struct ListViewFault: Hashable, Sendable, Error {
  /// Everything that is wrong, in the order in which the view looked; never empty.
  public var breaches: [Breach]
  /// The number of rows that each section had before the update.
  public var countsBefore: [Int]
  /// The number of rows that each section of the data source has after it.
  public var countsAfter: [Int]
  /// The instructions to the view.
  public var updates: BatchUpdates
  /// The kind of view.
  public var profile: ListViewProfile

  /// One broken rule, at one place.
  public struct Breach: Hashable, Sendable {
    /// The rule that was broken.
    public var rule: ListViewRule
    /// The message of a view, with the place.
    public var reason: String
  }

  /// The rule that was broken first.
  public var rule: ListViewRule { breaches[0].rule }
  /// The effect on a real view.
  public var severity: ListViewRule.Severity { rule.severity }
  /// The message of a view.
  public var reason: String { breaches[0].reason }
}

extension ListViewFault: CustomStringConvertible {
  /// The rule and the reason, all further breaches, the counts, and the updates.
  public var description: String {
    let words = profile.words
    var lines = ["\(rule) (\(severity)): \(reason)"]
    lines += breaches.dropFirst().map { "  and \($0.rule): \($0.reason)" }
    lines.append("  \(words.row)s before: \(countsBefore), after: \(countsAfter)")
    lines.append("  updates: \(updates.words(words.row))")
    return lines.joined(separator: "\n")
  }
}

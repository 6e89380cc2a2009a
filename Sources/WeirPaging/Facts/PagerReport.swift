// SPDX-License-Identifier: Apache-2.0

/// Counts of the odd answers that a pager received.
public struct PagerReport: Hashable, Sendable {
  /// The number of requests that were made.
  public internal(set) var requests = 0
  /// Answers and failures that came to no open request: late, doubled, or of an older generation.
  public internal(set) var lateAnswers = 0
  /// Answers that do not continue the list, and were dropped.
  public internal(set) var misfits = 0
  /// Rows that were in the list already when a page brought them.
  public internal(set) var duplicates = 0
  /// Pages without a row although the server did not say that this is the end.
  public internal(set) var emptyPages = 0
  /// Pages with fewer rows than asked for although there are more.
  public internal(set) var shortPages = 0
  /// Pages with more rows than asked for.
  public internal(set) var longPages = 0
  /// Pages that left because more would have been kept than the rules allow.
  public internal(set) var droppedPages = 0

  /// Makes a report of nothing odd.
  public init() {}
}

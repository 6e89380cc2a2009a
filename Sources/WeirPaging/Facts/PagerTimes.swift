// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// Waiting and jumping, as the person before the list feels them.
public struct PagerTimes: Hashable, Sendable {
  /// The time from the first load to the first row; nil before.
  public internal(set) var toFirstContent: Interval?
  /// The number of times the end of the loaded rows was reached by scrolling while there was more.
  public internal(set) var spinnersMet = 0
  /// The number of these after which rows came while the person still waited.
  public internal(set) var waits = 0
  /// The last time from reaching the end to new rows.
  public internal(set) var lastWait: Interval?
  /// The longest time from reaching the end to new rows.
  public internal(set) var longestWait = Interval.zero
  /// The sum of all times from reaching the end to new rows.
  public internal(set) var totalWait = Interval.zero
  /// The number of changes that moved the first visible row to another index without a scroll.
  public internal(set) var jumps = 0
  /// The sum of the distances of these moves, in rows.
  public internal(set) var jumpedRows = 0
  /// The number of changes after which no row that was visible is there any more.
  public internal(set) var lostPlaces = 0

  /// The time of the first load.
  var firstAsked: Instant?
  /// The time since which the end of the rows is visible; nil if it is not, or there is no more.
  var endReached: Instant?

  /// Makes times in which nothing has happened.
  public init() {}

  mutating func sawRows(at now: Instant) {
    if toFirstContent == nil, let firstAsked { toFirstContent = now - firstAsked }
  }

  /// Notes that the last row is visible and there is more.
  mutating func reachedEnd(at now: Instant) {
    if endReached != nil { return }
    endReached = now
    spinnersMet += 1
  }

  /// Notes that there are new rows at the end.
  mutating func grew(at now: Instant) {
    guard let reached = endReached else { return }
    endReached = nil
    let wait = now - reached
    waits += 1
    lastWait = wait
    longestWait = max(longestWait, wait)
    totalWait = totalWait + wait
  }
}

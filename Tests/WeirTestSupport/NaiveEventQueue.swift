// SPDX-License-Identifier: GPL-3.0-or-later

/// The event queue as one would write it first: an array, sorted by time, then by arrival.
///
///     var queue = NaiveEventQueue<UInt64>()
///     let ticket = queue.add(7, at: 20)
///     queue.cancel(ticket)  // true
///     queue.next()          // nil
///
/// It is the twin that the fast queue must agree with, so it is short enough to be believed.
public struct NaiveEventQueue<Code> {
  private var pending: [(time: Int64, ticket: Int, code: Code)] = []
  private var added = 0
  /// The time of the event that was taken last.
  public private(set) var now: Int64 = 0
  /// Events later than this stay.
  public var horizon: Int64 = .max

  /// Makes an empty queue.
  public init() {}

  /// The number of events that are pending.
  public var count: Int { pending.count }

  /// Adds an event behind all that are not later, and returns its ticket.
  @discardableResult
  public mutating func add(_ code: Code, at time: Int64) -> Int {
    added += 1
    let place = pending.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
    pending.insert((time, added, code), at: place)
    return added
  }

  /// Removes an event; false when it is not pending.
  @discardableResult
  public mutating func cancel(_ ticket: Int) -> Bool {
    guard let place = pending.firstIndex(where: { $0.ticket == ticket }) else { return false }
    pending.remove(at: place)
    return true
  }

  /// Takes the first event that is not beyond the horizon.
  public mutating func next() -> (time: Int64, code: Code)? {
    guard let first = pending.first, first.time <= horizon else { return nil }
    pending.removeFirst()
    now = first.time
    return (first.time, first.code)
  }
}

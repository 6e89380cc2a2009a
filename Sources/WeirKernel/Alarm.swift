// SPDX-License-Identifier: GPL-3.0-or-later

/// The token of one scheduled event, with which it can be called off.
///
///     let alarm = queue.schedule(7, at: deadline)
///     queue.cancel(alarm)  // true
///     queue.cancel(alarm)  // false: it was called off already
///
/// An alarm is good for one event. When that event has rung or was cancelled, its slot serves
/// others under the next generation, so an old alarm never cancels a later event.
@frozen
public struct Alarm: Hashable, Sendable {
  /// The place in the queue's table of alarms.
  public let slot: UInt32
  /// The number of times the place was used before.
  public let generation: UInt32

  /// No alarm: cancelling it does nothing.
  public static let none = Alarm(slot: .max, generation: .max)

  @inlinable
  init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }
}

// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// Decides when what was gathered is published: a while after the last change, and soon enough after the first.
///
///     if clock.note(at: now, into: &wishes) { publish() }  // a change; true: publish at once
///     if clock.wake(at: now, into: &wishes) { publish() }  // an alarm came; true: it is time
///
/// A burst is one batch, and a steady trickle cannot delay publishing indefinitely: nothing waits
/// longer than ``WeirClient/Batching/atMost``. At most one alarm is asked for at a time.
public struct BatchClock: Hashable, Sendable {
  /// The time for which changes are gathered.
  public let batching: Batching
  /// `true` if something waits.
  public private(set) var isOpen = false
  private var due = Instant.never
  private var deadline = Instant.never
  private var alarm = Instant.never

  /// Makes a clock for which nothing waits.
  public init(_ batching: Batching) { self.batching = batching }

  /// Takes note of a change; returns whether it is published at once.
  public mutating func note(at now: Instant, into wishes: inout [StackWish]) -> Bool {
    if batching.wait == .zero { return true }
    if !isOpen {
      isOpen = true
      deadline = now + batching.atMost
    }
    due = min(now + batching.wait, deadline)
    if alarm == .never {
      alarm = due
      wishes.append(.wake(due))
    }
    return false
  }

  /// Handles an alarm, perhaps of another part of the stream; returns `true` if what waits is
  /// published now.
  public mutating func wake(at now: Instant, into wishes: inout [StackWish]) -> Bool {
    guard now >= alarm else { return false }
    alarm = .never
    guard isOpen else { return false }
    if now >= due {
      stop()
      return true
    }
    alarm = due
    wishes.append(.wake(due))
    return false
  }

  /// Stops waiting.
  public mutating func stop() {
    isOpen = false
    // Clocks for which nothing waits are equal, whenever something did.
    (due, deadline) = (.never, .never)
  }

  /// Stops waiting, and gives up an alarm that was asked for, which may never come.
  public mutating func reset() {
    stop()
    alarm = .never
  }
}

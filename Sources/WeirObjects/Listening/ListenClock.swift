// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The time of those operators that wait: a machine that is told what time it is, and says when it wants to be told next.
///
///     let clock = ListenClock()
///     let wake = clock.wake(after: .milliseconds(40)) { show("late") }
///     clock.nextWake                             // 40ms
///     clock.advance(to: .zero + .milliseconds(50))  // shows it, at 40ms
///
/// Nothing here asks a real clock. A simulation advances it by its own events; an app does so from a timer that it sets to
/// ``nextWake``.
///
/// Of one instant, wakes come in the order in which they were asked for, and all of them before whatever the app sends when it
/// has advanced the clock to that instant.
public final class ListenClock {
  private struct Wake {
    var instant: Instant
    var number: Int
    /// The part of it that its disposable ends.
    var life: EndingCall
    var call: () -> Void
  }

  /// The instant that it is.
  public private(set) var now: Instant
  /// The wakes to come, earliest first.
  private var wakes: [Wake] = []
  private var lastNumber = 0
  private var isAdvancing = false

  /// Makes a clock.
  public init(at instant: Instant = .zero) { now = instant }

  /// The earliest instant at which something wants to be woken; nil: nothing does.
  public var nextWake: Instant? { wakes.first?.instant }

  /// The number of wakes to come.
  public var wakeCount: Int { wakes.count }

  /// Lets time pass, and makes all wakes until then, at their own instants.
  public func advance(to instant: Instant) {
    invariant(instant >= now, "the clock was set back from \(now) to \(instant)")
    invariant(!isAdvancing, "the clock was advanced to \(instant) while something was woken")
    isAdvancing = true
    while let wake = wakes.first, wake.instant <= instant {
      wakes.removeFirst()
      now = wake.instant
      wake.life.end()
      wake.call()
    }
    now = instant
    isAdvancing = false
  }

  /// Calls `call` at an instant, or as soon as time passes if that is over, unless the disposable is disposed of before.
  ///
  /// The disposable counts as disposed of when the wake has come.
  public func wake(at instant: Instant, _ call: @escaping () -> Void) -> Disposable {
    lastNumber += 1
    let number = lastNumber
    let life = EndingCall { [weak self] in self?.wakes.removeAll { $0.number == number } }
    let wake = Wake(instant: max(instant, now), number: number, life: life, call: call)
    let index = wakes.firstIndex { $0.instant > wake.instant } ?? wakes.count
    wakes.insert(wake, at: index)
    return Disposable(life)
  }

  /// Calls `call` after a time, unless the disposable is disposed of before.
  public func wake(after interval: Interval, _ call: @escaping () -> Void) -> Disposable {
    wake(at: now + interval, call)
  }
}

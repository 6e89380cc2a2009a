// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// A clock that stands still until it is moved.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    var end: Instant
    var waiter: CheckedContinuation<Void, Never>
  }
  private struct State {
    var now = Instant()
    var sleepers: [Sleeper] = []
  }
  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// The number of tasks that wait for a time.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { waiter in
      let isPast = state.withLock { state in
        if deadline > state.now { state.sleepers.append(Sleeper(end: deadline, waiter: waiter)) }
        return deadline <= state.now
      }
      if isPast { waiter.resume() }
    }
  }

  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      defer { state.sleepers.removeAll { $0.end <= now } }
      return state.sleepers.filter { $0.end <= now }
    }
    for sleeper in woken { sleeper.waiter.resume() }
  }
}

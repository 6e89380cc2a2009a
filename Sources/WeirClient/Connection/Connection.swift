// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The state of a client's connection, and the times at which something is to be done about it.
///
/// Disconnected, connecting, authenticating, connected, and from each of them back to the first. It
/// sends nothing itself.
struct Connection: Sendable {
  /// The longest time from asking for a session to being connected.
  static let timeout = Interval.seconds(30)
  /// A connection that lived longer was a good one.
  private static let goodLife = Interval.seconds(30)

  private(set) var state = ConnectionState.disconnected
  /// The session, or the last one.
  private(set) var session: UInt32
  /// `true` if a connection is wanted.
  private(set) var isWanted = false
  /// The moment at which to dial, or to give up dialling.
  private(set) var alarm = Instant.never
  /// The moment at which to ask the server whether it is there.
  private(set) var pingAt = Instant.never
  /// The moment at which the server welcomed the client.
  private var welcomedAt = Instant.never
  private let pingPeriod: Interval
  private var backoff: Backoff

  /// Makes a connection that is not there; `session` is the number of the first session.
  init(session: UInt32, pingPeriod: Interval, chance: RandomStream) {
    invariant(session > 0, "sessions are counted from 1")
    self.session = session - 1
    self.pingPeriod = pingPeriod
    backoff = Backoff(chance: chance)
  }

  /// The next moment at which something is due.
  var due: Instant { min(alarm, pingAt) }

  /// Wants a connection from now on, and at once.
  mutating func want(at now: Instant) {
    isWanted = true
    backoff.forgive()
    if state == .disconnected { alarm = now + backoff.next() }
  }

  /// Wants no connection from now on.
  mutating func forsake() {
    isWanted = false
    alarm = state == .disconnected ? .never : alarm
  }

  /// Begins to ask for a new session.
  mutating func dial(at now: Instant) {
    invariant(state == .disconnected, "a client dialled while it was \(state)")
    session += 1
    state = .connecting
    alarm = now + Self.timeout
  }

  /// Records that the server has begun the session.
  mutating func welcome(at now: Instant) {
    invariant(state == .connecting, "a client was welcomed while it was \(state)")
    state = .authenticating
    welcomedAt = now
  }

  /// Records that the server knows the user.
  mutating func open(at now: Instant) {
    invariant(state == .authenticating, "a connection was opened while it was \(state)")
    state = .connected
    alarm = .never
    pingAt = now + pingPeriod
  }

  /// Notes that the server was asked if it is there.
  mutating func ping(at now: Instant) { pingAt = now + pingPeriod }

  /// Closes the session; if another one is wanted, it does not begin before `wait` is over.
  mutating func close(at now: Instant, wait: Interval) {
    if welcomedAt != .never, welcomedAt + Self.goodLife < now { backoff.forgive() }
    welcomedAt = .never
    state = .disconnected
    pingAt = .never
    alarm = isWanted ? now + max(wait, backoff.next()) : .never
  }
}

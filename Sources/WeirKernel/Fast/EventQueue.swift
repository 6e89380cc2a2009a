// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

// WeirKernel says what happens next: the event queue, alarms that can be called off, a horizon.
// It serves row 7 of the journey, and every other row that waits.

/// A queue of future events, earliest first.
///
///     var queue = EventQueue()
///     queue.post(7, at: Instant(nanoseconds: 20))
///     let alarm = queue.schedule(8, at: Instant(nanoseconds: 10))
///     queue.cancel(alarm)
///     queue.next()?.code  // 7
///
/// Two events at one instant leave in the order they came in, through either door. That tie rule is
/// a promise, not an accident: replays depend on it. With a heap that breaks ties as it likes, an
/// acknowledgement could overtake the push that was sent before it, on one machine and not on
/// another.
///
/// There are two doors. ``post(_:at:)`` is for what will certainly happen; ``schedule(_:at:)`` returns an ``Alarm`` with
/// which the event can be called off, and costs a little more. A timeout that is nearly always cancelled
/// is cheap: it is marked when cancelled, and dropped unsorted when its bucket of time comes up.
///
/// - Complexity: a few nanoseconds for each operation; see `WeirBench queue`. Nothing is allocated while the queue stays
///   below its largest size so far.
@safe
public struct EventQueue: ~Copyable, @unchecked Sendable {
  @usableFromInline var bottom = Bottom()
  @usableFromInline var ladder = Ladder()
  @usableFromInline var alarms: AlarmTable
  /// The time at which the bottom ends: later events wait in the ladder.
  ///
  /// Events of exactly this time may be in both; those in the bottom came first.
  @usableFromInline var limit: UInt64 = 0
  @usableFromInline var present: UInt64 = 0
  @usableFromInline var lastTime: UInt64
  /// The number of entries that stand for events that will happen.
  @usableFromInline var live = 0
  /// The number of entries that stand for events that were cancelled.
  @usableFromInline var dead = 0
  @usableFromInline var sorter = RankSort()

  /// Makes an empty queue whose time is the start of the run.
  public init(horizon: Instant = .never) { self.init(horizon: horizon, firstGeneration: 0) }

  /// Makes an empty queue whose alarms start at a chosen generation, so that tests can reach the last one.
  package init(horizon: Instant = .never, firstGeneration: UInt32) {
    lastTime = Self.checked(horizon)
    alarms = AlarmTable(firstGeneration: firstGeneration)
  }

  /// The time of the event that was taken last.
  @inlinable
  public var now: Instant { Instant(nanoseconds: Int64(bitPattern: present)) }

  /// The last moment of the run: later events stay in the queue.
  @inlinable
  public var horizon: Instant {
    get { Instant(nanoseconds: Int64(bitPattern: lastTime)) }
    set { lastTime = Self.checked(newValue) }
  }

  /// The number of events that are pending; cancelled ones do not count.
  @inlinable
  public var count: Int { live }

  /// `true` if no event is pending.
  @inlinable
  public var isEmpty: Bool { live == 0 }

  /// Adds an event that cannot be called off.
  ///
  /// Its code is below 2⁶³, its instant not before ``now``.
  @inlinable
  @inline(__always)
  public mutating func post(_ code: UInt64, at instant: Instant) {
    check(code, instant)
    add(Entry(time: UInt64(bitPattern: instant.nanoseconds), load: code))
  }

  /// Adds an event that can be called off with the alarm that is returned.
  ///
  /// Its code is below 2⁶³, its instant not before ``now``.
  @inlinable
  @inline(__always)
  public mutating func schedule(_ code: UInt64, at instant: Instant) -> Alarm {
    check(code, instant)
    let ticket = alarms.keep(code)
    add(Entry(time: UInt64(bitPattern: instant.nanoseconds), load: ticket))
    return Alarm(
      slot: AlarmTable.slot(of: ticket), generation: UInt32(truncatingIfNeeded: ticket))
  }

  /// Calls an event off; false when it rang or was cancelled before.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func cancel(_ alarm: Alarm) -> Bool {
    guard alarm.slot < alarms.slotCount, alarm.generation != .max else { return false }
    let ticket = Entry.ticketBit | UInt64(alarm.slot) &<< 32 | UInt64(alarm.generation)
    guard alarms.giveUp(ticket) != nil else { return false }
    live &-= 1
    dead &+= 1
    if dead >= 4096, dead &>> 2 > live { sweep() }
    return true
  }

  /// Takes the next event, and moves ``now`` to it; nil when none is left up to the ``horizon``.
  @inlinable
  @inline(__always)
  public mutating func next() -> Event? {
    while true {
      if bottom.isEmpty, !refill() { return nil }
      let entry = unsafe bottom.entries[bottom.head]
      if entry.time > lastTime { return nil }
      bottom.head &+= 1
      var code = entry.load
      if entry.isTicket {
        guard let kept = alarms.giveUp(code) else {
          dead &-= 1
          continue
        }
        code = kept
      }
      live &-= 1
      present = entry.time
      return Event(at: Instant(nanoseconds: Int64(bitPattern: entry.time)), code: code)
    }
  }

  // MARK: Shared by the doors

  @inlinable
  @inline(__always)
  func check(_ code: UInt64, _ instant: Instant) {
    if code >= Entry.ticketBit || instant.nanoseconds < Int64(bitPattern: present) {
      Self.refuse(code, instant, now)
    }
  }

  @usableFromInline
  @inline(never)
  static func refuse(_ code: UInt64, _ instant: Instant, _ now: Instant) {
    invariant(code < Entry.ticketBit, "event code \(code) is not below 2^63")
    invariant(instant >= now, "event \(code) scheduled at \(instant), but it is \(now)")
  }

  @inlinable
  @inline(__always)
  mutating func add(_ entry: Entry) {
    live &+= 1
    if entry.time >= limit { ladder.append(entry) } else { addToBottom(entry) }
  }

  @usableFromInline
  @inline(never)
  mutating func addToBottom(_ entry: Entry) {
    bottom.insert(entry)
    if bottom.count == Bottom.most { spill() }
  }

  @usableFromInline
  static func checked(_ horizon: Instant) -> UInt64 {
    invariant(horizon >= .zero, "the horizon \(horizon) lies before the start of the run")
    return UInt64(bitPattern: horizon.nanoseconds)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirKernel
import WeirTestSupport

/// The queue and its naive twin, side by side on seeded random schedules.
@Suite struct EventQueueTwinTests {
  /// The shapes of a schedule of events.
  enum Shape: CaseIterable {
    case hold, bursts, equalTimes, hugeSpans, denseThenFar, zeroDelays

    /// A delay that is typical of the shape.
    func delay(_ chance: inout RandomStream) -> Int64 {
      switch self {
      case .hold: Int64(chance.below(1_000_000))
      case .bursts: 1_000 + Int64(chance.below(300))
      case .equalTimes: 64
      case .hugeSpans: Int64(chance.next() >> (1 + chance.below(63)))
      case .denseThenFar: chance.below(2) == 0 ? 1 : 3_600_000_000_000
      case .zeroDelays: chance.below(4) == 0 ? Int64(chance.below(5_000)) : 0
      }
    }

    /// The number of events that come in at once.
    var burst: Int { self == .bursts || self == .equalTimes ? 250 : 3 }
  }

  /// Both queues, and everything that was scheduled in both.
  struct Pair: ~Copyable {
    var queue = EventQueue()
    var twin = NaiveEventQueue<UInt64>()
    var alarms: [(alarm: Alarm, ticket: Int)] = []
    var codes: UInt64 = 0

    mutating func add(after delay: Int64, cancellable: Bool) {
      let instant = queue.now + Interval(nanoseconds: delay)
      codes += 1
      let ticket = twin.add(codes, at: instant.nanoseconds)
      if cancellable {
        alarms.append((queue.schedule(codes, at: instant), ticket))
      } else {
        queue.post(codes, at: instant)
      }
    }

    /// Cancels an alarm in both queues, live or not, and says whether they agree.
    mutating func cancelOne(_ chance: inout RandomStream) -> Bool {
      guard !alarms.isEmpty else { return true }
      let place = chance.index(below: alarms.count)
      return queue.cancel(alarms[place].alarm) == twin.cancel(alarms[place].ticket)
    }

    /// Takes an event from both queues, and says whether they agree.
    mutating func takeOne() -> Bool {
      let (event, expected) = (queue.next(), twin.next())
      return event?.code == expected?.code && event?.at.nanoseconds == expected?.time
        && queue.count == twin.count && queue.now.nanoseconds == twin.now
    }

    mutating func setHorizon(_ horizon: Instant) {
      queue.horizon = horizon
      twin.horizon = horizon.nanoseconds
    }
  }

  @Test(arguments: Shape.allCases, 0..<12 as Range<UInt64>)
  func `agrees with the naive queue on any schedule`(shape: Shape, seed: UInt64) {
    var chance = RandomStream(seed: seed, "schedule")
    var pair = Pair()
    let cancelled = chance.below(8)
    for turn in 0..<1_200 {
      if pair.twin.count < 600, chance.below(UInt64(shape.burst)) == 0 {
        for _ in 0..<shape.burst {
          pair.add(after: shape.delay(&chance), cancellable: chance.below(2) == 0)
        }
      }
      if chance.below(8) < cancelled, !pair.cancelOne(&chance) {
        Issue.record("cancelling differs at turn \(turn)")
        return
      }
      if !pair.takeOne() {
        Issue.record("what is next differs at turn \(turn)")
        return
      }
      if turn % 100 == 0 { pair.queue.checkInvariants() }
    }
    while pair.twin.count > 0 {
      if !pair.takeOne() {
        Issue.record("what is next differs at the end")
        return
      }
    }
    let isEmpty = pair.queue.isEmpty
    #expect(isEmpty)
    pair.queue.checkInvariants()
  }

  @Test(arguments: Shape.allCases, 0..<6 as Range<UInt64>)
  func `agrees with the naive queue while the horizon moves to and fro`(shape: Shape, seed: UInt64)
  {
    var chance = RandomStream(seed: seed, "horizon")
    var pair = Pair()
    var stops = 0
    for turn in 0..<1_500 {
      if pair.twin.count < 400 {
        pair.add(after: shape.delay(&chance), cancellable: chance.below(2) == 0)
      }
      if chance.below(10) == 0 {
        pair.setHorizon(pair.queue.now + Interval(nanoseconds: shape.delay(&chance) / 2))
      }
      if chance.below(3) == 0, !pair.cancelOne(&chance) || !pair.takeOne() {
        Issue.record("the queues differ at turn \(turn)")
        return
      }
      if pair.twin.count > 0, pair.twin.horizon < .max { stops += 1 }
    }
    #expect(stops > 0)
    pair.queue.checkInvariants()
    pair.setHorizon(.never)
    while pair.twin.count > 0 {
      if !pair.takeOne() {
        Issue.record("the queues differ at the end")
        return
      }
    }
    let last = pair.queue.next()
    #expect(last == nil)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `agrees with the naive queue when slots retire all the time`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "generations")
    var pair = Pair(queue: EventQueue(firstGeneration: .max - 3))
    for _ in 0..<800 {
      pair.add(after: Int64(chance.below(500)), cancellable: true)
      let agrees = pair.cancelOne(&chance)
      #expect(agrees)
      if pair.twin.count > 20 {
        let tookTheSame = pair.takeOne()
        #expect(tookTheSame)
      }
    }
    pair.queue.checkInvariants()
  }

  @Test func `the naive queue itself keeps order, cancels, and stops at its horizon`() {
    var twin = NaiveEventQueue<Int>()
    twin.add(1, at: 5)
    let second = twin.add(2, at: 5)
    twin.add(3, at: 4)
    twin.add(4, at: 5)
    twin.horizon = 4
    let early = [twin.next()?.code, twin.next()?.code]
    #expect(early == [3, nil])
    let cancelled = [twin.cancel(second), twin.cancel(second)]
    #expect(cancelled == [true, false])
    twin.horizon = 5
    let late = [twin.next()?.code, twin.next()?.code]
    #expect(late == [1, 4])
    #expect(twin.count == 0)
  }
}

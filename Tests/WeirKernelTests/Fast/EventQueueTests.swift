// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirKernel

@Suite struct EventQueueTests {
  private func instant(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

  /// Takes everything that is left, as codes.
  private func drain(_ queue: inout EventQueue) -> [UInt64] {
    var codes: [UInt64] = []
    while let event = queue.next() { codes.append(event.code) }
    return codes
  }

  @Test func `an empty queue has nothing next, and its time is the start of the run`() {
    var queue = EventQueue()
    let isEmpty = queue.isEmpty
    #expect(isEmpty)
    let event = queue.next()
    #expect(event == nil)
    let now = queue.now
    #expect(now == .zero)
    queue.checkInvariants()
  }

  @Test func `events leave by time, and now is the time of the last one`() {
    var queue = EventQueue()
    queue.post(7, at: instant(20))
    _ = queue.schedule(8, at: instant(10))
    let count = queue.count
    #expect(count == 2)
    let event = queue.next()
    #expect(event == Event(at: instant(10), code: 8))
    let now = queue.now
    #expect(now == instant(10))
    let secondEvent = queue.next()
    #expect(secondEvent == Event(at: instant(20), code: 7))
    let secondNow = queue.now
    #expect(secondNow == instant(20))
    let isEmpty = queue.isEmpty
    #expect(isEmpty)
  }

  @Test(arguments: [2, 31, 32, 33, 95, 96, 97, 1_000, 5_000])
  func `events of one instant leave in the order they came in, through either door`(count: Int) {
    var queue = EventQueue()
    for code in 0..<UInt64(count) {
      if code % 3 == 0 {
        _ = queue.schedule(code, at: instant(1 << 40))
      } else {
        queue.post(code, at: instant(1 << 40))
      }
    }
    queue.checkInvariants()
    let rest = drain(&queue)
    #expect(rest == Array(0..<UInt64(count)))
  }

  @Test func `events that come in at the present instant wait for those that are there already`() {
    var queue = EventQueue()
    for code in 0..<100 as Range<UInt64> { queue.post(code, at: instant(5)) }
    var codes: [UInt64] = []
    while let event = queue.next() {
      codes.append(event.code)
      if event.code < 300 { queue.post(event.code + 100, at: event.at) }
      queue.checkInvariants()
    }
    #expect(codes == Array(0..<400))
  }

  @Test
  func `a burst of early arrivals spills the later ones without changing the order of an instant`()
  {
    // The lone far event opens a wide bucket, so that all that follows meets in the sorted bottom and overflows it:
    // first with equal times, a part of which stays, then with earlier ones, which push that part back.
    var queue = EventQueue()
    let start: Int64 = 1 << 40
    queue.post(0, at: instant(start))
    let event = queue.next()
    #expect(event?.code == 0)
    for code in 1...200 as ClosedRange<UInt64> {
      queue.post(code, at: instant(start + 1_000))
      queue.checkInvariants()
    }
    for code in 0..<300 as Range<UInt64> {
      queue.post(1_000 + code, at: instant(start + 900 - Int64(code)))
      queue.checkInvariants()
    }
    let rest = drain(&queue)
    #expect(rest == Array((1_000..<1_300).reversed()) + Array(1...200))
  }

  @Test func `events that come in after a stop at the horizon leave before those beyond it`() {
    // The horizon lies inside the bucket of the hundred events, which is spread before the queue sees that none may happen.
    var queue = EventQueue(horizon: instant(600))
    for code in 0..<100 as Range<UInt64> { queue.post(code, at: instant(1_000 - Int64(code))) }
    let event = queue.next()
    #expect(event == nil)
    queue.checkInvariants()
    for code in 100..<300 as Range<UInt64> {
      queue.post(code, at: instant(600 - Int64(code)))
      queue.checkInvariants()
    }
    queue.horizon = .never
    let rest = drain(&queue)
    #expect(rest == Array((100..<300).reversed()) + Array((0..<100).reversed()))
  }

  @Test func `the last instant of all is an instant like others`() {
    var queue = EventQueue()
    queue.post(3, at: .never)
    queue.post(1, at: instant(.max - 1))
    queue.post(4, at: .never)
    queue.post(0, at: .zero)
    let rest = drain(&queue)
    #expect(rest == [0, 1, 3, 4])
    let now = queue.now
    #expect(now == .never)
    queue.post(5, at: .never)
    let secondRest = drain(&queue)
    #expect(secondRest == [5])
  }

  @Test func `the largest code comes back, through either door`() {
    var queue = EventQueue()
    let largest = UInt64.max / 2
    queue.post(largest, at: .zero)
    _ = queue.schedule(largest, at: .zero)
    let rest = drain(&queue)
    #expect(rest == [largest, largest])
  }

  // MARK: Alarms

  @Test func `a cancelled alarm does not ring, does not count, and cannot be cancelled again`() {
    var queue = EventQueue()
    let alarm = queue.schedule(1, at: instant(10))
    queue.post(2, at: instant(11))
    let didCancel = queue.cancel(alarm)
    #expect(didCancel)
    let secondDidCancel = queue.cancel(alarm)
    #expect(!secondDidCancel)
    let count = queue.count
    #expect(count == 1)
    queue.checkInvariants()
    let rest = drain(&queue)
    #expect(rest == [2])
  }

  @Test func `an alarm that rang cannot be cancelled`() {
    var queue = EventQueue()
    let alarm = queue.schedule(1, at: instant(10))
    let event = queue.next()
    #expect(event?.code == 1)
    let didCancel = queue.cancel(alarm)
    #expect(!didCancel)
  }

  @Test func `an alarm can be called off when it is among the next few already`() {
    var queue = EventQueue()
    queue.post(1, at: instant(1))
    let alarm = queue.schedule(2, at: instant(2))
    queue.post(3, at: instant(3))
    let event = queue.next()
    #expect(event?.code == 1)
    let didCancel = queue.cancel(alarm)
    #expect(didCancel)
    queue.checkInvariants()
    let rest = drain(&queue)
    #expect(rest == [3])
    queue.checkInvariants()
  }

  @Test func `no alarm can be cancelled at no harm`() {
    var queue = EventQueue()
    _ = queue.schedule(1, at: .zero)
    let didCancel = queue.cancel(.none)
    #expect(!didCancel)
    let count = queue.count
    #expect(count == 1)
  }

  @Test func `a slot serves again, and its old alarm does not call off the new event`() {
    var queue = EventQueue()
    let old = queue.schedule(1, at: instant(10))
    queue.cancel(old)
    let new = queue.schedule(2, at: instant(10))
    #expect(new.slot == old.slot)
    #expect(new.generation == old.generation + 1)
    let didCancel = queue.cancel(old)
    #expect(!didCancel)
    let rest = drain(&queue)
    #expect(rest == [2])
  }

  @Test func `a slot that comes to its last generation is retired`() {
    var queue = EventQueue(firstGeneration: .max - 2)
    var alarms: [Alarm] = []
    for code in 0..<6 as Range<UInt64> {
      let alarm = queue.schedule(code, at: instant(10))
      #expect(alarm.generation < .max)
      #expect(!alarms.contains(alarm))
      alarms.append(alarm)
      let didCancel = queue.cancel(alarm)
      #expect(didCancel)
      queue.checkInvariants()
    }
    #expect(alarms.map(\.slot) == [0, 0, 1, 1, 2, 2])
    for alarm in alarms + [.none] {
      let isCancelledAgain = queue.cancel(alarm)
      #expect(!isCancelledAgain)
    }
    let secondDidCancel = queue.cancel(.none)
    #expect(!secondDidCancel)
    let isEmpty = queue.isEmpty
    #expect(isEmpty)
  }

  @Test func `a far alarm that is set and cancelled for ever does not fill the queue`() {
    var queue = EventQueue()
    for code in 0..<200_000 as Range<UInt64> {
      queue.cancel(queue.schedule(code, at: Instant.zero + .seconds(3_600)))
    }
    queue.post(1, at: instant(1))
    let event = queue.next()
    #expect(event?.code == 1)
    let held = queue.heldEntryCount
    #expect(held < 5_000)
    queue.checkInvariants()
  }

  @Test func `many that wait let more cancelled ones lie, but not for ever`() {
    var queue = EventQueue()
    for code in 0..<2_000 as Range<UInt64> { queue.post(code, at: Instant.zero + .seconds(7_200)) }
    var most = 0
    for code in 0..<60_000 as Range<UInt64> {
      queue.cancel(queue.schedule(code, at: Instant.zero + .seconds(3_600)))
      most = max(most, queue.heldEntryCount)
    }
    // Four cancelled ones for each that is alive, before they are swept away.
    #expect(most > 9_000 && most < 10_100)
    queue.checkInvariants()
  }

  // MARK: The horizon

  @Test func `an event at the horizon happens, a later one stays until the horizon moves`() {
    var queue = EventQueue(horizon: instant(10))
    queue.post(1, at: instant(10))
    queue.post(2, at: instant(11))
    let rest = drain(&queue)
    #expect(rest == [1])
    let count = queue.count
    #expect(count == 1)
    let now = queue.now
    #expect(now == instant(10))
    queue.post(3, at: instant(10))
    let event = queue.next()
    #expect(event?.code == 3)
    queue.horizon = instant(11)
    let secondRest = drain(&queue)
    #expect(secondRest == [2])
  }

  // MARK: Refusals

  @Test func `refuses to schedule into the past, and says both instants`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var queue = EventQueue()
      _ = queue.schedule(1, at: Instant(nanoseconds: 9))
      _ = queue.next()
      _ = queue.schedule(2, at: Instant(nanoseconds: 3))
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(
      words?.contains(
        "invariant broken: event 2 scheduled at 0.000000003s, but it is 0.000000009s") == true)
  }

  @Test func `refuses to post before the run began`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var queue = EventQueue()
      queue.post(2, at: Instant(nanoseconds: -1))
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("event 2 scheduled at -0.000000001s, but it is 0s") == true)
  }

  @Test func `refuses a code that has the bit of an alarm`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var queue = EventQueue()
      queue.post(1 << 63, at: .zero)
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("event code 9223372036854775808 is not below 2^63") == true)
  }

  @Test func `refuses a horizon before the start of the run`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EventQueue(horizon: Instant(nanoseconds: -1))
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("lies before the start of the run") == true)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirKernel

/// Compares the event queue with a binary heap, event by event, under random schedules of many shapes.
///
///     swift run -c release WeirBench fuzz-queue --events 100000000 --seed 1
///     // 100000000 events agree (seed 1, 6021 schedules)
struct QueueFuzz {
  private var chance: RandomStream
  private var taken = 0
  private var schedules = 0
  private let seed: UInt64
  private let events: Int

  init(events: Int, seed: UInt64) {
    chance = RandomStream(seed: seed, "fuzz-queue")
    self.seed = seed
    self.events = events
  }

  /// Runs until enough events were taken; returns what differed, or nil.
  mutating func run() -> String? {
    while taken < events {
      if let difference = runSchedule() {
        return "schedule \(schedules) of seed \(seed), event \(taken): \(difference)"
      }
      schedules += 1
    }
    return nil
  }

  /// The result of the comparison, in one line.
  var summary: String { "\(taken) events agree (seed \(seed), \(schedules) schedules)" }

  /// The shape of one schedule.
  private struct Shape {
    /// The number of bits that a delay has, 0 for none at all.
    var bits: UInt64
    /// A grid on which delays lie, so that many times are equal.
    var grid: UInt64
    /// Out of 16: how many events are posted, how many scheduled ones are cancelled at once.
    var posted: UInt64
    var cancelled: UInt64
    /// The number of events that are added in one go.
    var burst: UInt64
    /// The greatest number of pending events.
    var most: Int
    var movesHorizon: Bool
  }

  private mutating func shape() -> Shape {
    let bits = chance.below(63)
    return Shape(
      bits: bits, grid: chance.below(3) == 0 ? chance.below(bits + 1) : 0,
      posted: chance.below(17), cancelled: chance.below(17),
      burst: 1 + chance.below(4) * chance.below(200), most: 1 << Int(1 + chance.below(13)),
      movesHorizon: chance.below(3) == 0)
  }

  /// Runs both queues through one schedule; returns the first difference.
  private mutating func runSchedule() -> String? {
    var shape = shape()
    var queue = EventQueue()
    var twin = HeapAgenda()
    var alarms: [(alarm: Alarm, token: Int)] = []
    var turns = 2_000 + Int(chance.below(60_000))
    var code: UInt64 = 0
    while turns > 0 || twin.count > 0 {
      turns -= 1
      if turns > 0, chance.below(4_096) == 0 {
        let most = shape.most
        shape = self.shape()
        shape.most = most
      }
      if turns > 0, twin.count < shape.most, chance.below(shape.burst) == 0 || twin.count == 0 {
        for _ in 0..<shape.burst {
          add(&code, shape, &queue, &twin, &alarms)
        }
      }
      if !alarms.isEmpty, chance.below(16) < shape.cancelled {
        let place = chance.index(below: alarms.count)
        let (alarm, token) = alarms[place]
        let didCancel = twin.cancel(token)
        if queue.cancel(alarm) != didCancel { return "cancel should say \(didCancel)" }
        alarms[place] = alarms[alarms.count - 1]
        if !didCancel || chance.below(4) > 0 { alarms.removeLast() }
      }
      if shape.movesHorizon, chance.below(64) == 0 {
        let horizon = queue.now + Interval(nanoseconds: randomDelay(shape))
        queue.horizon = horizon
        twin.horizon = horizon
      } else if !shape.movesHorizon || turns <= 0 {
        queue.horizon = .never
        twin.horizon = .never
      }
      let (event, expected) = (queue.next(), twin.next())
      guard event == expected else {
        return "took \(String(describing: event)), not \(String(describing: expected))"
      }
      if event != nil { taken += 1 }
      if queue.count != twin.count { return "\(queue.count) pending, not \(twin.count)" }
    }
    queue.checkInvariants()
    return nil
  }

  private mutating func randomDelay(_ shape: Shape) -> Int64 {
    let mask: UInt64 = (1 &<< shape.bits) &- 1
    return Int64(bitPattern: chance.next() & mask & ~((1 &<< shape.grid) &- 1))
  }

  private mutating func add(
    _ code: inout UInt64, _ shape: Shape, _ queue: inout EventQueue, _ twin: inout HeapAgenda,
    _ alarms: inout [(alarm: Alarm, token: Int)]
  ) {
    let instant = queue.now + Interval(nanoseconds: randomDelay(shape))
    code += 1
    if chance.below(16) < shape.posted {
      queue.post(code, at: instant)
      twin.post(code, at: instant)
    } else {
      let pair = (alarm: queue.schedule(code, at: instant), token: twin.schedule(code, at: instant))
      if alarms.count < 4_096 {
        alarms.append(pair)
      } else {
        alarms[chance.index(below: alarms.count)] = pair
      }
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import CFloors
import WeirCore
import WeirKernel

/// A way to keep a queue of events busy.
protocol QueueLoad: Sendable {
  /// The number of events that are pending, more or less.
  var pending: Int { get }
  /// The number of operations that pass before the queue has the shape that is timed.
  var settling: Int { get }
  /// The number of operations that are timed.
  var operations: Int { get }
  /// The same load in C, if there is one.
  var inC: weir_floor_load? { get }
  /// Adds the first events, and returns something that depends on them.
  func fill<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ pending: Int,
    _ weather: inout Weather
  ) -> UInt64
  /// Does `count` operations, and returns something that depends on all of them.
  func turn<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ count: Int,
    _ weather: inout Weather
  ) -> UInt64
}

extension QueueLoad {
  var settling: Int { 2 * pending }
  var operations: Int { 2_000_000 }
  var inC: weir_floor_load? { nil }

  /// Posts an event for each number, at times that are drawn.
  func fill<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ pending: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    for code in 0..<pending { queue.post(UInt64(code), at: .zero + weather.delay()) }
    return 0
  }
}

/// The cheapest source of delays that will do, so that it is the queue that is timed.
///
/// The upper bits of a linear congruence are random enough for a load. A ``RandomStream`` is better, and timed elsewhere.
struct Weather {
  private var state: UInt64 = 1

  /// Returns the next 31 random bits.
  @inline(__always)
  mutating func bits() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state &>> 33
  }

  /// Returns a time of up to a second, every nanosecond equally likely.
  @inline(__always)
  mutating func delay() -> Interval { Interval(nanoseconds: Int64(bitPattern: bits() &>> 1)) }
}

/// Takes an event and posts another after a random delay, which is zero `zeroDelays` times out of four.
struct Hold: QueueLoad {
  var pending: Int
  var zeroDelays: UInt64 = 0
  var inC: weir_floor_load? { zeroDelays == 0 ? weir_floor_hold : nil }

  @inline(never)
  func turn<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ count: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    var sum: UInt64 = 0
    let zeroDelays = zeroDelays
    for _ in 0..<count {
      guard let event = queue.next() else { break }
      sum &+= event.code
      let bits = weather.bits()
      let wait = bits & 3 < zeroDelays ? 0 : Int64(bitPattern: bits &>> 1)
      queue.post(event.code, at: event.at + Interval(nanoseconds: wait))
    }
    return sum
  }
}

/// Takes an event and schedules another after a random delay; none is cancelled.
struct HoldScheduled: QueueLoad {
  var pending: Int
  var inC: weir_floor_load? { weir_floor_hold_scheduled }

  func fill<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ pending: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    for code in 0..<pending { _ = queue.schedule(UInt64(code), at: .zero + weather.delay()) }
    return 0
  }

  @inline(never)
  func turn<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ count: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<count {
      guard let event = queue.next() else { break }
      sum &+= event.code
      _ = queue.schedule(event.code, at: event.at + weather.delay())
    }
    return sum
  }
}

/// Messages between clients: each draws how long it is under way, goes into a digest, and brings about the next one.
struct Messages: QueueLoad {
  var pending: Int
  private let delay = QuantileTable(constant: .milliseconds(40))

  var inC: weir_floor_load? { weir_floor_messages }

  init(clients: Int) { pending = clients }

  @inline(never)
  func turn<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ count: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    var chance = RandomStream(seed: 1, "messages")
    var digest = Digest()
    for _ in 0..<count {
      guard let event = queue.next() else { break }
      digest.absorb(UInt64(bitPattern: event.at.nanoseconds), event.code)
      // Whoever hears it answers somebody else.
      let wait = delay.draw(&chance) + Interval(nanoseconds: Int64(weather.bits() & 0xFF_FFFF))
      queue.post(event.code ^ weather.bits() & 1, at: event.at + wait)
    }
    return digest.word
  }
}

/// Clients that ask, wait for the response or, once in 128, for the timeout of two seconds, and ask again.
struct Requests: QueueLoad {
  var clients: Int
  var pending: Int { clients }
  /// More than the time of a timeout.
  var settling: Int { 80 * clients }
  var inC: weir_floor_load? { weir_floor_requests }

  @inline(__always)
  private func ask<Queue: Agenda & ~Copyable>(
    _ client: UInt64, at now: Instant, _ queue: inout Queue, _ weather: inout Weather
  ) -> Queue.Token {
    let bits = weather.bits()
    let timeout = queue.schedule(client, at: now + Interval(nanoseconds: 2_000_000_000))
    if bits & 127 > 0 {
      let delay = Interval(nanoseconds: 1_000_000 + Int64(bitPattern: bits &>> 5))
      queue.post(client | 1 << 40, at: now + delay)
    }
    return timeout
  }

  func fill<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ pending: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    for client in 0..<pending { tokens.append(ask(UInt64(client), at: .zero, &queue, &weather)) }
    return 0
  }

  @inline(never)
  func turn<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ count: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<count {
      guard let event = queue.next() else { break }
      let client = event.code & 0xFFFF_FFFF
      if event.code != client, queue.cancel(tokens[Int(client)]) { sum &+= 1 }
      tokens[Int(client)] = ask(client, at: event.at, &queue, &weather)
    }
    return sum
  }
}

/// One event that adds many others within a window, which are then taken; again and again.
struct Burst: QueueLoad {
  var size: Int
  /// The length of the window in nanoseconds.
  var window: UInt64
  var pending: Int { size }

  func fill<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ pending: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    queue.post(UInt64(pending), at: .zero)
    return 0
  }

  @inline(never)
  func turn<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ count: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<count {
      guard let event = queue.next() else { break }
      sum &+= event.code
      guard event.code != 0 else { continue }
      for code in 0..<event.code {
        let wait = Int64(bitPattern: 40_000_000 + (weather.bits() & (window - 1)))
        let isLast = code + 1 == event.code
        queue.post(
          isLast ? event.code : 0,
          at: event.at + Interval(nanoseconds: isLast ? 80_000_000 : wait))
      }
    }
    return sum
  }
}

/// Ten thousand events, each followed by another after one nanosecond or one hour.
struct HourAndNanosecond: QueueLoad {
  var pending: Int { 10_000 }

  @inline(never)
  func turn<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ count: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<count {
      guard let event = queue.next() else { break }
      sum &+= event.code
      let wait: Int64 = weather.bits() & 1 == 0 ? 1 : 3_600_000_000_000
      queue.post(event.code, at: event.at + Interval(nanoseconds: wait))
    }
    return sum
  }
}

/// Many events that are scheduled and then all called off; again and again.
struct AllCancelled: QueueLoad {
  var size: Int
  var pending: Int { size }

  func fill<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ pending: Int,
    _ weather: inout Weather
  ) -> UInt64 { 0 }

  @inline(never)
  func turn<Queue: Agenda & ~Copyable>(
    _ queue: inout Queue, _ tokens: inout [Queue.Token], _ count: Int,
    _ weather: inout Weather
  ) -> UInt64 {
    var sum: UInt64 = 0
    var rest = count
    while rest > 0 {
      let part = min(rest, size)
      rest -= part
      for code in 0..<part {
        tokens.append(queue.schedule(UInt64(code), at: .zero + weather.delay()))
      }
      for token in tokens where queue.cancel(token) { sum &+= 1 }
      tokens.removeAll(keepingCapacity: true)
      while let event = queue.next() { sum &+= event.code }
    }
    return sum
  }
}

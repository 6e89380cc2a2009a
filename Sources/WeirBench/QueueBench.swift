// SPDX-License-Identifier: GPL-3.0-or-later
import CFloors
import WeirCore
import WeirKernel

/// The event queue under loads of many shapes, against a binary heap and against the same queue in C.
///
/// The floor of `hold`, `timeout` and `messages` is a ladder queue in C, whose loop is in C, too; a test holds that it does
/// the same work. Where C has none, the floor moves the bytes of the events and draws their times.
///
/// An operation is one event, from `post` or `schedule` to `next`; under `timeout` it is a request: a timeout
/// scheduled, a response posted and taken, the timeout cancelled.
enum QueueBench {
  static let all: [Benchmark] = hold + timeouts + shapes

  private static let hold: [Benchmark] = [(100, "100"), (10_000, "10k"), (1_000_000, "1M")]
    .flatMap { (size: Int, word: String) -> [Benchmark] in
      [
        benchmark("hold/post/\(word)", goal: size > 10_000 ? 30 : 16, Hold(pending: size)),
        benchmark(
          "hold/schedule/\(word)", goal: size > 10_000 ? 75 : 16, HoldScheduled(pending: size)),
      ]
    }

  private static let timeouts: [Benchmark] = [
    benchmark("timeout/1k", goal: 22, Requests(clients: 1_000)),
    benchmark("timeout/10k", goal: 32, Requests(clients: 10_000)),
    benchmark("timeout/100k", goal: 60, Requests(clients: 100_000)),
  ]

  private static let shapes: [Benchmark] = [
    benchmark("messages/1k", Messages(clients: 1_000)),
    benchmark("shape/burst", Burst(size: 100_000, window: 1 << 20)),
    benchmark("shape/equal", Burst(size: 100_000, window: 1)),
    benchmark("shape/zero-delay", Hold(pending: 10_000, zeroDelays: 3)),
    benchmark("shape/hour-and-nanosecond", HourAndNanosecond()),
    benchmark("shape/all-cancelled", AllCancelled(size: 100_000)),
  ]

  private static func benchmark(
    _ name: String, goal: Double? = nil, _ load: some QueueLoad
  ) -> Benchmark {
    let inC = load.inC
    return Benchmark(
      name: "queue/\(name)", goal: goal,
      note: inC == nil ? "floor: its bytes are moved" : "floor: the same in C",
      subject: { run(load, on: EventQueue(), &$0) },
      twin: { run(load, on: HeapAgenda(), &$0) },
      floor: { timer in
        if let inC { run(load, as: inC, &timer) } else { moveBytes(load, &timer) }
      })
  }

  /// Returns the checksum of so many turns of a load on our queue.
  static func checksum(_ load: some QueueLoad, _ turns: Int) -> UInt64 {
    var queue = EventQueue()
    var weather = Weather()
    var tokens: [Alarm] = []
    consume(load.fill(&queue, &tokens, load.pending, &weather))
    return load.turn(&queue, &tokens, turns, &weather)
  }

  /// Fills a queue, lets it settle, and times it.
  private static func run<Queue: Agenda & ~Copyable>(
    _ load: some QueueLoad, on empty: consuming Queue, _ timer: inout Timer
  ) {
    var queue = empty
    var weather = Weather()
    var tokens: [Queue.Token] = []
    let pending = timer.scaled(load.pending)
    consume(load.fill(&queue, &tokens, pending, &weather))
    consume(load.turn(&queue, &tokens, timer.scaled(load.settling), &weather))
    let count = timer.scaled(load.operations)
    timer.start()
    let sum = load.turn(&queue, &tokens, count, &weather)
    timer.stop(after: count)
    consume(sum)
  }

  /// Does the same with the queue and the loop in C.
  private static func run(_ load: some QueueLoad, as kind: weir_floor_load, _ timer: inout Timer) {
    guard let run = LoadInC(kind, pending: timer.scaled(load.pending)) else { return }
    consume(run.turn(timer.scaled(load.settling)))
    let count = timer.scaled(load.operations)
    timer.start()
    let sum = run.turn(count)
    timer.stop(after: count)
    consume(sum)
  }

  /// Copies as many entries of 16 bytes out of an array and into it again as the queue would hold.
  private static func moveBytes(_ load: some QueueLoad, _ timer: inout Timer) {
    var weather = Weather()
    var entries = [SIMD2<UInt64>](repeating: .zero, count: timer.scaled(load.pending))
    let count = timer.scaled(load.operations)
    timer.start()
    let sum = move(&entries, count, &weather)
    timer.stop(after: count)
    consume(sum)
  }

  private static func move(
    _ entries: inout [SIMD2<UInt64>], _ count: Int, _ weather: inout Weather
  ) -> UInt64 {
    var sum: UInt64 = 0
    var place = 0
    for _ in 0..<count {
      let entry = entries[place]
      sum &+= entry.x
      entries[place] = SIMD2(entry.y &+ weather.bits(), entry.x)
      place += 1
      if place == entries.count { place = 0 }
    }
    return sum
  }
}

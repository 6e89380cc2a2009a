// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirKernel
import WeirRun
import WeirScenario

/// Whole runs, with digest and checkers on: nanoseconds for each event of the simulator.
///
/// The floor is what the same number of events costs when nothing happens in them: through the queue, with
/// one draw and a digest of six words each.
enum WholeRunBench {
  static let all: [Benchmark] = [
    Benchmark(
      name: "run/chat", goal: 1000, subject: { run(chat(seconds: $0.isQuick ? 1 : 60), &$0) },
      floor: { bare($0.scaled(1_000_000), &$0) }),
    Benchmark(
      name: "run/crowd", goal: 1000, subject: { run(crowd(seconds: $0.isQuick ? 1 : 60), &$0) },
      floor: { bare($0.scaled(1_000_000), &$0) }),
    Benchmark(
      name: "run/overload", goal: 1000,
      subject: { run(overload(seconds: $0.isQuick ? 1 : 60), &$0) },
      floor: { bare($0.scaled(1_000_000), &$0) }),
    Benchmark(
      name: "run/end", note: "floor: the world stays, as that of a process's last run does",
      subject: { end(givingBack: true, &$0) }, floor: { end(givingBack: false, &$0) }),
  ]

  /// A thousand phones in a hundred rooms, ten in each, who write now and then.
  static func chat(seconds: Int) -> String {
    """
    weir: 1
    about: Chat.
    network: { delay: { exponential: 40ms, at-least: 5ms } }
    clients: [ { count: 1000, list: "rooms/room-{1..100}", newest: 50 } ]
    workload:
      - { each: client, does: { post: 90%, edit: 8%, remove: 2% }, every: { exponential: 5s }, for: \(seconds)s }
    """
  }

  /// Five hundred readers of one list, and a few posts a second: nearly all is fan-out.
  static func crowd(seconds: Int) -> String {
    """
    weir: 1
    about: A crowd.
    network: { delay: { log-normal: { median: 60ms, p99: 800ms } }, loss: 1% }
    clients: [ { count: 500, list: feed, newest: 20 } ]
    workload: [ { does: post, arrivals: { poisson: 10/s }, for: \(seconds)s } ]
    """
  }

  /// A backend at its limit: requests wait, and some are turned away.
  private static func overload(seconds: Int) -> String {
    """
    weir: 1
    about: Overload.
    server: { servers: 4, service: { exponential: 4ms }, queue: 200 }
    network: { delay: 20ms }
    clients: [ { count: 200, list: "rooms/room-{1..100}", newest: 20 } ]
    workload: [ { does: post, arrivals: { poisson: 1100/s }, for: \(seconds)s } ]
    """
  }

  private static func run(_ text: String, _ timer: inout Timer) {
    do throws(Problems) {
      let scenario = try Scenario(text: Array(text.utf8), named: "bench")
      var world = try World(scenario, seed: 1)
      timer.start()
      while world.advance(by: 100_000) {}
      timer.stop(after: world.eventCount)
      let outcome = world.outcome()
      invariant(!outcome.isBroken, "a benchmark's world broke a promise")
      consume(outcome.digest.word)
    } catch {
      invariantBroken("a benchmark's scenario is wrong: \(error)")
    }
  }

  /// Many phones, five in each room, who write once a minute.
  static func rooms(phones count: Int) -> String {
    """
    weir: 1
    about: Many phones.
    network: { delay: { exponential: 40ms, at-least: 5ms } }
    clients: [ { count: \(count), list: "rooms/room-{1..\(count / 5)}", newest: 50 } ]
    workload: [ { each: client, does: post, every: { exponential: 60s }, for: 60s } ]
    """
  }

  /// Runs many phones, up to the end of their world, or with the world still there.
  private static func end(givingBack: Bool, _ timer: inout Timer) {
    let text = rooms(phones: timer.scaled(20_000))
    do throws(Problems) {
      var world: World? = try World(try Scenario(text: Array(text.utf8), named: "bench"), seed: 1)
      timer.start()
      while world?.advance(by: 100_000) == true {}
      let events = world?.eventCount ?? 0
      if givingBack { world = nil }
      timer.stop(after: events)
    } catch {
      invariantBroken("a benchmark's scenario is wrong: \(error)")
    }
  }

  private static func bare(_ count: Int, _ timer: inout Timer) {
    let table = QuantileTable(constant: .milliseconds(1))
    var stream = RandomStream(seed: 1, "bench")
    var queue = EventQueue()
    var digest = Digest()
    for code in 0..<1000 as Range<UInt64> {
      queue.post(code, at: Instant(nanoseconds: Int64(code) * 1000))
    }
    timer.start()
    for _ in 0..<count {
      guard let event = queue.next() else { break }
      digest.absorb(UInt64(bitPattern: event.at.nanoseconds), event.code)
      digest.absorb(event.code, 1)
      digest.absorb(2, 3)
      queue.post(event.code, at: event.at + table.draw(&stream))
    }
    timer.stop(after: count)
    consume(digest.word)
  }
}

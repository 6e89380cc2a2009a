// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirStatistics

/// The measures of order: a million values at once, and arrivals one by one.
enum OrderBench {
  static let all: [Benchmark] = [
    Benchmark(
      name: "order/kendall/1m", unit: "ms", goal: 300, subject: { kendall(million, &$0) },
      floor: { sorting(million, &$0) }),
    Benchmark(
      name: "order/kendall/4k", unit: "ms", subject: { kendall(4_000, &$0) },
      twin: { everyPair(4_000, &$0) }),
    Benchmark(name: "order/kendall/ties/1m", unit: "ms", subject: { ties(million, &$0) }),
    Benchmark(name: "order/spearman/1m", unit: "ms", subject: { spearman(million, &$0) }),
    Benchmark(name: "order/footrule/1m", unit: "ms", subject: { footrule(million, &$0) }),
    Benchmark(name: "order/rise/1m", unit: "ms", subject: { rise(million, &$0) }),
    Benchmark(name: "order/arrivals/orderly", subject: { arrivals(0, $0.scaled(million), &$0) }),
    Benchmark(name: "order/arrivals/late", subject: { arrivals(8, $0.scaled(million), &$0) }),
    Benchmark(
      name: "order/displaced/orderly", subject: { displaced(0, $0.scaled(million), &$0) }),
    Benchmark(name: "order/displaced/late", subject: { displaced(8, $0.scaled(million), &$0) }),
  ]

  private static let million = 1_000_000

  private static func permutation(_ count: Int) -> [Int64] {
    var stream = RandomStream(seed: 1, "order")
    var order = (0..<Int64(count)).map { $0 }
    for place in order.indices.dropFirst() { order.swapAt(place, stream.index(below: place + 1)) }
    return order
  }

  /// Measures some work of any size as milliseconds.
  private static func measure(_ timer: inout Timer, _ work: () -> UInt64) {
    timer.start()
    let result = work()
    timer.stop(after: 1_000_000)
    consume(result)
  }

  private static func kendall(_ count: Int, _ timer: inout Timer) {
    let order = permutation(timer.scaled(count))
    measure(&timer) { UInt64(Kendall(of: order).distance) }
  }

  /// The floor of ``kendall``: the standard library sorts the same values and counts nothing.
  private static func sorting(_ count: Int, _ timer: inout Timer) {
    let order = permutation(timer.scaled(count))
    measure(&timer) { UInt64(order.sorted()[0]) }
  }

  /// The twin of ``kendall``: every pair is looked at.
  private static func everyPair(_ count: Int, _ timer: inout Timer) {
    let order = permutation(timer.scaled(count))
    measure(&timer) {
      var found: UInt64 = 0
      for i in order.indices {
        for j in 0..<i where order[j] > order[i] { found += 1 }
      }
      return found
    }
  }

  private static func ties(_ count: Int, _ timer: inout Timer) {
    let x = permutation(timer.scaled(count)).map { $0 / 10 }
    let y = x.reversed().map { $0 / 3 }
    measure(&timer) { UInt64(Kendall(x, y).distance) }
  }

  private static func spearman(_ count: Int, _ timer: inout Timer) {
    let x = permutation(timer.scaled(count)).map { Double($0) }
    let y = x.indices.map { Double($0) }
    measure(&timer) { UInt64((Spearman(x, y)?.rho ?? 0) + 2) }
  }

  private static func footrule(_ count: Int, _ timer: inout Timer) {
    let order = permutation(timer.scaled(count))
    measure(&timer) { UInt64(Footrule(of: order).total) }
  }

  private static func rise(_ count: Int, _ timer: inout Timer) {
    let order = permutation(timer.scaled(count)).map { Int($0) }
    measure(&timer) { UInt64(Rise.longest(in: order)) }
  }

  /// Numbers from 1, each up to `reach` places late.
  private static func flow(_ reach: UInt64, _ count: Int) -> [Int] {
    var stream = RandomStream(seed: 2, "flow")
    return (1...count).map { (UInt64($0) + stream.below(reach + 1), $0) }
      .sorted { $0 < $1 }.map(\.1)
  }

  private static func arrivals(_ reach: UInt64, _ count: Int, _ timer: inout Timer) {
    let flow = flow(reach, count)
    var order = ArrivalOrder(first: 1)
    timer.start()
    for number in flow { _ = order.arrive(number, at: .zero) }
    timer.stop(after: count)
    consume(UInt64(order.inversions))
  }

  private static func displaced(_ reach: UInt64, _ count: Int, _ timer: inout Timer) {
    let flow = flow(reach, count)
    var density = ReorderDensity(threshold: 32)
    var arrivals = DisplacedArrivals(first: 1, threshold: 32)
    timer.start()
    for number in flow { arrivals.arrive(number, into: &density) }
    arrivals.finish(into: &density)
    timer.stop(after: count)
    consume(UInt64(density.count))
  }
}

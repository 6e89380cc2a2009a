// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirStatistics

// The fit of an exponent to figures at several sizes.
extension GrowthBench {
  /// Makes something of a size to which steps can be done.
  typealias Maker = @Sendable (Int) -> (Int) -> Void

  /// Returns the exponent of the time of a step.
  static func timeExponent(
    _ sizes: [Int], steps: Int, _ make: Maker, _ timer: Timer
  ) -> Double {
    let loads = sizes.map(make)
    let count = timer.scaled(steps)
    var samples = [[Double]](repeating: [], count: sizes.count)
    for _ in 0..<(timer.isQuick ? 3 : 11) {
      for (place, load) in loads.enumerated() {
        var watch = timer
        // What another size has pushed out of the caches comes back first.
        load(count / 4)
        watch.start()
        load(count)
        watch.stop(after: count)
        samples[place].append(watch.nanoseconds)
      }
    }
    return exponent(sizes, samples.map { $0.sorted()[$0.count / 2] })
  }

  static func exponent(_ sizes: [Int], _ costs: [Double]) -> Double {
    do throws(Problems) {
      return try GrowthExponent(sizes: sizes.map(Double.init), costs: costs).exponent
    } catch {
      invariantBroken("a benchmark's growth cannot be fitted: \(error)")
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirStatistics

/// The throughput of the list diff on this machine, measured cell by cell, round by round.
///
///     var benchmark = DiffBenchmark(cells: cells, rounds: 11, seed: 1, clock: nanoseconds)
///     while benchmark.advance() {}
///     benchmark.results  // for each cell: the diff, its twin, two floors, with intervals
///
/// Each round visits every cell once, in an order drawn from the seed, so that a slow minute of the machine meets
/// all cells alike. What was found is there at any time; nothing is measured but by ``advance()``.
package struct DiffBenchmark {
  /// The cells that are measured.
  package let cells: [DiffCell]
  /// The number of times each cell is measured.
  package let rounds: Int
  /// The number of measurements that are done.
  package private(set) var doneCount = 0

  private let sample: DiffSample
  private let seed: UInt64
  private var order: [Int] = []
  private var times: [[DiffTimes]]

  /// The usual number of rows that are looked at for one time, roughly.
  package static let usualEffort = 300_000

  /// Prepares to measure `cells`.
  ///
  /// - Parameters:
  ///   - cells: The cells to measure; each has two rows at least.
  ///   - rounds: The number of times that each cell is measured; fewer than six give no intervals.
  ///   - seed: The lists and the order are made from it.
  ///   - effort: About how many rows are looked at for one time.
  ///   - clock: Nanoseconds since any beginning.
  package init(
    cells: [DiffCell], rounds: Int, seed: UInt64, effort: Int = usualEffort,
    clock: @escaping () -> UInt64
  ) {
    self.cells = cells
    self.rounds = rounds
    self.seed = seed
    sample = DiffSample(seed: seed, effort: effort, clock: clock)
    times = cells.map { _ in [] }
  }

  /// The number of measurements there are in all.
  package var count: Int { cells.count * rounds }

  /// Measures one cell once; false if all is done.
  package mutating func advance() -> Bool {
    guard doneCount < count else { return false }
    let (round, place) = doneCount.quotientAndRemainder(dividingBy: cells.count)
    var stream = RandomStream(seed: seed, "bench-order", doneCount)
    if place == 0 {
      var shuffling = RandomStream(seed: seed, "bench-round", round)
      order = Array(cells.indices)
      shuffling.shuffle(&order)
    }
    let cell = order[place]
    times[cell].append(sample.measure(cells[cell], order: &stream))
    doneCount += 1
    return true
  }
}

extension DiffBenchmark {
  /// The result for a cell.
  package struct Result: Hashable, Sendable {
    /// The cell that was measured.
    package let cell: DiffCell
    /// The diff, in nanoseconds a row.
    package let diff: MedianEstimate
    /// The twin that hashes everything, in nanoseconds a row.
    package let twin: MedianEstimate
    /// Reading both lists, in nanoseconds a row.
    package let read: MedianEstimate
    /// Hashing every key of both lists once, in nanoseconds a row.
    package let hash: MedianEstimate
    /// The time of the twin as a multiple of the diff's, measured side by side.
    package let speedup: MedianEstimate

    /// The number of rows of the first list that the diff passes in a second.
    package var rowsPerSecond: Double { 1e9 / diff.value }
  }

  /// The growth of the time of a diff with the number of rows.
  package struct Growth: Hashable, Sendable {
    /// The edits between the lists.
    package let pattern: EditPattern
    /// The kind of key that tells rows apart.
    package let keys: KeyKind
    /// The exponent: 1 if twice the rows take twice the time.
    ///
    /// It is the slope of a straight line through the logarithms of sizes and times, every measurement a point, so
    /// that its interval knows both noise and bends.
    package let exponent: Double
    /// The ends of its 95 % interval.
    package let range: ClosedRange<Double>
    /// The number of measurements there are.
    package let count: Int
  }

  /// The results so far, in the order of the cells, without cells that were not measured yet.
  package var results: [Result] {
    zip(cells, times).compactMap { cell, times in
      if times.isEmpty { return nil }
      return Result(
        cell: cell, diff: MedianEstimate(times.map(\.diff)),
        twin: MedianEstimate(times.map(\.twin)),
        read: MedianEstimate(times.map(\.read)), hash: MedianEstimate(times.map(\.hash)),
        speedup: MedianEstimate(times.map { $0.twin / $0.diff }))
    }
  }

  /// The growth of each pattern and kind of key that was measured at three sizes or more.
  package var growths: [Growth] {
    var groups: [(pattern: EditPattern, keys: KeyKind)] = []
    for cell in cells where !groups.contains(where: { $0 == (cell.pattern, cell.keys) }) {
      groups.append((cell.pattern, cell.keys))
    }
    return groups.compactMap { group in
      var (sizes, costs): ([Double], [Double]) = ([], [])
      for (cell, times) in zip(cells, times)
      where cell.pattern == group.pattern && cell.keys == group.keys {
        for time in times {
          sizes.append(Double(cell.rows))
          costs.append(time.diff * Double(cell.rows))
        }
      }
      guard Set(sizes).count >= 3, let fit = try? GrowthExponent(sizes: sizes, costs: costs) else {
        return nil
      }
      return Growth(
        pattern: group.pattern, keys: group.keys, exponent: fit.exponent,
        range: fit.low...max(fit.low, fit.high), count: fit.count)
    }
  }
}

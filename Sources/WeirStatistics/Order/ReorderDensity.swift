// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The distances of arrivals from their turn, as shares (RFC 5236).
///
///     density.share(of: 0)      // what arrived in its turn
///     density.share(of: -2)     // what arrived two places early
///     density.meanDisplacement  // 0 for perfect order
///
/// An arrival that is displaced by more than the threshold counts as lost. ``DisplacedArrivals`` fills it.
package struct ReorderDensity: Hashable, Sendable {
  /// The largest displacement that counts.
  package let threshold: Int
  /// The number of things that never arrived, or too late.
  package private(set) var lost = 0
  private var counts: [Int]

  /// An empty density.
  package init(threshold: Int) {
    invariant(threshold > 0, "a threshold of \(threshold) places")
    self.threshold = threshold
    counts = Array(repeating: 0, count: 2 * threshold + 1)
  }

  /// Counts something that arrived so many places late, or early if negative.
  package mutating func add(displacement: Int, times: Int = 1) {
    counts[displacement + threshold] += times
  }

  /// Counts what never came in its time.
  package mutating func addLost(_ count: Int = 1) { lost += count }

  /// The number of things that arrived in time.
  package var count: Int { counts.reduce(0, +) }

  /// Returns the number of things that arrived so many places late.
  package func count(of displacement: Int) -> Int {
    abs(displacement) <= threshold ? counts[displacement + threshold] : 0
  }

  /// Returns the share of the things that arrived so many places late; nil without any.
  package func share(of displacement: Int) -> Double? {
    let all = count
    return all == 0 ? nil : Double(count(of: displacement)) / Double(all)
  }

  /// The mean number of places by which arrivals missed their turn; nil without any.
  package var meanDisplacement: Double? {
    let all = count
    return all == 0 ? nil : Double(totalDisplacement) / Double(all)
  }

  /// The sum of all displacements without their signs: Spearman's footrule of what arrived.
  package var totalDisplacement: Int {
    counts.indices.reduce(0) { $0 + counts[$1] * abs($1 - threshold) }
  }

  /// The largest displacement in either direction; nil without any.
  package var furthest: Int? {
    counts.indices.filter { counts[$0] > 0 }.map { abs($0 - threshold) }.max()
  }

  /// The sum of the squares of all displacements.
  package var squares: Double {
    counts.indices.reduce(0) { sum, place in
      let distance = Double(place - threshold)
      return sum + Double(counts[place]) * distance * distance
    }
  }

  /// The uncertainty of a displacement: 0 when all are alike; nil without any.
  package var entropy: Double? {
    let all = Double(count)
    if all == 0 { return nil }
    return counts.reduce(0) { sum, count in
      count == 0 ? sum : sum - Double(count) / all * GSL.logarithm(Double(count) / all)
    }
  }

  /// Adds what was counted of another flow with the same threshold.
  package mutating func merge(_ other: ReorderDensity) {
    invariant(threshold == other.threshold, "thresholds \(threshold) and \(other.threshold)")
    for place in counts.indices { counts[place] += other.counts[place] }
    lost += other.lost
  }
}

/// Gives each thing of a flow its displacement, as soon as that is known (RFC 5236, section 5).
///
/// The turn of a thing is its number among those that arrive in time, so it is known only after a window of
/// `threshold` more arrivals shows which numbers are lost. An orderly flow needs no window. What arrives when its
/// turn is over by more than the threshold is left out at once, and so is what arrives twice.
///
/// - Complexity: O(1) in order, O(threshold) otherwise.
package struct DisplacedArrivals: Sendable {
  private let threshold: Int
  /// The number whose turn it is.
  private var turn: Int
  /// The arrivals that have no displacement yet, in their order.
  private var window: [Int] = []
  /// The numbers that arrived early and whose turn is still to come.
  private var early: [Int] = []
  /// The numbers that were lost lately and may still come.
  private var missed: [Int] = []

  /// A flow in which nothing arrived, whose numbers begin with `first`.
  package init(first: Int, threshold: Int) {
    turn = first
    self.threshold = threshold
  }

  /// Takes in an arrival.
  package mutating func arrive(_ number: Int, into density: inout ReorderDensity) {
    if window.isEmpty, number == turn, early.isEmpty {
      density.add(displacement: 0)
      turn += 1
      return
    }
    if window.contains(number) || early.contains(number) { return }
    // What is behind the turn came already, unless it was missed.
    if number < turn {
      missed.removeAll { $0 < turn - threshold }
      guard let place = missed.firstIndex(of: number) else { return }
      missed.remove(at: place)
    }
    window.append(number)
    flush(into: &density)
    while window.count > threshold {
      step(into: &density)
      flush(into: &density)
    }
  }

  /// Records that nothing more arrives.
  package mutating func finish(into density: inout ReorderDensity) {
    while !window.isEmpty { step(into: &density) }
  }

  /// Does not let wait what waits in perfect order.
  private mutating func flush(into density: inout ReorderDensity) {
    guard early.isEmpty, window.indices.allSatisfy({ window[$0] == turn + $0 }) else { return }
    density.add(displacement: 0, times: window.count)
    turn += window.count
    window.removeAll(keepingCapacity: true)
  }

  /// Gives the first of the window its displacement, or finds that the turn of something lost is over.
  private mutating func step(into density: inout ReorderDensity) {
    let waiting = early.firstIndex(of: turn)
    guard waiting != nil || window.contains(turn) else {
      var next = Int.max
      for number in window where number > turn { next = min(next, number) }
      for number in early where number > turn { next = min(next, number) }
      if next == .max {
        // Only what is overdue is left: it counts as lost, and was counted so when its turn passed.
        window.removeFirst()
        return
      }
      density.addLost(next - turn)
      missed += max(turn, next - threshold)..<next
      turn = next
      return
    }
    let number = window.removeFirst()
    let displacement = turn - number
    // What is out of reach is dropped, and the turn stays.
    guard abs(displacement) <= threshold else { return }
    density.add(displacement: displacement)
    if let waiting { early.remove(at: waiting) }
    if displacement < 0 { early.append(number) }
    turn += 1
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// Numbered things of one flow as they arrive, in order or not (RFC 4737).
///
///     var order = ArrivalOrder(first: 1)
///     order.arrive(1, at: now)  // in order
///     order.arrive(3, at: now)  // in order, 2 is missing
///     order.arrive(2, at: now)  // late by one arrival
///
/// A thing that arrives with a smaller number than one before it is *late*. Missing things are kept as stretches of
/// numbers, so that an orderly flow needs no memory, and a flow that loses much a bounded one: of `memory` stretches
/// the oldest is forgotten, and what arrives from it is told as such.
///
/// - Complexity: O(1) for what is in order, O(`memory`) for what is late.
package struct ArrivalOrder: Sendable {
  /// The way in which something arrived.
  package enum Arrival: Hashable, Sendable {
    /// With the greatest number so far.
    case inOrder
    /// With a number that is there already.
    case duplicate
    /// After a greater one.
    case late(Lateness)
    /// It is so late that a duplicate can no longer be recognised.
    case forgotten
  }

  /// The lateness of something that arrived after a greater number.
  package struct Lateness: Hashable, Sendable {
    /// The number of arrivals since the first greater number arrived: the reordering extent.
    package var extent: Int
    /// The time since that arrival.
    package var by: Interval
    /// The number of arrivals before it, without a gap, that had greater numbers: it is reordered
    /// by so many.
    package var depth: Int
    /// The number of greater numbers that are there already: the pairs that it turns around.
    package var overtaken: Int
    /// The number of arrivals in a row before it that were not late.
    package var run: Int

    package init(extent: Int, by: Interval, depth: Int, overtaken: Int, run: Int) {
      self.extent = extent
      self.by = by
      self.depth = depth
      self.overtaken = overtaken
      self.run = run
    }
  }

  /// Numbers that are missing, from the first to the last of them.
  private struct Gap: Sendable {
    var from: Int
    var to: Int
    /// The arrival that left them out, and its time.
    var arrival: Int
    var at: Instant
  }

  /// The number of things that arrived, duplicates and the forgotten left out.
  package private(set) var received = 0
  /// The number of them that were late.
  package private(set) var reordered = 0
  /// The number of things that came again.
  package private(set) var duplicates = 0
  /// The number of things that were too late to be judged.
  package private(set) var forgotten = 0
  /// Pairs that arrived in the wrong order: Kendall's distance of what was received.
  package private(set) var inversions = 0

  private let memory: Int
  private var greatest: Int
  private var gaps: [Gap] = []
  /// Numbers up to here that are missing are forgotten.
  private var floor: Int
  /// The last arrivals since a number was first left out, the newest last, in a ring.
  private var recent: [Int] = []
  private var recentCount = 0
  private var run = 0

  /// A flow in which nothing arrived, whose numbers begin with `first`.
  package init(first: Int, memory: Int = 64) {
    invariant(memory > 0, "an order of arrivals with a memory of \(memory)")
    greatest = first - 1
    floor = first - 1
    self.memory = memory
  }

  /// Takes in an arrival.
  package mutating func arrive(_ number: Int, at instant: Instant) -> Arrival {
    if number > greatest {
      received += 1
      run += 1
      if number > greatest + 1 { leaveOut(greatest + 1, number - 1, at: instant) }
      greatest = number
      if !gaps.isEmpty || recentCount > 0 { note(number) }
      return .inOrder
    }
    guard let place = gap(of: number) else {
      if number <= floor {
        forgotten += 1
        return .forgotten
      }
      duplicates += 1
      return .duplicate
    }
    received += 1
    reordered += 1
    let gap = gaps[place]
    // Of the numbers beyond this gap, those in later gaps are missing too.
    var overtaken = greatest - gap.to
    for later in gaps[(place + 1)...] { overtaken -= later.to - later.from + 1 }
    inversions += overtaken
    let lateness = Lateness(
      extent: received - gap.arrival, by: instant - gap.at, depth: depth(of: number),
      overtaken: overtaken, run: run)
    run = 0
    fill(number, place)
    note(number)
    return .late(lateness)
  }

  /// The agreement of the arrivals with their numbers: 1 in order, -1 reversed; nil for fewer than two.
  package var tau: Double? {
    guard received > 1 else { return nil }
    return 1 - 4 * Double(inversions) / (Double(received) * Double(received - 1))
  }

  private mutating func leaveOut(_ from: Int, _ to: Int, at instant: Instant) {
    if gaps.count == memory { floor = gaps.removeFirst().to }
    gaps.append(Gap(from: from, to: to, arrival: received, at: instant))
  }

  /// Returns the place of the gap to which a number belongs.
  private func gap(of number: Int) -> Int? {
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle].to < number { low = middle + 1 } else { high = middle }
    }
    return low < gaps.count && gaps[low].from <= number ? low : nil
  }

  private mutating func fill(_ number: Int, _ place: Int) {
    let gap = gaps[place]
    switch (gap.from == number, gap.to == number) {
    case (true, true): gaps.remove(at: place)
    case (true, false): gaps[place].from += 1
    case (false, true): gaps[place].to -= 1
    case (false, false):
      gaps[place].to = number - 1
      var rest = gap
      rest.from = number + 1
      gaps.insert(rest, at: place + 1)
      if gaps.count > memory { floor = gaps.removeFirst().to }
    }
  }

  private mutating func note(_ number: Int) {
    if recent.count < memory {
      recent.append(number)
    } else {
      recent[recentCount % memory] = number
    }
    recentCount += 1
  }

  /// Returns the number of last arrivals in a row that were greater; at most what is remembered.
  private func depth(of number: Int) -> Int {
    var depth = 0
    while depth < min(recentCount, memory) {
      if recent[(recentCount - 1 - depth) % memory] < number { return depth }
      depth += 1
    }
    return depth
  }
}

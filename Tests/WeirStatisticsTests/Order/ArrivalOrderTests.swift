// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirStatistics

@Suite struct ArrivalOrderTests {
  /// Numbers from 1 as a bad network delivers them: late, twice, never.
  static func flow(_ seed: UInt64, reach: Int = 12) -> [Int] {
    var stream = RandomStream(seed: seed, "flow")
    let count = 1 + stream.index(below: 120)
    let worst = UInt64(stream.index(below: reach))
    let lossy = stream.below(2) == 0
    let doubling = stream.below(2) == 0
    var sent: [(turn: UInt64, number: Int)] = []
    for number in 1...count {
      if lossy, stream.below(9) == 0 { continue }
      sent.append((UInt64(number) + stream.below(worst + 1), number))
      if doubling, stream.below(7) == 0 { sent.append((UInt64(number) + stream.below(9), number)) }
    }
    return sent.sorted { ($0.turn, $0.number) < ($1.turn, $1.number) }.map(\.number)
  }

  private func at(_ place: Int) -> Instant { Instant.zero + .milliseconds(Int64(place * place)) }

  @Test(arguments: 0..<120 as Range<UInt64>)
  func `agrees with the definitions of the RFC on any flow`(seed: UInt64) {
    var order = ArrivalOrder(first: 1, memory: 512)
    var seen: [(number: Int, at: Instant)] = []
    var (run, inversions, reordered) = (0, 0, 0)
    for (place, number) in Self.flow(seed).enumerated() {
      let arrival = order.arrive(number, at: at(place))
      if seen.contains(where: { $0.number == number }) {
        #expect(arrival == .duplicate)
        continue
      }
      let overtaken = seen.count { $0.number > number }
      seen.append((number, at(place)))
      guard overtaken > 0 else {
        #expect(arrival == .inOrder)
        run += 1
        continue
      }
      inversions += overtaken
      reordered += 1
      let first = seen.firstIndex { $0.number > number } ?? 0
      var depth = 0
      for earlier in seen.dropLast().reversed() {
        if earlier.number < number { break }
        depth += 1
      }
      let lateness = ArrivalOrder.Lateness(
        extent: seen.count - 1 - first, by: at(place) - seen[first].at, depth: depth,
        overtaken: overtaken, run: run)
      #expect(arrival == .late(lateness))
      run = 0
    }
    #expect(order.received == seen.count)
    #expect(order.reordered == reordered)
    #expect(order.inversions == inversions)
    #expect(order.inversions == Kendall(of: seen.map { Int64($0.number) }).distance)
    #expect(order.forgotten == 0)
    if let tau = order.tau {
      let right = Kendall(of: seen.map { Int64($0.number) }).tauA ?? .nan
      #expect(abs(tau - right) < 1e-12)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `with a short memory it says what it forgot, and nothing that is wrong`(seed: UInt64) {
    var (short, long) = (
      ArrivalOrder(first: 1, memory: 4), ArrivalOrder(first: 1, memory: 512)
    )
    for (place, number) in Self.flow(seed, reach: 40).enumerated() {
      switch (short.arrive(number, at: at(place)), long.arrive(number, at: at(place))) {
      case (.forgotten, .late), (.forgotten, .duplicate): break
      case (.late(let a), .late(let b)):
        // What is forgotten is no arrival, so that neighbours are counted without it.
        if short.forgotten == 0 {
          #expect(a.depth == min(4, b.depth))
          #expect(a.extent == b.extent)
        }
        #expect(a.by == b.by)
        #expect(a.overtaken == b.overtaken)
      case (let a, let b): #expect(a == b)
      }
    }
    #expect(short.received + short.duplicates + short.forgotten == long.received + long.duplicates)
  }

  @Test func `the example of the specification is read as it says`() {
    var order = ArrivalOrder(first: 1)
    let late = [1, 2, 3, 7, 8, 9, 4, 5, 6].compactMap { number -> ArrivalOrder.Lateness? in
      if case .late(let lateness) = order.arrive(number, at: .zero) { lateness } else { nil }
    }
    #expect(late.map(\.extent) == [3, 4, 5])
    #expect(late.map(\.depth) == [3, 0, 0])
    #expect(order.reordered == 3)
    #expect(order.inversions == 9)
  }
}

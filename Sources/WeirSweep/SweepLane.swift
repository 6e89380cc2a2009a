// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// One scenario of a sweep.
///
/// Seeds go by their places in the range, from 0. A shard of a sweep has a part of the range, or nothing of it.
struct SweepLane: Sendable {
  private let first: UInt64
  private let count: Int
  private let limit: Int?
  /// All places below this one are settled.
  private var settledCount = 0
  /// The number of those that failed.
  private var settledFailures = 0
  /// Results behind a place that is still open.
  private var waiting = SortedMap<Int, SeedResult>()
  /// The places among them that failed, in order.
  private var waitingFailures: [Int] = []
  /// All places below this one were handed out, or were known before.
  private var handedOut = 0
  /// Places that came back without a result.
  private var returned: [Int] = []

  /// A lane of so many seeds, the first of which is `first`.
  init(first: UInt64, count: Int, limit: Int?) {
    invariant(limit.map { $0 > 0 } ?? true, "a sweep that is over before it begins")
    self.first = first
    self.count = count
    self.limit = limit
  }

  /// The place before which all is over; it moves down as failures become known.
  var end: Int {
    guard let limit else { return count }
    let wanted = limit - settledFailures
    if wanted == 0 { return settledCount }
    return waitingFailures.count >= wanted ? waitingFailures[wanted - 1] + 1 : count
  }

  var isOver: Bool { settledCount == end }

  var leftCount: Int { max(0, end - handedOut) + returned.count }

  mutating func next() -> UInt64? {
    let end = end
    while let place = returned.first, place < end {
      returned.removeFirst()
      if !isKnown(place) { return first + UInt64(place) }
    }
    while handedOut < end {
      let place = handedOut
      handedOut += 1
      if !isKnown(place) { return first + UInt64(place) }
    }
    return nil
  }

  mutating func giveBack(_ seed: UInt64) {
    guard let place = place(of: seed), !isKnown(place), !returned.contains(place) else { return }
    returned.append(place)
    returned.sort()
  }

  mutating func take(_ result: SeedResult, isFailure: Bool) -> Bool {
    guard let place = place(of: result.seed), !isKnown(place) else { return false }
    waiting.set(result, for: place)
    if isFailure {
      waitingFailures.append(place)
      waitingFailures.sort()
    }
    return true
  }

  mutating func settle(into settled: inout [SeedResult]) {
    while settledCount < end, let result = waiting.remove(settledCount) {
      settled.append(result)
      if waitingFailures.first == settledCount {
        waitingFailures.removeFirst()
        settledFailures += 1
      }
      settledCount += 1
      handedOut = max(handedOut, settledCount)
    }
  }

  var waitingResults: [SeedResult] { waiting.prefix { $0.key < end }.map(\.value) }

  /// `true` if the result of a seed is still to come and can change what is found.
  func needs(_ seed: UInt64) -> Bool {
    place(of: seed).map { $0 < end && !isKnown($0) } ?? false
  }

  private func isKnown(_ place: Int) -> Bool { place < settledCount || waiting[place] != nil }

  private func place(of seed: UInt64) -> Int? {
    guard seed >= first, seed - first < UInt64(count) else { return nil }
    return Int(seed - first)
  }
}

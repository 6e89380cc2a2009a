// SPDX-License-Identifier: GPL-3.0-or-later

/// A set of journeys, of which each takes one bit.
package struct JourneySet: Sendable {
  private var words: [UInt64] = []

  /// Makes an empty set.
  package init() {}

  /// `true` if a journey is there.
  package func contains(_ journey: UInt32) -> Bool {
    let word = Int(journey / 64)
    return word < words.count && words[word] & 1 << UInt64(journey % 64) != 0
  }

  /// Adds a journey.
  package mutating func insert(_ journey: UInt32) {
    let word = Int(journey / 64)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    words[word] |= 1 << UInt64(journey % 64)
  }

  /// Takes a journey away; returns `true` if it was there.
  @discardableResult
  package mutating func remove(_ journey: UInt32) -> Bool {
    guard contains(journey) else { return false }
    words[Int(journey / 64)] &= ~(1 << UInt64(journey % 64))
    return true
  }
}

// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The time for which a client waits before it tries to connect again.
///
/// It is zero after a good connection; else longer each time, and never equal for all clients,
/// because those that lost their server at one instant would come back at one.
struct Backoff: Sendable {
  private static let first = Interval.seconds(1)
  private static let longest = Interval.seconds(30)

  private var chance: RandomStream
  /// The wait before chance shortened it, zero before the first.
  private var wait = Interval.zero
  private var wasGood = true

  init(chance: RandomStream) { self.chance = chance }

  /// Lets the next wait be zero: the last connection was good, or the network is known to be back.
  mutating func forgive() {
    wasGood = true
    wait = .zero
  }

  /// Returns the next wait: between three tenths of the longest one and all of it.
  mutating func next() -> Interval {
    if wasGood {
      wasGood = false
      return .zero
    }
    wait =
      wait == .zero
      ? Self.first : min(Interval(nanoseconds: wait.nanoseconds / 10 * 13), Self.longest)
    let least = wait.nanoseconds / 10 * 3
    let rest = chance.below(UInt64(wait.nanoseconds - least + 1))
    return Interval(nanoseconds: least + Int64(rest))
  }
}

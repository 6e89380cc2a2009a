// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The time for which, and the amount by which, one thing differed from another: the sum under a
/// curve of steps.
///
///     var divergence = Divergence(since: .zero)
///     divergence.set(2, at: Instant.zero + .seconds(1))
///     divergence.set(0, at: Instant.zero + .seconds(4))  // 3 s: a window closed
///     divergence.area                             // 6e9: two for three seconds, in nanoseconds
///
/// All sums are exact, however long it goes on.
package struct Divergence: Hashable, Sendable {
  /// The number of windows that were opened.
  package private(set) var windows = 0
  /// The time for which they were open together; a window that is still open counts up to the last change.
  package private(set) var total = Interval.zero
  /// The distance times how long it lasted, in nanoseconds, up to the last change.
  package private(set) var area = Int128(0)
  /// The distance now.
  package private(set) var distance = 0
  private var changed: Instant
  private var opened: Instant

  /// Begins without a difference.
  package init(since instant: Instant) {
    changed = instant
    opened = instant
  }

  /// Sets a new distance; returns how long a window was open that this closes.
  package mutating func set(_ distance: Int, at instant: Instant) -> Interval? {
    invariant(instant >= changed, "a distance at \(instant), but it is \(changed) already")
    invariant(distance >= 0, "a distance of \(distance)")
    if self.distance > 0 {
      total = total + (instant - changed)
      area += Int128(self.distance) * Int128((instant - changed).nanoseconds)
    }
    changed = instant
    let wasOpen = self.distance > 0
    self.distance = distance
    if !wasOpen, distance > 0 {
      windows += 1
      opened = instant
    }
    return wasOpen && distance == 0 ? instant - opened : nil
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// The clock that says when a plain stack publishes next.
struct PlainClock: Sendable {
  /// `true` if there is anything to publish.
  var isOpen = false
  /// The moment at which to publish.
  var due = Instant.never
  /// Not later than this.
  var deadline = Instant.never
  /// For when an alarm was asked.
  var alarm = Instant.never
}

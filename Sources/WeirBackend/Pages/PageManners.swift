// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Backend {
  /// The manners of a paged API: what it does that its clients have to bear.
  ///
  /// One without manners answers each question once, at once, and with as many rows as there are and were asked for.
  package struct PageManners: Hashable, Sendable {
    /// The chance that a page has fewer rows than were asked for although there are more; it has one at least.
    package var short = Ratio.zero
    /// The chance that a page has up to half as many rows more than were asked for.
    package var long = Ratio.zero
    /// The most by which the total is wrong, either way.
    package var drift = 0
    /// The chance that a question is answered twice: with the page as it is, and once more ``later`` on.
    package var twice = Ratio.zero
    /// The chance that an answer comes this much later.
    package var slow = Ratio.zero
    /// The delay of what comes later.
    package var later = Interval.milliseconds(500)

    /// Makes the manners of an API without any.
    package init() {}
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Scenario.Server {
  /// The manners of a paged API: what it does that its clients have to bear.
  package struct Pages: Hashable, Sendable {
    /// The chance that a page has fewer rows than were asked for although there are more.
    package var short = Ratio.zero
    /// The chance that a page has more rows than were asked for.
    package var long = Ratio.zero
    /// The most by which the total is wrong, either way.
    package var drift = 0
    /// The chance that a question is answered twice.
    package var twice = Ratio.zero
    /// The chance that an answer comes late.
    package var slow = Ratio.zero
    /// The delay of what comes late, or again.
    package var later = Interval.milliseconds(500)

    /// Makes the manners of an API without any.
    package init() {}
  }
}

extension Scenario.Server.Pages: KeyedSection {
  static let section = SectionHead(
    .pages, "server.pages", "What a paged API does that its clients have to bear.")

  static let unread = Self()

  static let keys: [FormatKey] = [
    FormatKey(
      "short", \.short, .share,
      "How likely a page has fewer rows than were asked for, although there are more.",
      example: "5%"),
    FormatKey(
      "long", \.long, .share, "How likely a page has up to half as many rows more.", example: "2%"),
    FormatKey(
      "drift", \.drift, .count(0...Schema.most), "By how much the total is wrong, either way.",
      example: "3"),
    FormatKey(
      "twice", \.twice, .share,
      "How likely a page comes twice: as it is, and once more after `later`, as it is then.",
      example: "2%"),
    FormatKey(
      "slow", \.slow, .share, "How likely a page comes `later`, and others overtake it.",
      example: "5%"),
    FormatKey(
      "later", \.later, .positiveDuration, "How much later.", example: "2s"),
  ]
}

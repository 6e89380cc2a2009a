// SPDX-License-Identifier: GPL-3.0-or-later
extension Scenario {
  /// The spread of choices over places 1, 2, 3 ….
  package enum Popularity: Hashable, Sendable {
    /// All alike.
    case uniform
    /// The nth place is chosen in proportion to 1/nˢ.
    case zipf(Double)
    /// One after the other.
    case inTurn
  }
}

extension Scenario.Popularity {
  /// A spread of choices that a power describes.
  struct Zipf: KeyedSection {
    /// The power.
    var power = 1.0

    static let section = SectionHead(.popularity, "clients.pick", "How choices spread.")

    static let unread = Self()

    static let keys: [FormatKey] = [
      FormatKey(
        "zipf", required: \.power, .number(above: 0, atMost: 10),
        "The nth place is chosen in proportion to 1/n to this power.", example: "1.1")
    ]
  }
}

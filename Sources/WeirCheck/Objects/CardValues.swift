// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirTree

/// The values of the card of a row: one of each kind that a field can have, drawn from a number that stands in the card itself.
///
/// So whoever sees a card knows what it has to hold. How it is stored is written down here a second time, from the data model
/// and not from the code that stores it.
package struct CardValues: Hashable, Sendable {
  /// The number from which the others are drawn, which may be greater than the tree can hold as a number.
  package var seed: UInt64
  /// A whole number, or none.
  package var count: Int64?
  /// A number with a fraction, or none.
  package var ratio: Double?
  /// True or false, or nothing.
  package var isOpen: Bool?
  /// Bytes, or none; never no byte at all.
  package var seal: [UInt8]?
  /// Any number of texts, in their order.
  package var tags: [String]
  /// One of ``moods``.
  package var mood: String
  /// A number of which 0 is stored as nothing.
  package var likes: Int64
  /// The milliseconds since 1970 of a moment that is stored as such.
  package var born: Int64
  /// The milliseconds since 1970 of a moment that is stored as a text.
  package var met: Int64
  /// The keys of the path to an object, which lies below ``people`` or elsewhere.
  package var friend: [String]
  /// The street of an object inside of the card; nil: there is no such object.
  package var street: String?

  /// The child of a row that is its card.
  package static let name = Key("card")
  /// The names of the fields, by the values that they hold.
  package static let names = (
    seed: "seed", count: "count", ratio: "ratio", isOpen: "open", seal: "seal", tags: "tags",
    mood: "mood", likes: "likes", born: "born", met: "met", friend: "friend",
    home: "home", street: "street"
  )
  /// The place that references of a card leave out.
  package static let people = "people"
  /// The moods that there are.
  package static let moods = ["glad", "calm", "sad"]

  /// Takes values as somebody has read them.
  package init(
    seed: UInt64, count: Int64?, ratio: Double?, isOpen: Bool?, seal: [UInt8]?, tags: [String],
    mood: String, likes: Int64, born: Int64, met: Int64, friend: [String],
    street: String?
  ) {
    (self.seed, self.count, self.ratio, self.isOpen) = (seed, count, ratio, isOpen)
    (self.seal, self.tags, self.mood) = (seal, tags, mood)
    (self.likes, self.born, self.met) = (likes, born, met)
    (self.friend, self.street) = (friend, street)
  }

  /// Draws the values of a card.
  package init(seed: UInt64) {
    var draws = RandomStream(seed: seed, "card")
    let words = ["", "a", "ß/\u{1F600}", "12", "null", "a longer text with spaces"]
    let numbers: [Int64] = [.min, -1, 0, 7, 1 << 53, .max]
    self.seed = seed
    count = draws.below(4) == 0 ? nil : numbers[draws.index(below: numbers.count)]
    ratio = draws.below(4) == 0 ? nil : Double(draws.below(1000)) / 8
    isOpen = draws.below(3) == 0 ? nil : draws.below(2) == 0
    seal = draws.below(4) == 0 ? nil : Self.bytes(1 + draws.index(below: 6), &draws)
    tags = (0..<draws.index(below: 5)).map { _ in words[draws.index(below: words.count)] }
    mood = Self.moods[draws.index(below: 3)]
    likes = Int64(draws.below(3))
    born = Int64(draws.below(4_000_000_000_000)) - 2_000_000_000_000
    met = Self.day * (Int64(draws.below(80_000)) - 20_000) + Int64(draws.below(86_400)) * 1000
    let isElsewhere = draws.below(3) == 0
    friend = [isElsewhere ? "teams" : Self.people, "f\(draws.below(100))"]
    if draws.below(4) == 0 { friend.append("deeper") }
    street = draws.below(3) == 0 ? nil : "street \(draws.below(50))"
  }

  private static let day: Int64 = 86_400_000

  private static func bytes(_ count: Int, _ draws: inout RandomStream) -> [UInt8] {
    (0..<count).map { _ in UInt8(draws.below(256)) }
  }

  /// A number by which all that differs differs.
  package var stamp: UInt64 {
    var digest = Digest()
    for word in [
      "\(seed)", "\(count, default: "-")", "\(ratio.map(\.bitPattern), default: "-")",
      "\(isOpen, default: "-")", "\(seal, default: "-")", "\(tags)", mood, "\(likes)", "\(born)",
      "\(met)", "\(friend)", street ?? "-",
    ] {
      digest.absorb(word)
    }
    return digest.word
  }

  /// The card as it has to be stored.
  package var node: Node {
    let names = Self.names
    let isBig = seed > UInt64(Int64.max)
    let isBelow = friend[0] == Self.people
    let path =
      isBelow ? friend.dropFirst().joined(separator: "/") : "/" + friend.joined(separator: "/")
    let children: [(String, Node)] = [
      (names.seed, isBig ? .text("\(seed)") : .integer(Int64(seed))),
      (names.count, count.map { .integer($0) } ?? .null),
      (names.ratio, ratio.map { .number($0) } ?? .null),
      (names.isOpen, isOpen.map { .bool($0) } ?? .null),
      (names.seal, seal.map { .text(Self.base64($0)) } ?? .null),
      (names.tags, Node(tags.enumerated().map { (Key("\($0.offset)"), .text($0.element)) })),
      (names.mood, .text(mood)),
      (names.likes, likes == 0 ? .null : .integer(likes)),
      (names.born, .integer(born)),
      (names.met, .text(Self.text(of: met))),
      (names.friend, Node([(Key("__src"), .text(path))])),
      (names.home, street.map { Node([(Key(names.street), .text($0))]) } ?? .null),
    ]
    return Node(children.filter { !$0.1.isNull }.map { (Key($0.0), $0.1) })
  }

  /// Returns the number from which a card was drawn; nil: it has none.
  package static func seed(of card: Node) -> UInt64? {
    switch card[Key(names.seed)] {
    case .integer(let number): UInt64(exactly: number)
    case .text(let text): UInt64(text)
    default: nil
    }
  }

  /// Writes a moment of whole seconds as ISO 8601 does, by walking through the years and months.
  private static func text(of milliseconds: Int64) -> String {
    var (days, seconds) = (milliseconds / day, milliseconds % day / 1000)
    if seconds < 0 { (days, seconds) = (days - 1, seconds + 86_400) }
    func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    var year: Int64 = 1970
    while days < 0 {
      year -= 1
      days += isLeap(year) ? 366 : 365
    }
    while days >= (isLeap(year) ? 366 : 365) {
      days -= isLeap(year) ? 366 : 365
      year += 1
    }
    var month = 1
    for length in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
      if days < length { break }
      days -= Int64(length)
      month += 1
    }
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(year)-\(two(Int64(month)))-\(two(days + 1))"
    return date + "T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
  }

  /// Writes bytes as base 64, bit by bit.
  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var bits = bytes.flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 } }
    while !bits.count.isMultiple(of: 6) { bits.append(0) }
    let text = stride(from: 0, to: bits.count, by: 6).map { start in
      digits[bits[start..<start + 6].reduce(0) { $0 * 2 + Int($1) }]
    }
    return String(text) + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
  }
}

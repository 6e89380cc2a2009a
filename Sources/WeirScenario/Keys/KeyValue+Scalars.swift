// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirTree

extension KeyValue where Value == Int? {
  /// A whole number within a range, or no limit.
  static func countOrUnlimited(_ range: ClosedRange<Int>) -> Self {
    Self(
      .count(range, orUnlimited: true),
      parse: { text, _ throws(Complaint) in
        if text == "unlimited" { return nil }
        do throws(Complaint) {
          return try Units.integer(text, in: range)
        } catch {
          throw Complaint(
            message: error.message.replacingPrefix(
              "expected a whole number", with: "expected a whole number or 'unlimited'"),
            remedy: error.remedy + ", or unlimited")
        }
      }, words: { $0.map { String($0) } ?? "unlimited" })
  }
}

extension KeyValue where Value == Scenario.Rate {
  /// So many things a second, which may be none.
  static var rate: Self { rate(isPositive: false) }

  /// So many things a second, and more than none.
  static var positiveRate: Self { rate(isPositive: true) }

  private static func rate(isPositive: Bool) -> Self {
    Self(
      .rate(positive: isPositive),
      parse: { text, key throws(Complaint) in
        let value = try Units.rate(text)
        if isPositive, value.millionths == 0 { throw Decoder.zero("the rate of \(key)") }
        return value
      }, words: { Canonical.words($0) })
  }
}

extension KeyValue where Value == Double {
  /// A number without a unit.
  static func number(above least: Int, atMost most: Int) -> Self {
    Self(
      .number(above: least, atMost: most),
      parse: { text, _ throws(Complaint) in
        try Units.number(text, above: Double(least), atMost: Double(most))
      }, words: Decimal.plain)
  }
}

extension KeyValue where Value == UInt64 {
  /// 64 bits.
  static var seed: Self {
    Self(
      .seed, parse: { text, _ throws(Complaint) in try Units.seed(text) }, words: { "\($0)" })
  }
}

extension KeyValue where Value == String {
  /// A text of which the list of values tells with its quotes.
  static var sentence: Self {
    Self(.text, parse: { text, _ in text }, words: Canonical.quoted)
  }

  /// A command for the shell.
  public static var command: Self { Self(.text, parse: { text, _ in text }, words: { $0 }) }

  /// A name: letters, digits, hyphens and underscores.
  static var name: Self {
    Self(.name, parse: { text, _ throws(Complaint) in try Decoder.name(text) }, words: { $0 })
  }

  /// One of a few words that no enumeration has.
  static func one(of words: [String]) -> Self {
    Self(
      .word(words),
      parse: { text, key throws(Complaint) in
        if words.count > 1 || text == words[0] {
          return try Decoder.known(text, among: words, as: key)
        }
        throw Complaint(
          message: "expected '\(words[0])', found '\(shortened(text))'",
          remedy: "write `\(key): \(words[0])`, or remove the key")
      }, words: { $0 })
  }

  /// A name of something that the reader knows, of a kind that is called `what`.
  static func known(
    _ kind: Schema.Kind, as what: String, among names: @escaping @Sendable (Decoder) -> [String]
  ) -> Self {
    Self(
      kind,
      read: { decoder, slot in
        let known = names(decoder)
        return decoder.scalar(
          slot, { text throws(Complaint) in try Decoder.known(text, among: known, as: what) },
          { $0 })
      }, words: { $0 })
  }

  /// The path of one list.
  static var list: Self {
    Self(.lists, parse: { text, _ throws(Complaint) in try Decoder.oneList(text) }, words: { $0 })
  }
}

extension KeyValue where Value == Int {
  /// The name of something that stands elsewhere in the file, as its place among those that the reader knows.
  static func reference(
    to list: String, as what: String, among names: @escaping @Sendable (Decoder) -> [String]
  ) -> Self {
    let name = KeyValue<String>.known(.reference(to: list), as: what, among: names)
    return Self(
      name.kind,
      read: { decoder, slot in
        name.read(&decoder, slot).flatMap { names(decoder).firstIndex(of: $0) }
      }, words: { _ in "default" })
  }
}

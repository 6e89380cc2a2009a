// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

/// A kind of value that a key can have: what may be written, how it is read, and its one spelling.
///
///     FormatKey("servers", \.servers, .countOrUnlimited(1...Schema.most), "How many requests are served at once.", example: "4")
///
/// A kind is made once and serves every key that has such values: the schema takes what may be written from `kind`, the
/// decoder reads with it, and the default of a key is the initial value of its property in the kind's words.
public struct KeyValue<Value: Sendable>: Sendable {
  /// The texts and shapes that may be written.
  let kind: Schema.Kind
  /// Reads what was written; nil: it is wrong, and that was noted.
  let read: @Sendable (inout Decoder, Decoder.Slot) -> Value?
  /// Spells a value as a scenario would.
  let words: @Sendable (Value) -> String

  /// Makes a kind whose values are no default of any key, and so need no words.
  init(_ kind: Schema.Kind, read: @escaping @Sendable (inout Decoder, Decoder.Slot) -> Value?) {
    self.init(kind, read: read) { _ in invariantBroken("no default is written as \(kind)") }
  }

  /// Makes a kind.
  init(
    _ kind: Schema.Kind, read: @escaping @Sendable (inout Decoder, Decoder.Slot) -> Value?,
    words: @escaping @Sendable (Value) -> String
  ) {
    self.kind = kind
    self.read = read
    self.words = words
  }

  /// Makes a kind whose values are written as one word or text.
  ///
  /// - Parameters:
  ///   - kind: The texts that may be written.
  ///   - parse: Reads a text; the second argument is the name of the key, for what there is to say of a wrong one.
  ///   - words: Spells a value.
  init(
    _ kind: Schema.Kind,
    parse: @escaping @Sendable (_ text: String, _ key: String) throws(Complaint) -> Value,
    words: @escaping @Sendable (Value) -> String
  ) {
    self.init(
      kind,
      read: { decoder, slot in
        decoder.scalar(
          slot, { text throws(Complaint) in try parse(text, slot.key.name) }, words)
      }, words: words)
  }

  /// The same kind, whose values are checked, but are no part of what was understood.
  var unrecorded: Self {
    Self(
      kind,
      read: { decoder, slot in
        let known = decoder.values
        defer { decoder.values = known }
        return read(&decoder, slot)
      }, words: words)
  }

  /// The value that canonical words stand for, which have been checked.
  func value(of words: String) -> Value? {
    let key = Schema.Key("value", kind, .required, "", words)
    // A text may be empty, or look like nothing, as plain words may not.
    let isText = if case .text = kind { true } else { false }
    let node = YAMLNode(
      content: .scalar(words, isPlain: !isText), mark: Mark(file: "option", line: 1, column: 1))
    var decoder = Decoder(.bare, loader: .none)
    return read(&decoder, Decoder.Slot(node: node, key: key, path: "value", mark: nil))
  }
}

extension KeyValue where Value == Int {
  /// A whole number within a range.
  public static func count(_ range: ClosedRange<Int>) -> Self {
    Self(
      .count(range, orUnlimited: false),
      parse: { text, _ throws(Complaint) in try Units.integer(text, in: range) },
      words: { "\($0)" })
  }
}

extension KeyValue where Value == Interval {
  /// A length of time, which may be zero.
  public static var duration: Self { duration(isPositive: false) }

  /// A length of time above zero.
  static var positiveDuration: Self { duration(isPositive: true) }

  private static func duration(isPositive: Bool) -> Self {
    Self(
      .duration(positive: isPositive),
      parse: { text, key throws(Complaint) in
        let value = try Units.duration(text)
        if isPositive, value == .zero { throw Decoder.zero("the duration of \(key)") }
        return value
      }, words: \.description)
  }
}

extension KeyValue where Value == Ratio {
  /// A share between nothing and all.
  public static var share: Self {
    Self(
      .share, parse: { text, _ throws(Complaint) in try Units.share(text) },
      words: { Canonical.words($0) })
  }
}

extension KeyValue where Value == Bool {
  /// `on` or `off`.
  public static var flag: Self {
    let words = ["off", "on"]
    return Self(
      .word(words),
      parse: { text, key throws(Complaint) in
        try Decoder.known(text, among: words, as: key) == "on"
      }, words: { $0 ? "on" : "off" })
  }
}

extension KeyValue where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the words of an enumeration.
  public static var word: Self {
    let words = Value.allCases.map(\.rawValue)
    return Self(
      .word(words),
      parse: { text, key throws(Complaint) in
        let word = try Decoder.known(text, among: words, as: key)
        guard let value = Value(rawValue: word) else {
          invariantBroken("the word '\(word)' is not one of its own enumeration")
        }
        return value
      }, words: \.rawValue)
  }
}

extension KeyValue where Value == String {
  /// A text that is taken as it is.
  public static var text: Self { Self(.text, parse: { text, _ in text }, words: { $0 }) }
}

extension Schema {
  /// The format without a promise, a metric or a stack, for values that stand alone.
  fileprivate static let bare = Schema(promises: [], metrics: [], stacks: [])
}

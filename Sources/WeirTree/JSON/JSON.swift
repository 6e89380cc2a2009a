// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// A parsed JSON text, with explicit kinds, in written order, each part with its place.
///
///     try JSON(reading: #"{"b": 1, "a": 1.0}"#, file: "case.json").words  // {"b":1,"a":1.0}
///
/// `1` is an integer, `1.0` and `1e0` are numbers, `true` is neither; texts are bytes and are never
/// normalised. Code that rejects a part can say where it is.
public struct JSON: Sendable {
  /// The kind and content of a value.
  public enum Content: Sendable {
    /// Nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A number of 64 bits that is written without a point and an exponent, and is not `-0`.
    case integer(Int64)
    /// Any other number; finite.
    case number(Double)
    /// A text.
    case text(String)
    /// Values in a row.
    case array([JSON])
    /// Values under keys, no key twice, in written order.
    case object([Member])
  }

  /// A key and its value.
  public struct Member: Sendable {
    /// The key.
    public var key: String
    /// The place of the key, if it was read.
    public var mark: Mark?
    /// The value.
    public var value: JSON

    /// Makes a member.
    public init(_ key: String, _ value: JSON, at mark: Mark? = nil) {
      self.key = key
      self.mark = mark
      self.value = value
    }
  }

  /// The content of the value.
  public var content: Content
  /// The place of the value, if it was read.
  public var mark: Mark?

  /// Makes a value.
  public init(_ content: Content, at mark: Mark? = nil) {
    self.content = content
    self.mark = mark
  }

  /// Nothing.
  public static let null = JSON(.null)

  /// True or false.
  public static func bool(_ flag: Bool) -> JSON { JSON(.bool(flag)) }

  /// A whole number.
  public static func integer(_ value: Int64) -> JSON { JSON(.integer(value)) }

  /// Any other number.
  public static func number(_ value: Double) -> JSON { JSON(.number(value)) }

  /// A text.
  public static func text(_ text: String) -> JSON { JSON(.text(text)) }

  /// Values in a row.
  public static func array(_ values: [JSON]) -> JSON { JSON(.array(values)) }

  /// Values under keys, in this order.
  public static func object(_ members: [(String, JSON)]) -> JSON {
    JSON(.object(members.map { Member($0.0, $0.1) }))
  }

  /// The value under `key`, if this is an object that has one.
  ///
  /// - Complexity: O(members).
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }
}

extension JSON: Equatable {
  /// `true` if both have the same kinds and bytes in the same order; their places do not matter.
  public static func == (a: JSON, b: JSON) -> Bool {
    switch (a.content, b.content) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.integer(let x), .integer(let y)): x == y
    case (.number(let x), .number(let y)): x == y
    case (.text(let x), .text(let y)): x.utf8.elementsEqual(y.utf8)
    case (.array(let x), .array(let y)): x == y
    case (.object(let x), .object(let y)):
      x.elementsEqual(y) { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
    default: false
    }
  }
}

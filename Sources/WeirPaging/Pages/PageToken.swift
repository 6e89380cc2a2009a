// SPDX-License-Identifier: Apache-2.0

/// A text of a server that means something to that server alone: a cursor, or a position in its order.
///
///     let token: PageToken = "eyJpZCI6MjB9"
///
/// Tokens are compared as bytes, so that no letter is ever taken for another one.
public struct PageToken: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The bytes of the text.
  public let utf8: [UInt8]

  /// Makes a token of a text.
  public init(_ text: String) { utf8 = Array(text.utf8) }

  /// Makes a token of a text that stands in the source.
  public init(stringLiteral text: String) { self.init(text) }

  /// The text.
  public var text: String { String(decoding: utf8, as: UTF8.self) }
}

extension PageToken: CustomStringConvertible {
  /// The text in quotes.
  public var description: String { "\"\(text)\"" }
}

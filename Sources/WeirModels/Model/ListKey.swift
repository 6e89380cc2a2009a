// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The key of a list of models: lists with equal keys are one list, and the cache keeps it under the key.
///
///     ListKey("feed") == ListKey("feed")  // true
///
/// It is no ``ModelID``: a list and a model may have the same name. Texts are compared byte by byte.
public struct ListKey: Hashable, Sendable {
  /// The name of the list, unique among all lists of an app.
  public let text: String
  private let hash: UInt64

  /// Makes a key.
  public init(_ text: String) {
    self.text = text
    hash = nameHash(text)
  }

  /// `true` if the bytes of both are the same.
  public static func == (a: ListKey, b: ListKey) -> Bool {
    // Two texts that only look the same have other bytes, and so another hash.
    a.hash == b.hash && a.text == b.text
  }

  /// Feeds the key to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension ListKey: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Makes a key of a literal.
  public init(stringLiteral text: String) { self.init(text) }
  /// The text.
  public var description: String { text }
}

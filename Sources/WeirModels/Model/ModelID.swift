// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The identity of a model: models with equal identities are versions of one thing.
///
///     ModelID("user:7") == ModelID("user:7")  // true
///
/// It is no ``ListKey``, so the key of a list can never be taken for a model of the same name. Texts are compared byte
/// by byte, as the keys of a database are.
public struct ModelID: Hashable, Sendable {
  /// The name of the model, unique among all models of an app.
  public let text: String
  let hash: UInt64

  /// Makes an identity.
  public init(_ text: String) {
    self.text = text
    hash = nameHash(text)
  }

  /// `true` if the bytes of both are the same.
  public static func == (a: ModelID, b: ModelID) -> Bool {
    // Two texts that only look the same have other bytes, and so another hash.
    a.hash == b.hash && a.text == b.text
  }

  /// Feeds the identity to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension ModelID: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Makes an identity of a literal.
  public init(stringLiteral text: String) { self.init(text) }
  /// The text.
  public var description: String { text }
}

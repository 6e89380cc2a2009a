// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A sort of thing that an app keeps in the tree, as it was registered: a message, a group, a like.
///
/// A kind is a number; ``ResourceRegistry`` knows its name and where its instances lie. Two kinds are
/// never the same thing, even where their templates are.
public struct ResourceKind: Hashable, Sendable {
  /// Its place in the order of registration, from 0.
  public let number: UInt16

  init(number: UInt16) { self.number = number }
}

/// One thing that an app keeps in the tree: of which kind it is, which key it has there, what it holds.
///
///     Resource(message, fields: Node([(Key("text"), .text("hello"))]))   // not yet in the tree
///     Resource(message, key: Key("-Nx4…"), fields: fields)               // lies there under this key
///
/// It is a value. A machine that creates it hands back a copy that has a key.
public struct Resource: Equatable, Sendable {
  /// The sort of thing that it is.
  public var kind: ResourceKind
  /// The name that it has in the tree; nil: it was never created.
  public var key: Key?
  /// The fields that are written.
  public var fields: Node

  /// Makes a thing; without a key it is one that is yet to be created.
  public init(_ kind: ResourceKind, key: Key? = nil, fields: Node = .null) {
    self.kind = kind
    self.key = key
    self.fields = fields
  }
}

// SPDX-License-Identifier: Apache-2.0

/// An event that a listener receives.
///
/// Events of one operation come as one batch: removed, added, moved, changed, then `value`; inside a
/// kind in the order of the query.
public struct DataEvent: Sendable {
  /// The kinds of event, in the order of a batch.
  public enum Kind: UInt8, Sendable, Comparable {
    /// A child left the query.
    case removed
    /// A child came into the query.
    case added
    /// A child has moved.
    case moved
    /// A child's content changed.
    case changed
    /// The batch is complete, and so is the listener's view.
    case value

    /// Orders kinds as in a batch.
    public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }
  /// The kind of event.
  public var kind: Kind
  /// The key of the child; meaningless for `value`.
  public var key: Key
  /// The child's content; for `removed` the last one it had.
  public var node: Node
  /// The child before it once the batch is complete, nil for the first.
  public var previous: Key?

  /// Makes an event.
  public init(_ kind: Kind, _ key: Key, _ node: Node, after previous: Key? = nil) {
    self.kind = kind
    self.key = key
    self.node = node
    self.previous = previous
  }

  /// The event that ends a batch.
  public static var value: DataEvent { DataEvent(.value, .dash, .null) }
}

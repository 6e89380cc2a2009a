// SPDX-License-Identifier: Apache-2.0
public import WeirTree

extension ViewOracle {
  /// A wish of an operation: first come the events that are heard, then the requests to the server.
  public enum Wish: Sendable {
    /// Ask the server for the query at the path, under a tag.
    case listen(tag: UInt32, Path, Query)
    /// Tell the server that a tag is not needed any more.
    case unlisten(tag: UInt32)
    /// A registration hears an event.
    case heard(registration: UInt32, DataEvent)
    /// A registration is over, for the server said so.
    case cancelled(registration: UInt32)
  }

  /// The data that a registration sees.
  public struct Snapshot: Sendable, Equatable {
    /// The shown data, as a node.
    public var node: Node
    /// The children that are shown, in the query's order.
    public var keys: [Key]
    /// `true` if nothing is missing.
    public var isComplete: Bool

    /// Makes a snapshot.
    public init(node: Node, keys: [Key], isComplete: Bool) {
      self.node = node
      self.keys = keys
      self.isComplete = isComplete
    }
  }

  /// A query that the server is asked, under its tag.
  public typealias WireListen = (tag: UInt32, path: Path, query: Query)
}

extension ViewOracle.Wish: Equatable {
  /// `true` if both ask for the same; nodes are compared by content.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.listen(let tag, let path, let query), .listen(let other, let place, let question)):
      tag == other && path == place && query == question
    case (.unlisten(let tag), .unlisten(let other)): tag == other
    case (.cancelled(let one), .cancelled(let other)): one == other
    case (.heard(let one, let event), .heard(let other, let twin)):
      one == other && event.kind == twin.kind
        && (event.kind == .value
          || event.key == twin.key && event.node == twin.node && event.previous == twin.previous)
    default: false
    }
  }
}

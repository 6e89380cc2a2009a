public import WeirCore

/// What travels between a client and the backend.
public struct Message: Sendable {
  /// The client at one end.
  public var client: UInt32
  /// The journey that the message belongs to, 0 for none.
  public var journey: UInt32
  /// When it was handed to the network.
  public var sentAt: Instant
  /// What it says.
  public var body: Body

  /// Makes a message.
  public init(client: UInt32, journey: UInt32, sentAt: Instant, body: Body) {
    self.client = client
    self.journey = journey
    self.sentAt = sentAt
    self.body = body
  }

  /// The number of the write that the message asks for or answers, if it does.
  public var writeID: UInt32? {
    switch body {
    case .write(let id, _), .answer(let id, _, _): id
    default: nil
    }
  }

  /// What a message says.
  public enum Body: Sendable {
    /// Nothing; an empty slot.
    case none
    /// Client: tell me what the query shows, and every change of it, under `tag`.
    case listen(tag: UInt32, Path, Query)
    /// Client: my write number `id`.
    case write(id: UInt32, Write)
    /// Client: are you there?
    case ping
    /// Server: all that the query shows now. Later pushes of the session count on from `sequence`.
    case snapshot(tag: UInt32, sequence: UInt32, [Entry])
    /// Server: one child of the query changed; null: it is gone.
    case change(tag: UInt32, sequence: UInt32, Key, Node)
    /// Server: several children changed at once.
    case changes(tag: UInt32, sequence: UInt32, [Entry])
    /// Server: the answer to write `id`; pushes up to number `after` were sent before it.
    case answer(id: UInt32, Answer, after: UInt32)
    /// Server: the answer to a listen that could not be served.
    case refused(tag: UInt32)
    /// Server: I am here, and the last push had this number.
    case pong(sequence: UInt32)
  }

  /// A child with its content.
  public struct Entry: Sendable {
    /// The child.
    public var key: Key
    /// Its content, or null.
    public var node: Node
    /// Makes an entry.
    public init(_ key: Key, _ node: Node) {
      self.key = key
      self.node = node
    }
  }

  /// How a write ended.
  public enum Answer: UInt8, Sendable {
    /// It is in the tree.
    case committed
    /// The server was too busy; nothing was written.
    case overloaded
  }
}

/// A change that somebody wants.
public enum Write: Sendable {
  /// Put the node at the path, whatever is there; null removes.
  case set(Path, Node)
  /// Put each entry below the path, and leave the other children as they are.
  case merge(Path, [Message.Entry])

  /// Where the write starts.
  public var path: Path {
    switch self {
    case .set(let path, _), .merge(let path, _): path
    }
  }

  /// Carries the write out.
  public func apply(to node: inout Node) {
    switch self {
    case .set(let path, let content): node.set(content, at: path)
    case .merge(let path, let entries):
      for entry in entries { node.set(entry.node, at: path.appending(entry.key)) }
    }
  }
}

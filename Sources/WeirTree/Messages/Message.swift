// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// A message between a client and the backend.
///
/// A connection is a *session*: it begins with a ``Body/hello``, and every receiver ignores what
/// belongs to an earlier one.
public struct Message: Sendable {
  /// The client at one end.
  public var client: UInt32
  /// The session that the message belongs to; the client counts its sessions from 1.
  public var session: UInt32
  /// The journey that the message belongs to, 0 for none.
  public var journey: UInt32
  /// The moment at which it was handed to the network.
  public var sentAt: Instant
  /// The content of the message.
  public var body: Body

  /// Makes a message.
  public init(
    client: UInt32, session: UInt32 = 1, journey: UInt32, sentAt: Instant, body: Body
  ) {
    self.client = client
    self.session = session
    self.journey = journey
    self.sentAt = sentAt
    self.body = body
  }

  /// The number of the request that the message makes or answers, if it has one.
  public var request: UInt32? {
    switch body {
    case .write(let id, _, _), .whenGone(let id, _), .neverMind(let id, _),
      .authenticate(let id, _),
      .answer(let id, _, _):
      id
    default: nil
    }
  }

  /// The kinds of message, each with its content.
  public enum Body: Sendable {
    /// Nothing; an empty slot.
    case none

    // From the client.

    // Requests with a number are counted from 1 in each session, and take effect in that order.

    /// Let us begin a session.
    case hello
    /// I am this user; nil: I sign out. My request number `id`.
    case authenticate(id: UInt32, Auth?)
    /// Tell me what the query shows, and every change of it, under `tag`; I know a state with this
    /// fingerprint already, 0 for none.
    indirect case listen(tag: UInt32, Path, Query, known: UInt64)
    /// Tell me no more under `tag`.
    case unlisten(tag: UInt32)
    /// Write this, my request number `id`; with a guard only if that holds.
    case write(id: UInt32, Write, guard: WriteGuard?)
    /// Make this write when I am gone; my request number `id`.
    case whenGone(id: UInt32, Write)
    /// Forget the writes for when I am gone at or below the path; my request number `id`.
    case neverMind(id: UInt32, Path)
    /// Send me a page; my question number `id`, which is told apart from requests and takes effect in no order.
    indirect case fetch(id: UInt32, PageQuery)
    /// Are you there?
    case ping
    /// I end the session.
    case goodbye

    // From the server.

    /// The session has begun, and my clock shows these milliseconds since 1970.
    case welcome(milliseconds: Int64)
    /// Answer to a listen: all that the query shows after the push with number `sequence`, or 0 for none. An answer
    /// has no number of its own.
    case snapshot(tag: UInt32, sequence: UInt32, Node)
    /// Answer to a listen: after the push with number `sequence` it is as you know it.
    case unchanged(tag: UInt32, sequence: UInt32)
    /// Answer to a listen that is not served.
    case refused(tag: UInt32, Refusal)
    /// All that the query shows was replaced.
    case overwrite(tag: UInt32, sequence: UInt32, Node)
    /// One child of the query changed; null: it is gone.
    case change(tag: UInt32, sequence: UInt32, Key, Node)
    /// Several children changed at once.
    case changes(tag: UInt32, sequence: UInt32, [Entry])
    /// You may not listen under `tag` any longer.
    case revoked(tag: UInt32, sequence: UInt32)
    /// The answer to request `id`; pushes up to number `after` were sent before it.
    case answer(id: UInt32, Answer, after: UInt32)
    /// The answer to question `id`, or one of several.
    indirect case page(id: UInt32, PageReply)
    /// I am here, and the last push had this number.
    case pong(sequence: UInt32)
    /// The session is over; come back when you like, but not before this long.
    case closed(wait: Interval)
  }

  /// The identity of a user as the rules see it.
  public struct Auth: Hashable, Sendable {
    /// The user's name.
    public var uid: String

    /// Makes an identity.
    public init(uid: String) { self.uid = uid }
  }

  /// The reason that a listen is not served.
  public enum Refusal: UInt8, Sendable {
    /// The server is too busy.
    case overloaded
    /// The rules forbid it.
    case forbidden
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

  /// The result of a write or a request.
  public enum Answer: UInt8, Sendable, CaseIterable {
    /// It is done.
    case committed
    /// The server was too busy; nothing was written.
    case overloaded
    /// The rules forbid it; nothing was written.
    case forbidden
    /// The guard did not hold; nothing was written.
    case stale
    /// The write cannot be carried out: too large, too deep, or against itself.
    case invalid
  }
}

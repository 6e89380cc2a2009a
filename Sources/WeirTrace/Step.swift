public import WeirCore
public import WeirTree

/// One thing that happened, as plain data.
///
/// The meaning of `x` and `y` depends on the kind and stands with each kind.
public struct Step: Hashable, Sendable {
  /// What happened.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The run began. `x`: the scenario's fingerprint, `y`: the seed.
    case began
    /// A client opened a list. `x`: the window (see ``Step/window(_:)``).
    case opened
    /// A person meant to do something. `x`: the action, `y`: the stage of the load.
    case meant
    /// What a person meant could not be done, for want of something to act on. `x`: the action.
    case skipped
    /// A client wrote and shows it. `x`: the stamp of the row, 0 for none; `y`: the number of the write.
    case wrote
    /// A message was handed to the network. `x`: when it arrives, -1 for never; `y`: how many
    /// transmissions were lost, plus 2³² if it was held back, plus 2³³ if it arrives twice.
    case sent
    /// A message arrived. `x`: when it was sent; `y`: 0 at the backend, 1 at the client.
    case arrived
    /// The backend took a request up. `x`: how long it had waited; `y`: how many still wait.
    case taken
    /// The backend turned a request away.
    case refused
    /// The backend has served a request. `x`: how long it was in the backend.
    case served
    /// A row of a list was committed. `x`: its stamp, 0 if it is gone; `y`: the version of the tree.
    case committed
    /// A client heard of a row. `x`: the stamp, 0 if it is gone; `y`: the kind of the data event.
    case heard
    /// A client has its answer. `x`: 0 committed, 1 overloaded, 2 forbidden, 3 stale, 4 invalid; `y`:
    /// the number of the write.
    case answered
    /// A client sent a request again.
    case resent
    /// A client missed something and asked for its list anew.
    case resynced
    /// A client's list was published. `x`: a digest of the rows; `y`: deletes, inserts, moves and
    /// updates, sixteen bits each, cut at 65,535.
    case published
    /// A list view faulted. `x`: the number of the rule.
    case faulted
    /// Nothing more will happen. `x`: how many messages are still under way or in work.
    case rested
    /// A client's connection changed. `x`: 1 connected, 0 not.
    case linked
    /// A client may not read its list, or no longer.
    case cancelled
    /// A client changes a row in a way that promises nothing about what it shows next: by a transaction,
    /// which may run again, or because it is connected.
    case touched
    /// A transaction ended. `x`: 0 committed, else why not, by number; `y`: how often it was run.
    case ended
    /// The backend added to a count. `x`: what it is now, `y`: what it was.
    case counted
    /// A session began at the backend. `x`: its number.
    case joined
    /// A session ended at the backend. `x`: its number.
    case parted
    /// The backend will write to a row when the client is gone. `x`: the session.
    case armed
    /// The backend wrote to a row because the client was gone. `x`: the session, `y`: 0 if it was refused.
    case fired
    /// The app of a client is no more. `x`: how many unanswered writes were saved.
    case killed
    /// The backend crashed, or is up again. `x`: 0 down, 1 up.
    case crashed
  }

  /// No list.
  public static let nowhere = UInt32.max
  /// No client: the backend, or the world itself.
  public static let nobody = UInt32.max

  /// When.
  public var at: Instant
  /// What.
  public var kind: Kind
  /// Whose.
  public var client: UInt32
  /// On which journey, 0 for none.
  public var journey: UInt32
  /// In which list, by its number in the world's table.
  public var list: UInt32
  /// Which row.
  public var key: Key
  /// See the kind.
  public var x: UInt64
  /// See the kind.
  public var y: UInt64

  /// The key of steps that concern no row.
  @inlinable public static var noKey: Key { .dash }

  /// Makes a step.
  @inlinable
  public init(
    at: Instant, _ kind: Kind, client: UInt32 = Step.nobody, journey: UInt32 = 0,
    list: UInt32 = Step.nowhere, key: Key = Step.noKey, x: UInt64 = 0, y: UInt64 = 0
  ) {
    self.at = at
    self.kind = kind
    self.client = client
    self.journey = journey
    self.list = list
    self.key = key
    self.x = x
    self.y = y
  }

  /// A window as a number: 0 for all, else the count times two, plus one for the last ones.
  public static func window(_ query: Query) -> UInt64 {
    switch query.limit {
    case .none: 0
    case .first(let count): UInt64(count) << 1
    case .last(let count): UInt64(count) << 1 | 1
    }
  }

  /// The query of a window that was written as a number.
  public static func query(of window: UInt64) -> Query {
    if window == 0 { return Query() }
    let count = Int(window >> 1)
    return Query(limit: window & 1 == 1 ? .last(count) : .first(count))
  }
}

extension Step {
  /// Feeds all of the step.
  @inlinable
  func absorb(into digest: inout Digest) {
    digest.absorb(
      UInt64(bitPattern: at.nanoseconds), UInt64(kind.rawValue) << 32 | UInt64(client))
    digest.absorb(UInt64(journey) << 32 | UInt64(list), key.hash64)
    digest.absorb(x, y)
  }
}

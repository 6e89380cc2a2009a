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
    /// A client opened a list. `x`: the window (see ``Step/window(of:)``).
    case opened
    /// A person meant to do something. `x`: the action, `y`: the stage of the load.
    case meant
    /// What a person meant could not be done, for want of something to act on. `x`: the action.
    case skipped
    /// A client wrote and shows it. `x`: the stamp of the row, 0 for none; `y`: the number of the write.
    case wrote
    /// A message was handed to the network. `x`: when it arrives, -1 for never; `y`: how many
    /// transmissions were lost, plus 2³² if it was held back, plus 2³³ if it arrives twice, plus 2³⁴ for each
    /// microsecond that it waits behind what was sent before it on the same stream (at most 2³⁰ − 1).
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
    /// A client heard of a row. `x`: the stamp, 0 if it is gone; `y`: the kind of the data event, plus the tag
    /// of the listen times 256.
    case heard
    /// A client has its answer. `x`: 0 committed, 1 overloaded, 2 forbidden, 3 stale, 4 invalid; `y`:
    /// the number of the write.
    case answered
    /// A client sent a request again.
    case resent
    /// A client missed something and asked for its list anew.
    case resynced
    /// A client's list was published. `x`: a digest of the rows, section by section; `y`: deletes, inserts,
    /// moves and updates, fifteen bits each, cut at 32,767, plus 2⁶⁰ if it is said to be the first one.
    case published
    /// A list view faulted. `x`: the number of the rule.
    case faulted
    /// Nothing more will happen. `x`: how many messages are still under way or in work.
    case rested
    /// A client's connection changed. `x`: 1 connected, 0 not.
    case linked
    /// A client may not read its list, or no longer. `x`: the tag of the listen.
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
    /// The app of a client is no more. `x`: how many unanswered writes were saved; `y`: 1 if its resources were.
    case killed
    /// The backend crashed, or is up again. `x`: 0 down, 1 up.
    case crashed
    /// A stack began to listen. `x`: the tag of the listen; `y`: a digest of the query.
    case listened
    /// A stack listens no longer. `x`: the tag of the listen.
    case unlistened
    /// A listen has told all that it shows at first. `x`: its tag.
    case completed
    /// A stack said that its list has loaded. `x`: 0, or 1 more than the number of the refusal.
    case loaded
    /// A person wants more rows. `x`: the number of the call; `y`: how many rows.
    case asked
    /// A page is there. `x`: the number of the call; `y`: how many rows are new, times two, plus one if there
    /// are more.
    case paged
    /// A page did not come. `x`: the number of the call; `y`: 1 busy, 2 not loaded, 3 cancelled, else 4 more
    /// than the number of the refusal.
    case pageFailed
    /// A person took the filter away, or put it back. `x`: 1 it is there, 0 it is not.
    case filtered
    /// Rows were pushed away from under a person's eyes. `x`: by how many places.
    case jumped
    /// An app operates on a resource, whose collection is the list. `x`: the operation's number; `y`: 0 create,
    /// 1 update, 2 destroy. The key is the thing's, none for a new one.
    case operated
    /// The resources of a client say how an operation goes. `x`: its number; `y`: the number of the
    /// ``ResourceStage``, plus what that says times 256. List and key are the thing's, where one is meant.
    case reported
    /// A counter was written at the backend. `x`: what it says; `y`: the number of the counted place, plus 2³² if
    /// that is no whole number.
    case tallied
    /// A fault struck, for a client or for all. `x`: its number among the run's faults; `y`: for how long, 0 if
    /// it happens at a moment.
    case disturbed
    /// A fault is over, for a client or for all. `x`: its number.
    case calmed
    /// When the time was over, a client had something left to wait for. `x`: 0 its app is not running, else 1 more
    /// than how far it is connected; `y`: how many listens, writes, wishes for when it is gone and transactions have
    /// no answer, sixteen bits each. Of nobody: `x` messages are under way, `y` requests wait or are in work.
    case pending
    /// A machine misbehaved, in a way that is allowed. `x`: the number of the point; the client is the one whose
    /// machine it is.
    case misbehaved
    /// The app of a client goes to the background, where it hears and does nothing. `x`: 1 it is there, 0 it is back.
    case paused
    /// A client told something of a row to a listen that its stack has ended. `x`: the number of the listen.
    case strayed
    /// A client closed its list, which is shown no longer.
    case closed
    /// A stack said that its list is no longer kept up to date. `x`: 1 more than the number of the refusal.
    case lost
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

  /// What a list shows at first, as a number: the window of its first source, plus 2⁶³ if its rows do not stand
  /// by their keys in one section, all of which the window shows.
  public static func window(of screen: Screen) -> UInt64 {
    let source = screen.sources[0]
    let window = Query(
      limit: source.limit.map { source.isAscending ? .first($0) : .last($0) } ?? .none)
    return self.window(window) | (screen.isPlain ? 0 : 1 << 63)
  }

  /// A digest of a query, by which a step is bound to the query that goes with it.
  public static func digest(of query: Query) -> UInt64 {
    var digest = Digest()
    digest.absorb(window(query), query.start == nil ? 0 : 1)
    switch query.index {
    case .key: digest.absorb(0, 0)
    case .value: digest.absorb(1, 0)
    case .priority: digest.absorb(2, 0)
    case .child(let path): for key in path.keys { digest.absorb(3, key.hash64) }
    }
    for bound in [query.start, query.end] {
      digest.absorb(bound?.key?.hash64 ?? 0, bound?.isExclusive == true ? 1 : 0)
      digest.absorb(bound.map { fingerprint(of: $0.value) } ?? 0, bound == nil ? 0 : 1)
    }
    return digest.word
  }

  private static func fingerprint(of value: SortValue) -> UInt64 {
    switch value {
    case .none: 0
    case .deferred: 1
    case .bool(let flag): Node.bool(flag).fingerprint
    case .integer(let value): Node.integer(value).fingerprint
    case .number(let value): Node.number(value).fingerprint
    case .text(let text): Node.text(text).fingerprint
    case .children: 2
    }
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

extension Screen {
  /// Whether the rows stand by their keys in one section, and only a window keeps rows away.
  public var isPlain: Bool {
    sources.count == 1 && sources[0].index == .key && filter == .everything && displayLimit == nil
      && grouping == nil
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore
public import WeirTree

/// One thing that happened, as plain data.
///
/// The meaning of `x` and `y` depends on the kind and stands in its `StepFormat`.
public struct Step: Hashable, Sendable {
  /// The kind of what happened; the numbers never change, for they are in the digests of runs.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The run began.
    case began
    /// A client opened a list: so many rows of one end of it, 0 for all.
    case opened
    /// A person meant to do something, in a stage of the load.
    case meant
    /// What a person meant could not be done, for want of something to act on.
    case skipped
    /// A client wrote a row and shows it; the stamp is 0 if it is gone.
    case wrote
    /// A message was handed to the network.
    case sent
    /// A message arrived.
    case arrived
    /// The backend took a request up, while others wait.
    case taken
    /// The backend turned a request away.
    case refused
    /// The backend has served a request.
    case served
    /// A row was committed; the stamp is 0 if it is gone.
    case committed
    /// A client heard of a row; the stamp is 0 if it is gone.
    case heard
    /// A client has its answer.
    case answered
    /// A client sent a request again.
    case resent
    /// A client missed something and asked for its list anew.
    case resynced
    /// A client's list was published: a digest of the rows, and the changes.
    case published
    /// A list view faulted.
    case faulted
    /// Nothing more will happen; so many messages are under way or in work.
    case rested
    /// A client's connection changed.
    case linked
    /// A client may not read its list, or no longer.
    case cancelled
    /// A client changes a row in a way that promises nothing about what it shows next.
    case touched
    /// A transaction ended: 0 for done, else why not.
    case ended
    /// The backend added to a count.
    case counted
    /// A session began at the backend.
    case joined
    /// A session ended at the backend.
    case parted
    /// The backend will write to a row when the client is gone.
    case armed
    /// The backend wrote to a row because the client was gone.
    case fired
    /// The app of a client is no more; so many unanswered writes were saved.
    case killed
    /// The backend crashed, or is up again.
    case crashed
    /// A stack began to listen.
    case listened
    /// A stack listens no longer.
    case unlistened
    /// A listen has told all that it shows at first.
    case completed
    /// A stack said that its list has loaded: 0, or 1 more than a refusal.
    case loaded
    /// A person wants more rows.
    case asked
    /// A page is there.
    case paged
    /// A page did not come: 1 busy, 2 not loaded, 3 cancelled, else 4 more than a refusal.
    case pageFailed
    /// A person took the filter away, put it back, or wants another one.
    case filtered
    /// Rows were pushed away from under a person's eyes.
    case jumped
    /// An app operates on a resource, whose collection is the list.
    case operated
    /// The resources of a client say how an operation goes.
    case reported
    /// A counter was written at the backend.
    case tallied
    /// A fault struck, for a client or for all.
    case disturbed
    /// A fault is over, for a client or for all.
    case calmed
    /// When the time was over, a client had something left to wait for.
    case pending
    /// A machine misbehaved, in a way that is allowed.
    case misbehaved
    /// The app of a client goes to the background, or comes back.
    case paused
    /// A client told something of a row to a listen that its stack has ended.
    case strayed
    /// A client closed its list, which is shown no longer.
    case closed
    /// A stack said that its list is no longer kept up to date: 1 more than a refusal.
    case lost
    /// A stack says something that only its family knows.
    case noted
    /// The store of an app has answered; the stamp is 0 for nothing.
    case stored
    /// A file of an app moves, is there, or did not come.
    case transferred
    /// A stack asked for a page of a list, or gave one up.
    case requested
    /// A page of a list came, or will not.
    case fetched
    /// Something that lies in no list was committed.
    case committedBeside
  }

  /// No list.
  public static let nowhere = UInt32.max
  /// No client: the backend, or the world itself.
  public static let nobody = UInt32.max

  /// The moment at which it happened.
  public var at: Instant
  /// The kind of what happened.
  public var kind: Kind
  /// Whose.
  public var client: UInt32
  /// The journey, 0 for none.
  public var journey: UInt32
  /// The list, by its number in the world's table.
  public var list: UInt32
  /// The row that it concerns.
  public var key: Key
  /// See the format of the kind.
  public var x: UInt64
  /// See the format of the kind.
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

  /// Returns what a list shows at first, as a number: the window of its first source, plus 2⁶³ if its rows do not stand
  /// by their keys in one section, all of which the window shows.
  public static func window(of screen: Screen) -> UInt64 {
    let source = screen.sources[0]
    let window = Query(
      limit: source.limit.map { source.isAscending ? .first($0) : .last($0) } ?? .none)
    return self.window(window) | Opened.isArranged.holding(!screen.isPlain)
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
    case .first(let count): Opened.rows.holding(count)
    case .last(let count): Opened.rows.holding(count) | Opened.isNewest.holding(true)
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
  /// `true` if the rows stand by their keys in one section, and only a window keeps rows away.
  public var isPlain: Bool {
    sources.count == 1 && sources[0].index == .key && filter == .everything && displayLimit == nil
      && grouping == nil
  }
}

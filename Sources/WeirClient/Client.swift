// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// The client SDK below every stack: what it knows of the server's data, what it has written and not
/// yet been answered, and how it makes sure that both come true.
///
/// A write shows at once; it is undone if the server turns it away. Without a connection everything
/// waits for the next one, and is then sent in the order in which it was asked for. On a link that
/// loses messages the client numbers, repeats and asks again, so that it ends up where a reliable
/// link would have led it.
///
///     client.connect(at: now, into: &wishes)                               // .send(hello)
///     let list = client.listen(to: path, query, at: now, into: &wishes)    // .send(listen) once welcome
///     client.write(.set(path, node), journey: 1, at: now, into: &wishes)   // .heard(added…), .send
///
/// - Complexity: a push costs what it costs the views, and allocates nothing that they do not keep.
public struct Client: Sendable {
  /// An action or a piece of news that the client asks its driver to carry out or pass on.
  public enum Wish: Sendable {
    /// Hand this to the network as part of the session.
    case send(journey: UInt32, session: UInt32, Message.Body)
    /// Hand the event to the listener of this registration.
    case heard(registration: UInt32, DataEvent)
    /// The listener of this registration will hear nothing more.
    case cancelled(registration: UInt32, Message.Refusal)
    /// A write or a wish for when the client is gone was answered for good; what that changes in a list
    /// comes next.
    case settled(write: UInt32, journey: UInt32, Message.Answer)
    /// A transaction is over, after so many runs of its update; what it changes was heard before.
    case ended(transaction: UInt32, journey: UInt32, TransactionEnd, runs: Int)
    /// A message was sent again because no answer came.
    case resent(journey: UInt32)
    /// Pushes were missed; the lists are asked for again.
    case resynced
    /// The connection is this far now.
    case state(ConnectionState)
    /// Call ``Client/wake(at:into:)`` then; more often, or earlier, does no harm.
    case wake(Instant)
    /// The oracle disagrees with the views; both answers are named.
    case differed(String)
    /// The client misbehaves, in a way that is allowed.
    case misbehaved(BuggifyPoint)
  }

  /// The settings of a client.
  public struct Options: Sendable {
    /// `true` if the link delivers every message, in order, until it breaks.
    public var isReliable = true
    /// The time for which the client waits for an answer before it sends again, on a link that may lose messages, and
    /// before it asks again a server that was too busy.
    public var patience = Interval.seconds(1)
    /// The client's own clock.
    public var clock = DeviceClock()
    /// The number of the first session; higher than those of the app's earlier lives.
    public var firstSession: UInt32 = 1
    /// The user; nil: none is signed in.
    public var auth: Message.Auth?
    /// `true` if the oracle judges every operation of the views.
    public var hasOracle = false
    /// The habits in which the views follow an official client.
    public var quirks: ViewQuirks = []
    /// The chances at which the client misbehaves, in ways that are allowed; its points are those
    /// of ``BuggifyPoint``.
    public var buggify = Buggify.none

    /// Makes the options of a client on a reliable link.
    public init() {}
  }

  /// The time between two pings with which a client on a link that loses messages asks whether it
  /// missed the last push.
  public static let pingPeriod = Interval.seconds(1)
  /// The time between two pings with which a client on a reliable link shows the server that it is
  /// there.
  public static let keepAlivePeriod = Interval.seconds(45)

  // What each event of each simulated phone touches lies together, and first.

  var connection: Connection
  let isReliable: Bool
  /// `true` if the oracle's disagreement was told.
  var hasDiffered = false
  /// The number of the last push of this session.
  var heard: UInt32 = 0
  /// The tag of the listen that the server was asked for last.
  var lastAsked: UInt32 = 0
  /// The wishes of the views that are not handed on yet; empty between two calls.
  var pendingNotices: [ViewEngine.Wish] = []
  /// The registrations of transactions.
  var hidden: [UInt32] = []
  /// The listens, by rising tags.
  var listens: [Listen] = []
  /// In the order in which they are sent.
  var puts: [Put] = []
  /// Those that the server has not answered.
  var hooks: [Hook] = []
  /// The running transactions, by rising numbers.
  var transactions: [Transaction] = []
  /// The moment at which to send again what is unanswered.
  var repeatAt = Instant.never
  /// The earliest moment for which a wake was wished and has not come.
  var planned = Instant.never
  var login: Login
  var buggify: Buggify
  var views: JudgedViews

  /// The client's own clock.
  ///
  /// Setting it makes what the client knows of the server's clock wrong until the next connection, as in life.
  public var clock: DeviceClock
  let patience: Interval
  var signals = Signals()
  /// The writes that the server will make when the client is gone.
  var promised = Promises()
  /// The last number of a write, a transaction or a hook.
  var lastNumber: UInt32 = 0
  /// The last number of a request in this session.
  var lastRequest: UInt32 = 0
  /// The lead of the server's clock over the client's, in milliseconds.
  var serverTimeOffset: Int64 = 0
  var currentPatience: Interval
  /// `true` if something was sent again since everything was answered.
  var hasRepeated = false
  /// The moment at which the server was asked for a list last.
  var askedAt = Instant.zero
  /// `true` if it had been asked for that list before, without an answer.
  var isAskedAgain = false

  /// Makes a client without a connection; `chance` shortens its waits between two of them.
  public init(options: Options, chance: RandomStream) {
    isReliable = options.isReliable
    patience = options.patience
    clock = options.clock
    buggify = options.buggify
    currentPatience = options.patience
    connection = Connection(
      session: options.firstSession,
      pingPeriod: options.isReliable ? Self.keepAlivePeriod : Self.pingPeriod, chance: chance)
    views = JudgedViews(hasOracle: options.hasOracle, quirks: options.quirks)
    login = Login(auth: options.auth)
  }
}

// Questions about the client's state.
extension Client {
  /// The views of the server's data.
  public var engine: ViewEngine { views.engine }

  /// The number of the session, or of the last one; one below the first before that.
  public var session: UInt32 { connection.session }

  /// The state of the connection.
  public var state: ConnectionState { connection.state }

  /// `true` if requests are sent as they come.
  public var isConnected: Bool { connection.state == .connected }

  /// `true` if the link delivers every message, in order, until it breaks.
  public var hasReliableLink: Bool { isReliable }

  /// The number of open listens, without those of transactions.
  public var openListens: Int { views.engine.registrationCount - hidden.count }

  /// The number of listens that the client wants the server to serve.
  public var keptListens: Int { listens.count }

  /// `true` if everything that was asked was answered and nothing is known to be missing.
  public var isAtRest: Bool {
    puts.isEmpty && hooks.isEmpty && transactions.isEmpty && login.request == 0
      && listens.allSatisfy { $0.progress == .current }
  }

  /// Returns the content of a child as a registration sees it, or null.
  ///
  /// - Complexity: O(log *n*).
  public func child(_ key: Key, of registration: UInt32) -> Node {
    registration & Signals.mark == 0
      ? views.engine.child(key, of: registration)
      : signals.child(key, of: registration)
  }

  /// Returns the time on the server's clock, as far as the client knows.
  func milliseconds(at now: Instant) -> Int64 {
    // A server may say anything about its clock.
    let (sum, isTooLate) = ownMilliseconds(at: now).addingReportingOverflow(serverTimeOffset)
    return isTooLate ? .max : sum
  }

  /// Returns the time on the client's own clock.
  func ownMilliseconds(at now: Instant) -> Int64 {
    PushIDs.epoch + clock.time(at: now).nanoseconds / 1_000_000
  }
}

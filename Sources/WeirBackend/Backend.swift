// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTree

/// The Firebase-like server: one tree, sessions, listeners, and a capacity.
///
/// It serves row 8 of a message's journey: a request is admitted or turned away, waits,
/// is served, and then takes effect at one instant. A write is committed whole, every listener whose
/// query changed is pushed the change, and only then the writer gets its answer.
///
///     backend.receive(message, at: now, into: &wishes)  // wishes: .serve(until:) or .send(answer)
///     backend.finish(job, at: then, into: &wishes)      // wishes: .committed, .send(push)…, .send(answer)
///     backend.wake(at: then, into: &wishes)             // when it wished for .wake
///
/// Nothing that a client sends can stop it: what makes no sense is ignored or answered with what is wrong.
package struct Backend: ~Copyable {
  /// An action or a piece of news that the backend asks its driver to carry out or pass on.
  package enum Wish: Sendable {
    /// Call ``Backend/finish(_:at:into:)`` with this job then.
    case serve(job: UInt32, until: Instant)
    /// Call ``Backend/wake(at:into:)`` then; an earlier or second call does no harm.
    case wake(Instant)
    /// Hand this to the network as a message of the client's session.
    case send(to: UInt32, session: UInt32, journey: UInt32, Message.Body)
    /// A request was taken up after this wait, with this many still waiting.
    case taken(client: UInt32, journey: UInt32, waited: Interval, waiting: Int)
    /// A request was turned away.
    case refused(client: UInt32, journey: UInt32)
    /// A write took effect; its server values are filled in.
    ///
    /// A write that was to happen once a client is gone has journey 0. The tree is the one right after the write:
    /// another one may take effect at the same moment.
    case committed(client: UInt32, journey: UInt32, Write, version: UInt64, Node)
    /// A session began.
    case began(client: UInt32, session: UInt32)
    /// A session is over.
    case ended(client: UInt32, session: UInt32)
    /// A client has asked for a write at this path when its session is over.
    case armed(client: UInt32, session: UInt32, Path)
    /// A client's request for its end is carried out with the wish that comes next, or is not allowed any more.
    case fired(client: UInt32, session: UInt32, Write, isAllowed: Bool)
    /// The backend misbehaves, in a way that is allowed.
    case misbehaved(BuggifyPoint)
  }

  /// The number of writes that were committed.
  package internal(set) var version: UInt64 = 0
  /// `true` if the server runs; it does until a crash, and again after a restart.
  package internal(set) var isUp = true

  var options: Options
  /// The present degradation.
  var degradation = Degradation()
  var faultChances: FaultChances
  var buggify: Buggify
  var station: Station<UInt32>
  var jobs = Jobs()
  var sessions: [Session]
  /// The numbers of clients that were retired, the last one last.
  var vacant: [UInt32] = []
  /// The copy that is written to, and the late one if there is one.
  var copies: [Replica]
  /// The pushes of each copy; kept to be used again.
  var pushes: [Replica.Push] = []
  /// Writes that the late copy has yet to see.
  var late: [LateWrite] = []
  /// The first of them; those before it have been seen.
  var lateHead = 0
  /// The moments at which to check for clients that have been silent for too long, one for each
  /// open session.
  var inspections = SortedMap<DueTime, Order.Nothing>()
  /// Requests that came too early for their session's pace.
  var held = SortedMap<DueTime, Message>()
  var heldCount: UInt64 = 0
  /// Answers that are kept back.
  var lateAnswers = SortedMap<DueTime, LateAnswer>()
  /// The pages that it serves.
  var pages: PageServer
  /// The writes that lost sessions left to be made once the server is back.
  var orphans: [Orphan] = []
  /// The earliest moment that was wished for and has not come.
  var alarm = Instant.never

  /// A write on its way to the late copy.
  struct LateWrite {
    var due: Instant
    var journey: UInt32
    var write: Write
    var footprint: Footprint
  }

  /// The writes that a client wanted made when it is gone.
  struct Orphan {
    var client: UInt32
    var session: UInt32
    var auth: Message.Auth?
    var hooks: [Write]
  }

  /// Makes a backend that holds `tree` and knows `clients` clients.
  package init(tree: Node, clients: Int, options: Options, chance: RandomStream) {
    self.options = options
    if options.mayFallBehind { self.options.replicas = max(2, options.replicas) }
    faultChances = FaultChances(seed: options.seed)
    pages = PageServer(options.pages, seed: options.seed)
    buggify = Buggify(
      seed: options.seed, BuggifyPoint.allCases.map(\.name), of: "backend", chance: options.buggify)
    let isLate = options.mayFallBehind || options.replicas > 1 && options.lag > .zero
    copies = Array(repeating: Replica(root: tree, clients: clients), count: isLate ? 2 : 1)
    station = Station(
      servers: options.servers, service: options.service, queue: options.queue, chance: chance)
    sessions = Array(repeating: Session(), count: clients)
  }

  /// The tree as it is now.
  package var root: Node { copies[0].root }

  /// Returns the tree as a client's listens see it, which may be behind.
  package func root(for client: UInt32) -> Node { copies[copy(for: client)].root }

  /// The number of requests that wait for a server, or for their session's pace.
  package var queueLength: Int { station.queueLength + held.count }

  /// The number of servers that are at work.
  package var busyServers: Int { station.busyServers }

  /// Returns the moment at which the job arrived.
  package func arrival(of job: UInt32) -> Instant { jobs.arrival(of: job) }

  /// Returns the client and the journey whose request the job is.
  package func owner(of job: UInt32) -> (client: UInt32, journey: UInt32) {
    jobs.owner(of: job)
  }

  /// `true` if the job was lost in a crash, so that finishing it does nothing.
  package func isLost(_ job: UInt32) -> Bool { jobs.isLost(job) }

  /// `true` if the client has a session.
  package func hasSession(_ client: UInt32) -> Bool { sessions[Int(client)].isOpen }

  /// Returns the number of the client's session; nil if it has none.
  package func session(of client: UInt32) -> UInt32? {
    sessions[Int(client)].isOpen ? sessions[Int(client)].number : nil
  }

  /// Returns the number of listens of the client that are served.
  package func listenCount(of client: UInt32) -> Int {
    copies.reduce(0) { $0 + $1.listeners.listens[Int(client)].count }
  }

  /// Returns the copy that serves all listens of a client.
  ///
  /// Client *c* is served by copy *c* mod `replicas`; all copies but the first are alike.
  func copy(for client: UInt32) -> Int {
    copies.count > 1 && Int(client) % options.replicas > 0 ? 1 : 0
  }
}

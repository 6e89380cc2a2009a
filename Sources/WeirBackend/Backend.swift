public import WeirCore
public import WeirTree

/// The Firebase-like server: one tree, sessions, listeners, and a capacity.
///
/// It serves rows 8 and 9 of a message's journey: a request is admitted or turned away, waits,
/// is served, and then takes effect at one instant. A write is committed whole, every listener whose
/// query changed is pushed the change, and only then the writer gets its answer.
///
///     backend.receive(message, at: now, into: &wishes)  // wishes: .serve(until:) or .send(answer)
///     backend.finish(at: then, into: &wishes)           // wishes: .committed, .send(push)…, .send(answer)
public struct Backend: ~Copyable {
  /// What the backend wants done, or wants known.
  public enum Wish: Sendable {
    /// Call ``Backend/finish(_:at:into:)`` with this job then.
    case serve(job: UInt32, until: Instant)
    /// Hand this to the network.
    case send(to: UInt32, journey: UInt32, Message.Body)
    /// A request was taken up after this wait, with this many still waiting.
    case taken(client: UInt32, journey: UInt32, waited: Interval, waiting: Int)
    /// A request was turned away.
    case refused(client: UInt32, journey: UInt32)
    /// A write took effect, and this is the fingerprint of what stands at its path since.
    case committed(
      client: UInt32, journey: UInt32, Write, version: UInt64, fingerprint: UInt64)
  }

  /// The tree as it is now.
  public internal(set) var root: Node
  /// How many writes were committed.
  public private(set) var version: UInt64 = 0

  private var station: Station<UInt32>
  var listeners = Listeners()
  private var sessions: [Session]
  /// Requests that wait or are served, by job number.
  private var jobs: [Message] = []
  private var jobStarts: [Instant] = []
  private var freeJobs: [UInt32] = []

  /// What the backend remembers of a client.
  private struct Session: Sendable {
    /// The number of the last push.
    var sequence: UInt32 = 0
    /// The write that is admitted next: writes ahead of it wait to be sent again.
    var expected: UInt32 = 1
    /// The write that takes effect next: writes of one client take effect in order, each once.
    var applied: UInt32 = 1
    /// Writes that were served before an earlier one was.
    var parked: [Message] = []
    /// Writes that were turned away, rising, so that a repeated one gets the same answer.
    var refused: [UInt32] = []
    /// The tags under which the client listens.
    var tags: [UInt32] = []

    /// Whether write `id` was turned away; heavy load turns away so many that they cannot be walked.
    func wasRefused(_ id: UInt32) -> Bool {
      var (low, high) = (0, refused.count)
      while low < high {
        let middle = (low + high) / 2
        if refused[middle] < id { low = middle + 1 } else { high = middle }
      }
      return low < refused.count && refused[low] == id
    }
  }

  /// Makes a backend that holds `tree` and knows `clients` clients.
  public init(
    tree: Node, clients: Int, servers: Int?, service: QuantileTable, queue: Int?,
    chance: RandomStream
  ) {
    root = tree
    station = Station(servers: servers, service: service, queue: queue, chance: chance)
    sessions = Array(repeating: Session(), count: clients)
  }

  /// How many requests wait for a server.
  public var queueLength: Int { station.queueLength }

  /// How many servers are at work.
  public var busyServers: Int { station.busyServers }

  /// A message of a client arrives.
  public mutating func receive(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    let client = message.client
    switch message.body {
    case .ping:
      let sequence = sessions[Int(client)].sequence
      wishes.append(.send(to: client, journey: 0, .pong(sequence: sequence)))
    case .write(let id, _):
      let session = sessions[Int(client)]
      if id == session.expected {
        sessions[Int(client)].expected += 1
        admit(message, at: now, into: &wishes)
      } else if session.wasRefused(id) {
        send(.overloaded, to: message, into: &wishes)
      } else if id < session.applied {
        // Repeated although it was answered: the answer got lost.
        send(.committed, to: message, into: &wishes)
      }
    // Otherwise it is in work, or ahead of one that got lost: the client will send it again.
    default:
      admit(message, at: now, into: &wishes)
    }
  }

  private mutating func admit(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    let job = store(message, at: now)
    switch station.admit(job, at: now) {
    case .serving(let service):
      wishes.append(
        .taken(
          client: message.client, journey: message.journey, waited: .zero,
          waiting: station.queueLength))
      wishes.append(.serve(job: job, until: now + service))
    case .waiting: break
    case .refused:
      wishes.append(.refused(client: message.client, journey: message.journey))
      jobs[Int(job)].body = .none
      freeJobs.append(job)
      refuse(message, into: &wishes)
    }
  }

  private mutating func refuse(_ message: Message, into wishes: inout [Wish]) {
    let client = message.client
    switch message.body {
    case .listen(let tag, _, _):
      wishes.append(.send(to: client, journey: message.journey, .refused(tag: tag)))
    case .write(let id, _):
      sessions[Int(client)].refused.append(id)
      send(.overloaded, to: message, into: &wishes)
      applyParked(of: client, into: &wishes)
    default: break
    }
  }

  /// A server has finished a job: it takes effect now, and the server takes up the next.
  public mutating func finish(_ job: UInt32, at now: Instant, into wishes: inout [Wish]) {
    let message = jobs[Int(job)]
    jobs[Int(job)].body = .none
    freeJobs.append(job)
    let client = message.client
    switch message.body {
    case .listen(let tag, let path, let query):
      if !sessions[Int(client)].tags.contains(tag) {
        sessions[Int(client)].tags.append(tag)
        listeners.add(.init(client: client, tag: tag), to: query, at: path)
      }
      let children = root[path].children
      let ranks = query.ranks(of: children.count)
      var entries: [Message.Entry] = []
      entries.reserveCapacity(ranks.count)
      children.forEach(in: ranks) { entries.append(.init($0, $1)) }
      let sequence = nextSequence(of: client)
      wishes.append(
        .send(
          to: client, journey: message.journey,
          .snapshot(tag: tag, sequence: sequence, entries)))
    case .write(let id, _):
      if id == sessions[Int(client)].applied {
        apply(message, into: &wishes)
      } else {
        sessions[Int(client)].parked.append(message)
      }
      applyParked(of: client, into: &wishes)
    default: break
    }
    if let next = station.release() {
      let waiting = jobs[Int(next.request)]
      wishes.append(
        .taken(
          client: waiting.client, journey: waiting.journey, waited: now - next.since,
          waiting: station.queueLength))
      wishes.append(.serve(job: next.request, until: now + next.service))
    }
  }

  /// When the job arrived.
  public func arrival(of job: UInt32) -> Instant { jobStarts[Int(job)] }

  /// Whose request the job is.
  public func owner(of job: UInt32) -> (client: UInt32, journey: UInt32) {
    (jobs[Int(job)].client, jobs[Int(job)].journey)
  }

  /// Lets a write take effect and answers it.
  private mutating func apply(_ message: Message, into wishes: inout [Wish]) {
    guard case .write(let id, let write) = message.body else { return }
    sessions[Int(message.client)].applied = id + 1
    version += 1
    // It stands before the pushes that it causes, but is only known after them.
    let place = wishes.count
    wishes.append(.refused(client: message.client, journey: message.journey))
    commit(write, journey: message.journey, into: &wishes)
    wishes[place] = .committed(
      client: message.client, journey: message.journey, write, version: version,
      fingerprint: root[write.path].fingerprint)
    send(.committed, to: message, into: &wishes)
  }

  private func send(_ answer: Message.Answer, to message: Message, into wishes: inout [Wish]) {
    guard let id = message.writeID else { return }
    let after = sessions[Int(message.client)].sequence
    wishes.append(
      .send(
        to: message.client, journey: message.journey, .answer(id: id, answer, after: after)))
  }

  /// Goes on with what had to wait for an earlier write of the same client.
  private mutating func applyParked(of client: UInt32, into wishes: inout [Wish]) {
    while true {
      let session = sessions[Int(client)]
      if session.wasRefused(session.applied) {
        sessions[Int(client)].applied += 1
      } else if let place = session.parked.firstIndex(where: { $0.writeID == session.applied }) {
        apply(sessions[Int(client)].parked.remove(at: place), into: &wishes)
      } else {
        return
      }
    }
  }

  /// The number of the next push to `client`.
  mutating func nextSequence(of client: UInt32) -> UInt32 {
    sessions[Int(client)].sequence += 1
    return sessions[Int(client)].sequence
  }

  private mutating func store(_ message: Message, at now: Instant) -> UInt32 {
    if let job = freeJobs.popLast() {
      jobs[Int(job)] = message
      jobStarts[Int(job)] = now
      return job
    }
    jobs.append(message)
    jobStarts.append(now)
    return UInt32(jobs.count - 1)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirBackend
import WeirCheck
import WeirClient
import WeirCore
import WeirKernel
package import WeirScenario
import WeirTrace
import WeirTree

extension Backend {
  /// The backend of a scenario that was made ready.
  init(_ plan: Plan, _ server: Scenario.Server, seed: UInt64) {
    var options = Options(servers: server.servers, service: plan.service, queue: server.queue)
    options.sessionTimeout = server.sessionTimeout
    options.answersBeforeData = server.answers == .beforeData
    options.permissions = server.rules.map { Permissions($0) }
    options.replicas = server.replicas
    options.lag = server.lag
    if let pages = server.pages { options.pages = PageManners(pages) }
    options.pace = server.pace.map { Pace($0) }
    options.seed = seed
    options.buggify = plan.buggify
    options.mayFallBehind = plan.faults.contains { $0.kind == .staleReplica }
    self.init(
      tree: plan.tree, clients: plan.devices.count, options: options,
      chance: RandomStream(seed: seed, "service", of: "backend"))
  }
}

// What the backend wishes.
extension World {
  /// The backend has served a job, unless it crashed meanwhile.
  mutating func finish(_ job: UInt32) {
    if backend.isLost(job) { return backend.finish(job, at: now, into: &backendWishes) }
    let owner = backend.owner(of: job)
    let stay = now - backend.arrival(of: job)
    record(
      Step(
        at: now, .served, client: owner.client, journey: owner.journey,
        x: UInt64(stay.nanoseconds), y: UInt64(jobService[Int(job)])))
    backend.finish(job, at: now, into: &backendWishes)
    handleBackendWishes()
  }

  mutating func handleBackendWishes() {
    for place in backendWishes.indices {
      switch backendWishes.take(place, leaving: .wake(now)) {
      case .send(let client, let session, let journey, let body):
        send(body, to: Int(client), session: session, journey: journey)
      case .serve(let job, let until):
        while jobService.count <= Int(job) { jobService.append(0) }
        jobService[Int(job)] = (until - now).nanoseconds
        queue.post(WorldEvent.code(WorldEvent.serve, 0, job), at: until)
      case .taken(let client, let journey, let waited, let waiting):
        record(
          Step(
            at: now, .taken, client: client, journey: journey,
            x: UInt64(waited.nanoseconds), y: UInt64(waiting)))
      case .refused(let client, let journey):
        record(Step(at: now, .refused, client: client, journey: journey))
      case .committed(let client, let journey, let write, let version, let root):
        commit(write, client, journey, version, root)
      case .wake(let instant):
        queue.post(WorldEvent.code(WorldEvent.backend, 0, 0), at: instant)
      case .began(let client, let session):
        record(Step(at: now, .joined, client: client, x: UInt64(session)))
      case .ended(let client, let session):
        record(Step(at: now, .parted, client: client, x: UInt64(session)))
      case .armed(let client, let session, let path):
        record(step(.armed, client, session, path, y: 0))
      case .fired(let client, let session, let write, let isAllowed):
        // The write is committed right after it, whatever was said.
        judge(firing: write, client, isDone: isCommitted(by: place + 1, client))
        record(step(.fired, client, session, write.path, y: isAllowed ? 1 : 0))
      case .misbehaved(let point): record(Step(at: now, .misbehaved, x: point.number))
      }
    }
    backendWishes.empty()
  }

  /// `true` if the wish at a place commits what a client wanted done when it is gone.
  private func isCommitted(by place: Int, _ client: UInt32) -> Bool {
    guard place < backendWishes.count,
      case .committed(client, 0, _, _, _) = backendWishes[place]
    else { return false }
    return true
  }

  /// A step about what is to be done at a path when a client is gone.
  private func step(
    _ kind: Step.Kind, _ client: UInt32, _ session: UInt32, _ path: Path, y: UInt64
  ) -> Step {
    let (list, key) = row(at: path, of: client) ?? (Step.nowhere, path.keys.last ?? Step.noKey)
    return Step(at: now, kind, client: client, list: list, key: key, x: UInt64(session), y: y)
  }

  /// The row of a list in which something at `path` lies.
  func row(at path: Path, of client: UInt32) -> (list: UInt32, key: Key)? {
    // Most writes of a client go into the list that it shows.
    let own = devices[Int(client)].list
    let depth = plan.lists[Int(own)].keys.count
    if path.keys.count > depth, path.keys.starts(with: plan.lists[Int(own)].keys) {
      return (own, path.keys[depth])
    }
    for depth in 0..<path.keys.count {
      if let list = listNumbers[Path(Array(path.keys.prefix(depth)))] {
        return (list, path.keys[depth])
      }
    }
    return nil
  }

  /// A row after a write: what the write says of it, if that is all of it.
  func row(
    _ key: Key, ofRowAt depth: Int, in list: UInt32, after write: Write, _ root: Node
  ) -> Node {
    if case .set(let path, let node) = write, path.keys.count == depth { return node }
    return root[plan.lists[Int(list)]][key]
  }

  private mutating func commit(
    _ write: Write, _ client: UInt32, _ journey: UInt32, _ version: UInt64, _ root: Node
  ) {
    judge(write, client, journey, root)
    if !plan.counted.isEmpty { tally(write, client, journey, root) }
    guard let (list, key) = row(at: write.path, of: client) else {
      if commitRows(of: write, client, journey, version, root) { return }
      // A place beside all lists, such as a presence that nobody shows, is told to those who listen there all the same.
      let key = write.path.keys.last ?? Step.noKey
      return record(
        Step(
          at: now, .committedBeside, client: client, journey: journey, key: key, y: version))
    }
    let depth = plan.lists[Int(list)].keys.count + 1
    let node = row(key, ofRowAt: depth, in: list, after: write, root)
    record(
      Step(
        at: now, .committed, client: client, journey: journey, list: list, key: key,
        x: node.fingerprint, y: version), .row(node))
    touchHidden(client, list, key)
    let isCounted = isCounting[Int(journey)]
    guard countsSomething else { return }
    // What the write says, not what the tree holds: a later write may have been committed at this moment, too.
    guard let value = Counters.field(in: write, ofRowAt: depth) else { return }
    let initial = plan.tree[plan.lists[Int(list)]][key]
    let before = counters.note(value, list: list, key: key, initially: initial)
    guard isCounted, case .integer(let count) = value.content else { return }
    record(
      Step(
        at: now, .counted, client: client, journey: journey, list: list, key: key,
        x: UInt64(max(0, count)), y: before))
  }
}

extension Backend.PageManners {
  /// The manners that a scenario names.
  fileprivate init(_ pages: Scenario.Server.Pages) {
    self.init()
    (short, long, drift) = (pages.short, pages.long, pages.drift)
    (twice, slow, later) = (pages.twice, pages.slow, pages.later)
  }
}

extension Pace {
  /// At most a second's worth of requests at once, and one at least.
  package init(_ rate: Scenario.Rate, waits: Bool = false) {
    let gap = Interval(nanoseconds: 1_000_000_000_000_000 / max(1, rate.millionths))
    self.init(gap: gap, burst: Int(clamping: rate.millionths / 1_000_000), waits: waits)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirCore
import WeirTree

/// The server after the specification, worked out anew each time: lists that are searched, queries that are cut from
/// the whole tree, and nothing that is kept in order.
///
/// It gives a line for each wish; the line of a push says what its listener knows afterwards.
struct NaiveServer {
  enum Status {
    case underWay
    /// It was served before an earlier one was.
    case served(Message)
    case failed(Message.Answer)
    case done
  }

  struct Session {
    var number: UInt32 = 0
    var isOpen = false
    var sequence: UInt32 = 0
    /// The requests, the first one with number 1.
    var requests: [Status] = []
    var closedTags: [UInt32] = []
    var askedTags: [UInt32] = []
    var hooks: [Hook] = []
    var auth: Message.Auth?
    var heard = Instant.zero
    var inspection = Instant.never
    /// The time that its requests so far have yet to use up at the rate of its pace, and the moment of that count.
    var backlog = Interval.zero
    var backlogAt = Instant.zero
    var written = 0
    var rationed = (writes: 0, bytes: 0)
  }

  /// A write for the time when a client is gone: the path where it begins, and its parts.
  struct Hook {
    var path: Path
    var parts: [(path: Path, node: Node)]
  }

  struct Listen {
    var client: UInt32
    var tag: UInt32
    var naive: NaiveListener
    /// The number of the listen with which the query was first asked for and since when it always had a listener.
    var birth: Int
    var number: Int
  }

  struct Job {
    var message: Message
    var arrival: Instant
    var isLost = false
  }

  let options: Backend.Options
  let service: Interval
  var rules: TwinRules?
  var degradation = Backend.Degradation()
  private(set) var root: Node
  private(set) var lateRoot: Node
  private(set) var version: UInt64 = 0
  private(set) var isUp = true
  private(set) var sessions: [Session]
  private(set) var listens: [Listen] = []
  /// Those that are served, in the order in which they were taken up, with those that were lost since.
  private(set) var served: [Job] = []
  private(set) var waiting: [Job] = []
  private(set) var held: [(message: Message, due: Instant)] = []
  private var lateAnswers: [(client: UInt32, session: UInt32, words: String, due: Instant)] = []
  private var late: [(parts: [(path: Path, node: Node)], journey: UInt32, due: Instant)] = []
  private var orphans: [(client: UInt32, session: UInt32, auth: Message.Auth?, hooks: [Hook])] = []
  private var alarm = Instant.never
  private var births = 0
  private var said: [String] = []

  init(
    tree: Node, clients: Int, options: Backend.Options, service: Interval, rules: TwinRules?
  ) {
    (self.options, self.service, self.rules) = (options, service, rules)
    (root, lateRoot) = (tree, tree)
    sessions = Array(repeating: Session(), count: clients)
  }

  /// Gives what was said since the last time.
  mutating func lines() -> [String] {
    defer { said = [] }
    return said
  }

  private var replicas: Int { max(options.replicas, options.mayFallBehind ? 2 : 1) }

  private var hasCopy: Bool {
    options.mayFallBehind || options.replicas > 1 && options.lag > .zero
  }

  func isBehind(_ client: UInt32) -> Bool { hasCopy && Int(client) % replicas != 0 }

  func root(for client: UInt32) -> Node { isBehind(client) ? lateRoot : root }

  /// The node that a listen shows.
  func truth(_ client: UInt32, _ tag: UInt32) -> Node? {
    listens.first { $0.client == client && $0.tag == tag }.map { $0.naive.truth(root(for: client)) }
  }

  var queueLength: Int { waiting.count + held.count }
  var busyServers: Int { served.count { !$0.isLost } }

  private mutating func say(_ client: UInt32, _ journey: UInt32, _ words: String) {
    said.append("\(client) s\(sessions[Int(client)].number) j\(journey) \(words)")
  }

  /// Wishes to be woken if something is due before the moment that was wished for.
  private mutating func wish() {
    guard isUp else { return }
    let moments =
      sessions.map(\.inspection) + held.map(\.due) + lateAnswers.map(\.due) + late.map(\.due)
    let next = moments.min() ?? .never
    if next < alarm {
      alarm = next
      said.append("wake \(next)")
    }
  }
}

// Messages and calls.
extension NaiveServer {
  mutating func receive(_ message: Message, at now: Instant) {
    let client = Int(message.client)
    guard isUp, sessions.indices.contains(client) else { return }
    defer { wish() }
    if case .hello = message.body { return begin(message, at: now) }
    guard message.session == sessions[client].number, message.session > 0 else { return }
    guard sessions[client].isOpen else {
      if case .goodbye = message.body { return }
      return say(message.client, 0, "closed 0s")
    }
    sessions[client].heard = now
    switch message.body {
    case .ping: say(message.client, 0, "pong \(sessions[client].sequence)")
    case .goodbye: end(client, at: now)
    case .unlisten(let tag):
      sessions[client].closedTags.append(tag)
      listens.removeAll { $0.client == message.client && $0.tag == tag }
    case .listen(let tag, _, _, let known):
      if known == 0 {
        if sessions[client].askedTags.contains(tag) { return }
        sessions[client].askedTags.append(tag)
      }
      admitInPace(message, at: now)
    case .authenticate(let id, _), .write(let id, _, _), .whenGone(let id, _),
      .neverMind(let id, _):
      let requests = sessions[client].requests
      if Int(id) == requests.count + 1 {
        sessions[client].requests.append(.underWay)
        admitInPace(message, at: now)
      } else if id > 0, Int(id) <= requests.count {
        switch requests[Int(id) - 1] {
        case .failed(let answer): self.answer(message, answer)
        case .done: answer(message, .committed)
        case .underWay, .served: break
        }
      }
    default: break
    }
  }

  private mutating func begin(_ message: Message, at now: Instant) {
    let client = Int(message.client)
    if message.session < sessions[client].number { return }
    let welcome = "welcome \(PushIDs.epoch + now.nanoseconds / 1_000_000)"
    if message.session == sessions[client].number {
      if sessions[client].isOpen { say(message.client, message.journey, welcome) }
      return
    }
    if sessions[client].isOpen { end(client, at: now) }
    sessions[client] = Session()
    sessions[client].number = message.session
    sessions[client].isOpen = true
    sessions[client].heard = now
    if let timeout = options.sessionTimeout { sessions[client].inspection = now + timeout }
    said.append("\(client) began \(message.session)")
    say(message.client, message.journey, welcome)
  }

  /// `true` if a request may be taken up at once, nil if it is one too many; otherwise when.
  private mutating func moment(_ pace: Pace, _ client: Int, at now: Instant) -> Instant? {
    var backlog = sessions[client].backlog
    let passed = now - sessions[client].backlogAt
    backlog = passed < backlog ? backlog - passed : .zero
    let room = pace.gap * Int64(pace.burst - 1)
    let wait = backlog > room ? backlog - room : .zero
    if wait > .zero, !pace.waits { return nil }
    sessions[client].backlog = backlog + pace.gap
    sessions[client].backlogAt = now
    return now + wait
  }

  private mutating func admitInPace(_ message: Message, at now: Instant) {
    if !degradation.turnsAway.isZero { return refuse(message, at: now) }
    guard let pace = degradation.pace ?? options.pace else { return admit(message, at: now) }
    guard let due = moment(pace, Int(message.client), at: now) else {
      return refuse(message, at: now)
    }
    if due <= now { admit(message, at: now) } else { held.append((message, due)) }
  }

  private mutating func admit(_ message: Message, at now: Instant) {
    let job = Job(message: message, arrival: now)
    if let servers = options.servers, busyServers >= servers {
      if let queue = options.queue, waiting.count >= queue { return refuse(message, at: now) }
      return waiting.append(job)
    }
    serve(job, at: now)
  }

  private mutating func serve(_ job: Job, at now: Instant) {
    served.append(job)
    let length = Interval(nanoseconds: service.nanoseconds * degradation.slowness / 1_000)
    said.append(
      "\(job.message.client) j\(job.message.journey) taken after \(now - job.arrival), "
        + "\(waiting.count) wait")
    said.append("serve until \(now + length)")
  }

  private mutating func refuse(_ message: Message, at now: Instant) {
    said.append("\(message.client) j\(message.journey) turned away")
    let client = Int(message.client)
    if case .listen(let tag, _, _, let known) = message.body {
      if known == 0 { sessions[client].askedTags.removeAll { $0 == tag } }
      say(message.client, message.journey, "refused \(tag) overloaded")
    } else if let id = message.request {
      sessions[client].requests[Int(id) - 1] = .failed(.overloaded)
      answer(message, .overloaded)
      goOn(client, at: now)
    }
  }

  private mutating func answer(_ message: Message, _ answer: Message.Answer) {
    say(message.client, message.journey, words(of: message, answer))
  }

  private func words(of message: Message, _ answer: Message.Answer) -> String {
    "answer \(message.request ?? 0) \(answer) after \(sessions[Int(message.client)].sequence)"
  }

  /// A server has finished what it took up at this place of the list.
  mutating func finish(_ place: Int, at now: Instant) {
    let job = served.remove(at: place)
    if job.isLost { return }
    let client = Int(job.message.client)
    if sessions[client].isOpen, sessions[client].number == job.message.session {
      if case .listen(let tag, let path, let query, let known) = job.message.body {
        if known == 0 { sessions[client].askedTags.removeAll { $0 == tag } }
        listen(job.message, tag, path, query, known, at: now)
      } else if let id = job.message.request {
        sessions[client].requests[Int(id) - 1] = .served(job.message)
        goOn(client, at: now)
      }
    }
    if !waiting.isEmpty { serve(waiting.removeFirst(), at: now) }
    wish()
  }

  /// Lets those requests of a session take effect that were served, as far as none before them is missing.
  private mutating func goOn(_ client: Int, at now: Instant) {
    var place = 0
    while sessions[client].isOpen, place < sessions[client].requests.count {
      switch sessions[client].requests[place] {
      case .underWay: return
      case .failed, .done: break
      case .served(let message):
        sessions[client].requests[place] = .done
        takeEffect(message, at: now)
      }
      place += 1
    }
  }

  mutating func closeSession(of client: UInt32, session: UInt32, at now: Instant) {
    guard isUp, sessions.indices.contains(Int(client)), sessions[Int(client)].number == session
    else { return }
    end(Int(client), at: now)
    wish()
  }

  mutating func wake(at now: Instant) {
    if alarm <= now { alarm = .never }
    guard isUp else { return }
    if let timeout = options.sessionTimeout {
      let due = sessions.indices.filter { sessions[$0].inspection <= now }
        .sorted { (sessions[$0].inspection, $0) < (sessions[$1].inspection, $1) }
      for client in due {
        let over = sessions[client].heard + timeout
        if over > now {
          sessions[client].inspection = over
        } else {
          say(UInt32(client), 0, "closed 0s")
          end(client, at: now)
        }
      }
    }
    catchUp(at: now)
    admitHeld(until: now, at: now)
    for answer in lateAnswers.filter({ $0.due <= now }).sorted(by: { $0.due < $1.due }) {
      let session = sessions[Int(answer.client)]
      if session.isOpen, session.number == answer.session { said.append(answer.words) }
    }
    lateAnswers.removeAll { $0.due <= now }
    wish()
  }

  private mutating func admitHeld(until end: Instant, at now: Instant) {
    let due = held.filter { $0.due <= end }.sorted { $0.due < $1.due }
    held.removeAll { $0.due <= end }
    for (message, _) in due {
      let session = sessions[Int(message.client)]
      if session.isOpen, session.number == message.session { admit(message, at: now) }
    }
  }

  mutating func crash() {
    isUp = false
    waiting = []
    held = []
    lateAnswers = []
    for place in served.indices { served[place].isLost = true }
    for client in sessions.indices where sessions[client].isOpen {
      let orphan = close(client)
      if !orphan.hooks.isEmpty { orphans.append(orphan) }
    }
  }

  mutating func restart(at now: Instant) {
    if isUp { return }
    isUp = true
    let lost = orphans
    orphans = []
    for orphan in lost { fire(orphan, at: now) }
    catchUp(at: now)
    wish()
  }

  mutating func apply(_ new: Backend.Degradation, at now: Instant) {
    let old = degradation
    degradation = new
    for client in sessions.indices {
      if old.pace != new.pace { sessions[client].backlog = .zero }
      if old.ration != new.ration { sessions[client].rationed = (0, 0) }
    }
    let (lag, before) = (new.lag ?? options.lag, old.lag ?? options.lag)
    if lag < before {
      for place in late.indices { late[place].due = min(late[place].due, now + lag) }
    }
    guard isUp else { return }
    if old.unreadable != new.unreadable { revokeAll(at: now) }
    if old.pace != nil, new.pace == nil { admitHeld(until: .never, at: now) }
    catchUp(at: now)
    wish()
  }

  mutating func setRules(_ new: TwinRules?, at now: Instant) {
    rules = new
    revokeAll(at: now)
  }

  private mutating func revokeAll(at now: Instant) {
    for client in sessions.indices where sessions[client].isOpen { revoke(client, at: now) }
  }
}

// Sessions and listens.
extension NaiveServer {
  private mutating func end(_ client: Int, at now: Instant) {
    guard sessions[client].isOpen else { return }
    fire(close(client), at: now)
  }

  private mutating func close(
    _ client: Int
  ) -> (client: UInt32, session: UInt32, auth: Message.Auth?, hooks: [Hook]) {
    let old = sessions[client]
    sessions[client] = Session()
    sessions[client].number = old.number
    listens.removeAll { $0.client == UInt32(client) }
    said.append("\(client) ended \(old.number)")
    return (UInt32(client), old.number, old.auth, old.hooks)
  }

  private func mayRead(_ path: Path, _ client: UInt32) -> Bool {
    let isHidden = degradation.unreadable.contains { path.keys.starts(with: $0.keys) }
    return !isHidden && (rules?.reads(path, sessions[Int(client)].auth, root) ?? true)
  }

  private mutating func revoke(_ client: Int, at now: Instant) {
    for listen in listens.sorted(by: { $0.tag < $1.tag }) where listen.client == UInt32(client) {
      if mayRead(listen.naive.path, listen.client) { continue }
      listens.removeAll { $0.number == listen.number }
      sessions[client].sequence += 1
      say(listen.client, 0, "revoked \(listen.tag) #\(sessions[client].sequence)")
    }
  }

  private mutating func listen(
    _ message: Message, _ tag: UInt32, _ path: Path, _ query: Query, _ known: UInt64,
    at now: Instant
  ) {
    let client = message.client
    if sessions[Int(client)].closedTags.contains(tag) { return }
    let isMine = { (listen: Listen) in listen.client == client && listen.tag == tag }
    guard query.limit.count >= 0, !path.keys.contains(.priority), mayRead(path, client) else {
      listens.removeAll(where: isMine)
      return say(client, message.journey, "refused \(tag) forbidden")
    }
    if !listens.contains(where: isMine) {
      births += 1
      let twin = listens.first {
        $0.naive.path == path && $0.naive.query == query
          && isBehind($0.client) == isBehind(client)
      }
      listens.append(
        Listen(
          client: client, tag: tag, naive: NaiveListener(path: path, query: query),
          birth: twin?.birth ?? births, number: births))
    }
    let shown = NaiveListener(path: path, query: query).truth(root(for: client))
    let words = known != 0 && known == shown.fingerprint ? "unchanged" : "snapshot"
    say(
      client, message.journey,
      "\(words) \(tag) #\(sessions[Int(client)].sequence) \(shown.fingerprint)")
  }
}

// Requests.
extension NaiveServer {
  private mutating func takeEffect(_ message: Message, at now: Instant) {
    let client = Int(message.client)
    switch message.body {
    case .authenticate(_, let auth):
      sessions[client].auth = auth
      revoke(client, at: now)
      answer(message, .committed)
    case .whenGone(_, let write):
      if let why = fault(in: write, sessions[client].auth, at: now) {
        return decline(message, why)
      }
      sessions[client].hooks.append(Hook(path: write.path, parts: Self.parts(of: write)))
      said.append("\(client) s\(message.session) armed \(write.path)")
      answer(message, .committed)
    case .neverMind(_, let path):
      sessions[client].hooks = sessions[client].hooks.compactMap { hook in
        let parts = hook.parts.flatMap { Self.rest(of: $0, without: path) }
        return parts.isEmpty ? nil : Hook(path: hook.path, parts: parts)
      }
      answer(message, .committed)
    case .write(_, let write, let condition):
      if Self.isIllegal(write) { return decline(message, .invalid) }
      if let condition, !isMet(condition, by: write) { return decline(message, .stale) }
      if let why = fault(in: write, sessions[client].auth, at: now) {
        return decline(message, why)
      }
      commit(write, message, at: now)
    default: break
    }
  }

  private func isMet(_ condition: WriteGuard, by write: Write) -> Bool {
    switch condition {
    case .unchanged(let fingerprint): return fingerprint == root[write.path].fingerprint
    case .demands(let demands):
      for demand in demands {
        let node = root[demand.path]
        switch demand.expectation {
        case .something: if node == .null { return false }
        case .nothing: if node != .null { return false }
        case .unchanged(let fingerprint): if node.fingerprint != fingerprint { return false }
        }
      }
      return true
    }
  }

  private mutating func commit(_ write: Write, _ message: Message, at now: Instant) {
    let client = Int(message.client)
    let size = Self.parts(of: write).reduce(0) { sum, part in
      part.path.keys.reduce(sum + Self.bytes(of: part.node)) { $0 + $1.byteCount }
    }
    if let quota = options.quota {
      if size > quota.bytes { return decline(message, .invalid) }
      if sessions[client].written + size > quota.bytes {
        say(message.client, message.journey, "closed \(quota.wait)")
        return end(client, at: now)
      }
    }
    if let ration = degradation.ration {
      let used = sessions[client].rationed
      if let writes = ration.writes, used.writes >= writes { return decline(message, .forbidden) }
      if let bytes = ration.bytes, used.bytes + size > bytes {
        return decline(message, .forbidden)
      }
    }
    if !degradation.rejects.isZero { return decline(message, .forbidden) }
    sessions[client].written += size
    if degradation.ration != nil {
      sessions[client].rationed.writes += 1
      sessions[client].rationed.bytes += size
    }
    let (isLost, isEarly) = (
      !degradation.losesAnswers.isZero, options.answersBeforeData || degradation.answersBeforeData
    )
    if isEarly, !isLost { answer(message, .committed) }
    put(Self.parts(of: write), of: message.client, message.journey, at: now)
    if isLost {
      say(message.client, 0, "closed 0s")
      return end(client, at: now)
    }
    if isEarly { return }
    if let (_, by) = degradation.delaysAnswers {
      var chance = RandomStream(seed: 1, "constant")
      let words =
        "\(client) s\(message.session) j\(message.journey) \(words(of: message, .committed))"
      lateAnswers.append((message.client, message.session, words, now + by.draw(&chance)))
    } else {
      answer(message, .committed)
    }
  }

  private mutating func decline(_ message: Message, _ answer: Message.Answer) {
    if let id = message.request {
      sessions[Int(message.client)].requests[Int(id) - 1] = .failed(answer)
    }
    self.answer(message, answer)
  }

  /// Why a write may not be committed; nil: it may.
  private func fault(in write: Write, _ auth: Message.Auth?, at now: Instant) -> Message.Answer? {
    if Self.isIllegal(write) { return .invalid }
    return allows(Self.parts(of: write), auth, at: now) ? nil : .forbidden
  }

  private func allows(
    _ parts: [(path: Path, node: Node)], _ auth: Message.Auth?, at now: Instant
  ) -> Bool {
    guard let rules else { return true }
    let after = applying(parts, to: root, at: now)
    return parts.allSatisfy { rules.writes($0.path, auth, root, after) }
  }

  /// The tree after a write; server values count from what stood there before all of the parts.
  private func applying(
    _ parts: [(path: Path, node: Node)], to tree: Node, at now: Instant
  ) -> Node {
    var after = tree
    let milliseconds = PushIDs.epoch + now.nanoseconds / 1_000_000
    for (path, node) in parts {
      after.set(node.resolved(existing: tree[path], milliseconds: milliseconds), at: path)
    }
    return after
  }

  private mutating func fire(
    _ orphan: (client: UInt32, session: UInt32, auth: Message.Auth?, hooks: [Hook]),
    at now: Instant
  ) {
    for hook in orphan.hooks {
      let isAllowed = allows(hook.parts, orphan.auth, at: now)
      said.append(
        "\(orphan.client) s\(orphan.session) fired \(hook.path)\(isAllowed ? "" : ", forbidden")")
      if isAllowed { put(hook.parts, of: orphan.client, 0, at: now) }
    }
  }

  /// Commits a write and tells everybody whose query shows something else now.
  private mutating func put(
    _ parts: [(path: Path, node: Node)], of client: UInt32, _ journey: UInt32, at now: Instant
  ) {
    let before = listens.map { $0.naive.truth(root(for: $0.client)).fingerprint }
    let old = root
    root = applying(parts, to: root, at: now)
    version += 1
    said.append("\(client) j\(journey) committed \(version) \(root.fingerprint)")
    tell(journey, before)
    guard hasCopy else { return }
    let resolved = parts.map { part in
      let milliseconds = PushIDs.epoch + now.nanoseconds / 1_000_000
      return (part.path, part.node.resolved(existing: old[part.path], milliseconds: milliseconds))
    }
    let due = max(now + (degradation.lag ?? options.lag), late.map(\.due).max() ?? .zero)
    late.append((resolved, journey, due))
    if due <= now { catchUp(at: now) }
  }

  private mutating func catchUp(at now: Instant) {
    while let next = late.first, next.due <= now {
      late.removeFirst()
      let before = listens.map { $0.naive.truth(root(for: $0.client)).fingerprint }
      for (path, node) in next.parts { lateRoot.set(node, at: path) }
      tell(next.journey, before)
    }
  }

  private mutating func tell(_ journey: UInt32, _ before: [UInt64]) {
    let changed = zip(listens, before).filter { listen, old in
      listen.naive.truth(root(for: listen.client)).fingerprint != old
    }.map(\.0)
    for listen in changed.sorted(by: Self.isTold) {
      let client = Int(listen.client)
      sessions[client].sequence += 1
      let truth = listen.naive.truth(root(for: listen.client)).fingerprint
      say(listen.client, journey, "push \(listen.tag) #\(sessions[client].sequence) \(truth)")
    }
  }

  /// Deeper places before those above them, places side by side by key, queries of a place and who listens to one in
  /// the order in which they came.
  private static func isTold(_ a: Listen, before b: Listen) -> Bool {
    let (x, y) = (a.naive.path.keys, b.naive.path.keys)
    for (one, other) in zip(x, y) where one != other { return one < other }
    if x.count != y.count { return x.count > y.count }
    return a.birth == b.birth ? a.number < b.number : a.birth < b.birth
  }
}

// Writes.
extension NaiveServer {
  static func parts(of write: Write) -> [(path: Path, node: Node)] {
    switch write {
    case .set(let path, let node): [(path, node)]
    case .merge(let path, let parts): parts.map { (path.appending($0.path), $0.node) }
    }
  }

  /// `true` if no tree may hold what is written, or the write is against itself.
  static func isIllegal(_ write: Write) -> Bool {
    let parts = parts(of: write)
    for (place, part) in parts.enumerated() {
      if part.path.keys.dropLast().contains(.priority) { return true }
      if part.path.keys.last == .priority {
        let isLeaf = part.node.children.isEmpty && part.node.priority.isNone
        if case .bool = part.node.content { return true }
        if !isLeaf { return true }
      }
      if !isFinite(part.node) { return true }
      for other in parts[(place + 1)...] {
        let (a, b) = (part.path.keys, other.path.keys)
        if a.starts(with: b) || b.starts(with: a) { return true }
      }
    }
    return false
  }

  private static func isFinite(_ node: Node) -> Bool {
    if case .number(let value) = node.content { return value.isFinite }
    return node.children.allSatisfy { isFinite($0.value) }
  }

  /// The bytes of keys and leaves: texts as long as they are, and eight for every other leaf.
  static func bytes(of node: Node) -> Int {
    let priority = node.priority.isNone ? 0 : bytes(of: node.priority.node)
    switch node.content {
    case .null: return 0
    case .text(let text): return priority + text.utf8.count
    case .branch:
      return node.children.reduce(priority) { $0 + $1.key.byteCount + bytes(of: $1.value) }
    default: return priority + 8
    }
  }

  /// The rest of a part when nothing is to happen at or below a path: of a node that lies above it each other
  /// child by itself; out of a leaf nothing can be taken.
  static func rest(
    of part: (path: Path, node: Node), without path: Path
  ) -> [(path: Path, node: Node)] {
    let (mine, gone) = (part.path.keys, path.keys)
    if mine.starts(with: gone) { return [] }
    guard gone.starts(with: mine), !part.node.children.isEmpty else { return [part] }
    return part.node.children.flatMap { key, child in
      rest(of: (part.path.appending(key), child), without: path)
    }
  }
}

/// Rules in their language, and the same in ours.
struct TwinRules {
  let lines: String
  /// `true` if somebody may read at a path of a tree.
  let reads: @Sendable (Path, Message.Auth?, Node) -> Bool
  /// `true` if somebody may write at a path what makes one tree another.
  let writes: @Sendable (Path, Message.Auth?, Node, Node) -> Bool
}

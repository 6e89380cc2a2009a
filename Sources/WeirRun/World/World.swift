public import WeirCore
import WeirBackend
import WeirCheck
import WeirClient
import WeirDiff
import WeirKernel
import WeirLists
import WeirNetwork
public import WeirScenario
import WeirStreams
public import WeirTrace
import WeirTree
import WeirWorkload

/// Everything that is simulated, and the one loop that moves it.
///
///     var world = try World(scenario, seed: 1)
///     while world.advance(by: 10_000) { /* show progress */ }
///     world.outcome()  // findings, metrics, digest
///
/// A case of the loop calls one machine, turns its wishes into events and appends the steps; anything
/// cleverer belongs to a machine. The same build, scenario and seed give the same trace.
public struct World: ~Copyable {
  /// The scenario that runs.
  public let scenario: Scenario
  /// The seed of all chance.
  public let seed: UInt64
  /// What happened so far.
  public internal(set) var trace = Trace()
  /// How many events were handled.
  public internal(set) var eventCount = 0
  /// Whether the run was ended from outside.
  public internal(set) var isInterrupted = false

  let plan: Plan
  var checkers = Checkers()
  var meter: Meter
  var isOver = false
  var queue: EventQueue
  var now = Instant.zero
  private var backend: Backend
  private var workload: Workload
  private var mail = Mailroom()
  private var seats: [Seat] = []
  private var listNumbers: [Path: UInt32] = [:]
  private var journeyWork: [UInt16] = [0]
  private var jobService: [Int64] = []

  // Reused from event to event.
  private var backendWishes: [Backend.Wish] = []
  private var clientWishes: [Client.Wish] = []
  private var stackWishes: [StackWish] = []
  private var workWishes: [Workload.Wish] = []
  private var thoughts: [Workload.Wish] = []
  private var changes = ChangeSet()
  private var workspace = DiffWorkspace()

  /// All that belongs to one client.
  private struct Seat: Sendable {
    var client: Client
    var stack: ListStream
    var view: StrictListView<Row>
    var up: Link
    var down: Link
    var ids: PushIDs
    var chance: RandomStream
    var list: UInt32
    var link: Int
    var query: Query
  }

  /// Makes a world in which nothing has happened yet.
  ///
  /// With `keepingSteps` every step, the first ones too, waits for ``takeSteps()``.
  public init(
    _ scenario: Scenario, seed: UInt64, keepingSteps: Bool = false
  ) throws(Problems) {
    self.scenario = scenario
    self.seed = seed
    trace.isKeeping = keepingSteps
    plan = try Plan(scenario, seed: seed)
    queue = EventQueue(horizon: plan.horizon)
    backend = Backend(
      tree: plan.tree, clients: plan.seats.count, servers: scenario.server.servers,
      service: plan.service, queue: scenario.server.queue,
      chance: RandomStream(seed: seed, "service", of: "backend"))
    workload = Workload(plan.work, seed: seed)
    meter = Meter(
      from: .zero + scenario.warmUp, until: plan.workEnds,
      postAction: Scenario.Work.Action.post.number, stageEnds: plan.stages.map(\.ends))
    for (number, path) in plan.lists.enumerated() { listNumbers[path] = UInt32(number) }
    for place in plan.seats { seats.append(seat(place)) }
    begin()
  }

  private func seat(_ place: Plan.Seat) -> Seat {
    let group = scenario.clients[place.group]
    let rules = plan.links[place.link]
    let limit: Query.Limit =
      switch group.window {
      case .all: .none
      case .newest(let count): .last(count)
      case .oldest(let count): .first(count)
      }
    return Seat(
      client: Client(isReliable: rules.isStream, patience: rules.retransmit),
      stack: ListStream(batching: .init(wait: group.batchWait, atMost: group.batchAtMost)),
      view: StrictListView(),
      up: Link(
        seed: seed, direction: "up", of: group.name, client: place.number, rules: rules),
      down: Link(
        seed: seed, direction: "down", of: group.name, client: place.number, rules: rules),
      ids: PushIDs(chance: RandomStream(seed: seed, "push id", of: group.name, place.number)),
      chance: RandomStream(seed: seed, "row", of: group.name, place.number),
      list: place.list, link: place.link, query: Query(limit: limit))
  }

  private mutating func begin() {
    trace.absorb { $0.absorb(plan.tables.word, plan.tables.length) }
    record(Step(at: .zero, .began, x: scenario.fingerprint, y: seed))
    for (number, path) in plan.lists.enumerated() {
      let children = plan.tree[path].children
      children.forEach(in: 0..<children.count) { key, node in
        record(
          Step(at: .zero, .committed, list: UInt32(number), key: key, x: node.fingerprint))
      }
    }
    for number in seats.indices {
      queue.post(WorldEvent.code(WorldEvent.open, 0, UInt32(number)), at: .zero)
    }
    workload.begin(into: &workWishes)
    handleWorkWishes()
  }

  /// The paths of all lists, by the numbers that steps use.
  public var lists: [String] { plan.lists.map(\.description) }
  /// The steps since the last call, if the world keeps them.
  public mutating func takeSteps() -> [Step] { trace.takeSteps() }
  /// The moment of virtual time.
  public var instant: Instant { now }
  /// The latest moment to which the run can go.
  public var horizon: Instant { plan.horizon }

  /// Handles up to `count` events; false when there is nothing more to do.
  public mutating func advance(by count: Int) -> Bool {
    for _ in 0..<count {
      guard !isOver else { return false }
      guard let event = queue.next() else {
        rest()
        return false
      }
      now = event.at
      eventCount += 1
      handle(event.code)
    }
    return true
  }

  /// Ends the run where it is.
  public mutating func interrupt() {
    isInterrupted = true
    isOver = true
  }

  /// Nothing can happen any more, or the time is over.
  private mutating func rest() {
    isOver = true
    if !queue.isEmpty { now = plan.horizon }
    let open = mail.underWay + backend.busyServers + backend.queueLength
    record(Step(at: now, .rested, x: UInt64(open)))
  }

  mutating func record(_ step: Step) {
    trace.append(step)
    checkers.observe(step)
    meter.observe(step)
  }

  private mutating func handle(_ code: UInt64) {
    let number = WorldEvent.b(of: code)
    let client = Int(number)
    switch WorldEvent.kind(of: code) {
    case WorldEvent.up: arriveAtBackend(number)
    case WorldEvent.down: arriveAtClient(number)
    case WorldEvent.serve: finish(number)
    case WorldEvent.batch:
      seats[client].stack.ring(at: now, into: &stackWishes)
      handleStackWishes(of: client)
    case WorldEvent.work:
      workload.ring(work: WorldEvent.a(of: code), client: number, at: now, into: &workWishes)
      handleWorkWishes()
    case WorldEvent.open: open(client)
    case WorldEvent.retry:
      seats[client].client.retry(at: now, into: &clientWishes)
      handleClientWishes(of: client)
    case WorldEvent.ping:
      send(.ping, from: client, journey: 0)
      queue.post(code, at: now + Client.pingPeriod)
    default: invariantBroken("an event of unknown kind: \(code)")
    }
  }
}

// What people do.
extension World {
  private mutating func handleWorkWishes() {
    var place = 0
    while place < workWishes.count {
      switch workWishes[place] {
      case .wake(let work, let client, let instant):
        queue.post(WorldEvent.code(WorldEvent.work, work, client), at: instant)
      case .intend(let intent): perform(intent)
      }
      place += 1
    }
    workWishes.removeAll(keepingCapacity: true)
  }

  private mutating func perform(_ intent: Intent) {
    let client = Int(intent.client)
    let journey = UInt32(journeyWork.count)
    journeyWork.append(UInt16(intent.work))
    let list = seats[client].list
    record(
      Step(
        at: now, .meant, client: intent.client, journey: journey, list: list,
        x: intent.action.number, y: UInt64(intent.stage)))
    guard let (key, write) = write(for: intent, journey) else {
      record(
        Step(
          at: now, .skipped, client: intent.client, journey: journey, list: list,
          x: intent.action.number))
      workload.answered(work: intent.work, client: intent.client, at: now, into: &thoughts)
      planThoughts()
      return
    }
    seats[client].client.write(write, journey: journey, at: now, into: &clientWishes)
    let isEdit = if case .merge = write { true } else { false }
    let stamp =
      switch write {
      case .set(_, let node): node.fingerprint
      case .merge: max(1, seats[client].client.node(at: key, tag: 0).fingerprint)
      }
    record(
      Step(
        at: now, .wrote, client: intent.client, journey: journey, list: list, key: key,
        x: stamp, y: UInt64(isEdit ? 1 : 0) << 32 | UInt64(seats[client].client.lastWrite)))
    handleClientWishes(of: client)
  }

  /// What an intent writes, and to which row; nil where there is no row to act on.
  private mutating func write(for intent: Intent, _ journey: UInt32) -> (Key, Write)? {
    let client = Int(intent.client)
    let list = plan.lists[Int(seats[client].list)]
    let content = Node([
      (Self.byKey, .integer(Int64(intent.client))), (Self.wordKey, .integer(Int64(journey))),
    ])
    if intent.action == .post {
      let key = seats[client].ids.next(at: now)
      return (key, .set(list.appending(key), content))
    }
    guard !seats[client].stack.shown.isEmpty else { return nil }
    let place = seats[client].chance.index(below: seats[client].stack.shown.count)
    let key = seats[client].stack.shown[place].key
    switch intent.action {
    case .post, .replace: return (key, .set(list.appending(key), content))
    case .edit:
      let word = Message.Entry(Self.wordKey, .integer(Int64(journey)))
      return (key, .merge(list.appending(key), [word]))
    case .remove: return (key, .set(list.appending(key), .null))
    }
  }

  private static let byKey = Key("by")
  private static let wordKey = Key("word")

  private mutating func open(_ client: Int) {
    let seat = seats[client]
    record(
      Step(
        at: now, .opened, client: UInt32(client), list: seat.list,
        x: Step.window(seat.query)))
    _ = seats[client].client.listen(
      to: plan.lists[Int(seat.list)], seat.query, at: now, into: &clientWishes)
    handleClientWishes(of: client)
    if !plan.links[seat.link].isStream {
      let first = now + Client.pingPeriod
      queue.post(WorldEvent.code(WorldEvent.ping, 0, UInt32(client)), at: first)
    }
  }
}

// What travels.
extension World {
  private mutating func send(_ body: Message.Body, from client: Int, journey: UInt32) {
    let fate = seats[client].up.send(at: now, rules: plan.links[seats[client].link])
    dispatch(body, client: client, journey: journey, fate, WorldEvent.up)
  }

  private mutating func send(_ body: Message.Body, to client: Int, journey: UInt32) {
    let fate = seats[client].down.send(at: now, rules: plan.links[seats[client].link])
    dispatch(body, client: client, journey: journey, fate, WorldEvent.down)
  }

  private mutating func dispatch(
    _ body: Message.Body, client: Int, journey: UInt32, _ fate: Fate, _ door: UInt64
  ) {
    let arrival = fate.arrival.map { UInt64(bitPattern: $0.nanoseconds) } ?? .max
    let marks = UInt64(fate.heldBack ? 1 : 0) << 32 | UInt64(fate.again == nil ? 0 : 1) << 33
    record(
      Step(
        at: now, .sent, client: UInt32(client), journey: journey, list: seats[client].list,
        x: arrival, y: UInt64(fate.lost) | marks))
    guard let first = fate.arrival else { return }
    let message = Message(client: UInt32(client), journey: journey, sentAt: now, body: body)
    queue.post(WorldEvent.code(door, 0, mail.post(message)), at: first)
    if let again = fate.again {
      queue.post(WorldEvent.code(door, 0, mail.post(message)), at: again)
    }
  }

  private mutating func arrive(_ slot: UInt32, _ end: UInt64) -> Message {
    let message = mail.take(slot)
    record(
      Step(
        at: now, .arrived, client: message.client, journey: message.journey,
        list: seats[Int(message.client)].list,
        x: UInt64(bitPattern: message.sentAt.nanoseconds), y: end))
    return message
  }

  private mutating func arriveAtBackend(_ slot: UInt32) {
    let message = arrive(slot, 0)
    backend.receive(message, at: now, into: &backendWishes)
    handleBackendWishes()
  }

  private mutating func arriveAtClient(_ slot: UInt32) {
    let message = arrive(slot, 1)
    let client = Int(message.client)
    seats[client].client.receive(message.body, at: now, into: &clientWishes)
    handleClientWishes(of: client)
  }
}

// What machines wish.
extension World {
  private mutating func finish(_ job: UInt32) {
    let owner = backend.owner(of: job)
    let stay = now - backend.arrival(of: job)
    record(
      Step(
        at: now, .served, client: owner.client, journey: owner.journey,
        x: UInt64(stay.nanoseconds), y: UInt64(jobService[Int(job)])))
    backend.finish(job, at: now, into: &backendWishes)
    handleBackendWishes()
  }

  private mutating func handleBackendWishes() {
    for place in backendWishes.indices {
      switch backendWishes[place] {
      case .send(let client, let journey, let body):
        send(body, to: Int(client), journey: journey)
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
      case .committed(let client, let journey, let write, let version, let fingerprint):
        commit(write, client, journey, version, fingerprint)
      }
    }
    backendWishes.removeAll(keepingCapacity: true)
  }

  private mutating func commit(
    _ write: Write, _ client: UInt32, _ journey: UInt32, _ version: UInt64,
    _ fingerprint: UInt64
  ) {
    let path = write.path
    guard let key = path.keys.last,
      let list = listNumbers[Path(Array(path.keys.dropLast()))]
    else { invariantBroken("a write to \(path), which is no row of a list") }
    record(
      Step(
        at: now, .committed, client: client, journey: journey, list: list, key: key,
        x: fingerprint, y: version))
  }

  private mutating func handleClientWishes(of client: Int) {
    let number = UInt32(client)
    for place in clientWishes.indices {
      switch clientWishes[place] {
      case .heard(_, let event):
        if event.kind != .value {
          record(
            Step(
              at: now, .heard, client: number, list: seats[client].list, key: event.key,
              x: event.kind == .removed ? 0 : event.node.fingerprint,
              y: UInt64(event.kind.rawValue)))
        }
        seats[client].stack.receive(event, at: now, into: &stackWishes)
        if !stackWishes.isEmpty { handleStackWishes(of: client) }
      case .send(let journey, let body): send(body, from: client, journey: journey)
      case .settled(let write, let journey, let answer):
        record(
          Step(
            at: now, .answered, client: number, journey: journey, list: seats[client].list,
            x: UInt64(answer.rawValue), y: UInt64(write)))
        let work = Int(journeyWork[Int(journey)])
        workload.answered(work: work, client: number, at: now, into: &thoughts)
      case .resent(let journey):
        record(Step(at: now, .resent, client: number, journey: journey))
      case .resynced:
        record(Step(at: now, .resynced, client: number, list: seats[client].list))
      case .retry(let instant):
        queue.post(WorldEvent.code(WorldEvent.retry, 0, number), at: instant)
      }
    }
    clientWishes.removeAll(keepingCapacity: true)
    if !thoughts.isEmpty { planThoughts() }
  }

  /// Plans the next acts of those in a closed loop who have their answer.
  private mutating func planThoughts() {
    for wish in thoughts {
      guard case .wake(let work, let client, let instant) = wish else { continue }
      queue.post(WorldEvent.code(WorldEvent.work, work, client), at: instant)
    }
    thoughts.removeAll(keepingCapacity: true)
  }

  private mutating func handleStackWishes(of client: Int) {
    for place in stackWishes.indices {
      switch stackWishes[place] {
      case .wake(let instant):
        queue.post(WorldEvent.code(WorldEvent.batch, 0, UInt32(client)), at: instant)
      case .publish: publish(client)
      }
    }
    stackWishes.removeAll(keepingCapacity: true)
  }

  private mutating func publish(_ client: Int) {
    changes.removeAll()
    seats[client].stack.publish(into: &changes, workspace: &workspace)
    let counts = [
      changes.deletes.count, changes.inserts.count, changes.moves.count, changes.updates.count,
    ].reduce(UInt64(0)) { $0 << 16 | UInt64(min($1, 0xFFFF)) }
    let step = Step(
      at: now, .published, client: UInt32(client), list: seats[client].list,
      x: rowsDigest(seats[client].stack.shown), y: counts)
    trace.append(step)
    checkers.observe(step, changes, rows: seats[client].stack.shown)
    meter.observe(step, changes, rows: seats[client].stack.shown)
    if let fault = seats[client].view.apply(changes, to: seats[client].stack.shown) {
      record(
        Step(
          at: now, .faulted, client: UInt32(client), list: seats[client].list,
          x: UInt64(fault.rule.rawValue)))
    }
  }
}

extension Scenario.Work.Action {
  /// The number by which steps call the action.
  var number: UInt64 {
    switch self {
    case .post: 1
    case .edit: 2
    case .replace: 3
    case .remove: 4
    }
  }
}

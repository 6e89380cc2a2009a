// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
public import WeirCheck
import WeirClient
public import WeirCore
import WeirDiff
import WeirKernel
import WeirLists
package import WeirMetrics
import WeirNetwork
public import WeirScenario
import WeirStreams
package import WeirTrace
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
  /// The steps that happened so far.
  package internal(set) var trace = Trace()
  /// The number of events that were handled.
  public internal(set) var eventCount = 0
  /// The number of bytes of content that were handed to the network; nil where they are not counted, for it takes time.
  ///
  /// Anyone who wants to know sets it to 0 before the first event.
  package var payloadBytes: Int?
  /// `true` if the run was ended from outside.
  public internal(set) var isInterrupted = false
  /// The first answer of a client on which the oracle disagreed, if it runs beside them.
  package internal(set) var disagreement: String?

  let plan: Plan
  /// The rules of the plan's links.
  let links: [SharedLinkRules]
  /// The things that the stacks of this run share.
  let stackRun: StackRun
  let catalogue: Catalogue
  var checkers: Checkers
  var stepMetrics: StepMetricTable
  var meter: Meter
  package var order: OrderMeter
  var isOver = false
  /// The latest moment to which the run goes.
  var end: Instant
  /// The moment at which a client last lost its connection.
  var lastLoss: Instant?
  /// `true` if the work is over and nobody does what few expect any more.
  var isBehaved = false
  var queue: EventQueue
  var now = Instant.zero
  var backend: Backend
  /// The number of those who wanted the backend down and have not let it come back.
  var downs = 0
  /// `true` if the backend is down.
  var isBackendDown: Bool { downs > 0 }
  /// The order of those whose events fall on one instant; nil: they keep that of the queue.
  var turns: Turns?
  /// The bug that the server has on purpose; nil: none.
  var serverTamper: (any ServerTamper)?
  /// `true` if the server has one, or if a client has: to look at a bug costs a copy of it.
  private(set) var isServerTampered = false
  private(set) var areClientsTampered = false
  /// The rights of everybody; nil: nobody can be refused, or nobody wants to know.
  var authority: Authority?
  var workload: Workload
  var inFlight = MessagesInFlight()
  var faultPlan: FaultPlan
  var weather: Weather
  var devices: [Device] = []
  // Only looked up in: few apps have either, and devices are kept small.
  /// By client: the store of its app, once it was asked.
  var stores: [Int: LocalStore] = [:]
  /// By client: the files of its app that move, once it wanted one.
  var transfers: [Int: FileTransfers] = [:]
  /// By client: the questions of its app for pages, once it asked one.
  var fetches: [Int: PageFetches] = [:]
  /// The service at which all apps keep files.
  var fileService = FileService()
  var listNumbers: [Path: UInt32] = [:]
  /// The phones with which the next one may share memory.
  var lastPhones: LastPhones
  /// The publications that clients share.
  var publications: SharedPublications
  /// By list: the screen that was opened last, which the next phone mostly opens, too.
  var lastOpened: [OpenedScreen?]
  /// By journey: the entry of the workload that began it.
  var journeyWork: [UInt16] = [0]
  /// By journey: whether it counts something up.
  var isCounting: [Bool] = [false]
  var counters = Counters()
  /// `true` if anybody counts anything up.
  let countsSomething: Bool
  var jobService: [Int64] = []
  /// For each entry of the workload, the chance of how long somebody stays away.
  var awayChances: [RandomStream] = []

  // Reused from event to event.
  var backendWishes: [Backend.Wish] = []
  var clientWishes: [Client.Wish] = []
  var stackWishes: [StackWish] = []
  var workWishes: [Workload.Wish] = []
  var thoughts: [Workload.Wish] = []
  var faultWishes: [FaultPlan.Wish] = []
  var update = StackUpdate()
  /// The rows of the list that is published now, section by section.
  var shownRows: [[Row]] = []
  /// The requests of the stack whose wishes are being carried out, and what it said after the first of them.
  var requests: [StackWish] = []
  /// `true` if they are being carried out.
  var isServing = false
  /// For each entry of the workload, the chance of what the app's hook forbids.
  var vetoChances: [RandomStream] = []

  /// Makes a world in which nothing has happened yet.
  ///
  /// With `keepingSteps` every step, the first ones too, waits for `takeSteps()`. Who watches, and whether order
  /// is measured, changes nothing of what happens.
  public init(
    _ scenario: Scenario, seed: UInt64, catalogue: Catalogue = .standard,
    keepingSteps: Bool = false, checkers watching: CheckerSet = .all, measuresOrder: Bool = true
  ) throws(Problems) {
    self.init(
      try RunPlan(scenario, seed: seed, catalogue: catalogue), keepingSteps: keepingSteps,
      checkers: watching,
      measuresOrder: measuresOrder)
  }

  /// Makes a world in which nothing has happened yet, as ``init(_:seed:catalogue:keepingSteps:checkers:measuresOrder:)`` does,
  /// of what was made ready before.
  package init(
    _ ready: RunPlan, keepingSteps: Bool = false, checkers watching: CheckerSet = .all,
    measuresOrder: Bool = true
  ) {
    (scenario, seed, plan) = (ready.scenario, ready.seed, ready.plan)
    links = plan.links.map { SharedLinkRules($0) }
    catalogue = ready.catalogue
    stackRun = StackRun(seed: seed)
    trace.isKeeping = keepingSteps
    let families = catalogue.families(of: scenario)
    checkers = Checkers(catalogue.checkers(of: families), on: plan.ground, watching: watching)
    stepMetrics = StepMetricTable(families.flatMap(\.metrics))
    end = plan.horizon
    queue = EventQueue(horizon: end)
    turns = plan.turns
    backend = Backend(plan, scenario.server, seed: seed)
    workload = Workload(plan.work, seed: seed)
    faultPlan = FaultPlan(plan.faultRules, seed: seed)
    let isStormy = plan.conditions.contains { $0 != nil }
    weather = Weather(clients: isStormy ? plan.devices.count : 0)
    countsSomething = plan.work.contains {
      $0.actions.contains(.count) || $0.actions.contains(.transact)
    }
    let groups = scenario.clients.count > 1 ? plan.devices.map { UInt16($0.group) } : []
    meter = Meter(
      from: .zero + scenario.warmUp, until: plan.workEnds,
      postAction: Scenario.Work.Action.post.verb.number,
      writeActions: Set(catalogue.schema.actions.filter(\.verb.isWrite).map(\.verb.number)),
      stageEnds: plan.stages.map(\.ends),
      groups: groups)
    lastPhones = LastPhones(lists: plan.lists.count)
    publications = SharedPublications(clients: plan.devices.count)
    lastOpened = Array(repeating: nil, count: plan.lists.count)
    order = OrderMeter(
      from: .zero + scenario.warmUp, lists: plan.lists.count, clients: plan.devices.map(\.lists),
      most: measuresOrder ? OrderMeter.most : 0, groups: groups)
    for (number, path) in plan.lists.enumerated() { listNumbers[path] = UInt32(number) }
    for work in plan.work {
      awayChances.append(RandomStream(seed: seed, "away", of: work.name))
      vetoChances.append(RandomStream(seed: seed, "veto", of: work.name))
    }
    serverTamper = scenario.server.mutant.flatMap { catalogue.mutant($0)?.makeServerTamper() }
    isServerTampered = serverTamper != nil
    if checkers.wantsRulings { authority = plan.authority(scenario) }
    devices.reserveCapacity(plan.devices.count)
    for place in plan.devices { devices.append(device(place)) }
    for client in devices.indices where devices[client].tamper != nil { areClientsTampered = true }
    begin()
  }

  private mutating func begin() {
    trace.absorb { $0.absorb(plan.tables.word, plan.tables.length) }
    record(Step(at: .zero, .began, x: scenario.fingerprint, y: seed))
    for (number, path) in plan.lists.enumerated() {
      let children = plan.tree[path].children
      children.forEach(in: 0..<children.count) { key, node in
        record(
          Step(at: .zero, .committed, list: UInt32(number), key: key, x: node.fingerprint),
          .row(node))
      }
    }
    for number in plan.counted.indices { tally(number, Step.nobody, 0, plan.tree) }
    for number in devices.indices {
      queue.post(
        WorldEvent.code(WorldEvent.open, 0, UInt32(number)), at: plan.devices[number].arrives)
    }
    for (number, crash) in scenario.server.crashes.enumerated() {
      queue.post(WorldEvent.code(WorldEvent.crash, 0, UInt32(number)), at: .zero + crash.at)
    }
    for (number, change) in scenario.server.laterRules.enumerated() {
      queue.post(WorldEvent.code(WorldEvent.rules, 0, UInt32(number)), at: .zero + change.at)
    }
    beginFaults()
    workload.begin(into: &workWishes)
    handleWorkWishes()
  }

  /// The paths of all lists, by the numbers that steps use.
  package var lists: [String] { plan.lists.map(\.description) }
  /// The names of what steps mean by numbers.
  package var names: StepNames { catalogue.names(lists: lists, surfaces: plan.surfaces) }
  /// The steps since the last call, if the world keeps them.
  package mutating func takeSteps() -> [Step] { trace.takeSteps() }
  /// `true` if its end gives back nothing but memory: no stack needs anything beside the scenario, such as a program.
  package var isMemoryAlone: Bool {
    catalogue.families(of: scenario).allSatisfy(\.format.isDrawn)
  }
  /// The moment of virtual time.
  public var instant: Instant { now }
  /// The latest moment to which the run can go.
  public var horizon: Instant { end }

  /// Handles up to `count` events; false when there is nothing more to do.
  public mutating func advance(by count: Int) -> Bool {
    defer { stackRun.talk.core.leave() }
    if turns != nil { return advanceByTurns(count) }
    for _ in 0..<count {
      guard !isOver else { return false }
      guard let event = queue.next() else {
        if postpones() { continue }
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
  mutating func rest() {
    isOver = true
    if !queue.isEmpty { now = end }
    callInDebts()
    recordPending()
    record(Step(at: now, .rested, x: UInt64(openCount)), .rest(takeFinalState()))
  }

  /// The number of messages that are under way or in work.
  var openCount: Int { inFlight.count + backend.busyServers + backend.queueLength }

  /// Puts the end of the run off, once, where a client lost its connection so late that it is still busy coming back;
  /// returns `true` if it does.
  ///
  /// On a link that loses much even a connection at rest breaks now and then, when the messages that would keep it
  /// do not come through. For how long there was time to settle has nothing to do with it.
  mutating func postpones() -> Bool {
    guard end == plan.horizon, openCount > 0, let lastLoss, lastLoss >= plan.workEnds,
      plan.horizon - lastLoss < Self.timeToComeBack
    else { return false }
    end = plan.horizon + Self.timeToComeBack
    queue.horizon = end
    return true
  }

  /// The time that a client has to come back at the end of a run.
  private static let timeToComeBack = Interval.seconds(60)

  /// Returns all that is there now.
  ///
  /// It changes nothing, but no client must be copied.
  private mutating func takeFinalState() -> FinalState {
    var finalState = FinalState()
    let root = backend.root
    for list in plan.lists { finalState.lists.append(root[list]) }
    for client in devices.indices {
      if let list = devices[client].draftList {
        finalState.lists[Int(list)] = Node(devices[client].drafts.map { ($0.key, $0.node) })
      }
      let (summary, number) = (devices[client].client.summary(), UInt32(client))
      finalState.holdings.append(
        FinalState.Holding(
          asked: summary.openListens, atClient: summary.keptListens,
          atServer: backend.listenCount(of: number), hasSession: backend.hasSession(number),
          isConnected: summary.isConnected && summary.hasReliableLink
            && backend.session(of: number) == summary.session))
    }
    return finalState
  }

  /// Records a step, with what belongs to it where the step alone does not say enough.
  mutating func record(_ step: Step, _ evidence: Evidence = .none) {
    trace.append(step)
    checkers.observe(step, evidence)
    if !stepMetrics.isEmpty { stepMetrics.observe(step) }
    switch evidence {
    case .publication(let publication):
      meter.observe(step, publication.changes, sections: publication.sections)
      order.observe(step, publication)
    case .screen(let opened):
      meter.observe(step)
      order.observe(step, opened)
    default:
      meter.observe(step)
      order.observe(step)
    }
  }

  mutating func handle(_ code: UInt64) {
    let a = WorldEvent.a(of: code)
    let number = WorldEvent.b(of: code)
    let client = Int(number)
    switch WorldEvent.kind(of: code) {
    case WorldEvent.up: arriveAtBackend(number)
    case WorldEvent.down: arriveAtClient(number)
    case WorldEvent.serve: finish(number)
    case WorldEvent.batch:
      // Who closes a list stops its clock.
      guard isAwake(client), a == devices[client].listLife else { return }
      devices[client].stack.wake(at: now, into: &stackWishes)
      handleStackWishes(of: client)
    case WorldEvent.work:
      workload.wake(work: a, client: number, at: now, into: &workWishes)
      handleWorkWishes()
    case WorldEvent.client:
      guard isAwake(client) else { return }
      devices[client].client.wake(at: now, into: &clientWishes)
      handleClientWishes(of: client)
    case WorldEvent.backend:
      backend.wake(at: now, into: &backendWishes)
      handleBackendWishes()
    case WorldEvent.open: endKill(of: client)
    case WorldEvent.comeBack: comeBack(client, work: a)
    case WorldEvent.restart: restart(client, work: a)
    case WorldEvent.reopen: reopen(client, work: a)
    case WorldEvent.hangUp: hangUp(client, session: a)
    case WorldEvent.lost: lose(client, session: a)
    case WorldEvent.crash: crash(client)
    case WorldEvent.recover: recover()
    case WorldEvent.rules: changeRules(client)
    case WorldEvent.fault: turn(client)
    case WorldEvent.behave: behave()
    case WorldEvent.store: wakeStore(of: client)
    case WorldEvent.file: wakeFiles(of: client)
    case WorldEvent.page: wakeFetches(of: client)
    default: invariantBroken("an event of unknown kind: \(code)")
    }
  }
}

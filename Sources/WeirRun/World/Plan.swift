// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
package import WeirCore
import WeirKernel
import WeirNetwork
public import WeirScenario
import WeirStatistics
import WeirStreams
import WeirTrace
import WeirTree
import WeirWorkload

/// A scenario made ready to run: every distribution tabulated, every name a number.
package struct Plan: Sendable {
  /// One stage of the load, as the report shows it.
  struct Stage: Sendable {
    var name: String
    var starts: Instant
    var ends: Instant
  }

  var tree: Node
  var lists: [Path] = []
  var links: [LinkRules] = []
  var service: QuantileTable
  var work: [WorkRules] = []
  /// For each entry of the workload, how long who leaves stays away.
  var away: [QuantileTable] = []
  var stages: [Stage] = []
  /// The chance that a machine misbehaves at each visit of a point that is live.
  var buggify: Ratio
  /// The order of those whose events fall on one instant; nil: they keep that of the queue.
  var turns: Turns?
  /// The moment at which the last work is over.
  var workEnds = Instant.zero
  /// The moment at which the run is over whatever happens.
  var horizon = Instant.zero
  /// For each client: its group, its list, and its link.
  var devices: [Device] = []
  /// The numbers of what their apps show beside their lists.
  var surfaces = SurfaceNumbers()
  /// For each group: what its clients run.
  var stacks: [GroupStack]
  /// The number of copies that serve clients.
  var replicas = 1
  /// The numbers at the server that count them.
  var counted: [CountedPlace] = []
  /// The faults: as they were written, then as this seed draws them.
  var faults: [Scenario.Fault] = []
  /// By the number of a fault: when it strikes, and whom.
  var faultRules: [FaultRules] = []
  /// By the number of a fault: what it does to links, if it is one of links.
  var conditions: [Condition.Effect?] = []
  /// By the number of a fault: how late answers come, if that is what it does.
  var answerDelays: [QuantileTable?] = []
  package var tables = Digest()

  /// The device of a client, as the plan draws it.
  struct Device: Sendable {
    var group: Int
    /// Its number in the group.
    var number: Int
    /// The list that it opens, and writes to.
    var list: UInt32
    /// The lists of all sources of its screen, that one first.
    var lists: [UInt32]
    var link: Int
    /// The moment at which its app is opened for the first time.
    var arrives: Instant
    /// The screen that its list shows.
    var screen: Screen
    /// `true` if the last source of the screen lies in the app alone.
    var keepsDrafts: Bool
    /// The resources of its app, if it keeps any.
    var resources: ResourceSetup?
    /// The surfaces that its app shows beside the list.
    var surfaces: [Surface] = []
  }

  /// Something that an app shows beside its main list.
  struct Surface: Sendable {
    /// The number by which steps call it.
    var number: UInt32
    /// The rows that it shows.
    var screen: Screen
    /// The lists of all sources of that screen.
    var lists: [UInt32]
    /// `true` if it is kept up to date with what its screen selects.
    var isLive: Bool
  }

  package init(
    _ scenario: Scenario, seed: UInt64, _ catalogue: Catalogue = .standard
  ) throws(Problems) {
    stacks = try Self.stacks(of: scenario, catalogue)
    for stack in stacks { stack.services.absorb(into: &tables) }
    tree = scenario.server.tree
    buggify = scenario.buggify
    service = try QuantileTable(scenario.server.service)
    service.absorb(into: &tables)
    for network in scenario.networks {
      let rules = try LinkRules(network)
      rules.absorb(into: &tables)
      links.append(rules)
    }
    try placeClients(of: scenario, seed: seed)
    try planWork(of: scenario)
    try planFaults(of: scenario, seed: seed)
    let mayFallBehind = faults.contains { $0.kind == .staleReplica }
    replicas = max(scenario.server.replicas, mayFallBehind ? 2 : 1)
    try planAnswerDelays()
    horizon = workEnds + scenario.settle
    planTurns(of: scenario, seed: seed)
  }

  private mutating func placeClients(of scenario: Scenario, seed: UInt64) throws(Problems) {
    var numbers: [Path: UInt32] = [:]
    for (index, group) in scenario.clients.enumerated() {
      let chooser = try Chooser(group.pick, count: group.lists.count)
      if case .weighted(let table) = chooser { table.absorb(into: &tables) }
      let keepsDrafts = scenario.workload.contains { work in
        work.group == index && work.does.contains { $0.action == .draft || $0.action == .send }
      }
      // Clients of one list share its screen, unless drafts make it their own.
      var made: [(screen: Screen, sources: [UInt32])?] = group.lists.map { _ in nil }
      for place in 0..<group.count {
        var chance = RandomStream(seed: seed, "pick", of: group.name, place)
        let list = chooser.choose(group.lists.count, turn: place, &chance)
        var screen = made[list]?.screen ?? Screen(of: group, Path(group.lists[list]))
        if keepsDrafts { screen.addDrafts(of: "\(group.name)-\(place)") }
        let sources =
          made[list]?.sources ?? screen.sources.map { number(of: $0.path, in: &numbers) }
        if !keepsDrafts { made[list] = (screen, sources) }
        devices.append(
          Device(
            group: index, number: place, list: sources[0], lists: sources, link: group.network,
            arrives: .zero + group.arrive.part(place, of: group.count), screen: screen,
            keepsDrafts: keepsDrafts))
      }
      // Whoever comes late has something to come for.
      workEnds = max(workEnds, .zero + group.arrive)
    }
    planSurfaces(in: &numbers)
    if !scenario.resources.isEmpty { try planResources(of: scenario, in: &numbers) }
    try refuseListsInLists(numbers)
  }

  private mutating func planSurfaces(in numbers: inout [Path: UInt32]) {
    surfaces = SurfaceNumbers(clients: devices.count)
    for client in devices.indices {
      for surface in stacks[devices[client].group].surfaces(devices[client].screen) {
        devices[client].surfaces.append(
          Surface(
            number: surfaces.add(surface.name, of: UInt32(client)), screen: surface.screen,
            lists: surface.screen.sources.map { number(of: $0.path, in: &numbers) },
            isLive: surface.isLive))
      }
    }
  }

  /// The number of a list, which gets one when it is first met.
  mutating func number(of path: Path, in numbers: inout [Path: UInt32]) -> UInt32 {
    if let number = numbers[path] { return number }
    let number = UInt32(lists.count)
    numbers[path] = number
    lists.append(path)
    return number
  }

  /// A write to a row is told to the list of the row alone, so no list may be a row of another one,
  /// or lie deeper inside it.
  private func refuseListsInLists(_ numbers: [Path: UInt32]) throws(Problems) {
    var problems: [Problem] = []
    for inner in lists {
      for depth in 0..<inner.keys.count {
        guard let outer = numbers[Path(Array(inner.keys.prefix(depth)))] else { continue }
        problems.append(
          Problem(
            message: "the list \(inner) lies inside the list \(lists[Int(outer)])",
            remedy: "let clients open lists that lie side by side"))
      }
    }
    if !problems.isEmpty { throw Problems(problems) }
  }

  private mutating func planWork(of scenario: Scenario) throws(Problems) {
    var firstClient: [UInt32] = [0]
    for group in scenario.clients {
      firstClient.append(firstClient[firstClient.count - 1] + UInt32(group.count))
    }
    for entry in scenario.workload {
      let clients = firstClient[entry.group]..<firstClient[entry.group + 1]
      let starts = Instant.zero + entry.from
      var rules = WorkRules(
        name: entry.name, clients: clients, actions: entry.does.map(\.action),
        share: ChoiceTable(weights: entry.does.map(\.weight.parts)),
        pace: try WorkRules.Pace(entry.pace),
        who: try Chooser(entry.who, count: clients.count), from: starts,
        until: starts + entry.lasts, firstStage: 0)
      if case .arrivals(.stages(let first, let list)) = entry.pace {
        rules.firstStage = UInt16(stages.count + 1)
        planStages(list, from: first, starts)
      }
      rules.absorb(into: &tables)
      let away = try QuantileTable(entry.away)
      if entry.does.contains(where: { $0.action.verb.takesAway }) {
        away.absorb(into: &tables)
      }
      self.away.append(away)
      workEnds = max(workEnds, rules.until)
      work.append(rules)
    }
  }

  private mutating func planStages(
    _ list: [Scenario.Stage], from first: Scenario.Rate, _ starts: Instant
  ) {
    var before = first
    var start = starts
    for stage in list {
      let name = stage.slides ? "\(before) to \(stage.rate)" : "\(stage.rate)"
      stages.append(Stage(name: name, starts: start, ends: start + stage.lasts))
      start = start + stage.lasts
      before = stage.rate
    }
  }
}

extension Interval {
  /// So many parts of as many as there are.
  fileprivate func part(_ number: Int, of count: Int) -> Interval {
    Interval(nanoseconds: Int64(Int128(nanoseconds) * Int128(number) / Int128(count)))
  }
}

extension Ratio {
  /// The ratio as parts of 2⁴⁰, for weighing choices.
  fileprivate var parts: UInt64 {
    UInt64(UInt128(numerator) << 40 / UInt128(denominator))
  }
}

extension Chooser {
  /// The chooser of a popularity over `count` places.
  fileprivate init(_ popularity: Scenario.Popularity, count: Int) throws(Problems) {
    switch popularity {
    case .uniform: self = .uniform
    case .inTurn: self = .inTurn
    case .zipf(let exponent):
      self = .weighted(try ChoiceTable(zipf: exponent, count: count))
    }
  }
}

extension WorkRules.Pace {
  fileprivate init(_ pace: Scenario.Work.Pace) throws(Problems) {
    switch pace {
    case .every(let gap): self = .every(try QuantileTable(gap))
    case .think(let thought): self = .think(try QuantileTable(thought))
    case .arrivals(.constant(let rate)): self = .constant(rate)
    case .arrivals(.poisson(let rate)):
      self = .poisson(try QuantileTable(.exponential(mean: rate.gap)))
    case .arrivals(.bursts(let count, let every)):
      self = .bursts(of: count, try QuantileTable(every))
    case .arrivals(.stages(let first, let stages)):
      let highest = Scenario.Rate(
        millionths: max(first.millionths, stages.map(\.rate.millionths).max() ?? 0))
      self = .stages(
        from: first, stages, highest: highest,
        try QuantileTable(.exponential(mean: highest.gap)))
    }
  }
}

extension WorkRules {
  fileprivate func absorb(into digest: inout Digest) {
    share.absorb(into: &digest)
    switch pace {
    case .every(let table), .think(let table), .poisson(let table), .bursts(_, let table),
      .stages(_, _, _, let table):
      table.absorb(into: &digest)
    case .constant: break
    }
    if case .weighted(let table) = who { table.absorb(into: &digest) }
  }
}

extension LinkRules {
  fileprivate init(_ network: Scenario.Network) throws(Problems) {
    self.init(
      isStream: network.transport == .stream, delay: try QuantileTable(network.delay))
    steady = network.steady
    loss = network.loss
    retransmit = network.retransmit
    duplicate = network.duplicate
    reorder = network.reorder
    reorderBy = try QuantileTable(network.reorderBy)
    if let down = network.outage {
      outage = (try QuantileTable(down.every), try QuantileTable(down.lasts))
    }
  }

  fileprivate func absorb(into digest: inout Digest) {
    delay.absorb(into: &digest)
    reorderBy.absorb(into: &digest)
    outage?.every.absorb(into: &digest)
    outage?.lasts.absorb(into: &digest)
  }
}

extension Scenario.Rate: CustomStringConvertible {
  /// The mean distance of things that come at this rate.
  package var gap: Interval {
    Interval(nanoseconds: Int64(1_000_000_000_000_000 / max(1, millionths)))
  }

  /// `250/s`.
  package var description: String {
    var fraction = String(millionths % 1_000_000 + 1_000_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return "\(millionths / 1_000_000)" + (fraction.isEmpty ? "" : ".\(fraction)") + "/s"
  }
}

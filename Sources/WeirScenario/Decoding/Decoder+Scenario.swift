internal import WeirCore
internal import WeirTree

extension Decoder {
  /// Reads the whole of a scenario from the mapping it is; nil when nothing can be told of it.
  mutating func scenario(_ node: YAMLNode, named name: String) -> Scenario? {
    let fields = fields(node, .scenario, at: "")
    if fields.isBroken { return nil }
    // What another version means by its keys is not known here.
    if !version(fields) { return nil }
    let about = text("about", in: fields)
    let seed = scalar(slot("seed", in: fields), Units.seed) { "\($0)" }
    let warmUp = duration("warm-up", in: fields)
    let settle = duration("settle", in: fields)
    let oracle = word("oracle", in: fields)
    let serverFields = self.fields(slot("server", in: fields)?.node, .server, at: "server")
    let server = server(serverFields)
    let networks = networks(fields)
    let resources = resources(fields)
    let clients = groups(fields)
    judge(
      server, serverFields,
      links: clients.compactMap {
        networks.indices.contains($0.network) ? networks[$0.network] : nil
      })
    let workload = workload(fields, groups: clients, server: server, networks: networks)
    let workEnds = workload.map { $0.from + $0.lasts }.max() ?? .zero
    refuseLateCrashes(server, runEnds: workEnds + (settle ?? .zero))
    let (faults, swarm) = faults(fields, clients, networks, server, workEnds: workEnds)
    let schedule = schedule(fields)
    let buggify = share("buggify", in: fields)
    let expectations = expectations(fields)
    refuseIdle(expectations, resources)
    let gate = gate(fields)
    guard problems.isEmpty, let about, let seed, let warmUp, let settle else { return nil }
    var scenario = Scenario(
      name: name, about: about, seed: seed, warmUp: warmUp, settle: settle,
      hasOracle: oracle == "on", server: server, networks: networks, clients: clients,
      workload: workload, expectations: expectations)
    scenario.resources = resources
    (scenario.faults, scenario.swarm) = (faults, swarm)
    scenario.schedule = schedule
    scenario.buggify = buggify ?? .zero
    scenario.gate = gate
    return scenario
  }

  /// `true` if the version is one that is read; a file that does not say is judged as version 1.
  private mutating func version(_ fields: Fields) -> Bool {
    let known = Schema.versions.map { String($0) }.joined(separator: ", ")
    let version = scalar(
      slot("weir", in: fields),
      { text throws(Complaint) in
        guard let number = ExactNumber(of: text), number.isInteger,
          Schema.versions.contains(where: { Int128($0) == number.digits })
        else {
          throw Complaint(
            message: "version '\(shortened(text))' of the format is not known",
            remedy: "write `weir: 1`; this build reads versions: \(known)")
        }
        return number.words
      }, { $0 })
    return version != nil || !fields.has("weir")
  }

  private mutating func server(_ fields: Fields) -> Scenario.Server {
    var server = Scenario.Server(
      tree: tree("tree", in: fields) ?? .null,
      servers: count("servers", in: fields) ?? nil,
      service: distribution("service", in: fields) ?? .constant(.zero),
      queue: count("queue", in: fields) ?? nil,
      answers: word("answers", in: fields).flatMap { .init(rawValue: $0) } ?? .afterData,
      sessionTimeout: duration("session-timeout", in: fields) ?? .seconds(60),
      crashes: crashes(fields), rules: rules("rules", in: fields),
      laterRules: laterRules(fields), pace: rate("pace", in: fields),
      replicas: (count("replicas", in: fields) ?? 1) ?? 1,
      lag: duration("lag", in: fields) ?? .zero)
    server.mutant = scalar(slot("mutant", in: fields), Self.name, { $0 })
    return server
  }

  /// A server that waits no longer than a silent client does ends healthy sessions, for ever.
  private mutating func judge(
    _ server: Scenario.Server, _ fields: Fields, links: [Scenario.Network]
  ) {
    let silence = links.map(\.transport.silence).max() ?? .zero
    guard server.sessionTimeout <= silence, let slot = slot("session-timeout", in: fields) else {
      return
    }
    complain(
      slot.node.mark,
      "sessions end after a silence of \(server.sessionTimeout), which healthy clients keep",
      "they show that they are there every \(silence); write more than that and the way takes")
  }

  private mutating func laterRules(_ outer: Fields) -> [Scenario.Server.LaterRules] {
    guard let slot = slot("later-rules", in: outer), let nodes = elements(slot) else { return [] }
    return nodes.enumerated().compactMap { place, node in
      let fields = fields(node, .laterRules, at: "\(slot.path).\(place)")
      let at = duration("at", in: fields)
      let rules = rules("rules", in: fields)
      guard let at, let rules else { return nil }
      return .init(at: at, rules: rules)
    }
  }

  /// When the server is down, in the order of time.
  private mutating func crashes(_ outer: Fields) -> [Scenario.Server.Crash] {
    guard let slot = slot("crashes", in: outer), let nodes = elements(slot) else { return [] }
    var crashes: [Scenario.Server.Crash] = []
    for (place, node) in nodes.enumerated() {
      let fields = fields(node, .crash, at: "\(slot.path).\(place)")
      let at = duration("at", in: fields)
      let lasts = duration("for", in: fields)
      guard let at, let lasts else { continue }
      if let last = crashes.last, at <= last.at + last.lasts {
        complain(
          node.mark, "the server crashes while it is down, or not in the order of time",
          "start after \(last.at + last.lasts)")
      }
      crashes.append(.init(at: at, lasts: lasts))
      crashMarks.append(fields.entry("at")?.value.mark)
    }
    return crashes
  }

  /// Notes crashes that would never come, because the run is over before.
  private mutating func refuseLateCrashes(_ server: Scenario.Server, runEnds: Interval) {
    for (crash, mark) in zip(server.crashes, crashMarks)
    where runEnds > .zero && crash.at >= runEnds {
      complain(
        mark, "the run is over at \(runEnds), before the server crashes",
        "let it crash before that, or let the work go on, or settle, for longer")
    }
  }

  /// The unnamed link, then the named ones in the order of their names.
  private mutating func networks(_ fields: Fields) -> [Scenario.Network] {
    let unnamed = self.fields(slot("network", in: fields)?.node, .network, at: "network")
    var networks = [network("default", unnamed)]
    networkNames = ["default"]
    guard let slot = slot("networks", in: fields) else { return networks }
    guard case .mapping(let entries) = slot.node.content else {
      if !slot.node.isBroken { wrongKind(slot) }
      return networks
    }
    let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    if sorted.count >= Self.mostEntries {
      complain(slot.node.mark, "more than \(Self.mostEntries) networks", "write fewer")
      return networks
    }
    for entry in sorted {
      do throws(Complaint) {
        let name = try Self.name(entry.key)
        if name == "default" {
          throw Complaint(
            message: "'default' is the name of the link under `network:`",
            remedy: "give this one another name")
        }
      } catch {
        complain(entry.keyMark, error.message, error.remedy)
      }
      let fields = self.fields(entry.value, .network, at: "networks.\(entry.key)")
      networks.append(network(entry.key, fields))
      networkNames.append(entry.key)
    }
    return networks
  }

  private mutating func network(_ name: String, _ fields: Fields) -> Scenario.Network {
    var network = Scenario.Network(name: name)
    network.delay = oneWayDelay(fields) ?? network.delay
    network.transport = word("transport", in: fields).flatMap { .init(rawValue: $0) } ?? .stream
    network.steady = duration("steady", in: fields) ?? network.steady
    network.loss = share("loss", in: fields) ?? .zero
    network.retransmit = duration("retransmit", in: fields) ?? network.retransmit
    network.duplicate = share("duplicate", in: fields) ?? .zero
    network.reorder = share("reorder", in: fields) ?? .zero
    network.reorderBy = distribution("reorder-by", in: fields) ?? network.reorderBy
    if network.transport == .stream {
      hides("duplicate", network.duplicate, "a stream hides duplicates", fields)
      hides("reorder", network.reorder, "a stream keeps the order", fields)
    } else if let entry = fields.entry("steady") {
      complain(
        entry.keyMark, "'steady' on datagrams",
        "every datagram draws its own delay; leave it out, or use transport: stream")
    }
    if network.transport == .stream, network.loss == .one {
      complain(
        fields.entry("loss")?.value.mark, "a stream that loses everything never delivers",
        "write less than 100%, or use transport: datagram")
    }
    if let slot = slot("outage", in: fields) {
      let inner = self.fields(slot.node, .outage, at: slot.path)
      let every = distribution("every", in: inner)
      let lasts = distribution("for", in: inner)
      if let every, let lasts { network.outage = .init(every: every, lasts: lasts) }
    }
    return network
  }

  /// The delay of one direction, which may be given as half of a round trip.
  private mutating func oneWayDelay(_ fields: Fields) -> Distribution? {
    guard fields.has("round-trip") else { return distribution("delay", in: fields) }
    if fields.has("delay") { _ = one(of: ["delay", "round-trip"], in: fields) }
    return distribution("round-trip", in: fields)?.halved
  }

  private mutating func hides(
    _ key: String, _ share: Ratio, _ reason: String, _ fields: Fields
  ) {
    guard let entry = fields.entry(key), !share.isZero else { return }
    complain(entry.keyMark, "'\(key)' on a stream", "\(reason); use transport: datagram")
  }
}

internal import WeirCore

extension Decoder {
  /// What goes wrong on purpose: as written, or as each seed draws it.
  mutating func faults(
    _ outer: Fields, _ groups: [Scenario.ClientGroup], _ networks: [Scenario.Network],
    _ server: Scenario.Server, workEnds: Interval
  ) -> (faults: [Scenario.Fault], swarm: Scenario.Swarm?) {
    guard let slot = slot("faults", in: outer) else { return ([], nil) }
    switch slot.node.content {
    case .scalar:
      let word = scalar(
        slot,
        { text throws(Complaint) in try Self.known(text, among: ["swarm"], as: "word for faults") },
        { $0 })
      return (
        [], word.map { _ in swarm(of: Scenario.Fault.Kind.allCases.filter(\.isBearable), slot) }
      )
    case .mapping: return ([], swarm(slot))
    default: break
    }
    guard let nodes = elements(slot) else { return ([], nil) }
    var names = given(nodes)
    var faults: [Scenario.Fault] = []
    for (place, node) in nodes.enumerated() {
      let fields = fields(node, .fault, at: "faults.\(place)")
      guard let kind = kind(of: fields) else { continue }
      let name = name(
        in: fields, orFrom: kind.rawValue, taken: &names, others: faults.map(\.name))
      refuseStrengths(of: kind, in: fields)
      let timing = timing(of: kind, fields, workEnds: workEnds)
      let effect = effect(of: kind, fields)
      var fault = Scenario.Fault(
        name: name, effect ?? .clog, timing ?? .span(from: .zero, until: nil))
      if kind.family != .server { victims(of: &fault, fields) }
      if kind == .duplicate || kind == .reorder { hides(kind, fault, fields, groups, networks) }
      refuseIdle(kind, fields, server)
      if effect != nil, timing != nil { faults.append(fault) }
    }
    return (faults, nil)
  }

  private mutating func kind(of fields: Fields) -> Scenario.Fault.Kind? {
    word("fault", in: fields).flatMap { Scenario.Fault.Kind(rawValue: $0) }
  }

  private mutating func refuseStrengths(of kind: Scenario.Fault.Kind, in fields: Fields) {
    let known = kind.known
    let others = Scenario.Fault.Kind.strengths.filter { !known.contains($0) }
    refuse(
      others, in: fields,
      because: known.isEmpty
        ? "\(kind.rawValue) is said by its time alone"
        : "\(kind.rawValue) goes with \(known.joined(separator: ", "))")
  }

  /// Notes that the server is made such that nobody would notice.
  private mutating func refuseIdle(
    _ kind: Scenario.Fault.Kind, _ fields: Fields, _ server: Scenario.Server
  ) {
    let mark = fields.entry("fault")?.value.mark
    switch kind {
    case .slowServer where server.service.isAlwaysZero:
      complain(
        mark, "'slow-server' where the server takes no time",
        "say how long a request takes: server: { service: { exponential: 2ms } }")
    case .staleReplica where server.replicas < 2:
      complain(
        mark, "'stale-replica' of a server that has no copy",
        "say how many copies there are: server: { replicas: 2 }")
    default: break
    }
  }

  /// Who is hit, and which way of their links.
  private mutating func victims(of fault: inout Scenario.Fault, _ fields: Fields) {
    let known = groupNames
    if fields.has("clients") {
      let name = scalar(
        slot("clients", in: fields),
        { text throws(Complaint) in try Self.known(text, among: known, as: "group of clients") },
        { $0 })
      fault.group = name.flatMap { known.firstIndex(of: $0) }
    }
    fault.share = share("share", in: fields) ?? .one
    if fault.share.isZero {
      complain(
        fields.entry("share")?.value.mark, "a share of nobody",
        "write more than 0%, or remove the fault")
    }
    if fault.kind.family == .links, fault.kind != .disconnect {
      fault.direction =
        word("direction", in: fields).flatMap { .init(rawValue: $0) } ?? .both
    }
  }

  /// Notes that nobody who may be hit would notice.
  private mutating func hides(
    _ kind: Scenario.Fault.Kind, _ fault: Scenario.Fault, _ fields: Fields,
    _ groups: [Scenario.ClientGroup], _ networks: [Scenario.Network]
  ) {
    let hit = fault.group.map { [groups[$0]] } ?? groups
    guard hit.allSatisfy({ networks[$0.network].transport == .stream }) else { return }
    let reason = kind == .duplicate ? "a stream hides duplicates" : "a stream keeps the order"
    complain(
      fields.entry("fault")?.value.mark, "'\(kind.rawValue)' on a stream",
      "\(reason); use transport: datagram")
  }

  private mutating func swarm(_ slot: Slot) -> Scenario.Swarm {
    let fields = fields(slot.node, .swarm, at: slot.path)
    var kinds: [Scenario.Fault.Kind] = []
    if let inner = self.slot("swarm", in: fields), let nodes = elements(inner) {
      for (place, node) in nodes.enumerated() {
        var part = inner
        (part.node, part.path, part.mark) = (node, "\(inner.path).\(place)", node.mark)
        let words = Scenario.Fault.Kind.allCases.map(\.rawValue)
        let word = scalar(
          part, { text throws(Complaint) in try Self.known(text, among: words, as: "fault") })
        guard let kind = word.flatMap({ Scenario.Fault.Kind(rawValue: $0) }) else { continue }
        if kinds.contains(kind) {
          complain(node.mark, "'\(kind.rawValue)' stands twice", "name each kind once")
        }
        kinds.append(kind)
      }
    }
    // The order of the file draws nothing.
    let sorted = Scenario.Fault.Kind.allCases.filter { kinds.contains($0) }
    record(
      "\(slot.path).swarm", sorted.map(\.rawValue).joined(separator: ", "), slot.mark)
    return Scenario.Swarm(kinds: sorted, most: (count("most", in: fields) ?? 6) ?? 6)
  }

  private func swarm(of kinds: [Scenario.Fault.Kind], _ slot: Slot) -> Scenario.Swarm {
    Scenario.Swarm(kinds: kinds, most: Scenario.Swarm.usualMost)
  }

  /// In which order messages of one instant are delivered; as they were sent unless the file says so.
  mutating func schedule(_ outer: Fields) -> Scenario.Schedule {
    guard let slot = slot("schedule", in: outer) else { return .inOrder }
    guard case .mapping = slot.node.content else {
      let word = scalar(
        slot,
        { text throws(Complaint) in try Self.known(text, among: ["pct"], as: "schedule") })
      if word != nil { record("\(slot.path).pct.changes", "\(Self.usualChanges)", slot.mark) }
      return word == nil ? .inOrder : .priorities(changes: Self.usualChanges)
    }
    let fields = fields(slot.node, .schedule, at: slot.path)
    guard let inner = self.slot("pct", in: fields) else { return .inOrder }
    let changes = count("changes", in: self.fields(inner.node, .pct, at: inner.path))
    return .priorities(changes: (changes ?? nil) ?? Self.usualChanges)
  }

  /// How often priorities change unless the file says so.
  private static var usualChanges: Int { 3 }
}

extension Scenario.Swarm {
  /// The number of faults that are drawn at the most unless the file says so.
  static var usualMost: Int { 6 }
}

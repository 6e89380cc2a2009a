// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The faults of a scenario as they were written, and as each seed draws them.
struct Disturbance: Sendable {
  var faults: [Scenario.Fault] = []
  var swarm: Scenario.Swarm?
}

extension KeyValue where Value == Disturbance {
  /// A list of faults, or a swarm.
  static var faults: Self { Self(.faults) { decoder, slot in decoder.disturbance(slot) } }
}

extension KeyValue where Value == [Scenario.Fault.Kind] {
  /// Kinds of faults; their order draws nothing.
  static var faultKinds: Self { Self(.faultKinds) { decoder, slot in decoder.faultKinds(slot) } }
}

extension KeyValue where Value == Scenario.Schedule {
  /// The order of messages of one instant.
  static var schedule: Self { Self(.schedule) { decoder, slot in decoder.schedule(slot) } }
}

extension Decoder {
  fileprivate mutating func disturbance(_ slot: Slot) -> Disturbance? {
    switch slot.node.content {
    case .scalar:
      let word = scalar(
        slot,
        { text throws(Complaint) in try Self.known(text, among: ["swarm"], as: "word for faults") },
        { $0 })
      let bearable = Scenario.Fault.Kind.allCases.filter(\.isBearable)
      return word.map { _ in Disturbance(swarm: Scenario.Swarm(kinds: bearable)) }
    case .mapping:
      return Disturbance(swarm: read(Scenario.Swarm.self, slot.node, at: slot.path))
    case .sequence, .broken: return faults(slot).map { Disturbance(faults: $0) }
    }
  }

  private mutating func faults(_ slot: Slot) -> [Scenario.Fault]? {
    guard let nodes = elements(slot) else { return nil }
    var names = given(nodes)
    var faults: [Scenario.Fault] = []
    for (place, node) in nodes.enumerated() {
      let fields = fields(node, FaultWords.section.name, at: "\(slot.path).\(place)")
      var words = FaultWords()
      guard read(fields, into: &words, only: { $0 == "fault" }).isEmpty else { continue }
      let name = name(
        in: fields, orFrom: words.kind.rawValue, taken: &names, others: faults.map(\.name))
      let wrong = read(fields, into: &words) { $0 != "fault" }
      words.check(fields, &self)
      let canStrike = !FaultWords.times.contains(where: wrong.contains) && strikes(words, fields)
      if words.kind == .duplicate || words.kind == .reorder {
        hides(words.kind, of: words.group, fields)
      }
      refuseIdle(words.kind, of: words.group, fields)
      let others = FaultWords.times + FaultWords.victims
      guard canStrike, wrong.allSatisfy(others.contains), let effect = words.effect,
        let timing = words.timing
      else { continue }
      faults.append(
        Scenario.Fault(
          name: name, effect, timing, direction: words.direction, group: words.group,
          share: words.share))
    }
    return faults
  }

  /// `true` if the fault can strike at all: when the work is over, everything is healed.
  private mutating func strikes(_ words: FaultWords, _ fields: Fields) -> Bool {
    let times = fields.present(of: ["at", "every"])
    if times.count > 1 || times.isEmpty && words.kind.isMomentary { return false }
    let isOnce = words.at != nil
    if !isOnce, let until = words.until, until <= words.from {
      complain(
        fields.entry("until")?.value.mark, "until \(until) is not after from \(words.from)",
        "write an until that is later")
      return false
    }
    let start = words.at ?? words.from
    if workEnds == .zero || start < workEnds { return true }
    complain(
      fields.entry(isOnce ? "at" : "from")?.value.mark,
      "the work is over at \(workEnds), and all faults with it",
      "start the fault before that, or let the work go on for longer")
    return false
  }

  /// Notes that the server is made such that nobody would notice.
  private mutating func refuseIdle(
    _ kind: Scenario.Fault.Kind, of group: Int?, _ fields: Fields
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
    case .slowFiles, .stalledFiles, .cutFiles:
      // Who could not be read may have moved some.
      if workEnds == .zero || fileGroups.contains(where: { group == nil || $0 == group }) { return }
      let movers = schema.actions.filter(\.verb.movesFiles).map(\.name).joined(separator: ", ")
      let whom = group.map { " of '\(groups[$0].name)'" } ?? ""
      complain(
        mark, "'\(kind.rawValue)'\(whom) where no file moves",
        movers.isEmpty
          ? "leave the fault out"
          : "add what moves files to `does` (\(movers)), or leave the fault out")
    default: break
    }
  }

  /// Notes that nobody who may be hit would notice.
  private mutating func hides(
    _ kind: Scenario.Fault.Kind, of group: Int?, _ fields: Fields
  ) {
    let hit = group.map { [groups[$0]] } ?? groups
    guard hit.allSatisfy({ networks[$0.network].transport == .stream }) else { return }
    let reason = kind == .duplicate ? "a stream hides duplicates" : "a stream keeps the order"
    complain(
      fields.entry("fault")?.value.mark, "'\(kind.rawValue)' on a stream",
      "\(reason); use transport: datagram")
  }

  fileprivate mutating func faultKinds(_ slot: Slot) -> [Scenario.Fault.Kind]? {
    guard let nodes = elements(slot) else { return nil }
    let words = Scenario.Fault.Kind.allCases.map(\.rawValue)
    var kinds: [Scenario.Fault.Kind] = []
    for (place, node) in nodes.enumerated() {
      var part = slot
      (part.node, part.path, part.mark) = (node, "\(slot.path).\(place)", node.mark)
      let word = scalar(
        part, { text throws(Complaint) in try Self.known(text, among: words, as: "fault") })
      guard let kind = word.flatMap({ Scenario.Fault.Kind(rawValue: $0) }) else { continue }
      if kinds.contains(kind) {
        complain(node.mark, "'\(kind.rawValue)' stands twice", "name each kind once")
      }
      kinds.append(kind)
    }
    let sorted = Scenario.Fault.Kind.allCases.filter { kinds.contains($0) }
    record(slot.path, sorted.map(\.rawValue).joined(separator: ", "), slot.mark)
    return sorted
  }

  fileprivate mutating func schedule(_ slot: Slot) -> Scenario.Schedule? {
    if case .mapping = slot.node.content {
      return read(ScheduleWords.self, slot.node, at: slot.path).map {
        .priorities(changes: $0.pct.changes)
      }
    }
    let word = scalar(
      slot, { text throws(Complaint) in try Self.known(text, among: ["pct"], as: "schedule") })
    if word == nil { return nil }
    let usual = ScheduleWords.Priorities().changes
    record("\(slot.path).pct.changes", "\(usual)", slot.mark)
    return .priorities(changes: usual)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension Scenario {
  /// All that goes wrong with this seed: what was written, then what a swarm draws.
  ///
  /// Anyone who copies the drawn ones into the file, with ``line(of:)``, and takes the swarm out, gets the same faults
  /// with the same seed.
  package func faults(seed: UInt64) -> [Fault] {
    guard let swarm else { return faults }
    return faults + swarm.draw(seed: seed, of: self)
  }

  /// The fault as a line of a scenario.
  package func line(of fault: Fault) -> String {
    var words = ["fault: \(fault.kind.rawValue)"]
    if fault.name != fault.kind.rawValue { words.append("name: \(fault.name)") }
    words += fault.effect.words
    if fault.direction != .both { words.append("direction: \(fault.direction.rawValue)") }
    if let group = fault.group { words.append("clients: \(clients[group].name)") }
    if fault.share != .one { words.append("share: \(Canonical.words(fault.share))") }
    return "{ " + (words + fault.timing.words(of: fault.kind)).joined(separator: ", ") + " }"
  }
}

extension Scenario.Fault.Timing {
  fileprivate func words(of kind: Scenario.Fault.Kind) -> [String] {
    func length(_ lasts: Distribution) -> [String] {
      kind.isMomentary ? [] : ["for: \(Canonical.words(lasts))"]
    }
    func ends(_ from: Interval, _ until: Interval?) -> [String] {
      (from == .zero ? [] : ["from: \(from)"]) + (until.map { ["until: \($0)"] } ?? [])
    }
    switch self {
    case .once(let at, let lasts): return ["at: \(at)"] + length(lasts)
    case .again(let every, let lasts, let from, let until):
      return ["every: \(Canonical.words(every))"] + length(lasts) + ends(from, until)
    case .span(let from, let until): return ends(from, until)
    }
  }
}

extension Scenario.Fault.Effect {
  /// The strength of the fault, as keys and values.
  fileprivate var words: [String] {
    switch self {
    case .slowLink(let factor, let delay):
      var words = factor == .one ? [] : ["factor: \(Canonical.words(factor))"]
      if !delay.isAlwaysZero { words.append("delay: \(Canonical.words(delay))") }
      return words.isEmpty ? ["factor: 1"] : words
    case .loss(let chance), .duplicate(let chance), .overload(let chance), .reject(let chance),
      .lostAnswers(let chance), .cutFiles(let chance):
      return ["chance: \(Canonical.words(chance))"]
    case .reorder(let chance, let by), .lateAnswers(let chance, let by):
      return (chance == .one ? [] : ["chance: \(Canonical.words(chance))"])
        + ["by: \(Canonical.words(by))"]
    case .clog, .partition, .disconnect, .background, .cacheLoss, .cacheCorruption, .crash,
      .earlyAnswers, .stalledFiles:
      return []
    case .kill(let isPersistent):
      return isPersistent.map { ["persistence: \($0 ? "on" : "off")"] } ?? []
    case .clock(let ahead):
      return [ahead < .zero ? "behind: \(.zero - ahead)" : "ahead: \(ahead)"]
    case .drift(let share): return ["drift: \(Canonical.words(share))"]
    case .slowServer(let factor), .slowFiles(let factor):
      return ["factor: \(Canonical.words(factor))"]
    case .throttle(let pace): return ["pace: \(Canonical.words(pace))"]
    case .quota(let writes, let bytes):
      return (writes.map { ["writes: \($0)"] } ?? []) + (bytes.map { ["bytes: \($0)"] } ?? [])
    case .revoke(let list): return ["list: \(list)"]
    case .staleReplica(let lag): return ["lag: \(lag)"]
    }
  }
}

extension Canonical {
  /// A factor, exactly.
  static func words(_ factor: Scenario.Factor) -> String {
    var fraction = String(factor.thousandths % 1_000 + 1_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return "\(factor.thousandths / 1_000)" + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}

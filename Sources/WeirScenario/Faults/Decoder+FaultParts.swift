internal import WeirCore

// When a fault strikes, and how badly.
extension Decoder {
  /// When; nil: that is wrong, and was noted.
  mutating func timing(
    of kind: Scenario.Fault.Kind, _ fields: Fields, workEnds: Interval
  ) -> Scenario.Fault.Timing? {
    let both = fields.present(of: ["at", "every"]).sorted { $0.keyMark < $1.keyMark }
    if both.count == 2 {
      complain(
        both[1].keyMark, "'\(both[1].key)' beside '\(both[0].key)'",
        "at is once, every is again and again: keep one of them")
      return nil
    }
    guard let first = both.first?.key else { return span(of: kind, fields, workEnds: workEnds) }
    let lasts = lasts(of: kind, fields)
    if first == "at" {
      refuse(
        ["from", "until"], in: fields, because: "from and until go with every, or stand alone")
      guard let at = duration("at", in: fields), let lasts else { return nil }
      return strikes(at, before: workEnds, "at", fields) ? .once(at: at, lasts: lasts) : nil
    }
    let every = distribution("every", in: fields)
    guard let (from, until) = ends(fields, workEnds: workEnds), let every, let lasts else {
      return nil
    }
    return .again(every: every, lasts: lasts, from: from, until: until)
  }

  private mutating func span(
    of kind: Scenario.Fault.Kind, _ fields: Fields, workEnds: Interval
  ) -> Scenario.Fault.Timing? {
    refuse(["for"], in: fields, because: "for goes with at and every")
    if kind.isMomentary, !fields.isBroken {
      complain(
        fields.entry("fault")?.keyMark, "when does the \(kind.rawValue) happen?",
        "add for example `every: { exponential: 20s }`, or `at: 20s`")
      return nil
    }
    return ends(fields, workEnds: workEnds).map { .span(from: $0.from, until: $0.until) }
  }

  /// How long it lasts each time.
  private mutating func lasts(of kind: Scenario.Fault.Kind, _ fields: Fields) -> Distribution? {
    if kind.isMomentary {
      refuse(["for"], in: fields, because: "\(kind.rawValue) happens at a moment")
      return .constant(.zero)
    }
    if !fields.has("for"), let key = fields.section.key("for") { missing(key, in: fields) }
    return distribution("for", in: fields)
  }

  private mutating func ends(
    _ fields: Fields, workEnds: Interval
  ) -> (from: Interval, until: Interval?)? {
    let from = duration("from", in: fields)
    let until = duration("until", in: fields)
    guard let from, fields.has("until") == (until != nil) else { return nil }
    if let until, until <= from {
      complain(
        fields.entry("until")?.value.mark, "until \(until) is not after from \(from)",
        "write an until that is later")
      return nil
    }
    return strikes(from, before: workEnds, "from", fields) ? (from, until) : nil
  }

  /// `true` if the fault can strike at all: when the work is over, everything is healed.
  private mutating func strikes(
    _ start: Interval, before workEnds: Interval, _ key: String, _ fields: Fields
  ) -> Bool {
    if workEnds == .zero || start < workEnds { return true }
    complain(
      fields.entry(key)?.value.mark, "the work is over at \(workEnds), and all faults with it",
      "start the fault before that, or let the work go on for longer")
    return false
  }

  /// How badly; nil: that is wrong, and was noted.
  mutating func effect(
    of kind: Scenario.Fault.Kind, _ fields: Fields
  ) -> Scenario.Fault.Effect? {
    for name in kind.needs where !fields.has(name) {
      if let key = fields.section.key(name) { missing(key, in: fields) }
    }
    let choices = kind.choices
    if !choices.isEmpty, fields.present(of: choices).isEmpty, !fields.isBroken {
      complain(
        fields.mark, "one of the keys \(choices.joined(separator: ", ")) is missing",
        "add one of them")
      return nil
    }
    switch kind {
    case .slowLink:
      let factor = factor(fields)
      let delay = distribution("delay", in: fields)
      return .slowLink(factor ?? .one, delay: delay ?? .constant(.zero))
    case .loss: return chance(fields).map { .loss($0) }
    case .duplicate: return chance(fields).map { .duplicate($0) }
    case .reorder:
      let chance = fields.has("chance") ? chance(fields) : .one
      guard let by = distribution("by", in: fields), let chance else { return nil }
      return .reorder(chance, by: by)
    case .clog: return .clog
    case .partition: return .partition
    case .disconnect: return .disconnect
    case .background: return .background
    case .kill: return .kill(isPersistent: word("persistence", in: fields).map { $0 == "on" })
    case .clock: return clock(fields)
    case .cacheLoss: return .cacheLoss
    case .cacheCorruption: return .cacheCorruption
    case .crash: return .crash
    case .slowServer: return factor(fields).map { .slowServer($0) }
    case .overload: return chance(fields).map { .overload($0) }
    case .throttle: return rate("pace", in: fields).map { .throttle($0) }
    case .quota:
      return .quota(
        writes: count("writes", in: fields) ?? nil, bytes: count("bytes", in: fields) ?? nil)
    case .revoke:
      return scalar(slot("list", in: fields), Self.oneList, { $0 }).map { .revoke($0) }
    case .reject: return chance(fields).map { .reject($0) }
    case .staleReplica: return duration("lag", in: fields).map { .staleReplica($0) }
    case .lateAnswers:
      let chance = fields.has("chance") ? chance(fields) : .one
      guard let by = distribution("by", in: fields), let chance else { return nil }
      return .lateAnswers(chance, by: by)
    case .lostAnswers: return chance(fields).map { .lostAnswers($0) }
    case .earlyAnswers: return .earlyAnswers
    }
  }

  private mutating func clock(_ fields: Fields) -> Scenario.Fault.Effect? {
    switch one(of: ["ahead", "behind", "drift"], in: fields) {
    case "ahead"?: return duration("ahead", in: fields).map { .clock(ahead: $0) }
    case "behind"?: return duration("behind", in: fields).map { .clock(ahead: .zero - $0) }
    case "drift"?: return share("drift", in: fields).map { .drift($0) }
    default: return nil
    }
  }

  private mutating func factor(_ fields: Fields) -> Scenario.Factor? {
    number("factor", in: fields).map {
      Scenario.Factor(thousandths: max(1, Int64(($0 * 1_000).rounded())))
    }
  }

  /// A chance above nothing.
  private mutating func chance(_ fields: Fields) -> Ratio? {
    let chance = share("chance", in: fields)
    if let chance, chance.isZero {
      complain(
        fields.entry("chance")?.value.mark, "a chance of 0% is no fault",
        "write more than 0%, or remove the fault")
      return nil
    }
    return chance
  }
}

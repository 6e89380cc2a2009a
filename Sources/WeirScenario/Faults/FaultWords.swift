// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A fault as it is written: its kind, when it strikes, whom it hits and how badly.
///
/// The keys that go with a kind stand in ``Scenario/Fault/Kind/known``.
struct FaultWords: KeyedSection {
  var kind = Scenario.Fault.Kind.loss
  var at: Interval?
  var every: Distribution?
  var lasts: Distribution?
  var from = Interval.zero
  var until: Interval?
  var group: Int?
  var share = Ratio.one
  var direction = Scenario.Fault.Direction.both
  var factor: Double?
  var delay: Distribution?
  var chance: Ratio?
  var by: Distribution?
  var ahead: Interval?
  var behind: Interval?
  var drift: Ratio?
  var isPersistent: Bool?
  var pace: Scenario.Rate?
  var writes: Int?
  var bytes: Int?
  var list: String?
  var lag: Interval?

  static let section = SectionHead(
    .fault, "faults",
    "Something that goes wrong: at a moment, again and again, or all the time.")

  static let unread = Self()

  static let keys = whatAndWhen + (whom + howBadly).map { $0.ofKinds() }

  private static let whatAndWhen: [FormatKey] = [
    FormatKey("fault", required: \.kind, .word, "What goes wrong.", example: "loss"),
    // Names depend on those of the other faults, so that whoever reads all of them reads them.
    FormatKey(
      apart: "name", .name, .optional,
      "The fault's name, for reports; the kind's name and a number unless given.",
      example: "tunnel"),
    FormatKey(
      "at", optional: \.at, .duration, "When it strikes; it strikes once.", example: "20s"
    ).unless("every"),
    FormatKey(
      "every", optional: \.every, .positiveDistribution,
      "It strikes again and again: the time from the end of one to the start of the next.",
      example: "{ exponential: 20s }"
    ).unless("at"),
    FormatKey(
      "for", optional: \.lasts, .positiveDistribution,
      "How long it lasts each time; goes with at and every.", example: "{ uniform: [1s, 5s] }"
    ).turning { $1.turnOfLength($0) },
    FormatKey(
      "from", \.from, .duration,
      "When it may strike first; without at and every, when it starts.", example: "10s"
    ).turning { $1.turnOfEnds($0) },
    FormatKey(
      "until", optional: \.until, .positiveDuration,
      "When it is over; when the work is over, unless given or if that is earlier.",
      example: "40s"
    ).turning { $1.turnOfEnds($0) },
  ]

  private static let whom: [FormatKey] = [
    FormatKey(
      "clients", optional: \.group, .group,
      "The group whose clients may be hit; all clients unless given.", example: "phones"),
    FormatKey(
      "share", \.share, .share,
      "How many of those clients are hit each time, drawn anew; rounded up.", example: "30%"),
    FormatKey(
      "direction", \.direction, .word,
      "Which way of their links suffers: up is to the server.", example: "up"),
  ]

  private static let howBadly: [FormatKey] = [
    FormatKey(
      "factor", optional: \.factor, .number(above: 0, atMost: 1_000),
      "How many times as long it takes; goes with slow-link, slow-server and slow-files.",
      example: "10"),
    FormatKey(
      "delay", optional: \.delay, .positiveDistribution,
      "What is added to each delay; goes with slow-link.", example: "{ exponential: 200ms }"),
    FormatKey(
      "chance", optional: \.chance, .share,
      "How likely it happens to a message, a request, a write or a file while the fault lasts.",
      example: "30%"),
    FormatKey(
      "by", optional: \.by, .positiveDistribution,
      "How long something is held back; goes with reorder and late-answers.",
      example: "{ uniform: [10ms, 80ms] }"),
    FormatKey(
      "ahead", optional: \.ahead, .positiveDuration,
      "How far the clock is ahead; goes with clock.", example: "3s"),
    FormatKey(
      "behind", optional: \.behind, .positiveDuration,
      "How far the clock is behind; goes with clock.", example: "3s"),
    FormatKey(
      "drift", optional: \.drift, .share, "How much the clock gains of the time; goes with clock.",
      example: "1%"),
    FormatKey(
      "persistence", optional: \.isPersistent, .flag,
      "Whether unanswered writes survive a kill; as the clients say unless given.", example: "on"),
    FormatKey(
      "pace", optional: \.pace, .positiveRate,
      "How many requests a session may make; goes with throttle.", example: "5/s"),
    FormatKey(
      "writes", optional: \.writes, .count(0...Schema.most),
      "How many writes a session may make; goes with quota.", example: "20"),
    FormatKey(
      "bytes", optional: \.bytes, .count(0...Schema.most),
      "How many bytes a session may write; goes with quota.", example: "4096"),
    FormatKey(
      "list", optional: \.list, .list, "Which list may not be read; goes with revoke.",
      example: "rooms/lobby"),
    FormatKey(
      "lag", optional: \.lag, .positiveDuration,
      "How far the copies of the tree are behind; goes with stale-replica.", example: "2s"),
  ]

  /// The keys that say at what times it strikes.
  static let times = whatAndWhen.map(\.name).filter { !["fault", "name"].contains($0) }
  /// The keys that say whom it hits; what is wrong with them leaves the fault what it is.
  static let victims = whom.map(\.name)
  /// The keys that say how badly it hits.
  static let strengths = howBadly.map(\.name)

  private func turnOfLength(_ fields: Decoder.Fields) -> KeyTurn {
    switch fields.present(of: ["at", "every"]).count {
    case 0: .refused(because: "for goes with at and every")
    case 2: .pass
    default:
      kind.isMomentary
        ? .refused(because: "\(kind.rawValue) happens at a moment") : .mustStand
    }
  }

  private func turnOfEnds(_ fields: Decoder.Fields) -> KeyTurn {
    if fields.has("at") {
      return fields.has("every")
        ? .pass : .refused(because: "from and until go with every, or stand alone")
    }
    return kind.isMomentary && !fields.has("every") ? .pass : .read
  }

  /// The turn of a key that says how badly it hits, or whom.
  func turnOfStrength(_ name: String, _ fields: Decoder.Fields) -> KeyTurn {
    let known = kind.known
    guard known.contains(name) else {
      return .refused(
        because: known.isEmpty
          ? "\(kind.rawValue) is said by its time alone"
          : "\(kind.rawValue) goes with \(known.joined(separator: ", "))")
    }
    // A clock goes wrong in one way: where there are two, neither is read.
    if kind == .clock, kind.choices.contains(name), fields.present(of: kind.choices).count > 1 {
      return .pass
    }
    return kind.needs.contains(name) ? .mustStand : .read
  }

  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder) {
    let both = fields.present(of: ["at", "every"]).sorted { $0.keyMark < $1.keyMark }
    if both.count == 2 {
      decoder.complain(
        both[1].keyMark, "'\(both[1].key)' beside '\(both[0].key)'",
        "at is once, every is again and again: keep one of them")
    }
    if both.isEmpty, kind.isMomentary, !fields.isBroken {
      decoder.complain(
        fields.entry("fault")?.keyMark, "when does the \(kind.rawValue) happen?",
        "add for example `every: { exponential: 20s }`, or `at: 20s`")
    }
    let choices = kind.choices
    let chosen = fields.present(of: choices)
    if !choices.isEmpty, chosen.isEmpty, !fields.isBroken {
      decoder.complain(
        fields.mark, "one of the keys \(choices.joined(separator: ", ")) is missing",
        "add one of them")
    }
    if kind == .clock, chosen.count > 1 { _ = decoder.one(of: choices, in: fields) }
    if let chance, chance.isZero {
      decoder.complain(
        fields.entry("chance")?.value.mark, "a chance of 0% is no fault",
        "write more than 0%, or remove the fault")
    }
    if share.isZero {
      decoder.complain(
        fields.entry("share")?.value.mark, "a share of nobody",
        "write more than 0%, or remove the fault")
    }
  }

  /// The effect that the words describe; nil: they lack something.
  var effect: Scenario.Fault.Effect? {
    switch kind {
    case .slowLink:
      factor == nil && delay == nil
        ? nil : .slowLink(exactFactor ?? .one, delay: delay ?? .constant(.zero))
    case .loss: chance.map { .loss($0) }
    case .duplicate: chance.map { .duplicate($0) }
    case .reorder: by.map { .reorder(chance ?? .one, by: $0) }
    case .clog: .clog
    case .partition: .partition
    case .disconnect: .disconnect
    case .background: .background
    case .kill: .kill(isPersistent: isPersistent)
    case .clock:
      ahead.map { .clock(ahead: $0) } ?? behind.map { .clock(ahead: .zero - $0) }
        ?? drift.map { .drift($0) }
    case .cacheLoss: .cacheLoss
    case .cacheCorruption: .cacheCorruption
    case .crash: .crash
    case .slowServer: exactFactor.map { .slowServer($0) }
    case .overload: chance.map { .overload($0) }
    case .throttle: pace.map { .throttle($0) }
    case .quota: writes == nil && bytes == nil ? nil : .quota(writes: writes, bytes: bytes)
    case .revoke: list.map { .revoke($0) }
    case .reject: chance.map { .reject($0) }
    case .staleReplica: lag.map { .staleReplica($0) }
    case .lateAnswers: by.map { .lateAnswers(chance ?? .one, by: $0) }
    case .lostAnswers: chance.map { .lostAnswers($0) }
    case .earlyAnswers: .earlyAnswers
    case .slowFiles: exactFactor.map { .slowFiles($0) }
    case .stalledFiles: .stalledFiles
    case .cutFiles: chance.map { .cutFiles($0) }
    }
  }

  private var exactFactor: Scenario.Factor? {
    factor.map { Scenario.Factor(thousandths: max(1, Int64(($0 * 1_000).rounded()))) }
  }

  /// The times that the words describe; nil: they lack something.
  var timing: Scenario.Fault.Timing? {
    let lasts = kind.isMomentary ? .constant(.zero) : lasts
    if let at { return lasts.map { .once(at: at, lasts: $0) } }
    if let every {
      return lasts.map { .again(every: every, lasts: $0, from: from, until: until) }
    }
    return .span(from: from, until: until)
  }
}

extension SectionKey where Section == FaultWords {
  /// The same key, which is read for the kinds of faults that know it, and refused for all others.
  fileprivate func ofKinds() -> Self {
    turning { [name] fields, words in words.turnOfStrength(name, fields) }
  }
}

extension Scenario.Swarm: KeyedSection {
  static let section = SectionHead(.swarm, "faults", "Faults that each seed draws for itself.")

  static let unread = Self(kinds: [])

  static let keys: [FormatKey] = [
    FormatKey(
      "swarm", required: \.kinds, .faultKinds, "What may be drawn.",
      example: "[loss, partition, kill]"),
    FormatKey(
      "most", \.most, .count(1...Scenario.Fault.Kind.allCases.count),
      "How many are drawn at the most.", example: "4"),
  ]
}

/// An order of messages as it is written.
struct ScheduleWords: KeyedSection {
  /// Random priorities.
  var pct = Priorities()

  static let section = SectionHead(
    .schedule, "schedule", "How messages that arrive at one instant are put in order.")

  static let unread = Self()

  static let keys: [FormatKey] = [
    FormatKey(
      "pct", required: \.pct, .section,
      "By random priorities of the clients and of the alarms of their stacks, which change a few times in a run.",
      example: "{ changes: 3 }")
  ]

  /// Random priorities of the clients.
  struct Priorities: KeyedSection {
    /// The number of times that a client falls behind all others.
    var changes = 3

    static let section = SectionHead(
      .pct, "schedule.pct", "Random priorities of the clients.")

    static let unread = Self()

    static let keys: [FormatKey] = [
      FormatKey(
        "changes", \.changes, .count(0...1_000),
        "How many times a client falls behind all others.", example: "3")
    ]
  }
}

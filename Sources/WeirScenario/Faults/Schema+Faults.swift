extension Schema {
  /// What goes wrong on purpose.
  static let faultSections: [Section] = [
    Section(
      name: .fault, path: "faults",
      about: "Something that goes wrong: at a moment, again and again, or all the time.",
      keys: [
        Key(
          "fault", .word(Scenario.Fault.Kind.allCases.map(\.rawValue)), .required,
          "What goes wrong.", "loss"),
        Key(
          "name", .name, .optional,
          "The fault's name, for reports; the kind's name and a number unless given.", "tunnel"),
        Key(
          "at", .duration(positive: false), .optional, "When it strikes; it strikes once.", "20s"),
        Key(
          "every", .distribution(positive: true), .optional,
          "It strikes again and again: the time from the end of one to the start of the next.",
          "{ exponential: 20s }"),
        Key(
          "for", .distribution(positive: true), .optional,
          "How long it lasts each time; goes with at and every.", "{ uniform: [1s, 5s] }"),
        Key(
          "from", .duration(positive: false), .fallback("0s"),
          "When it may strike first; without at and every, when it starts.", "10s"),
        Key(
          "until", .duration(positive: true), .optional,
          "When it is over; when the work is over, unless given or if that is earlier.", "40s"),
        Key(
          "clients", .reference(to: "clients"), .optional,
          "The group whose clients may be hit; all clients unless given.", "phones"),
        Key(
          "share", .share, .fallback("100%"),
          "How many of those clients are hit each time, drawn anew; rounded up.", "30%"),
        Key(
          "direction", .word(Scenario.Fault.Direction.allCases.map(\.rawValue)),
          .fallback("both"), "Which way of their links suffers: up is to the server.", "up"),
        Key(
          "factor", .number(above: 0, atMost: 1_000), .optional,
          "How many times as long it takes; goes with slow-link and slow-server.", "10"),
        Key(
          "delay", .distribution(positive: true), .optional,
          "What is added to each delay; goes with slow-link.", "{ exponential: 200ms }"),
        Key(
          "chance", .share, .optional,
          "How likely it happens to a message, a request or a write while the fault lasts.",
          "30%"),
        Key(
          "by", .distribution(positive: true), .optional,
          "How long something is held back; goes with reorder and late-answers.",
          "{ uniform: [10ms, 80ms] }"),
        Key(
          "ahead", .duration(positive: true), .optional,
          "How far the clock is ahead; goes with clock.", "3s"),
        Key(
          "behind", .duration(positive: true), .optional,
          "How far the clock is behind; goes with clock.", "3s"),
        Key(
          "drift", .share, .optional, "How much the clock gains of the time; goes with clock.",
          "1%"),
        Key(
          "persistence", .word(["off", "on"]), .optional,
          "Whether unanswered writes survive a kill; as the clients say unless given.", "on"),
        Key(
          "pace", .rate(positive: true), .optional,
          "How many requests a session may make; goes with throttle.", "5/s"),
        Key(
          "writes", .count(0...most, orUnlimited: false), .optional,
          "How many writes a session may make; goes with quota.", "20"),
        Key(
          "bytes", .count(0...most, orUnlimited: false), .optional,
          "How many bytes a session may write; goes with quota.", "4096"),
        Key(
          "list", .lists, .optional, "Which list may not be read; goes with revoke.",
          "rooms/lobby"),
        Key(
          "lag", .duration(positive: true), .optional,
          "How far the copies of the tree are behind; goes with stale-replica.", "2s"),
      ]),
    Section(
      name: .swarm, path: "faults", about: "Faults that each seed draws for itself.",
      keys: [
        Key("swarm", .faultKinds, .required, "What may be drawn.", "[loss, partition, kill]"),
        Key(
          "most", .count(1...Scenario.Fault.Kind.allCases.count, orUnlimited: false),
          .fallback("\(Scenario.Swarm.usualMost)"), "How many are drawn at the most.", "4"),
      ]),
    Section(
      name: .schedule, path: "schedule",
      about: "How messages that arrive at one instant are put in order.",
      keys: [
        Key(
          "pct", .section(.pct), .required,
          "By random priorities of the clients, which change a few times in a run.",
          "{ changes: 3 }")
      ]),
    Section(
      name: .pct, path: "schedule.pct", about: "Random priorities of the clients.",
      keys: [
        Key(
          "changes", .count(0...1_000, orUnlimited: false), .fallback("3"),
          "How many times a client falls behind all others.", "3")
      ]),
  ]
}

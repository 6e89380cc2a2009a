internal import WeirCore

extension Decoder {
  /// What people do, and when.
  mutating func workload(
    _ outer: Fields, groups: [Scenario.ClientGroup], server: Scenario.Server,
    networks: [Scenario.Network]
  ) -> [Scenario.Work] {
    guard let slot = slot("workload", in: outer), let nodes = elements(slot) else { return [] }
    var names: Set<String> = []
    for node in nodes {
      let name = self.fields(quietly: node).entry("name")?.value
      if case .scalar(let text, isPlain: _)? = name?.content { names.insert(text) }
    }
    var works: [Scenario.Work] = []
    var given: [String] = []
    for (place, node) in nodes.enumerated() {
      let fields = fields(node, .workload, at: "workload.\(place)")
      guard !fields.isBroken else { continue }
      let group = group(fields)
      let does = actions(fields)
      let stem = does.isEmpty ? "work" : does.map(\.action.name).joined(separator: "-")
      let name = name(in: fields, orFrom: stem, taken: &names, others: given)
      given.append(name)
      let (pace, stages) = pace(fields)
      let who = popularity("who", in: fields) ?? .uniform
      let from = duration("from", in: fields)
      let lasts = lasts(fields, stages: stages)
      let away = distribution("away", in: fields)
      if !does.isEmpty { refuseIdle(fields, does: does.map(\.action)) }
      let page = (count("page", in: fields) ?? 20) ?? 20
      let field = field("field", in: fields) ?? "score"
      let values = leaves("values", in: fields)
      let (kind, veto) = resourceWork(fields, does: does, group: group.map { groups[$0] })
      guard let group, let pace, let from, let lasts, let away else { continue }
      var work = Scenario.Work(
        name: name, group: group, does: does, pace: pace, who: who, from: from, lasts: lasts,
        away: away, page: page, field: field, values: values)
      work.kind = kind
      work.veto = veto
      check(work, fields, groups: groups, server: server, networks: networks)
      works.append(work)
    }
    return works
  }

  /// Notes the keys that none of the actions looks at.
  private mutating func refuseIdle(_ fields: Fields, does: [Scenario.Work.Action]) {
    for (key, actions) in schema.companions {
      guard let entry = fields.entry(key), !actions.contains(where: does.contains) else { continue }
      let names = actions.map(\.name).joined(separator: ", ")
      let countsUp = key == "field" && (does.contains(.count) || does.contains(.transact))
      complain(
        entry.keyMark, "'\(key)' changes nothing here: it goes with \(names)",
        countsUp
          ? "leave it out: count and transact always add to the field 'likes'"
          : "leave it out, or add one of these to `does`")
    }
    let writesField = does.contains(.assign) || fields.has("values")
    if let entry = fields.entry("field"), !writesField,
      does.contains(where: { $0.verb.isOfResources && $0 != .destroy })
    {
      complain(
        entry.keyMark, "'field' changes nothing here: things of resources have it only with values",
        "add for example `values: [red, blue]`, or leave it out")
    }
  }

  /// The entries of a mapping, without a word about what is wrong with them.
  private func fields(quietly node: YAMLNode) -> Fields {
    var fields = Fields(
      section: schema.section(.workload), path: "", mark: node.mark, isBroken: false)
    if case .mapping(let entries) = node.content { fields.entries = entries }
    return fields
  }

  private mutating func group(_ fields: Fields) -> Int? {
    let known = groupNames
    if fields.has("clients") {
      let name = scalar(
        slot("clients", in: fields),
        { text throws(Complaint) in try Self.known(text, among: known, as: "group of clients") },
        { $0 })
      return name.flatMap { known.firstIndex(of: $0) }
    }
    if known.count > 1 {
      complain(
        fields.mark, "several groups of clients, and none is named",
        "add `clients:` with one of \(known.prefix(20).joined(separator: ", "))")
      return nil
    }
    record("\(fields.path).clients", known.first ?? "", nil)
    return known.isEmpty ? nil : 0
  }

  /// What is done, in the order of ``Schema/actions``, whatever the order of the file.
  private mutating func actions(_ outer: Fields) -> [Scenario.Work.Share] {
    guard let slot = slot("does", in: outer) else { return [] }
    let all = schema.actions
    guard case .mapping = slot.node.content else {
      let action = scalar(
        slot,
        { text throws(Complaint) in
          try Self.known(text, among: all.map(\.name), as: "action")
        }, { "\($0): 100%" })
      return action.flatMap { schema.action($0) }
        .map { [Scenario.Work.Share(action: $0, weight: .one)] } ?? []
    }
    let known = values
    let fields = fields(slot.node, .actions, at: slot.path)
    var shares: [Scenario.Work.Share] = []
    for action in all {
      guard fields.has(action.name), let weight = share(action.name, in: fields) else {
        continue
      }
      shares.append(.init(action: action, weight: weight))
    }
    values = known
    if shares.count == fields.entries.count {
      addUp(shares.map(\.weight), "the shares of actions", at: slot.node.mark)
    }
    shares.removeAll(where: \.weight.isZero)
    let words = shares.map { "\($0.action.name): \(Canonical.words($0.weight))" }
    record(slot.path, words.joined(separator: ", "), slot.mark)
    return shares
  }

  /// What sets the pace, and how long the stages take if there are any.
  private mutating func pace(_ fields: Fields) -> (pace: Scenario.Work.Pace?, stages: Interval?) {
    guard let name = one(of: ["every", "think", "arrivals"], in: fields) else { return (nil, nil) }
    if name == "arrivals" {
      refuse(["each"], in: fields, because: "each goes with every and think")
    } else {
      refuse(["who"], in: fields, because: "who goes with arrivals")
    }
    // It only reads well: a file that says it and one that does not are the same scenario.
    let known = values
    _ = word("each", in: fields)
    values = known
    switch name {
    case "every": return (distribution(name, in: fields).map { .every($0) }, nil)
    case "think": return (distribution(name, in: fields).map { .think($0) }, nil)
    default:
      guard let slot = slot(name, in: fields) else { return (nil, nil) }
      let (arrivals, stages) = arrivals(self.fields(slot.node, .arrivals, at: slot.path))
      return (arrivals.map { .arrivals($0) }, stages)
    }
  }

  private mutating func arrivals(
    _ fields: Fields
  ) -> (arrivals: Scenario.Arrivals?, stages: Interval?) {
    guard let name = one(of: ["constant", "poisson", "stages", "burst"], in: fields) else {
      return (nil, nil)
    }
    if name != "stages" { refuse(["from"], in: fields, because: "from goes with stages") }
    if name != "burst" { refuse(["every"], in: fields, because: "every goes with burst") }
    switch name {
    case "constant": return (rate(name, in: fields).map { .constant($0) }, nil)
    case "poisson": return (rate(name, in: fields).map { .poisson($0) }, nil)
    case "burst":
      if !fields.has("every"), let key = fields.section.key("every") { missing(key, in: fields) }
      let size = count(name, in: fields) ?? nil
      guard let every = distribution("every", in: fields), let size else { return (nil, nil) }
      return (.bursts(of: size, every: every), nil)
    default: return stages(fields)
    }
  }

  private mutating func stages(
    _ outer: Fields
  ) -> (arrivals: Scenario.Arrivals?, stages: Interval?) {
    let from = rate("from", in: outer)
    guard let slot = slot("stages", in: outer), let nodes = elements(slot) else {
      return (nil, nil)
    }
    var stages: [Scenario.Stage] = []
    var sum: Int128 = 0
    for (place, node) in nodes.enumerated() {
      guard let stage = stage(fields(node, .stage, at: "\(slot.path).\(place)")) else { continue }
      sum += Int128(stage.lasts.nanoseconds)
      stages.append(stage)
    }
    guard let from, stages.count == nodes.count, !stages.isEmpty else { return (nil, nil) }
    if sum > Int128(Interval.longest.nanoseconds) {
      complain(
        slot.node.mark, "the stages together are longer than a hundred years",
        "write shorter stages")
      return (nil, nil)
    }
    if from.millionths == 0, stages.allSatisfy({ $0.rate.millionths == 0 }) {
      complain(slot.node.mark, "nobody arrives in any stage", "write a rate above 0/s")
    }
    return (.stages(from: from, stages), Interval(nanoseconds: Int64(sum)))
  }

  private mutating func stage(_ fields: Fields) -> Scenario.Stage? {
    guard let name = one(of: ["to", "at"], in: fields) else { return nil }
    let (length, other) = name == "to" ? ("over", "for") : ("for", "over")
    refuse([other], in: fields, because: "write { to: …, over: … } or { at: …, for: … }")
    if !fields.has(length), let key = fields.section.key(length) { missing(key, in: fields) }
    let rate = rate(name, in: fields)
    let lasts = duration(length, in: fields)
    guard let rate, let lasts else { return nil }
    return Scenario.Stage(rate: rate, lasts: lasts, slides: name == "to")
  }

  /// The time for which the work goes on.
  private mutating func lasts(_ fields: Fields, stages: Interval?) -> Interval? {
    if let lasts = duration("for", in: fields) {
      if let stages, lasts > stages, let entry = fields.entry("for") {
        complain(
          entry.value.mark, "for \(lasts), but the stages end after \(stages)",
          "write at most \(stages), leave `for` out, or add a stage")
      }
      return lasts
    }
    if let stages {
      record("\(fields.path).for", "\(stages)", nil)
      return stages
    }
    let hasStages = fields.entry("arrivals").map { Self.names("stages", in: $0.value) } ?? false
    if !fields.has("for"), !hasStages, let key = fields.section.key("for") {
      missing(key, in: fields)
    }
    return nil
  }

  private static func names(_ key: String, in node: YAMLNode) -> Bool {
    guard case .mapping(let entries) = node.content else { return false }
    return entries.contains { $0.key == key }
  }

  /// Notes work that no run could come to the end of.
  private mutating func check(
    _ work: Scenario.Work, _ fields: Fields, groups: [Scenario.ClientGroup],
    server: Scenario.Server, networks: [Scenario.Network]
  ) {
    if Int128(work.from.nanoseconds) + Int128(work.lasts.nanoseconds)
      > Int128(Interval.longest.nanoseconds)
    {
      complain(
        fields.mark, "the work ends after more than a hundred years",
        "start earlier or make it shorter")
    }
    refuseUnknownActions(of: work, fields, groups[work.group])
    checkDrafts(of: work, fields, groups[work.group])
    guard case .think(let think) = work.pace, think.isAlwaysZero else { return }
    let network = networks[groups[work.group].network]
    let asksNobody = work.does.allSatisfy(\.action.verb.asksNobody)
    if asksNobody || network.delay.isAlwaysZero && server.service.isAlwaysZero {
      complain(
        fields.entry("think")?.value.mark,
        "nobody thinks, and the answer takes no time: the work would never end",
        "write a think time, a network delay or a service time above zero")
    }
  }

  /// Refuses drafts that nobody could keep or make.
  private mutating func checkDrafts(
    of work: Scenario.Work, _ fields: Fields, _ group: Scenario.ClientGroup
  ) {
    let actions = work.does.map(\.action)
    guard actions.contains(.draft) || actions.contains(.send) else { return }
    let mark = fields.entry("does")?.value.mark ?? fields.mark
    if group.stack.mutant != nil {
      complain(
        mark, "the clients '\(group.name)' keep no drafts: their stack is wrong on purpose",
        "leave draft and send out, or let another group do them")
    } else if !actions.contains(.draft) {
      complain(mark, "'send' posts drafts, and nobody makes any", "add for example `draft: 10%`")
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension KeyValue where Value == [Scenario.Work] {
  /// The work of people, entry by entry.
  static var works: Self {
    Self(.list(Scenario.Work.section.name)) { decoder, slot in decoder.works(slot) }
  }
}

extension KeyValue where Value == [Scenario.Work.Share] {
  /// Shares of the actions that the schema knows.
  static var actions: Self {
    Self(.actions([])) { decoder, slot in decoder.actions(slot) }
  }
}

extension KeyValue where Value == Scenario.Arrivals {
  /// A rate or a load curve of arrivals.
  static var arrivals: Self {
    Self(.section(ArrivalWords.section.name)) { decoder, slot in
      let fields = decoder.fields(slot.node, ArrivalWords.section.name, at: slot.path)
      var words = ArrivalWords()
      let wrong = decoder.read(fields, into: &words)
      return wrong.isEmpty ? words.arrivals(fields, &decoder) : nil
    }
  }
}

extension Decoder {
  fileprivate mutating func works(_ slot: Slot) -> [Scenario.Work]? {
    guard let nodes = elements(slot) else { return nil }
    var names = given(nodes)
    var works: [Scenario.Work] = []
    var given: [String] = []
    for (place, node) in nodes.enumerated() {
      let fields = fields(node, Scenario.Work.section.name, at: "\(slot.path).\(place)")
      guard !fields.isBroken else { continue }
      var work = Scenario.Work.unread
      // Its name may follow from what is done.
      let first = ["clients", "does"]
      var wrong = read(fields, into: &work) { first.contains($0) }
      let stem = work.does.isEmpty ? "work" : work.does.map(\.action.name).joined(separator: "-")
      work.name = name(in: fields, orFrom: stem, taken: &names, others: given)
      given.append(work.name)
      wrong += read(fields, into: &work) { !first.contains($0) }
      let group = wrong.contains("clients") ? nil : groups[work.group]
      if !work.does.isEmpty { refuseIdle(fields, does: work.does.map(\.action)) }
      checkResources(of: work, fields, group)
      let needed = Scenario.Work.choice + ["clients", "from", "for", "away"]
      guard let group, !needed.contains(where: wrong.contains) else { continue }
      check(work, fields, group)
      works.append(work)
    }
    workEnds = works.map { $0.from + $0.lasts }.max() ?? .zero
    fileGroups = works.filter { $0.does.contains(where: \.action.verb.movesFiles) }.map(\.group)
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

  /// The group that acts where the file names none: the only one.
  mutating func onlyGroup(_ fields: Fields) -> Int? {
    if fields.has("clients") { return nil }
    let known = groups.map(\.name)
    if known.count > 1 {
      complain(
        fields.mark, "several groups of clients, and none is named",
        "add `clients:` with one of \(known.prefix(20).joined(separator: ", "))")
      return nil
    }
    record("\(fields.path).clients", known.first ?? "", nil)
    return known.isEmpty ? nil : 0
  }

  /// Reads what is done, in the order of ``Schema/actions``, whatever the order of the file.
  fileprivate mutating func actions(_ slot: Slot) -> [Scenario.Work.Share]? {
    let all = schema.actions
    guard case .mapping = slot.node.content else {
      let action = scalar(
        slot,
        { text throws(Complaint) in
          try Self.known(text, among: all.map(\.name), as: "action")
        }, { "\($0): 100%" })
      return action.flatMap { schema.action($0) }
        .map { [Scenario.Work.Share(action: $0, weight: .one)] }
    }
    let known = values
    let fields = fields(slot.node, .actions, at: slot.path)
    var shares: [Scenario.Work.Share] = []
    for action in all {
      guard fields.has(action.name), let weight = value(action.name, .share, in: fields) else {
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

  /// The time for which the work goes on.
  mutating func lasts(_ given: Interval?, stages: Interval?, _ fields: Fields) -> Interval? {
    if let lasts = given {
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
    _ work: Scenario.Work, _ fields: Fields, _ group: Scenario.ClientGroup
  ) {
    if Int128(work.from.nanoseconds) + Int128(work.lasts.nanoseconds)
      > Int128(Interval.longest.nanoseconds)
    {
      complain(
        fields.mark, "the work ends after more than a hundred years",
        "start earlier or make it shorter")
    }
    refuseUnknownActions(of: work, fields, group)
    checkDrafts(of: work, fields, group)
    guard case .think(let think) = work.pace, think.isAlwaysZero else { return }
    let network = networks[group.network]
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

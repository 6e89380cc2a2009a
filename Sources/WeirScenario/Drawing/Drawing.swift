// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A scenario that a seed draws out of all that the language has: a small world in which nobody thought of what meets
/// what.
///
///     let drawing = Drawing(seed: 7)
///     print(drawing.text)                                      // as a person writes it
///     try Scenario(text: Array(drawing.text.utf8), named: "7")  // and as it is read
///
/// The same seed draws the same text. If there are families of stacks beside list streams, some groups run one of those, with
/// options and actions of its own. Whatever the scenario needs beside its parts (a room with rows, time to come to
/// rest) is the same in each, and every promise is expected to hold.
package struct Drawing: Sendable {
  /// The scenario, as YAML.
  package let text: String

  /// Draws with a seed; the first of the stacks is the one that a group runs which says nothing.
  package init(seed: UInt64, stacks: [StackFormat] = []) {
    var artist = Artist(seed: seed, stacks: stacks.dropFirst().filter(\.isDrawn))
    text = artist.draw()
  }
}

/// An artist that draws each part of a scenario by a chance of its own, so that another word in one changes no other.
private struct Artist {
  let seed: UInt64
  /// The families of stacks that a group may run instead of list streams.
  let stacks: [StackFormat]
  var chance: RandomStream
  var lines: [String] = []
  var hasRules = false
  var hasReplicas = false
  /// `true` if a request takes the server any time.
  var takesTime = false
  var keepsResources = false

  /// A group of clients, as far as what they do depends on it.
  struct Group {
    var name: String
    var hasCondition: Bool
    var keeps: Bool
    /// The family of its stacks; nil: list streams.
    var stack: StackFormat?
  }

  init(seed: UInt64, stacks: [StackFormat]) {
    self.seed = seed
    self.stacks = stacks
    chance = RandomStream(seed: seed, "drawing")
  }

  /// From here on another part is drawn.
  mutating func begin(_ part: String) { chance = RandomStream(seed: seed, "drawing", of: part) }

  mutating func one(of choices: String...) -> String { choices[chance.index(below: choices.count)] }

  /// `true` in one of so many drawings.
  mutating func isOne(in count: UInt64) -> Bool { chance.below(count) == 0 }

  mutating func draw() -> String {
    lines = [
      "weir: 1", "about: A world that seed \(seed) drew.", "seed: \(seed)", "settle: 10min",
    ]
    begin("ground")
    if isOne(in: 2) { lines.append("oracle: on") }
    add("warm-up: 1s", oneIn: 6)
    hasRules = isOne(in: 4)
    keepsResources = isOne(in: 4)
    drawServer()
    drawNetworks()
    if keepsResources { drawResources() }
    let groups = drawClients()
    drawWork(groups)
    drawTrouble()
    lines += [
      "expect:",
      "  # Every checker counts anyway; a world in which nothing is written is no failure.",
      "  commits: { count: { at-least: 0 } }", "",
    ]
    return lines.joined(separator: "\n")
  }

  private mutating func add(_ line: String, oneIn count: UInt64) {
    if isOne(in: count) { lines.append(line) }
  }
}

// What there is.
extension Artist {
  private mutating func drawServer() {
    begin("server")
    // People write numbers: an edit must not make by chance what stood there at first.
    lines += [
      "server:", "  tree:", "    room:",
      "      { a: { word: w1, likes: 0, score: 5 }, b: { word: w2, likes: 1, score: 20 }, c: { word: w3, score: 50 },",
      "        d: { word: w4, score: true }, e: { word: w5, likes: 3, score: x } }",
      "    hall: { b: { word: w9, score: 7 }, f: { word: w10, score: 70 } }", "    people: {}",
      "    posts: { p1: { word: w1 }, p2: { word: w2 } }",
      "    rooms: { 1: { a: { word: w6, score: 1 } }, 2: { a: { word: w7 } }, 3: {} }",
    ]
    if isOne(in: 2) { lines.append("  servers: " + one(of: "1", "2", "4")) }
    takesTime = isOne(in: 2)
    if takesTime {
      lines.append("  service: " + one(of: "5ms", "{ exponential: 20ms }", "{ exponential: 60ms }"))
    }
    if isOne(in: 4) { lines.append("  queue: " + one(of: "1", "3", "20")) }
    add("  session-timeout: 50s", oneIn: 2)
    add("  crashes: [ { at: 3s, for: 800ms } ]", oneIn: 4)
    // Copies that are behind all the time, or answers that come first all the time, break promises by themselves; a
    // fault that passes may not.
    hasReplicas = isOne(in: 4)
    if hasReplicas { lines.append("  replicas: " + one(of: "2", "3")) }
    if isOne(in: 8) { lines.append("  pace: " + one(of: "2/s", "10/s")) }
    if hasRules { drawRules() }
    begin("pages")
    if !stacks.isEmpty, isOne(in: 3) {
      lines.append(
        "  pages: "
          + one(of: "{ short: 20%, long: 10% }", "{ twice: 20%, slow: 20% }", "{ drift: 3 }"))
    }
  }

  private mutating func drawRules() {
    let all = #".read: "true", .write: "true""#
    let room = one(
      of: #".read: "true", $row: { .write: "auth != null" }"#,
      #".read: "auth != null", $row: { .write: "auth.uid.beginsWith('a')" }"#,
      #".read: "true", $row: { .write: "!data.exists() || newData.exists()" }"#,
      #".read: "true", $row: { .write: "true", .validate: "newData.child('score').val() != 7" }"#)
    lines.append("  rules:")
    for place in ["hall", "people", "posts", "likes", "rooms"] {
      lines.append("    \(place): { \(all) }")
    }
    lines.append("    room: { \(room) }")
    guard isOne(in: 2) else { return }
    let later = one(
      of: #".read: "auth.uid.beginsWith('b')", .write: "false""#, #".read: "false""#, all)
    lines += [
      "  later-rules:", "    - at: 4s", "      rules:", "        room: { \(later) }",
      "        hall: { \(all) }", "        people: { \(one(of: all, #".read: "true""#)) }",
      "        posts: { \(all) }", "        likes: { \(all) }", "        rooms: { \(all) }",
    ]
  }

  private mutating func drawNetworks() {
    begin("networks")
    lines += ["network:"] + link("  ")
    lines += ["networks:", "  other:"] + link("    ")
  }

  private mutating func link(_ indent: String) -> [String] {
    var lines = [
      one(of: "delay: ", "delay: ", "round-trip: ")
        + one(
          of: "0ms", "20ms", "{ exponential: 60ms }", "{ uniform: [0ms, 300ms] }",
          "{ log-normal: { median: 40ms, p99: 800ms }, at-least: 10ms }")
    ]
    let isStream = isOne(in: 2)
    if !isStream { lines.append("transport: datagram") }
    let loss = one(of: "", "", "", "1%", "5%", "25%")
    if !loss.isEmpty { lines.append("loss: " + loss) }
    // The pauses between copies double: with a second to begin with, and such a loss, a message may take an hour.
    if isOne(in: 3) {
      lines.append("retransmit: " + (loss == "25%" ? "50ms" : one(of: "50ms", "1s")))
    }
    if isStream, isOne(in: 3) { lines.append("steady: " + one(of: "0s", "100ms", "10s")) }
    if !isStream, isOne(in: 2) { lines.append("duplicate: 10%") }
    if !isStream, isOne(in: 2) {
      lines += ["reorder: 20%", "reorder-by: { uniform: [0ms, 400ms] }"]
    }
    if isOne(in: 4) {
      lines.append("outage: { every: { exponential: 8s }, for: { exponential: 1s } }")
    }
    return lines.map { indent + $0 }
  }

  private mutating func drawResources() {
    begin("resources")
    let means = one(of: "increment", "recount", "transaction")
    let counted = one(of: "", ", where: { has: score }")
    lines += [
      "resources:", "  - { kind: post, at: /posts/@ }",
      "  - { kind: like, at: /likes/$post/@, counters: [ { name: likes, on: post, by: \(means)\(counted) } ] }",
    ]
  }
}

// Who is there, and what they do.
extension Artist {
  private mutating func drawClients() -> [Group] {
    begin("clients")
    lines.append("clients:")
    var groups: [Group] = []
    for name in ["a", "b"] where name == "a" || !isOne(in: 3) {
      groups.append(drawGroup(name))
    }
    if keepsResources {
      begin("fans")
      lines.append("  - { name: fans, count: 2, list: likes/p1, context: { post: p1 }")
      if isOne(in: 2) { lines[lines.count - 1] += ", persistence: on" }
      if isOne(in: 2) { lines[lines.count - 1] += ", network: other" }
      if hasRules { lines[lines.count - 1] += ", auth: \"fan-{n}\"" }
      lines[lines.count - 1] += " }"
      groups.append(Group(name: "fans", hasCondition: false, keeps: true))
    }
    return groups
  }

  private mutating func drawGroup(_ name: String) -> Group {
    begin("group \(name)")
    lines.append("  - name: \(name)")
    let first = lines.count
    lines.append("count: " + one(of: "1", "2", "3", "4"))
    let list = one(of: "room", "room", "room", "hall", "rooms/{1..3}")
    lines.append("list: " + list)
    if list.hasPrefix("rooms"), isOne(in: 2) {
      lines.append("pick: " + one(of: "uniform", "{ zipf: 1.1 }"))
    }
    if isOne(in: 2) { lines.append("network: other") }
    if isOne(in: 3) {
      lines.append(
        "presence: " + one(of: "room", "people", "[room, people]", "[people, hall, posts]"))
    }
    add("persistence: on", oneIn: 2)
    if isOne(in: 3) { lines.append("clock-ahead: " + one(of: "500ms", "3s")) }
    if isOne(in: 3) {
      lines.append("batch: " + one(of: "0ms", "30ms", "{ wait: 100ms, at-most: 100ms }"))
    }
    add("arrive: 3s", oneIn: 5)
    if isOne(in: 4) { lines.append("quirks: " + one(of: "forgets-kept", "doubts-null", "all")) }
    if hasRules, !isOne(in: 3) { lines.append("auth: \"\(name)-{n}\"") }
    let look = lines.count
    var hasCondition = drawLook(name)
    let stack = drawStack(name)
    if stack?.showsWholeLists == true {
      // What such a stack cannot show is not asked of it.
      let refused = ["newest", "oldest", "where", "show", "sections", "also"]
      lines[look...].removeAll { line in refused.contains { line.hasPrefix($0 + ":") } }
      hasCondition = false
    }
    for place in first..<lines.count { lines[place] = "    " + lines[place] }
    return Group(name: name, hasCondition: hasCondition, keeps: false, stack: stack)
  }

  /// Draws what a group runs; nil: list streams.
  private mutating func drawStack(_ name: String) -> StackFormat? {
    begin("stack of \(name)")
    if stacks.isEmpty || isOne(in: 3) { return nil }
    let stack = stacks[chance.index(below: stacks.count)]
    var options: [Scenario.ClientGroup.Stack.Option] = []
    for key in stack.keys where key.need == .required || isOne(in: 2) {
      options.append(.init(key.name, value(of: key)))
    }
    // What does not go together is left out, until the rest does.
    while let wrong = stack.complaint(options), options.contains(where: { $0.name == wrong }) {
      options.removeAll { $0.name == wrong }
    }
    let given = options.map { "\($0.name): \($0.words)" }.joined(separator: ", ")
    let words = given.isEmpty ? stack.name : "{ \(stack.name): { \(given) } }"
    lines.append("stack: " + words)
    return stack
  }

  /// Draws a value of an option: its example, or where they are known an end of its range, or another of its words.
  private mutating func value(of key: Schema.Key) -> String {
    switch key.kind {
    case .count(let range, _):
      return one(of: key.example, "\(range.lowerBound)", "\(min(range.upperBound, 1000))")
    case .word(let words): return words[chance.index(below: words.count)]
    default: return key.example
    }
  }

  /// Draws what a list shows; whether it has a condition.
  private mutating func drawLook(_ name: String) -> Bool {
    begin("look \(name)")
    let end = one(of: "newest", "oldest", "")
    if !end.isEmpty { lines.append("\(end): " + one(of: "1", "3", "8")) }
    if isOne(in: 3) { lines.append("flipped: " + one(of: "on", "off")) }
    if isOne(in: 3) { return false }
    let order = one(of: "key", "key", "value", "priority", "{ child: score }", "{ child: likes }")
    if order != "key" { lines.append("order: " + order) }
    if end.isEmpty, isOne(in: 3) { lines.append("descending: on") }
    if order == "{ child: score }", isOne(in: 2) {
      lines.append(one(of: "from: 5", "from: 10", "to: 60"))
    }
    let hasCondition = isOne(in: 3)
    if hasCondition {
      lines.append(
        "where: "
          + one(
            of: "{ has: score }", "{ not: { field: score, below: 50 } }",
            "{ any: [ { has: likes }, { field: score, below: 50 } ] }"))
    }
    if isOne(in: 4) { lines.append("show: " + one(of: "2", "5")) }
    if isOne(in: 3) {
      lines.append(
        "sections: "
          + one(
            of: "{ by: score }", "[ { field: score, below: 50 }, { has: likes } ]",
            "[ { has: likes }, { not: { has: likes } } ]"))
    }
    if isOne(in: 3) { lines.append("also: " + one(of: "[hall]", "[hall, posts]")) }
    return hasCondition
  }

  private mutating func drawWork(_ groups: [Group]) {
    lines.append("workload:")
    for group in groups {
      begin("work of \(group.name)")
      lines += [
        "  - name: work-\(group.name)", "    clients: \(group.name)",
      ]
      let chosen = actions(of: group)
      lines.append("    does: { \(Self.shares(of: chosen)) }")
      if chosen.contains(where: ["leave", "restart", "reopen"].contains) {
        lines.append("    away: { exponential: 700ms }")
      }
      if chosen.contains("page"), isOne(in: 2) { lines.append("    page: 3") }
      if chosen.contains("assign"), isOne(in: 2) {
        lines.append("    field: " + one(of: "likes", ".priority", "deep/field"))
      }
      if chosen.contains("assign"), isOne(in: 2) {
        lines.append("    values: [1, 30, true, x, null]")
      }
      if group.keeps { lines.append("    kind: like") }
      // What an update puts there may bring a thing into a counter's condition, or take it out.
      if group.keeps, chosen.contains("create") || chosen.contains("update"), isOne(in: 2) {
        lines += [
          "    field: " + one(of: "score", "score", ".priority"), "    values: [1, 30, x, null]",
        ]
      }
      if group.keeps, isOne(in: 3) { lines.append("    veto: 10%") }
      let pace = one(
        of: "every: { exponential: 400ms }", "every: 250ms", "think: { exponential: 200ms }",
        "arrivals: { poisson: 6/s }", "arrivals: { burst: 5, every: 1s }",
        "arrivals: { constant: 5/s }",
        "arrivals: { from: 1/s, stages: [ { to: 8/s, over: 3s }, { at: 3/s, for: 3s } ] }")
      if !pace.hasPrefix("arrivals") { lines.append("    each: client") }
      lines.append("    " + pace)
      if !pace.contains("stages") { lines.append("    for: 6s") }
      if pace.hasPrefix("arrivals"), isOne(in: 2) { lines.append("    who: in-turn") }
      add("    from: 1s", oneIn: 4)
    }
  }

  /// The work of a group.
  private mutating func actions(of group: Group) -> [String] {
    var pool =
      group.keeps
      ? ["toggle", "create", "update", "destroy", "leave", "restart", "reopen"]
      : [
        "post", "post", "edit", "replace", "remove", "move", "draft", "count", "transact", "assign",
        "page",
        "leave", "restart", "reopen",
      ]
    if group.hasCondition { pool.append("filter") }
    if let stack = group.stack {
      let known = Scenario.Work.Action.standard.filter(stack.knows).map(\.name)
      let own = stack.ownActions.filter(\.verb.isDrawn)
      pool = pool.filter(known.contains) + own.flatMap { [$0.name, $0.name] }
    }
    chance.shuffle(&pool)
    var chosen: [String] = group.keeps ? [] : ["post"]
    for action in pool where !chosen.contains(action) && chosen.count < 5 { chosen.append(action) }
    if chosen.contains("draft") { chosen.append("send") }
    return chosen
  }

  /// Shares that add up; the first has what the others leave.
  private static func shares(of actions: [String]) -> String {
    let rest = actions.dropFirst()
    let share = 60 / max(1, rest.count)
    return (["\(actions[0]): \(100 - share * rest.count)%"] + rest.map { "\($0): \(share)%" })
      .joined(separator: ", ")
  }
}

// What goes wrong.
extension Artist {
  private mutating func drawTrouble() {
    begin("trouble")
    switch chance.below(4) {
    case 0: break
    case 1:
      lines.append("faults:")
      var pool = Self.faults
      if hasReplicas { pool.append("fault: stale-replica, lag: 500ms") }
      if takesTime { pool.append("fault: slow-server, factor: 20") }
      chance.shuffle(&pool)
      for fault in pool.prefix(1 + chance.index(below: 3)) {
        lines.append("  - { \(fault), \(timing(of: fault)) }")
      }
    default: lines.append("faults: swarm")
    }
    add("schedule: pct", oneIn: 4)
    add("buggify: 5%", oneIn: 4)
  }

  /// A fault without its time.
  private static let faults = [
    "fault: slow-link, factor: 10, share: 50%", "fault: slow-link, delay: 200ms, direction: up",
    "fault: loss, chance: 30%, direction: down", "fault: clog, share: 50%",
    "fault: partition, clients: a", "fault: partition, direction: up", "fault: disconnect",
    "fault: background, share: 50%", "fault: kill, persistence: on",
    "fault: kill, persistence: off", "fault: clock, ahead: 3s", "fault: clock, behind: 3s",
    "fault: clock, drift: 10%", "fault: cache-loss", "fault: cache-corruption", "fault: crash",
    "fault: overload, chance: 20%", "fault: throttle, pace: 2/s",
    "fault: quota, writes: 3", "fault: quota, bytes: 200", "fault: reject, chance: 20%",
    "fault: late-answers, chance: 30%, by: { exponential: 500ms }",
    "fault: lost-answers, chance: 10%", "fault: early-answers", "fault: revoke, list: room",
  ]

  private mutating func timing(of fault: String) -> String {
    let isMomentary = ["disconnect", "cache-loss", "cache-corruption"].contains {
      fault == "fault: \($0)"
    }
    if isMomentary { return one(of: "at: 3s", "every: { exponential: 2s }", "every: 2s, from: 1s") }
    return one(
      of: "at: 2s, for: 1s", "every: { exponential: 2s }, for: { exponential: 500ms }",
      "every: 2s, for: 300ms, from: 1s, until: 4s")
  }
}

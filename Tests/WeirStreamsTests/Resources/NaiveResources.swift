// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

/// The resources of an app after the specification, worked out anew from one list of all that was begun.
///
/// It knows templates as lists of words, contexts as lists of lists, and has neither lines nor indexes: where an
/// operation stands is looked up in the list each time. What it says is a line for each wish, but for the
/// number of what is under way, which ``inFlight`` counts.
struct NaiveResources {
  struct Kind {
    var templates: [[String]]
    var logsBefore = false
  }

  struct CounterRule {
    var counted: Int
    var owner: Int
    var name: String
    var means: CounterUpdate
    var condition: CounterCondition
  }

  /// A thing under its name.
  struct Named: Equatable {
    var name: String
    var kind: Int
    var key: String?
  }

  enum State { case asked, turn, reading, writing }

  /// A counter that an operation may move, and where it stands.
  struct Count {
    var rule: Int
    var path: String
    var collection: String
  }

  struct Operation {
    var number: UInt32
    var verb: ResourceVerb
    var path: String
    var key: String
    var fields: Node
    var removing: [String]
    var journey: UInt32
    var isDrawn: Bool
    var logsBefore: Bool
    var counts: [Count]
    var uncounted: [Int]
    var extra: [String]
    var state = State.asked
    /// The place in the order in which hooks let operations go, from 1.
    var turn = 0
    var old: String = ""
    var new: String = ""
    var steps: [(rule: Int, path: String, step: Int64)] = []
  }

  struct Tally {
    var number: UInt32
    var rule: Int
    var path: String
    var parent: UInt32
  }

  struct Recount {
    var number: UInt32
    var rule: Int
    var path: String
    var collection: String
    var parent: UInt32
    var journey: UInt32
    var written: Int64?
    var isWriting = false
    var isOutdated = false
  }

  var kinds: [Kind]
  var rules: [CounterRule] = []
  private(set) var operations: [Operation] = []
  private(set) var tallies: [Tally] = []
  private(set) var recounts: [Recount] = []
  private(set) var ignored = 0
  private(set) var holds = 0
  private var last: UInt32 = 0
  private var turns = 0
  /// The places that this life has written to.
  private var written: Set<String> = []
  private var said: [String] = []

  init(kinds: [Kind]) { self.kinds = kinds }

  /// The number of operations, counts and holds that are under way.
  var inFlight: Int {
    operations.count { $0.state != .asked } + tallies.count + recounts.count + holds
  }

  /// The operations and counts that have not ended, by rising numbers, each with the reason why it waits.
  var pending: [String] {
    var all: [(UInt32, String)] = operations.map {
      let why = ["asked": "hook", "turn": "turn", "reading": "read", "writing": "answer"]
      return ($0.number, "\($0.path) \(why["\($0.state)"] ?? "")")
    }
    all += tallies.map { ($0.number, "\($0.path) count") }
    all += recounts.map { ($0.number, "\($0.path) count") }
    return all.sorted { $0.0 < $1.0 }.map { "\($0.0) \($0.1)" }
  }

  /// The numbers of those that wait for the answer to a write.
  var unanswered: [UInt32] {
    let rows = operations.filter { $0.state == .writing }.map(\.number)
    return (rows + recounts.filter(\.isWriting).map(\.number)).sorted()
  }

  /// The number of operations and counts that a restart keeps.
  var kept: Int { operations.count { $0.state != .asked } + tallies.count + recounts.count }

  /// Gives what was said since the last time.
  mutating func lines() -> [String] {
    defer { said = [] }
    return said
  }
}

// Names and places.
extension NaiveResources {
  /// Every name once, from the highest level down.
  static func visible(_ levels: [[Named]]) -> [Named] {
    var seen: [Named] = []
    for level in levels.reversed() {
      var own: [Named] = []
      for thing in level {
        if let place = own.firstIndex(where: { $0.name == thing.name }) {
          own[place] = thing
        } else {
          own.append(thing)
        }
      }
      for thing in own where !seen.contains(where: { $0.name == thing.name }) { seen.append(thing) }
    }
    return seen
  }

  private static func find(_ name: String, _ levels: [[Named]]) -> Named? {
    visible(levels).first { $0.name == name }
  }

  /// The names behind `$`, in order.
  private static func names(_ template: [String]) -> [String] {
    template.filter { $0.hasPrefix("$") }.map { String($0.dropFirst()) }
  }

  private func template(_ kind: Int, _ levels: [[Named]]) -> [String] {
    kinds[kind].templates.first { template in
      Self.names(template).allSatisfy { Self.find($0, levels) != nil }
    } ?? kinds[kind].templates[0]
  }

  /// The path that a template means, or the number of its gaps that nothing fills.
  private static func fill(
    _ template: [String], _ key: String?, _ levels: [[Named]]
  ) -> (path: String, gaps: Int) {
    var (path, gaps) = ("", 0)
    for part in template {
      let word =
        part == "@"
        ? key
        : part.hasPrefix("$")
          ? find(String(part.dropFirst()), levels)?.key : part
      if word == nil { gaps += 1 }
      path += "/" + (word ?? "?")
    }
    return (path, gaps)
  }

  /// `true` if instances are the children of one place.
  static func hasCollection(_ template: [String]) -> Bool {
    template.last == "@" && template.count { $0 == "@" } == 1
  }

  /// The thing that a counter stands below.
  private func owner(of rule: CounterRule, _ levels: [[Named]]) -> Named? {
    for name in Self.names(template(rule.counted, levels)) {
      if let thing = Self.find(name, levels), thing.kind == rule.owner { return thing }
    }
    return Self.visible(levels).first { $0.kind == rule.owner }
  }

  /// `true` if a counter may be registered beside those that there are.
  func mayCount(_ rule: CounterRule) -> Bool {
    if rule.name.isEmpty || rule.name.contains(where: { ".#$[]/".contains($0) }) { return false }
    if rules.contains(where: { $0.owner == rule.owner && $0.name == rule.name }) { return false }
    let templates = kinds[rule.counted].templates
    if rule.means == .recount {
      if templates.count > 1 || !templates.allSatisfy(Self.hasCollection) { return false }
    }
    for template in templates {
      for owner in kinds[rule.owner].templates {
        let place = owner + [rule.name]
        guard template.count >= place.count else { continue }
        let isSame = zip(template, place).allSatisfy { a, b in
          let (isGap, isOther) = (a == "@" || a.hasPrefix("$"), b == "@" || b.hasPrefix("$"))
          return isGap || isOther ? isGap == isOther : a == b
        }
        if isSame { return false }
      }
    }
    return true
  }

  private static func lies(_ path: String, below other: String) -> Bool {
    path == other || path.hasPrefix(other + "/")
  }
}

// The app.
extension NaiveResources {
  /// Begins an operation; `drawn` is the key that was drawn for it, if one was.
  mutating func begin(
    _ verb: ResourceVerb, kind: Int, key: String?, _ fields: Node, removing: [String] = [],
    _ levels: [[Named]], journey: UInt32, drawn: String?
  ) {
    last += 1
    if verb != .create, key == nil { return fail(last, "no key") }
    let template = template(kind, levels)
    let isDrawn = key == nil && template.contains("@")
    let key = key ?? (isDrawn ? drawn ?? "?" : nil)
    let (path, gaps) = Self.fill(template, key, levels)
    if gaps > 0 { return fail(last, "unresolved \(gaps)") }
    var operation = Operation(
      number: last, verb: verb, path: path,
      key: key ?? String(path.split(separator: "/").last ?? ""), fields: fields,
      removing: removing, journey: journey, isDrawn: isDrawn,
      logsBefore: kinds[kind].logsBefore, counts: [], uncounted: [],
      extra: Self.visible(levels).map(\.name).filter { !Self.names(template).contains($0) })
    for (number, rule) in rules.enumerated() where rule.counted == kind {
      guard let owner = owner(of: rule, levels) else {
        operation.uncounted.append(number)
        continue
      }
      let (place, gaps) = Self.fill(self.template(rule.owner, levels), owner.key, levels)
      if gaps > 0 { return fail(last, "unresolved \(gaps)") }
      let counter = place + "/" + rule.name
      if Self.lies(counter, below: path) || Self.lies(path, below: counter) {
        return fail(last, "unresolved 1")
      }
      let rows = Self.fill(template.dropLast(), nil, levels).path
      operation.counts.append(.init(rule: number, path: counter, collection: rows))
    }
    operations.append(operation)
    said.append("ask \(call(operation))")
  }

  mutating func proceed(_ number: UInt32, writing fields: Node?) {
    guard let place = place(number, .asked) else { return ignore(number) }
    turns += 1
    let path = operations[place].path
    let isFirst =
      !written.contains(path)
      && !operations.contains { $0.path == path && $0.state != .asked }
    if let fields { operations[place].fields = fields }
    operations[place].isDrawn = operations[place].isDrawn && isFirst
    operations[place].state = .turn
    operations[place].turn = turns
    goOn(path)
  }

  mutating func veto(_ number: UInt32, _ words: String) {
    guard let place = place(number, .asked) else { return ignore(number) }
    operations.remove(at: place)
    fail(number, "vetoed \(words)")
  }

  mutating func hold() { holds += 1 }
  mutating func letGo() { holds -= 1 }

  /// Counts anew because the app wants it.
  mutating func recount(_ rule: Int, _ levels: [[Named]], journey: UInt32) {
    last += 1
    let parent = last
    let template = template(rules[rule].counted, levels)
    guard Self.hasCollection(template) else { return fail(parent, "unresolved 1") }
    let (rows, gaps) = Self.fill(template.dropLast(), nil, levels)
    if gaps > 0 { return fail(parent, "unresolved \(gaps)") }
    guard let owner = owner(of: rules[rule], levels) else {
      return said.append("uncounted \(parent) \(rule)")
    }
    let (place, holes) = Self.fill(self.template(rules[rule].owner, levels), owner.key, levels)
    if holes > 0 { return fail(parent, "unresolved \(holes)") }
    recount(
      .init(rule: rule, path: place + "/" + rules[rule].name, collection: rows), parent, journey)
  }
}

// The driver.
extension NaiveResources {
  mutating func found(_ number: UInt32, _ node: Node) {
    if let place = recounts.firstIndex(where: { $0.number == number }) {
      if recounts[place].isWriting { return ignore(number) }
      return foundRows(place, node)
    }
    guard let place = place(number, .reading) else { return ignore(number) }
    let path = operations[place].path
    write(number, over: node)
    goOn(path)
  }

  mutating func refused(_ number: UInt32, _ refusal: Message.Refusal) {
    if let place = recounts.firstIndex(where: { $0.number == number }), !recounts[place].isWriting {
      return failRecount(place)
    }
    guard let place = place(number, .reading) else { return ignore(number) }
    let path = operations.remove(at: place).path
    fail(number, "unread \(refusal)")
    goOn(path)
  }

  mutating func settled(_ number: UInt32, _ answer: Message.Answer) {
    if let place = recounts.firstIndex(where: { $0.number == number }) {
      guard recounts[place].isWriting else { return ignore(number) }
      if answer != .committed { return failRecount(place) }
      recounts[place].isWriting = false
      // Whoever else wrote it meanwhile did not know of what was committed here.
      if recounts[place].isOutdated { recounts[place].written = nil }
      recounts[place].isOutdated = false
      return said.append("read \(number) \(recounts[place].collection)")
    }
    guard let place = place(number, .writing) else { return ignore(number) }
    let operation = operations.remove(at: place)
    if answer == .committed {
      said.append("logged \(number) \(operation.old) > \(operation.new) \(operation.extra)")
      said.append("persisted \(call(operation)) nil")
      for step in operation.steps {
        last += 1
        tallies.append(.init(number: last, rule: step.rule, path: step.path, parent: number))
        said.append("add \(last) \(step.path) \(step.step) j\(operation.journey)")
      }
    } else {
      fail(number, "rejected \(answer)")
      said.append("persisted \(call(operation)) rejected \(answer)")
    }
    for count in operation.counts where rules[count.rule].means == .recount {
      recount(count, number, operation.journey)
    }
    goOn(operation.path)
  }

  mutating func lost(_ number: UInt32) {
    if let place = recounts.firstIndex(where: { $0.number == number }), recounts[place].isWriting {
      recounts[place].isWriting = false
      recounts[place].written = nil
      return said.append("read \(number) \(recounts[place].collection)")
    }
    guard let place = place(number, .writing) else { return ignore(number) }
    let operation = operations.remove(at: place)
    fail(number, "answer lost")
    said.append("persisted \(call(operation)) answer lost")
    for step in operation.steps { fail(number, "doubt \(step.rule) \(step.path)") }
    for count in operation.counts where rules[count.rule].means == .recount {
      recount(count, number, operation.journey)
    }
    goOn(operation.path)
  }

  mutating func ended(_ number: UInt32, isCommitted: Bool) {
    guard let place = tallies.firstIndex(where: { $0.number == number }) else {
      return ignore(number)
    }
    let tally = tallies.remove(at: place)
    if !isCommitted { fail(tally.parent, "doubt \(tally.rule) \(tally.path)") }
  }

  /// The app was killed and starts again.
  mutating func restart() {
    operations.removeAll { $0.state == .asked }
    (ignored, holds, written) = (0, 0, [])
    for tally in tallies { fail(tally.parent, "doubt \(tally.rule) \(tally.path)") }
    tallies = []
    for operation in operations where operation.state == .reading {
      said.append("read \(operation.number) \(operation.path)")
    }
    for recount in recounts where !recount.isWriting {
      said.append("read \(recount.number) \(recount.collection)")
    }
  }
}

// What follows.
extension NaiveResources {
  private func place(_ number: UInt32, _ state: State) -> Int? {
    operations.firstIndex { $0.number == number && $0.state == state }
  }

  private mutating func fail(_ number: UInt32, _ words: String) {
    said.append("failed \(number) \(words)")
  }

  private mutating func ignore(_ number: UInt32) {
    ignored += 1
    said.append("ignored \(number)")
  }

  private func call(_ operation: Operation) -> String {
    "\(operation.number) \(operation.verb) \(operation.path) \(operation.key) "
      + "\(fullWords(operation.fields)) \(operation.removing) j\(operation.journey)"
  }

  private func isStepped(_ operation: Operation) -> Bool {
    operation.counts.contains { rules[$0.rule].means != .recount }
  }

  private func hasToRead(_ operation: Operation) -> Bool {
    operation.verb == .create
      ? !operation.isDrawn && isStepped(operation)
      : operation.logsBefore || isStepped(operation)
  }

  /// Lets go whoever comes next at a path, until somebody has to wait.
  private mutating func goOn(_ path: String) {
    while true {
      let line = operations.filter { $0.path == path && $0.state != .asked }
        .sorted { $0.turn < $1.turn }
      guard let next = line.first(where: { $0.state != .writing }), next.state == .turn else {
        return
      }
      if !hasToRead(next) {
        write(next.number, over: next.isDrawn ? .null : nil)
      } else if line.contains(where: { $0.state == .writing }) {
        return
      } else if let place = place(next.number, .turn) {
        operations[place].state = .reading
        said.append("read \(next.number) \(path)")
        return
      }
    }
  }

  /// The parts that an operation writes, each with its place below the instance.
  private func parts(_ operation: Operation) -> [(String, Node)] {
    switch operation.verb {
    case .create: return [("", operation.fields)]
    case .destroy: return [("", .null)]
    case .update:
      var parts: [(String, Node)] = operation.fields.children.map { ("/\($0.key)", $0.value) }
      let priority = operation.fields.priority
      if !priority.isNone { parts.append(("/.priority", priority.node)) }
      for key in operation.removing where !parts.contains(where: { $0.0 == "/" + key }) {
        parts.append(("/" + key, .null))
      }
      return parts
    }
  }

  private mutating func write(_ number: UInt32, over before: Node?) {
    guard let place = operations.firstIndex(where: { $0.number == number }) else { return }
    var operation = operations[place]
    let parts = parts(operation)
    var after = operation.verb == .update ? before ?? .null : .null
    for (path, node) in parts { after.set(node, at: Self.path(path)) }
    if parts.isEmpty || operation.verb == .create && after.isNull {
      operations.remove(at: place)
      return fail(number, "nothing")
    }
    var whole = parts.map { (operation.path + $0.0, $0.1) }
    if let before {
      for count in operation.counts {
        let condition = rules[count.rule].condition
        let step = Self.one(after, condition) - Self.one(before, condition)
        guard step != 0 else { continue }
        switch rules[count.rule].means {
        case .increment: whole.append((count.path, .deferred(.increment(step))))
        case .transaction: operation.steps.append((count.rule, count.path, step))
        case .recount: break
        }
      }
    }
    let paths = whole.map(\.0)
    let isTwice = Set(paths).count < paths.count
    if isTwice || parts.contains(where: { !Self.isFinite($0.1) }) {
      operations.remove(at: place)
      return fail(number, "illegal")
    }
    operation.old =
      operation.verb == .create ? "nothing" : before.map(Self.state) ?? "unknown"
    operation.new =
      before == nil && operation.verb == .update
      ? "part \(fullWords(operation.fields))" : Self.state(after)
    operation.state = .writing
    operations[place] = operation
    written.insert(operation.path)
    said.append("write \(number) \(Self.places(whole)) j\(operation.journey)")
    for rule in operation.uncounted { said.append("uncounted \(number) \(rule)") }
    said.append("did \(call(operation))")
  }

  private mutating func recount(_ count: Count, _ parent: UInt32, _ journey: UInt32) {
    if let place = recounts.firstIndex(where: { $0.path == count.path }) {
      recounts[place].isOutdated = true
      recounts[place].parent = parent
      return
    }
    last += 1
    recounts.append(
      .init(
        number: last, rule: count.rule, path: count.path, collection: count.collection,
        parent: parent, journey: journey))
    said.append("read \(last) \(count.collection)")
  }

  private mutating func foundRows(_ place: Int, _ rows: Node) {
    let recount = recounts[place]
    var count: Int64 = 0
    for (_, row) in rows.children { count += Self.one(row, rules[recount.rule].condition) }
    if count != recount.written {
      recounts[place].written = count
      recounts[place].isWriting = true
      recounts[place].isOutdated = false
      let words = Self.places([(recount.path, .integer(count))])
      return said.append("write \(recount.number) \(words) j\(recount.journey)")
    }
    if recount.isOutdated {
      recounts[place].isOutdated = false
      recounts[place].written = nil
      return said.append("read \(recount.number) \(recount.collection)")
    }
    recounts.remove(at: place)
  }

  private mutating func failRecount(_ place: Int) {
    let recount = recounts.remove(at: place)
    fail(recount.parent, "doubt \(recount.rule) \(recount.path)")
  }
}

// Nodes.
extension NaiveResources {
  static func path(_ text: String) -> Path {
    Path(text.split(separator: "/").map { $0 == ".priority" ? .priority : Key(String($0)) })
  }

  /// 1 if something that holds these fields is counted, else 0.
  private static func one(_ fields: Node, _ condition: CounterCondition) -> Int64 {
    let isCounted =
      switch condition {
      case .all: !fields.isNull
      case .has(let path): !fields[path].isNull
      case .equals(let path, let node): fields[path].fingerprint == node.fingerprint
      }
    return isCounted ? 1 : 0
  }

  private static func isFinite(_ node: Node) -> Bool {
    if case .number(let value) = node.content { return value.isFinite }
    return node.children.allSatisfy { isFinite($0.value) }
  }

  private static func state(_ node: Node) -> String {
    node.isNull ? "nothing" : "whole \(fullWords(node))"
  }

  /// The places of a write and their content in words, the same however the write is put together.
  static func places(_ parts: [(String, Node)]) -> String {
    parts.map { "\($0.0)=\(fullWords($0.1))" }.sorted().joined(separator: " ")
  }
}

/// A node in words that differ for nodes that do.
func fullWords(_ node: Node) -> String {
  "\(words(node))#\(node.fingerprint % 100_000)"
}

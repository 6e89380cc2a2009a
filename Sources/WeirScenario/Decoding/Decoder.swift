// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// Turns nodes into the values of a scenario and notes everything that is wrong on the way.
///
/// A mapping is read by the declarations of its keys (``KeyedSection``), each value by its kind (``KeyValue``). What cannot be
/// read is noted and passed over, so that reading goes on to the next mistake; a scenario with a problem is never handed out.
struct Decoder {
  /// The problems that were found.
  var problems = ProblemList()
  /// The values that were understood.
  var values: [Provenance.Value] = []
  /// The table of what a scenario may contain.
  let schema: Schema
  /// The loader from which other files come.
  let loader: FileLoader
  /// The files that were read besides the scenario's own.
  var measured: [String: Result<Measurements, Problems>] = [:]
  /// The backend, once it was read.
  var server = Scenario.Server()
  /// The links that were read, the unnamed one first.
  var networks: [Scenario.Network] = []
  /// The number of lists that all groups open.
  var listCount = 0
  /// The groups of clients that were read.
  var groups: [Scenario.ClientGroup] = []
  /// The kinds of resources.
  var resourceKinds: [String] = []
  /// The kinds below whose things counters stand, and where each is named.
  var owners: [(kind: String, mark: Mark?)] = []
  /// The time at which the last work ends.
  var workEnds = Interval.zero
  /// The groups whose people do what moves files.
  var fileGroups: [Int] = []
  /// The places at which the crashes of the server say when they happen.
  var crashMarks: [Mark?] = []

  init(_ schema: Schema, loader: FileLoader) {
    self.schema = schema
    self.loader = loader
  }

  /// A mapping held against the table.
  struct Fields {
    let section: Schema.Section
    let path: String
    /// The place where it starts; nil: it was left out.
    let mark: Mark?
    /// `true` if it is wrong as a whole, and was reported.
    let isBroken: Bool
    var entries: [YAMLNode.Entry] = []

    /// `true` if the key stands in the file.
    func has(_ key: String) -> Bool { entry(key) != nil }

    /// The entry of a key.
    func entry(_ key: String) -> YAMLNode.Entry? {
      entries.first { $0.key.utf8.elementsEqual(key.utf8) }
    }

    /// The keys of `some` that stand in the file, in the order of `some`.
    func present(of some: [String]) -> [YAMLNode.Entry] { some.compactMap(entry) }
  }

  /// A value to be read: what was written, or what counts because nothing was.
  struct Slot {
    var node: YAMLNode
    var key: Schema.Key
    var path: String
    /// The place where it was written; nil: nowhere.
    var mark: Mark?
  }

  /// Holds `node` against the section called `name`.
  mutating func fields(_ node: YAMLNode?, _ name: Schema.SectionName, at path: String) -> Fields {
    let section = schema.section(name)
    guard let node else {
      return Fields(section: section, path: path, mark: nil, isBroken: false)
    }
    guard case .mapping(let entries) = node.content else {
      if !node.isBroken {
        complain(
          node.mark, "expected a mapping, found \(node.kindWords)",
          "keys allowed here: \(Self.allowed(section))")
      }
      return Fields(section: section, path: path, mark: node.mark, isBroken: true)
    }
    var fields = Fields(section: section, path: path, mark: node.mark, isBroken: false)
    for entry in entries {
      if section.key(entry.key) == nil {
        let near = problems.isFull ? nil : Self.near(entry.key, in: section, beside: entries)
        problems.add(Self.unknownKey(entry, near: near, in: section))
        // One misspelt key is one problem: the rest is read as it was meant.
        if let near, entries.count < 100, !entries.contains(where: { $0.key == near }),
          fields.entry(near) == nil
        {
          var meant = entry
          meant.key = near
          fields.entries.append(meant)
        }
      } else {
        fields.entries.append(entry)
      }
    }
    return fields
  }

  /// Returns the key that is meant by an unknown one: rather one that must stand and does not than one that may.
  private static func near(
    _ key: String, in section: Schema.Section, beside entries: [YAMLNode.Entry]
  ) -> String? {
    // In a very long mapping nobody has forgotten one.
    let missing = section.keys.filter { known in
      known.need == .required && entries.count < 100
        && !entries.contains { $0.key == known.name }
    }
    return nearestName(to: key, among: missing.map(\.name))
      ?? nearestName(to: key, among: section.keys.map(\.name))
  }

  /// The keys of a section, for a sentence; where they are very many it says who lists them.
  private static func allowed(_ section: Schema.Section) -> String {
    section.keys.count > 40
      ? "the \(section.keys.count) that `weir explain \(section.path)` lists"
      : section.keys.map(\.name).joined(separator: ", ")
  }

  private static func unknownKey(
    _ entry: YAMLNode.Entry, near: String?, in section: Schema.Section
  ) -> Problem {
    Problem(
      mark: entry.keyMark, message: "unknown key '\(shortened(entry.key))'",
      remedy: (near.map { "did you mean '\($0)'? " } ?? "") + "allowed here: \(allowed(section))")
  }

  /// Notes a problem.
  mutating func complain(_ mark: Mark?, _ message: String, _ remedy: String) {
    problems.add(Problem(mark: mark, message: message, remedy: remedy))
  }

  /// Notes what was understood.
  mutating func record(_ path: String, _ words: String, _ mark: Mark?) {
    values.append(Provenance.Value(path: path, words: words, mark: mark))
  }

  /// Returns what stands behind `name`, or counts because nothing does; nil: nothing, and any mistake was noted.
  mutating func slot(_ name: String, in fields: Fields) -> Slot? {
    guard let key = fields.section.key(name) else {
      invariantBroken("the schema has no key '\(name)' in \(fields.section.name)")
    }
    let path = fields.path.isEmpty ? name : "\(fields.path).\(name)"
    if let entry = fields.entry(name) {
      if entry.value.isBroken { return nil }
      return Slot(node: entry.value, key: key, path: path, mark: entry.value.mark)
    }
    switch key.need {
    case .optional: return nil
    case .required:
      if !fields.isBroken { missing(key, in: fields) }
      return nil
    case .fallback(let text):
      let content: YAMLNode.Content = text == "{}" ? .mapping([]) : .scalar(text, isPlain: true)
      let mark = fields.mark ?? Mark(file: "default", line: 1, column: 1)
      return Slot(node: YAMLNode(content: content, mark: mark), key: key, path: path, mark: nil)
    }
  }

  /// Notes that a key must stand and does not.
  mutating func missing(_ key: Schema.Key, in fields: Fields) {
    complain(
      fields.mark, "missing key '\(key.name)'", "add for example `\(key.name): \(key.example)`")
  }

  /// Notes that what stands in `slot` is of the wrong kind.
  mutating func wrongKind(_ slot: Slot) {
    complain(
      slot.node.mark, "expected \(slot.key.kind.words), found \(slot.node.kindWords)",
      "write for example `\(slot.key.name): \(slot.key.example)`")
  }

  /// Reads a scalar with `read`, and notes it in canonical words.
  mutating func scalar<Value>(
    _ slot: Slot?, _ read: (String) throws(Complaint) -> Value, _ words: (Value) -> String
  ) -> Value? {
    guard let slot, let value = scalar(slot, read) else { return nil }
    record(slot.path, words(value), slot.mark)
    return value
  }

  /// Reads a scalar with `read`.
  mutating func scalar<Value>(
    _ slot: Slot, _ read: (String) throws(Complaint) -> Value
  ) -> Value? {
    guard case .scalar(let text, isPlain: _) = slot.node.content, !slot.node.isEmpty else {
      if !slot.node.isBroken { wrongKind(slot) }
      return nil
    }
    do throws(Complaint) {
      return try read(text)
    } catch {
      complain(slot.node.mark, error.message, error.remedy)
      return nil
    }
  }

  /// Reads what stands behind `name` as a value of a kind; nil: nothing, and if that is wrong it was noted.
  mutating func value<Value>(
    _ name: String, _ value: KeyValue<Value>, in fields: Fields
  ) -> Value? {
    slot(name, in: fields).flatMap { value.read(&self, $0) }
  }

  /// Says that something may not be zero.
  static func zero(_ what: String) -> Complaint {
    Complaint(message: "\(what) is zero", remedy: "write more than zero")
  }

  /// `text` if it is one of `words`.
  static func known(
    _ text: String, among words: [String], as what: String
  ) throws(Complaint) -> String {
    if let word = words.first(where: { $0.utf8.elementsEqual(text.utf8) }) { return word }
    // A guess among very many names would take long, and help little.
    let near = words.count > 200 ? nil : nearestName(to: text, among: words)
    let list = words.prefix(20).joined(separator: ", ") + (words.count > 20 ? ", …" : "")
    throw Complaint(
      message: "unknown \(what) '\(shortened(text))'",
      remedy: (near.map { "did you mean '\($0)'? " } ?? "") + "one of: \(list)")
  }

  /// A name: letters, digits, hyphens and underscores.
  static func name(_ text: String) throws(Complaint) -> String {
    let isSound = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isSound, (1...64).contains(text.utf8.count) else {
      throw Complaint(
        message: "'\(shortened(text))' is not a name",
        remedy: "use 1 to 64 letters, digits, hyphens and underscores")
    }
    return text
  }

  /// The number of entries that a list of the format may have.
  static let mostEntries = 1_000

  /// The entries of a list, or nil if it is none; an empty list is a problem, and a very long one.
  mutating func elements(_ slot: Slot) -> [YAMLNode]? {
    guard case .sequence(let nodes) = slot.node.content else {
      if !slot.node.isBroken { wrongKind(slot) }
      return nil
    }
    if nodes.isEmpty {
      complain(
        slot.node.mark, "'\(slot.key.name)' is an empty list",
        "write for example `\(slot.key.name): \(slot.key.example)`")
    }
    if nodes.count > Self.mostEntries {
      complain(
        nodes[Self.mostEntries].mark,
        "'\(slot.key.name)' has more than \(Self.mostEntries) entries",
        "write fewer, larger ones")
    }
    return Array(nodes.prefix(Self.mostEntries))
  }

  /// The two elements of a list, or nil if it is none or has not two.
  mutating func pair(_ slot: Slot) -> (Slot, Slot)? {
    guard case .sequence(let nodes) = slot.node.content else {
      if !slot.node.isBroken { wrongKind(slot) }
      return nil
    }
    guard nodes.count == 2 else {
      complain(
        slot.node.mark, "expected \(slot.key.kind.words), found \(nodes.count) in a list",
        "write for example `\(slot.key.name): \(slot.key.example)`")
      return nil
    }
    var (first, second) = (slot, slot)
    (first.node, second.node) = (nodes[0], nodes[1])
    return (first, second)
  }

  /// The only entry of `fields` among `names`; notes a problem when there is none or more than one.
  mutating func one(of names: [String], in fields: Fields) -> String? {
    let present = fields.present(of: names)
    if present.count == 1 { return present[0].key }
    let list = names.joined(separator: ", ")
    if present.isEmpty {
      if !fields.isBroken {
        complain(fields.mark, "one of the keys \(list) is missing", "add exactly one of them")
      }
    } else {
      let ordered = present.sorted { $0.keyMark < $1.keyMark }
      complain(
        ordered[1].keyMark, "'\(ordered[1].key)' beside '\(ordered[0].key)'",
        "keep exactly one of \(list)")
    }
    return nil
  }

  /// Notes a problem for each key of `names` that stands but goes with another key only.
  mutating func refuse(_ names: [String], in fields: Fields, because remedy: String) {
    for entry in fields.present(of: names) {
      complain(entry.keyMark, "'\(entry.key)' does not belong here", remedy)
    }
  }
}

extension String {
  /// The same text with another beginning, if it begins so.
  func replacingPrefix(_ prefix: String, with other: String) -> String {
    utf8.starts(with: prefix.utf8) ? other + String(dropFirst(prefix.count)) : self
  }
}

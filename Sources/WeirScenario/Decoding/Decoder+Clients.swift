internal import WeirCore

extension Decoder {
  /// The most lists that a group may open.
  static let mostLists = 100_000

  /// Who takes part.
  mutating func groups(_ outer: Fields) -> [Scenario.ClientGroup] {
    guard let slot = slot("clients", in: outer), let nodes = elements(slot) else { return [] }
    var names = given(nodes)
    var groups: [Scenario.ClientGroup] = []
    for (place, node) in nodes.enumerated() {
      let fields = fields(node, .clients, at: "clients.\(place)")
      groups.append(group(fields, &names))
      groupNames.append(groups[place].name)
    }
    return groups
  }

  /// The names that the elements of a list give themselves.
  func given(_ nodes: [YAMLNode]) -> Set<String> {
    var names: Set<String> = []
    for node in nodes {
      guard case .mapping(let entries) = node.content else { continue }
      for entry in entries where entry.key == "name" {
        if case .scalar(let text, isPlain: _) = entry.value.content { names.insert(text) }
      }
    }
    return names
  }

  /// The name that the file gives, or the first of `stem`, `stem-2`, `stem-3` … that is free.
  mutating func name(
    in fields: Fields, orFrom stem: String, taken: inout Set<String>, others: [String]
  ) -> String {
    if let given = scalar(slot("name", in: fields), Self.name, { $0 }) {
      if others.contains(where: { $0 == given }), let entry = fields.entry("name") {
        complain(
          entry.value.mark, "the name '\(given)' stands twice", "give each its own name")
      }
      return given
    }
    var name = stem
    var number = 2
    while taken.contains(name) {
      name = "\(stem)-\(number)"
      number += 1
    }
    taken.insert(name)
    record("\(fields.path).name", name, nil)
    return name
  }

  private mutating func group(
    _ fields: Fields, _ names: inout Set<String>
  ) -> Scenario.ClientGroup {
    let name = name(in: fields, orFrom: "clients", taken: &names, others: groupNames)
    if name == "all", let entry = fields.entry("name") {
      complain(
        entry.value.mark, "a group is called 'all', which stands for every client in tables",
        "name it after who they are, such as phones")
    }
    var group = Scenario.ClientGroup(name: name, lists: [])
    group.count = (count("count", in: fields) ?? 1) ?? 1
    group.stack = stack(fields)
    group.lists = lists(fields)
    group.pick = popularity("pick", in: fields) ?? .inTurn
    group.window = window(fields)
    group.look = look(fields, window: group.window)
    batch(fields, into: &group)
    let known = networkNames
    let network = scalar(
      slot("network", in: fields),
      { text throws(Complaint) in try Self.known(text, among: known, as: "network") }, { $0 })
    group.network = network.flatMap { known.firstIndex(of: $0) } ?? 0
    group.auth = text("auth", in: fields)
    group.arrive = duration("arrive", in: fields) ?? .zero
    group.clockAhead = duration("clock-ahead", in: fields) ?? .zero
    group.presence = presence(fields)
    group.isPersistent = word("persistence", in: fields) == "on"
    group.quirks = word("quirks", in: fields) ?? "none"
    group.context = context(fields)
    return group
  }

  private mutating func presence(_ fields: Fields) -> [String] {
    let lists = paths("presence", in: fields)
    if Set(lists).count < lists.count, let entry = fields.entry("presence") {
      complain(
        entry.value.mark, "'presence' names one list twice",
        "name each list once: a client keeps one row in each")
    }
    return lists
  }

  /// The list that a path without a range stands for.
  static func oneList(_ text: String) throws(Complaint) -> String {
    let lists = try lists(text)
    if lists.count > 1 {
      throw Complaint(
        message: "'\(shortened(text))' stands for several lists",
        remedy: "write one list, such as people")
    }
    return lists[0]
  }

  private mutating func window(_ fields: Fields) -> Scenario.ClientGroup.Window {
    let both = fields.present(of: ["newest", "oldest"]).sorted { $0.keyMark < $1.keyMark }
    if both.count == 2 {
      complain(
        both[1].keyMark, "'\(both[1].key)' beside '\(both[0].key)'",
        "keep one of the two: a window shows one end of the list")
    }
    if let newest = count("newest", in: fields) ?? nil { return .newest(newest) }
    if let oldest = count("oldest", in: fields) ?? nil { return .oldest(oldest) }
    return .all
  }

  private mutating func batch(_ outer: Fields, into group: inout Scenario.ClientGroup) {
    guard let slot = slot("batch", in: outer) else { return }
    var wait: Interval?
    var atMost: Interval?
    var mark = slot.mark
    if case .mapping = slot.node.content {
      let fields = fields(slot.node, .batch, at: slot.path)
      wait = duration("wait", in: fields)
      atMost = duration("at-most", in: fields)
      mark = fields.entry("at-most")?.value.mark
    } else if let plain = scalar(slot, Units.duration) {
      wait = plain
      record(slot.path + ".wait", "\(plain)", slot.mark)
    }
    guard let wait else { return }
    if atMost == nil {
      let five = Int128(wait.nanoseconds) * 5
      let limit = Interval(
        nanoseconds: Int64(min(five, Int128(Interval.longest.nanoseconds))))
      atMost = limit
      record(slot.path + ".at-most", "\(limit)", nil)
    }
    if let atMost, atMost < wait {
      complain(
        mark, "at-most \(atMost) is shorter than the wait \(wait)",
        "write an at-most of at least \(wait)")
    }
    group.batchWait = wait
    group.batchAtMost = atMost ?? wait
  }

  /// How choices spread.
  mutating func popularity(_ name: String, in fields: Fields) -> Scenario.Popularity? {
    guard let slot = slot(name, in: fields) else { return nil }
    if case .mapping = slot.node.content {
      return number("zipf", in: self.fields(slot.node, .popularity, at: slot.path)).map {
        .zipf($0)
      }
    }
    let word = scalar(
      slot,
      { text throws(Complaint) in
        if text == "zipf" {
          throw Complaint(message: "zipf without a power", remedy: "write { zipf: 1.1 }")
        }
        return try Self.known(text, among: ["uniform", "in-turn"], as: name)
      }, { $0 })
    return word.map { $0 == "uniform" ? .uniform : .inTurn }
  }

  /// The lists that a path stands for.
  private mutating func lists(_ fields: Fields) -> [String] {
    let slot = slot("list", in: fields)
    if let slot, case .mapping(let entries) = slot.node.content, let first = entries.first,
      SourceText.isNumberRange("{\(first.key)}")
    {
      complain(
        slot.node.mark, "braces mean a mapping unless they stand in quotes",
        "quote it: `list: \"{\(first.key)}\"`")
      return []
    }
    guard let slot, let lists = scalar(slot, Self.lists) else { return [] }
    listCount += lists.count
    if listCount > 10 * Self.mostLists {
      complain(slot.mark, "all groups together open too many lists", "write smaller ranges")
      return []
    }
    record(
      slot.path, lists.count == 1 ? lists[0] : "\(lists.count) lists: \(Self.summary(lists))",
      slot.mark)
    return lists
  }

  /// The first and the last of many lists, and a digest of all.
  private static func summary(_ lists: [String]) -> String {
    var digest = Digest()
    for list in lists { digest.absorb(list) }
    return "\(lists[0]) … \(lists[lists.count - 1]), digest \(digest)"
  }

  /// The lists that `text` stands for: `rooms/{1..3}` is `rooms/1`, `rooms/2` and `rooms/3`.
  static func lists(_ text: String) throws(Complaint) -> [String] {
    var lists = [""]
    var rest = text.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      let head = String(decoding: rest[..<open], as: UTF8.self)
      guard let close = rest[open...].firstIndex(of: UInt8(ascii: "}")) else {
        throw braces(text)
      }
      let range = try numbers(
        String(decoding: rest[rest.index(after: open)..<close], as: UTF8.self), in: text)
      if lists.count > mostLists / range.count {
        throw Complaint(
          message: "'\(shortened(text))' stands for more than \(mostLists) lists",
          remedy: "write a smaller range")
      }
      lists = lists.flatMap { list in range.map { "\(list)\(head)\($0)" } }
      rest = rest[rest.index(after: close)...]
    }
    let tail = String(decoding: rest, as: UTF8.self)
    if tail.utf8.contains(UInt8(ascii: "}")) { throw braces(text) }
    for place in lists.indices { lists[place] += tail }
    for part in lists[0].split(separator: "/", omittingEmptySubsequences: false) {
      if part.isEmpty {
        throw Complaint(
          message: "'\(shortened(text))' is not a path of a list",
          remedy: "write names with one / between them, such as rooms/lobby")
      }
      if let complaint = complaint(aboutKey: String(part)) { throw complaint }
    }
    return lists
  }

  private static func braces(_ text: String) -> Complaint {
    Complaint(
      message: "a brace without its partner in '\(shortened(text))'",
      remedy: "write a range as {1..20}")
  }

  private static func numbers(
    _ range: String, in text: String
  ) throws(Complaint) -> ClosedRange<Int> {
    let ends = range.split(separator: ".", omittingEmptySubsequences: false)
    let isPair = ends.count == 3 && ends[1].isEmpty
    guard isPair, let low = ExactNumber(of: String(ends[0])), low.isInteger,
      let high = ExactNumber(of: String(ends[2])), high.isInteger,
      (0...1_000_000_000).contains(low.digits), (low.digits...1_000_000_000).contains(high.digits)
    else {
      throw Complaint(
        message: "'{\(shortened(range))}' is not a range of numbers",
        remedy: "write the smaller number first, two dots, and the larger one: {1..20}")
    }
    if high.digits - low.digits >= Int128(mostLists) {
      throw Complaint(
        message: "'\(shortened(text))' stands for more than \(mostLists) lists",
        remedy: "write a smaller range")
    }
    return Int(low.digits)...Int(high.digits)
  }
}

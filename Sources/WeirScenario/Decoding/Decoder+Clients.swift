// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension KeyValue where Value == [Scenario.ClientGroup] {
  /// Clients, group by group.
  static var groups: Self {
    Self(.list(Scenario.ClientGroup.section.name)) { decoder, slot in decoder.groups(slot) }
  }
}

extension KeyValue where Value == Int {
  /// A group of clients, by its name.
  static var group: Self {
    .reference(to: "clients", as: "group of clients") { $0.groups.map(\.name) }
  }
}

extension KeyValue where Value == [String] {
  /// The lists that a path stands for.
  static var lists: Self { Self(.lists) { decoder, slot in decoder.lists(slot) } }
}

extension KeyValue where Value == Scenario.Popularity {
  /// A spread of choices over places.
  static var popularity: Self {
    Self(
      .popularity, read: { decoder, slot in decoder.popularity(slot) },
      words: { Canonical.words($0) })
  }
}

extension KeyValue where Value == Batch {
  /// The time for which changes are gathered.
  static var batch: Self {
    Self(.batch, read: { decoder, slot in decoder.batch(slot) }, words: { "\($0.wait)" })
  }
}

extension Decoder {
  /// The most lists that a group may open.
  static let mostLists = 100_000

  fileprivate mutating func groups(_ slot: Slot) -> [Scenario.ClientGroup]? {
    guard let nodes = elements(slot) else { return nil }
    var names = given(nodes)
    for (place, node) in nodes.enumerated() {
      let path = "\(slot.path).\(place)"
      let fields = fields(node, Scenario.ClientGroup.section.name, at: path)
      var group = Scenario.ClientGroup.unread
      group.name = name(
        in: fields, orFrom: "clients", taken: &names, others: groups.map(\.name))
      if group.name == "all", let entry = fields.entry("name") {
        complain(
          entry.value.mark, "a group is called 'all', which stands for every client in tables",
          "name it after who they are, such as phones")
      }
      _ = read(fields, into: &group)
      group.check(fields, &self)
      groups.append(group)
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
    if let given = value("name", .name, in: fields) {
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

  fileprivate mutating func batch(_ slot: Slot) -> Batch? {
    var batch = Batch.unread
    var mark = slot.mark
    if case .mapping = slot.node.content {
      let fields = fields(slot.node, Batch.section.name, at: slot.path)
      let wrong = read(fields, into: &batch)
      if wrong.contains("wait") { return nil }
      mark = fields.entry("at-most")?.value.mark
    } else if let plain = scalar(slot, Units.duration) {
      batch.wait = plain
      record(slot.path + ".wait", "\(plain)", slot.mark)
    } else {
      return nil
    }
    let wait = batch.wait
    if batch.atMost == nil {
      let five = Int128(wait.nanoseconds) * 5
      let limit = Interval(
        nanoseconds: Int64(min(five, Int128(Interval.longest.nanoseconds))))
      batch.atMost = limit
      record(slot.path + ".at-most", "\(limit)", nil)
    }
    if let atMost = batch.atMost, atMost < wait {
      complain(
        mark, "at-most \(atMost) is shorter than the wait \(wait)",
        "write an at-most of at least \(wait)")
    }
    return batch
  }

  fileprivate mutating func popularity(_ slot: Slot) -> Scenario.Popularity? {
    if case .mapping = slot.node.content {
      return read(Scenario.Popularity.Zipf.self, slot.node, at: slot.path).map { .zipf($0.power) }
    }
    let word = scalar(
      slot,
      { text throws(Complaint) in
        if text == "zipf" {
          throw Complaint(message: "zipf without a power", remedy: "write { zipf: 1.1 }")
        }
        return try Self.known(text, among: ["uniform", "in-turn"], as: slot.key.name)
      }, { $0 })
    return word.map { $0 == "uniform" ? .uniform : .inTurn }
  }

  fileprivate mutating func lists(_ slot: Slot) -> [String]? {
    if case .mapping(let entries) = slot.node.content, let first = entries.first,
      SourceText.isNumberRange("{\(first.key)}")
    {
      complain(
        slot.node.mark, "braces mean a mapping unless they stand in quotes",
        "quote it: `list: \"{\(first.key)}\"`")
      return nil
    }
    guard let lists = scalar(slot, Self.lists) else { return nil }
    listCount += lists.count
    if listCount > 10 * Self.mostLists {
      complain(slot.mark, "all groups together open too many lists", "write smaller ranges")
      return nil
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

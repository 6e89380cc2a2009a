// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirTree

extension KeyValue where Value == Query.Index {
  /// An order of a list.
  static var order: Self {
    Self(
      .order, read: { decoder, slot in decoder.order(slot) },
      words: { order in
        switch order {
        case .key: "key"
        case .value: "value"
        case .priority: "priority"
        case .child(let path): "{ child: \(path) }"
        }
      })
  }
}

extension KeyValue where Value == Grouping {
  /// A division of rows into sections.
  static var grouping: Self { Self(.sections) { decoder, slot in decoder.grouping(slot) } }
}

extension KeyValue where Value == Filter {
  /// A condition of rows.
  static var filter: Self {
    Self(.section(Condition.section.name)) { decoder, slot in
      decoder.filter(slot.node, at: slot.path)
    }
  }
}

extension KeyValue where Value == [Filter] {
  /// Several conditions.
  static var filters: Self {
    Self(.list(Condition.section.name)) { decoder, slot in decoder.filters(slot) }
  }
}

extension KeyValue where Value == String {
  /// A field below a row: names with `/` between them, or `.priority` or `.value` for the row's own.
  static var field: Self {
    Self(
      .field, parse: { text, _ throws(Complaint) in try Decoder.field(text) }, words: { $0 })
  }
}

extension KeyValue where Value == Node {
  /// A value without children.
  static var leaf: Self {
    Self(.leaf) { decoder, slot in
      guard let leaf = decoder.leaf(slot.node) else { return nil }
      decoder.record(slot.path, JSON(leaf).shownWords, slot.mark)
      return leaf
    }
  }
}

extension KeyValue where Value == [Node] {
  /// Values without children.
  static var leaves: Self {
    Self(.leaves) { decoder, slot in
      guard let nodes = decoder.elements(slot) else { return nil }
      let leaves = nodes.compactMap { decoder.leaf($0) }
      decoder.record(
        slot.path, leaves.map { JSON($0).shownWords }.joined(separator: ", "), slot.mark)
      return leaves
    }
  }
}

extension KeyValue where Value == [String] {
  /// Lists, each by its path.
  static var paths: Self { Self(.paths) { decoder, slot in decoder.paths(slot) } }
}

extension KeyValue where Value == [Path] {
  /// Lists, each by its path.
  static var paths: Self {
    Self(.paths) { decoder, slot in decoder.paths(slot)?.map { Path($0) } }
  }
}

extension Decoder {
  /// One end of the list: a key in key order, else a value.
  mutating func end(
    _ given: Node?, of order: Query.Index, _ entry: YAMLNode.Entry?
  ) -> Query.Bound? {
    guard let end = given, let entry else { return nil }
    switch end {
    case .text(let text) where order == .key:
      if let complaint = Self.complaint(aboutKey: text) {
        complain(entry.value.mark, complaint.message, complaint.remedy)
        return nil
      }
      return Query.Bound(Key(text))
    case .integer(let number) where order == .key: return Query.Bound(Key("\(number)"))
    case _ where order == .key:
      complain(
        entry.value.mark, "'\(entry.key)' is not a key",
        "write a key, or order the list by something else")
      return nil
    default: return Query.Bound(SortValue(end))
    }
  }

  fileprivate mutating func order(_ slot: Slot) -> Query.Index? {
    if case .mapping = slot.node.content {
      return read(ChildOrder.self, slot.node, at: slot.path).map {
        .child(Path(field: $0.field))
      }
    }
    let word = scalar(
      slot,
      { text throws(Complaint) in
        try Self.known(text, among: Scenario.Look.orders, as: "order")
      }, { $0 })
    return word.map { $0 == "value" ? .value : $0 == "priority" ? .priority : .key }
  }

  /// `true` if the list starts with the last row; a window says so by the end that it shows.
  mutating func isDescending(
    _ given: Bool?, _ fields: Fields, _ window: Scenario.ClientGroup.Window
  ) -> Bool {
    let ofWindow: Bool? =
      switch window {
      case .all: nil
      case .newest: true
      case .oldest: false
      }
    let entry = fields.entry("descending")
    if let given, let ofWindow, given != ofWindow {
      complain(
        entry?.value.mark, "'descending: \(given ? "on" : "off")' beside the other end of the list",
        "leave descending out: newest starts with the last row, oldest with the first")
    }
    let isDescending = ofWindow ?? given ?? false
    record("\(fields.path).descending", isDescending ? "on" : "off", entry?.value.mark)
    return isDescending
  }

  fileprivate mutating func grouping(_ slot: Slot) -> Grouping? {
    if case .mapping = slot.node.content {
      return read(SectionsByValue.self, slot.node, at: slot.path).map {
        .byValue(of: Path(field: $0.field))
      }
    }
    return filters(slot).map { .fixed($0) }
  }

  fileprivate mutating func filters(_ slot: Slot) -> [Filter]? {
    guard let nodes = elements(slot) else { return nil }
    let filters = nodes.enumerated().compactMap { place, node in
      filter(node, at: "\(slot.path).\(place)")
    }
    return filters.count == nodes.count ? filters : nil
  }

  fileprivate mutating func filter(_ node: YAMLNode, at path: String) -> Filter? {
    read(Condition.self, node, at: path)?.filter
  }

  /// Reads a field below a row.
  fileprivate static func field(_ text: String) throws(Complaint) -> String {
    if text == ".priority" || text == ".value" { return text }
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      if part.isEmpty {
        throw Complaint(
          message: "'\(shortened(text))' is not the name of a field",
          remedy: "write a name, or names with one / between them, such as address/city")
      }
      if let complaint = Self.complaint(aboutKey: String(part)) { throw complaint }
    }
    return text
  }

  fileprivate mutating func leaf(_ node: YAMLNode) -> Node? {
    guard case .scalar = node.content else {
      if !node.isBroken {
        complain(
          node.mark, "expected a value, found \(node.kindWords)",
          "write true, false, a number, a text or null")
      }
      return nil
    }
    return data(node).node
  }

  fileprivate mutating func paths(_ slot: Slot) -> [String]? {
    if slot.node.scalarText?.isEmpty == false {
      return scalar(slot, Self.oneList, { $0 }).map { [$0] }
    }
    guard let nodes = elements(slot) else { return nil }
    let paths = nodes.compactMap { node -> String? in
      var part = slot
      part.node = node
      return scalar(part, Self.oneList)
    }
    record(slot.path, paths.joined(separator: ", "), slot.mark)
    return paths
  }
}

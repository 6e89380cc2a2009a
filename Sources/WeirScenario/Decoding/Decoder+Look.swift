internal import WeirCore
internal import WeirTree

extension Decoder {
  /// What the lists of a group show, beside how much.
  mutating func look(
    _ fields: Fields, window: Scenario.ClientGroup.Window
  ) -> Scenario.Look {
    var look = Scenario.Look()
    look.order = order(fields)
    look.isDescending = isDescending(fields, window)
    look.from = end("from", of: look.order, in: fields)
    look.to = end("to", of: look.order, in: fields)
    if let slot = slot("where", in: fields), let filter = filter(slot.node, at: slot) {
      look.filter = filter
    }
    look.most = count("show", in: fields) ?? nil
    look.sections = sections(fields)
    look.also = paths("also", in: fields).map { Path($0) }
    look.isFlipped = word("flipped", in: fields).map { $0 == "on" }
    return look
  }

  /// One end of the list: a key in key order, else a value.
  private mutating func end(
    _ name: String, of order: Query.Index, in fields: Fields
  ) -> Query.Bound? {
    guard let end = leaf(name, in: fields) else { return nil }
    switch end {
    case .text(let text) where order == .key:
      if let complaint = Self.complaint(aboutKey: text) {
        complain(fields.entry(name)?.value.mark, complaint.message, complaint.remedy)
        return nil
      }
      return Query.Bound(Key(text))
    case .integer(let number) where order == .key: return Query.Bound(Key("\(number)"))
    case _ where order == .key:
      complain(
        fields.entry(name)?.value.mark, "'\(name)' is not a key",
        "write a key, or order the list by something else")
      return nil
    default: return Query.Bound(SortValue(end))
    }
  }

  private mutating func order(_ outer: Fields) -> Query.Index {
    guard let slot = slot("order", in: outer) else { return .key }
    if case .mapping = slot.node.content {
      let fields = fields(slot.node, .order, at: slot.path)
      return field("child", in: fields).map { .child(Path(field: $0)) } ?? .key
    }
    let word = scalar(
      slot,
      { text throws(Complaint) in
        try Self.known(text, among: Scenario.Look.orders, as: "order")
      }, { $0 })
    return word == "value" ? .value : word == "priority" ? .priority : .key
  }

  /// `true` if the list starts with the last row; a window says so by the end that it shows.
  private mutating func isDescending(
    _ fields: Fields, _ window: Scenario.ClientGroup.Window
  ) -> Bool {
    let known = values
    let given = word("descending", in: fields).map { $0 == "on" }
    values = known
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

  private mutating func sections(_ outer: Fields) -> Grouping? {
    guard let slot = slot("sections", in: outer) else { return nil }
    if case .mapping = slot.node.content {
      return field("by", in: fields(slot.node, .sections, at: slot.path)).map {
        .byValue(of: Path(field: $0))
      }
    }
    guard let nodes = elements(slot) else { return nil }
    let filters = nodes.enumerated().compactMap { place, node in
      var part = slot
      part.path = "\(slot.path).\(place)"
      return filter(node, at: part)
    }
    return filters.count == nodes.count ? .fixed(filters) : nil
  }

  /// Which rows are meant.
  mutating func filter(_ node: YAMLNode, at slot: Slot) -> Filter? {
    let fields = fields(node, .condition, at: slot.path)
    guard let name = one(of: ["is", "below", "has", "not", "every", "any"], in: fields) else {
      return nil
    }
    switch name {
    case "is", "below":
      if !fields.has("field"), let key = fields.section.key("field") { missing(key, in: fields) }
      let field = field("field", in: fields).map { Path(field: $0) }
      guard let value = leaf(name, in: fields).map({ SortValue($0) }), let field else { return nil }
      return name == "is" ? .is(field, value) : .less(field, value)
    case "has":
      refuse(["field"], in: fields, because: "field goes with is and below")
      return field("has", in: fields).map { .has(Path(field: $0)) }
    case "not":
      refuse(["field"], in: fields, because: "field goes with is and below")
      guard let inner = self.slot("not", in: fields) else { return nil }
      return filter(inner.node, at: inner).map { .not($0) }
    default:
      refuse(["field"], in: fields, because: "field goes with is and below")
      guard let inner = self.slot(name, in: fields), let nodes = elements(inner) else { return nil }
      let parts = nodes.enumerated().compactMap { place, node in
        var part = inner
        part.path = "\(inner.path).\(place)"
        return filter(node, at: part)
      }
      guard parts.count == nodes.count else { return nil }
      return name == "every" ? .every(parts) : .any(parts)
    }
  }

  /// A field below a row: names with `/` between them, or `.priority` or `.value` for the row's own.
  mutating func field(_ name: String, in fields: Fields) -> String? {
    scalar(
      slot(name, in: fields),
      { text throws(Complaint) in
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
      }, { $0 })
  }

  /// A value without children.
  private mutating func leaf(_ name: String, in fields: Fields) -> Node? {
    guard let slot = slot(name, in: fields), let leaf = leaf(slot.node) else { return nil }
    record(slot.path, JSON(leaf).shownWords, slot.mark)
    return leaf
  }

  /// Values without children.
  mutating func leaves(_ name: String, in fields: Fields) -> [Node] {
    guard let slot = slot(name, in: fields), let nodes = elements(slot) else { return [] }
    let leaves = nodes.compactMap { leaf($0) }
    record(slot.path, leaves.map { JSON($0).shownWords }.joined(separator: ", "), slot.mark)
    return leaves
  }

  private mutating func leaf(_ node: YAMLNode) -> Node? {
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

  /// Lists, each by its path.
  mutating func paths(_ name: String, in fields: Fields) -> [String] {
    guard let slot = slot(name, in: fields) else { return [] }
    if slot.node.scalarText?.isEmpty == false {
      return scalar(slot, Self.oneList, { $0 }).map { [$0] } ?? []
    }
    guard let nodes = elements(slot) else { return [] }
    let paths = nodes.compactMap { node -> String? in
      var part = slot
      part.node = node
      return scalar(part, Self.oneList)
    }
    record(slot.path, paths.joined(separator: ", "), slot.mark)
    return paths
  }
}

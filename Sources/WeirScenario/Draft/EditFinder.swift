// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// Looks through a document, with the schema's table beside it, for what could be smaller.
struct EditFinder {
  /// The edits that were found.
  private(set) var edits: [Draft.Edit] = []
  private let root: YAMLNode
  private let schema: Schema

  /// The keys that are never touched: they name the scenario, or say what is looked for.
  private static let fixed = ["weir", "about", "extends", "seed", "expect", "gate"]
  /// The keys that never go: without its stack a scenario is about another one, and `each` says how much is meant.
  private static let kept = ["each", "stack"]
  /// The keys that come first, because they make runs short.
  private static let urgent = ["workload", "faults", "clients"]

  init(_ root: YAMLNode, of schema: Schema) {
    self.root = root
    self.schema = schema
  }

  /// Finds everything.
  mutating func find() {
    guard case .mapping(let entries) = root.content else { return }
    let places = entries.indices.filter { !Self.fixed.contains(entries[$0].key) }
    func rank(_ place: Int) -> Int {
      let last = entries[place].key == "server" ? 1 : 0
      return Self.urgent.firstIndex(of: entries[place].key) ?? Self.urgent.count + last
    }
    let section = schema.section(.scenario)
    for place in places.sorted(by: { (rank($0), $0) < (rank($1), $1) }) {
      entry(entries[place], of: section, at: [place])
    }
  }

  private mutating func add(_ path: NodePath, _ change: Draft.Edit.Change) {
    edits.append(.init(path: path, change: change))
  }

  private mutating func entry(
    _ entry: YAMLNode.Entry, of section: Schema.Section, at path: NodePath
  ) {
    guard let key = section.key(entry.key) else { return }
    if key.need != .required, !Self.kept.contains(key.name) {
      let last = path[path.count - 1]
      add(NodePath(path.dropLast()), .drop(last..<(last + 1)))
    }
    // A right stack needs time to come to rest: with less, the file would fail when the bug is mended, too.
    if key.name == "settle" { return }
    value(entry.value, key, at: path)
  }

  private mutating func value(_ node: YAMLNode, _ key: Schema.Key, at path: NodePath) {
    switch key.kind {
    case .section(let name): section(node, name, at: path)
    case .list(let name):
      chunks(of: node, at: path, keepsOne: true, ofGroups: name == .clients)
      if case .sequence(let nodes) = node.content {
        for (place, node) in nodes.enumerated() { section(node, name, at: path + [place]) }
      }
    case .named(let name):
      chunks(of: node, at: path)
      if case .mapping(let entries) = node.content {
        for (place, entry) in entries.enumerated() {
          section(entry.value, name, at: path + [place])
        }
      }
    case .faults:
      chunks(of: node, at: path, keepsOne: true)
      if case .sequence(let nodes) = node.content {
        for (place, node) in nodes.enumerated() { section(node, .fault, at: path + [place]) }
      } else {
        section(node, .swarm, at: path)
      }
    case .faultKinds: chunks(of: node, at: path, keepsOne: true)
    case .tree, .rules: tree(node, at: path, depth: 0)
    case .leaves, .paths: chunks(of: node, at: path, keepsOne: true)
    case .actions: actions(node, at: path)
    case .distribution: distribution(node, key, at: path)
    case .lists:
      guard let text = node.scalarText, let lists = try? Decoder.lists(text), lists.count > 1
      else { break }
      add(path, .write(lists[0]))
    default:
      guard let text = node.scalarText else { break }
      for words in SmallerValue.of(text, key.kind) { add(path, .write(words)) }
    }
  }

  private mutating func section(_ node: YAMLNode, _ name: Schema.SectionName, at path: NodePath) {
    guard case .mapping(let entries) = node.content else { return }
    let section = schema.section(name)
    for (place, entry) in entries.enumerated() {
      self.entry(entry, of: section, at: path + [place])
    }
  }

  /// Data and rules: whole branches first, then what is below them.
  private mutating func tree(_ node: YAMLNode, at path: NodePath, depth: Int) {
    chunks(of: node, at: path)
    guard depth < 8 else { return }
    switch node.content {
    case .mapping(let entries):
      for (place, entry) in entries.enumerated() {
        tree(entry.value, at: path + [place], depth: depth + 1)
      }
    case .sequence(let nodes):
      for (place, node) in nodes.enumerated() {
        tree(node, at: path + [place], depth: depth + 1)
      }
    case .scalar, .broken: break
    }
  }

  /// Runs of neighbours: all, each half, each quarter and so on; at most about a hundred of them, so that a tree
  /// of many thousand rows is first cut down roughly.
  private mutating func chunks(
    of node: YAMLNode, at path: NodePath, keepsOne: Bool = false, ofGroups: Bool = false
  ) {
    let count = node.count
    var size = keepsOne ? count - 1 : count
    while size >= 1, size * 64 >= count {
      for start in stride(from: 0, to: count, by: size) {
        let range = start..<min(start + size, count)
        if keepsOne, range.count == count { continue }
        add(path, ofGroups ? .dropGroups(range) : .drop(range))
      }
      size = size == 1 ? 0 : (size + 1) / 2
    }
  }

  /// Shares of actions: one alone, or all but one, whose share the first of the others gets.
  private mutating func actions(_ node: YAMLNode, at path: NodePath) {
    guard case .mapping(let entries) = node.content else { return }
    for entry in entries { add(path, .write(entry.key)) }
    guard entries.count > 2 else { return }
    let shares = entries.compactMap { entry in
      entry.value.scalarText.flatMap { try? Units.share($0) }
    }
    guard shares.count == entries.count else { return }
    for gone in entries.indices {
      let heir = gone == 0 ? 1 : 0
      guard let sum = Self.sum(shares[gone], shares[heir]) else { continue }
      let rest = entries.indices.filter { $0 != gone }
      let weights = rest.map { Canonical.words($0 == heir ? sum : shares[$0]) }
      add(path, .share(names: rest.map { entries[$0].key }, weights: weights))
    }
  }

  private static func sum(_ a: Ratio, _ b: Ratio) -> Ratio? {
    let (left, over) = a.numerator.multipliedReportingOverflow(by: b.denominator)
    let (right, under) = b.numerator.multipliedReportingOverflow(by: a.denominator)
    let (below, beyond) = a.denominator.multipliedReportingOverflow(by: b.denominator)
    let (above, above2) = left.addingReportingOverflow(right)
    guard !over, !under, !beyond, !above2, above <= below else { return nil }
    return Units.reduced(above, of: below)
  }

  /// A random length of time: a constant, then a simpler one.
  ///
  /// Of what sets a pace, longer is smaller: less happens.
  private mutating func distribution(_ node: YAMLNode, _ key: Schema.Key, at path: NodePath) {
    if case .mapping(let entries) = node.content {
      if let typical = SmallerValue.typical(of: entries) { add(path, .write(typical)) }
      if let place = entries.firstIndex(where: { $0.key == "at-least" }), entries.count > 1 {
        add(path, .drop(place..<(place + 1)))
      }
      return
    }
    guard let text = node.scalarText else { return }
    if ["every", "think"].contains(key.name) {
      for words in SmallerValue.slower(text) { add(path, .write(words)) }
    } else {
      let isPositive = key.kind == .distribution(positive: true)
      for words in SmallerValue.of(text, .duration(positive: isPositive)) {
        add(path, .write(words))
      }
    }
  }
}

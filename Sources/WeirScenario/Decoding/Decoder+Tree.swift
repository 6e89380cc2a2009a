// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirRules
internal import WeirTree

extension KeyValue where Value == Node {
  /// Data of any shape.
  static var tree: Self {
    Self(
      .tree,
      read: { decoder, slot in
        let data = decoder.data(slot.node)
        decoder.record(slot.path, data.words.shownWords, slot.mark)
        return data.node
      }, words: { $0 == .null ? "{}" : JSON($0).shownWords })
  }
}

extension Decoder {
  /// Tree data and its one way to be written: JSON with sorted keys.
  ///
  /// The words hold what is written and no tree keeps, too: nulls and empty branches.
  mutating func data(_ node: YAMLNode) -> (node: Node, words: JSON) {
    switch node.content {
    case .scalar(let text, let isPlain):
      let leaf = isPlain ? plain(text, at: node.mark) : .text(text)
      return (leaf, JSON(leaf))
    case .sequence(let nodes): return branch(nodes.enumerated().map { ("\($0)", data($1)) })
    case .mapping(let entries):
      return branch(
        entries.compactMap { entry in
          let isSound = check(entry)
          let data = data(entry.value)
          return isSound ? (entry.key, data) : nil
        })
    case .broken: return (.null, .null)
    }
  }

  private func branch(
    _ children: [(key: String, data: (node: Node, words: JSON))]
  ) -> (node: Node, words: JSON) {
    let sorted = children.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return (
      Node(children.map { (Key($0.key), $0.data.node) }),
      .object(sorted.map { ($0.key, $0.data.words) })
    )
  }

  /// The kind that JSON gives a text without quotes.
  private mutating func plain(_ text: String, at mark: Mark) -> Node {
    switch text {
    case "", "null", "~": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    guard Self.isJSONNumber(text) else { return .text(text) }
    if let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      complain(mark, "the number \(shortened(text)) is too large", "put it in quotes as a text")
      return .null
    }
    return .number(number)
  }

  /// `true` if JSON would take `text` for a number: `-1.5e3`, but not `1_000`, `.5`, `007` or `1.`.
  private static func isJSONNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func digits() -> Int {
      let run = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest[run.endIndex...]
      return run.count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    if whole == 0 || (startsWithZero && whole > 1) { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      if digits() == 0 { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  /// `true` if an entry may be a child; a complaint says why not.
  private mutating func check(_ entry: YAMLNode.Entry) -> Bool {
    guard let complaint = Self.complaint(aboutKey: entry.key) else { return true }
    complain(entry.keyMark, complaint.message, complaint.remedy)
    return false
  }

  /// Returns what keeps `key` from being a key of the tree; nil if nothing does.
  static func complaint(aboutKey key: String) -> Complaint? {
    Rules.fault(inKey: key).map { Complaint(message: $0.message, remedy: $0.remedy) }
  }
}

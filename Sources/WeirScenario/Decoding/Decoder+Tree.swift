internal import WeirCore
internal import WeirRules

extension Decoder {
  /// The tree at the start.
  mutating func tree(_ name: String, in fields: Fields) -> Scenario.Data? {
    guard let slot = slot(name, in: fields) else { return nil }
    let data = data(slot.node)
    record(slot.path, Canonical.words(data), slot.mark)
    return data
  }

  /// Data as it was written.
  mutating func data(_ node: YAMLNode) -> Scenario.Data {
    switch node.content {
    case .scalar(let text, let isPlain): return isPlain ? plain(text, at: node.mark) : .text(text)
    case .sequence(let nodes):
      return .object(
        nodes.enumerated().map { place, node in
          Scenario.Data.Member(key: "\(place)", data: data(node))
        })
    case .mapping(let entries):
      return .object(
        entries.map { entry in
          check(entry)
          return Scenario.Data.Member(key: entry.key, data: data(entry.value))
        })
    case .broken: return .null
    }
  }

  /// The kind that JSON gives a text without quotes.
  private mutating func plain(_ text: String, at mark: Mark) -> Scenario.Data {
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

  private mutating func check(_ entry: YAMLNode.Entry) {
    if let complaint = Self.complaint(aboutKey: entry.key) {
      complain(entry.keyMark, complaint.message, complaint.remedy)
    }
  }

  /// What keeps `key` from being a key of the tree.
  static func complaint(aboutKey key: String) -> Complaint? {
    Rules.fault(inKey: key).map { Complaint(message: $0.message, remedy: $0.remedy) }
  }
}

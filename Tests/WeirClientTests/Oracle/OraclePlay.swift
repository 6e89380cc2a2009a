// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirTree

/// A node as a test writes it: `["a": 1, "b": ["x": true]]`.
struct Sketch: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  var node: Node

  init(_ node: Node) { self.node = node }
  init(integerLiteral value: Int64) { node = .integer(value) }
  init(floatLiteral value: Double) { node = .number(value) }
  init(booleanLiteral value: Bool) { node = .bool(value) }
  init(stringLiteral value: String) { node = .text(value) }
  init(nilLiteral: ()) { node = .null }
  init(dictionaryLiteral elements: (String, Sketch)...) {
    node = Node(elements.map { (key, child) in (WeirTree.Key(key), child.node) })
  }

  /// The same with a priority.
  func ranked(_ priority: Sketch) -> Sketch {
    Sketch(node.with(Priority(priority.node) ?? .none))
  }
}

/// An oracle whose answers can be read: a line for each wish.
///
///     play.listen("a")                       // ["listen 1 /a"]
///     play.server("a", ["x": 1], tag: 1)     // ["0 added x=1", "0 value"]
struct OraclePlay {
  var oracle = ViewOracle()
  private var wishes: [ViewOracle.Wish] = []

  init() {}

  mutating func listen(_ path: String, _ query: Query = Query()) -> [String] {
    lines { $0.listen(to: Path(path), query, into: &$1) }
  }

  mutating func unlisten(_ registration: UInt32) -> [String] {
    lines { $0.unlisten(registration, into: &$1) }
  }

  mutating func server(_ path: String, _ node: Sketch, tag: UInt32? = nil) -> [String] {
    lines { $0.serverOverwrite(tag: tag, at: Path(path), node.node, into: &$1) }
  }

  mutating func merge(_ path: String, _ parts: [(String, Sketch)], tag: UInt32? = nil) -> [String] {
    let parts = parts.map { Write.Part(Path($0.0), $0.1.node) }
    return lines { $0.serverMerge(tag: tag, at: Path(path), parts, into: &$1) }
  }

  mutating func changes(tag: UInt32, _ entries: [(String, Sketch)]) -> [String] {
    let entries = entries.map { Message.Entry(Key($0.0), $0.1.node) }
    return lines { $0.serverChanges(tag: tag, entries, into: &$1) }
  }

  mutating func complete(_ tag: UInt32) -> [String] {
    lines { $0.listenComplete(tag: tag, into: &$1) }
  }

  mutating func cancel(_ tag: UInt32) -> [String] { lines { $0.cancel(tag: tag, into: &$1) } }

  mutating func set(_ id: UInt32, _ path: String, _ node: Sketch, isVisible: Bool = true)
    -> [String]
  {
    lines { $0.write(id, .set(Path(path), node.node), isVisible: isVisible, into: &$1) }
  }

  mutating func update(_ id: UInt32, _ path: String, _ parts: [(String, Sketch)]) -> [String] {
    let parts = parts.map { Write.Part(Path($0.0), $0.1.node) }
    return lines { $0.write(id, .merge(Path(path), parts), isVisible: true, into: &$1) }
  }

  mutating func acknowledge(_ id: UInt32) -> [String] { lines { $0.acknowledge(id, into: &$1) } }

  mutating func revert(_ id: UInt32) -> [String] { lines { $0.revert(id, into: &$1) } }

  private mutating func lines(_ act: (inout ViewOracle, inout [ViewOracle.Wish]) -> Void)
    -> [String]
  {
    wishes.removeAll()
    act(&oracle, &wishes)
    return wishes.map(Self.line)
  }

  private static func line(_ wish: ViewOracle.Wish) -> String {
    switch wish {
    case .listen(let tag, let path, _): return "listen \(tag) \(path)"
    case .unlisten(let tag): return "unlisten \(tag)"
    case .cancelled(let registration): return "\(registration) cancelled"
    case .heard(let registration, let event):
      if event.kind == .value { return "\(registration) value" }
      let place = event.previous.map { " after \($0)" } ?? ""
      return "\(registration) \(event.kind) \(event.key)=\(words(event.node))\(place)"
    }
  }

  /// The node in a line: `{x:1,y:{z:"text"}}`, a priority behind an exclamation mark.
  static func words(_ node: Node) -> String {
    let priority = node.priority.isNone ? "" : "!\(words(node.priority.node))"
    switch node.content {
    case .null: return "null"
    case .bool(let flag): return "\(flag)\(priority)"
    case .integer(let value): return "\(value)\(priority)"
    case .number(let value):
      return Int64(exactly: value).map { "\($0)\(priority)" } ?? "\(value)\(priority)"
    case .text(let text): return "'\(text)'\(priority)"
    case .branch(let branch):
      return "{\(branch.children.map { "\($0.key):\(words($0.value))" }.joined(separator: ","))}"
        + priority
    case .ranked, .deferred: return "?"
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTree

/// A line of the agreement as it is written: an object of JSON, member by member.
///
///     var line = LineWriter("wake", client: 3, at: now)
///     line.bytes  // {"do":"wake","client":3,"at":1500000000
///     line.end()  // …}, and the end of the line
struct LineWriter {
  private(set) var bytes: [UInt8] = []
  /// The moment that the line says, or the last one that did.
  private(set) var instant = Instant.zero
  /// `true` if what comes next needs a comma before it.
  private var needsComma = false

  /// Begins a line, in the memory of the last one.
  mutating func begin(_ verb: String, client: Int, at now: Instant?) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    member("do", word: verb)
    member("client", client)
    guard let now else { return }
    instant = now
    member("at", Int(now.nanoseconds))
  }

  /// Begins the first line of all.
  mutating func beginHello(seed: UInt64) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    member("weir-stack", 1)
    member("seed", text: "\(seed)")
  }

  /// Ends the line.
  mutating func end() {
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func member(_ name: String, _ number: Int) {
    key(name)
    append(number)
  }

  mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    raw(flag ? "true" : "false")
  }

  mutating func member(_ name: String, word: String) {
    key(name)
    quoted(word)
  }

  mutating func member(_ name: String, text: String) {
    key(name)
    append(text)
  }

  mutating func member(_ name: String, _ node: Node) {
    key(name)
    bytes.append(contentsOf: JSON(node).words.utf8)
  }

  mutating func member(_ name: String, _ key: Key?) {
    self.key(name)
    if let key { append(key.description) } else { raw("null") }
  }

  /// A member with members of its own, which `write` writes.
  mutating func object(_ name: String, _ write: (inout LineWriter) -> Void) {
    key(name)
    object(write)
  }

  /// A member that is a row of objects, each written by `write`.
  mutating func objects<Items: Sequence>(
    _ name: String, _ items: Items, _ write: (inout LineWriter, Items.Element) -> Void
  ) {
    key(name)
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for item in items {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      object { write(&$0, item) }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func object(_ write: (inout LineWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    write(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  private mutating func key(_ name: String) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    quoted(name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func quoted(_ word: String) {
    bytes.append(UInt8(ascii: "\""))
    raw(word)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func raw(_ word: String) {
    bytes.append(contentsOf: word.utf8)
  }

  private mutating func append(_ text: String) {
    // Keys are mostly plain; whatever is not is written as JSON writes it.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    guard isPlain else { return bytes.append(contentsOf: JSON.text(text).words.utf8) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ number: Int) {
    if number < 0 { return bytes.append(contentsOf: "\(number)".utf8) }
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }
}

// Screens and queries.
extension LineWriter {
  /// A query, as an answer may give it back.
  mutating func member(_ name: String, _ query: Query) {
    object(name) { line in
      switch query.index {
      case .key: line.member("by", word: "key")
      case .value: line.member("by", word: "value")
      case .priority: line.member("by", word: "priority")
      case .child(let path):
        line.member("by", word: "child")
        line.member("child", text: Self.words(path))
      }
      switch query.limit {
      case .none: break
      case .first(let count): line.member("first", count)
      case .last(let count): line.member("last", count)
      }
      if let start = query.start { line.member("from", start, query.index) }
      if let end = query.end { line.member("to", end, query.index) }
    }
  }

  private mutating func member(_ name: String, _ bound: Query.Bound, _ index: Query.Index) {
    object(name) { line in
      if index != .key { line.member("value", Self.node(bound.value)) }
      if let key = bound.key { line.member("key", key) }
      if bound.isExclusive { line.member("exclusive", true) }
    }
  }

  /// A screen: the list that a phone shows, and the query that shows it and one row more.
  mutating func member(_ name: String, _ screen: Screen) {
    let list = screen.sources[0]
    object(name) { line in
      line.member("path", text: Self.words(list.path))
      line.member("query", list.query)
      line.member("ascending", list.isAscending)
      if let limit = list.limit { line.member("limit", limit) }
    }
  }

  private static func node(_ value: SortValue) -> Node {
    switch value {
    case .none, .deferred, .children: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }

  /// A path without the slash in front.
  private static func words(_ path: Path) -> String { String(path.description.dropFirst()) }
}

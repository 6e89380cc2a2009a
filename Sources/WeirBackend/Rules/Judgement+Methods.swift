// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRules
import WeirTree

extension Judgement {
  /// The longest text that `replace` may make, in bytes: a rule must not be able to fill the memory.
  static let mostBytes = 1 << 20

  /// Returns the result of a method.
  func call(
    _ method: Rules.Method, of receiver: Value, _ arguments: [Rules.Expression],
    _ keys: ArraySlice<Key>
  ) throws(WrongType) -> Value {
    switch receiver {
    case .snapshot(let snapshot): return try ask(method, of: snapshot, arguments, keys)
    case .text(let text): return try ask(method, of: text, arguments, keys)
    default: throw WrongType()
    }
  }

  private func node(at snapshot: Snapshot) -> Node {
    (snapshot.isAfter ? after : before)[snapshot.keys]
  }

  private func ask(
    _ method: Rules.Method, of snapshot: Snapshot, _ arguments: [Rules.Expression],
    _ keys: ArraySlice<Key>
  ) throws(WrongType) -> Value {
    switch method {
    case .val: return Self.value(of: node(at: snapshot))
    case .exists: return .bool(!node(at: snapshot).isNull)
    case .child: return .snapshot(try below(snapshot, arguments, keys))
    case .hasChild: return .bool(!node(at: try below(snapshot, arguments, keys)).isNull)
    case .parent:
      if snapshot.keys.isEmpty { throw WrongType() }
      return .snapshot(Snapshot(isAfter: snapshot.isAfter, keys: snapshot.keys.dropLast()))
    case .hasChildren: return .bool(try hasChildren(snapshot, arguments, keys))
    case .isString:
      if case .text = node(at: snapshot).content { return .bool(true) }
      return .bool(false)
    case .isBoolean:
      if case .bool = node(at: snapshot).content { return .bool(true) }
      return .bool(false)
    case .isNumber:
      if case .number = Self.value(of: node(at: snapshot)) { return .bool(true) }
      return .bool(false)
    case .getPriority: return Self.value(of: node(at: snapshot).priority.node)
    default: throw WrongType()
    }
  }

  /// Returns the content of a node as a value.
  private static func value(of node: Node) -> Value {
    switch node.content {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let value): .number(Double(value))
    case .number(let value): .number(value)
    case .text(let text): .text(text)
    // A server value is filled in before anybody judges; one that is not says nothing.
    case .branch, .ranked, .deferred: .object
    }
  }

  private func below(
    _ snapshot: Snapshot, _ arguments: [Rules.Expression], _ keys: ArraySlice<Key>
  ) throws(WrongType) -> Snapshot {
    guard let argument = arguments.first else { throw WrongType() }
    var snapshot = snapshot
    let count = snapshot.keys.count
    for part in try text(argument, keys).utf8.split(separator: UInt8(ascii: "/")) {
      snapshot.keys.append(try Self.key(String(part) ?? ""))
    }
    if snapshot.keys.count == count { throw WrongType() }
    return snapshot
  }

  private static func key(_ text: String) throws(WrongType) -> Key {
    if Key.fault(in: text) != nil { throw WrongType() }
    return Key(text)
  }

  private func hasChildren(
    _ snapshot: Snapshot, _ arguments: [Rules.Expression], _ keys: ArraySlice<Key>
  ) throws(WrongType) -> Bool {
    let node = node(at: snapshot)
    guard let argument = arguments.first else { return !node.children.isEmpty }
    guard case .list(let names) = argument else { throw WrongType() }
    for name in names where node[try Self.key(try text(name, keys))].isNull { return false }
    return true
  }

  private func ask(
    _ method: Rules.Method, of text: String, _ arguments: [Rules.Expression],
    _ keys: ArraySlice<Key>
  ) throws(WrongType) -> Value {
    switch (method, arguments.count) {
    case (.length, 0): return .number(Double(text.utf16.count))
    case (.toLowerCase, 0): return .text(text.lowercased())
    case (.toUpperCase, 0): return .text(text.uppercased())
    case (.contains, 1):
      let wanted = Array(try self.text(arguments[0], keys).utf8)
      let bytes = Array(text.utf8)
      return .bool(Self.place(of: wanted, in: bytes, from: 0) != nil)
    case (.beginsWith, 1):
      return .bool(text.utf8.starts(with: try self.text(arguments[0], keys).utf8))
    case (.endsWith, 1):
      let end = try self.text(arguments[0], keys)
      return .bool(text.utf8.reversed().starts(with: end.utf8.reversed()))
    case (.replace, 2):
      return .text(
        try Self.replacing(
          Array(try self.text(arguments[0], keys).utf8),
          with: Array(try self.text(arguments[1], keys).utf8), in: Array(text.utf8)))
    default: throw WrongType()
    }
  }

  /// Returns the first place of `wanted` at or behind `start`.
  private static func place(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= wanted.count else { return nil }
    let last = bytes.count - wanted.count
    guard start <= last else { return nil }
    var place = start
    while place <= last {
      var length = 0
      while length < wanted.count, bytes[place + length] == wanted[length] { length += 1 }
      if length == wanted.count { return place }
      place += 1
    }
    return nil
  }

  private static func replacing(
    _ old: [UInt8], with new: [UInt8], in bytes: [UInt8]
  ) throws(WrongType) -> String {
    // Nothing stands everywhere; there is nothing to replace.
    if old.isEmpty { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var start = 0
    while let place = place(of: old, in: bytes, from: start) {
      result += bytes[start..<place]
      result += new
      start = place + old.count
      if result.count > mostBytes { throw WrongType() }
    }
    result += bytes[start...]
    return String(decoding: result, as: UTF8.self)
  }
}

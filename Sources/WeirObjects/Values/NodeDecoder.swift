// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// Decodes a node.
///
/// The tree has no empty nodes. So a part that is not there is read as an empty list or dictionary where its type is one, and as
/// nil where it may be missing.
struct NodeDecoder: Decoder {
  var node: Node
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Returns what a node stands for.
  static func value<Value: Decodable>(
    _ type: Value.Type, in node: Node
  ) throws(CodingFault) -> Value {
    do {
      return try NodeDecoder(node: node, codingPath: []).decode(type)
    } catch let fault as CodingFault {
      throw fault
    } catch let DecodingError.dataCorrupted(context) {
      throw CodingFault(node, instead: "\(Value.self) (\(context.debugDescription))")
    } catch {
      throw CodingFault(node, instead: "\(Value.self) (\(error))")
    }
  }

  func container<Name: CodingKey>(keyedBy type: Name.Type) throws -> KeyedDecodingContainer<Name> {
    KeyedDecodingContainer(
      DecodedChildren<Name>(children: try children("values by name"), codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try DecodedList(children: try children("a list"), codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func children(_ expected: String) throws -> SortedMap<Key, Node> {
    switch node {
    case .branch(let branch): return branch.children
    case .null: return SortedMap()
    default: throw fault(expected)
    }
  }

  /// Returns the fault of this node, with the way to it.
  fileprivate func fault(_ expected: String) -> CodingFault {
    let fault = CodingFault(node, instead: expected)
    if codingPath.isEmpty { return fault }
    let path = codingPath.map(\.stringValue).joined(separator: "/")
    return CodingFault("\(fault.found) at '\(path)'", instead: expected)
  }
}

extension NodeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { node.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let plain = try plain(type) { return plain }
    return try Value(from: self)
  }

  /// Returns a value that is no structure of others; nil if its type is none of those.
  private func plain<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    do throws(CodingFault) {
      if type == Bool.self { return try Coding.flag.value(in: node) as? Value }
      if type == String.self { return try Coding.text.value(in: node) as? Value }
      if type == Double.self { return try Coding.number.value(in: node) as? Value }
      if type == Float.self { return Float(try Coding.number.value(in: node)) as? Value }
      if let type = type as? any FixedWidthInteger.Type {
        return try type.whole(in: node) as? Value
      }
      return nil
    } catch {
      throw fault(error.expected)
    }
  }
}

/// Children by the names of a type's parts.
private struct DecodedChildren<Name: CodingKey>: KeyedDecodingContainerProtocol {
  // Swift calls the names of parts `Key`, too.
  let children: SortedMap<WeirTree.Key, Node>
  let codingPath: [any CodingKey]

  var allKeys: [Name] { children.compactMap { Name(stringValue: $0.key.description) } }

  func contains(_ key: Name) -> Bool { !child(key).node.isNull }

  func decodeNil(forKey key: Name) -> Bool { child(key).node.isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Name) throws -> Value {
    try child(key).decode(type)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Name
  ) throws -> KeyedDecodingContainer<Inner> {
    var child = child(key)
    // A case without values stands as `true`.
    if child.node == .bool(true) { child.node = .null }
    return try child.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Name) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    NodeDecoder(node: children[.init("super")] ?? .null, codingPath: codingPath)
  }

  func superDecoder(forKey key: Name) -> any Decoder { child(key) }

  private func child(_ key: Name) -> NodeDecoder {
    NodeDecoder(
      node: (children[.init(key.stringValue)] ?? .null).content, codingPath: codingPath + [key])
  }
}

/// Children that are numbered from 0; a gap is nil.
private struct DecodedList: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey]
  private let elements: [Int: Node]
  private let last: Int
  private(set) var currentIndex = 0

  init(children: SortedMap<Key, Node>, codingPath: [any CodingKey]) throws {
    var numbered: [Int: Node] = [:]
    var last = -1
    for (key, child) in children {
      // A number that nobody would count to is no number of a list: who believed it would look for all before it.
      guard let number = Int(key.description), "\(number)" == key.description, number >= 0,
        number < Self.most
      else { throw CodingFault("the child '\(key)'", instead: "the number of a list's element") }
      numbered[number] = child.content
      last = max(last, number)
    }
    (elements, self.last, self.codingPath) = (numbered, last, codingPath)
  }

  private static let most = 1 << 20

  var count: Int? { last + 1 }
  var isAtEnd: Bool { currentIndex > last }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, elements[currentIndex] == nil else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().decode(type)
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) throws -> KeyedDecodingContainer<Inner> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> NodeDecoder {
    if isAtEnd { throw CodingFault("the end of the list", instead: "its element \(currentIndex)") }
    defer { currentIndex += 1 }
    return NodeDecoder(
      node: elements[currentIndex] ?? .null,
      codingPath: codingPath + [ChildNumber(currentIndex)])
  }
}

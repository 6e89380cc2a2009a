// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// Something that is being encoded: a value of its own, or children.
///
/// It is an object, because Swift fills a container that it was given after it has asked for the next one.
final class EncodedNode {
  private var value = Node.null
  private var children: [(key: Key, node: EncodedNode)] = []
  /// `true` if it is there even if it has no children, as a case without values is.
  var isThereWhenEmpty = false

  /// Returns what was encoded.
  var node: Node {
    if children.isEmpty { return value.isNull && isThereWhenEmpty ? .bool(true) : value }
    return Node(children.map { ($0.key, $0.node.node) })
  }

  /// The number of children.
  var count: Int { children.count }

  /// Makes a child.
  func child(_ key: Key) -> EncodedNode {
    let node = EncodedNode()
    children.append((key, node))
    return node
  }

  /// Takes in a value, whatever its type.
  func encode(_ value: some Encodable, below path: [any CodingKey]) throws {
    if let node = Self.node(ofPlain: value) {
      self.value = node
    } else {
      try value.encode(to: NodeEncoder(target: self, codingPath: path))
    }
  }

  /// Returns what stands for a value that is no structure of others.
  private static func node(ofPlain value: some Encodable) -> Node? {
    switch value {
    case let flag as Bool: .bool(flag)
    case let text as String: .text(text)
    case let number as Double: .number(number)
    case let number as Float: .number(Double(number))
    case let number as any FixedWidthInteger: number.wholeNode
    default: nil
    }
  }
}

/// Encodes into a node.
struct NodeEncoder: Encoder {
  let target: EncodedNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Name: CodingKey>(keyedBy type: Name.Type) -> KeyedEncodingContainer<Name> {
    KeyedEncodingContainer(EncodedChildren<Name>(target: target, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    EncodedList(target: target, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension NodeEncoder: SingleValueEncodingContainer {
  func encodeNil() {}

  func encode<Value: Encodable>(_ value: Value) throws {
    try target.encode(value, below: codingPath)
  }
}

/// Children by the names of a type's parts.
private struct EncodedChildren<Name: CodingKey>: KeyedEncodingContainerProtocol {
  let target: EncodedNode
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Name) {}

  func encode<Value: Encodable>(_ value: Value, forKey key: Name) throws {
    try child(key).target.encode(value, below: codingPath + [key])
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Name
  ) -> KeyedEncodingContainer<Inner> {
    let child = child(key)
    child.target.isThereWhenEmpty = true
    return child.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Name) -> any UnkeyedEncodingContainer {
    child(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    NodeEncoder(target: target.child(.init("super")), codingPath: codingPath)
  }

  func superEncoder(forKey key: Name) -> any Encoder { child(key) }

  private func child(_ key: Name) -> NodeEncoder {
    NodeEncoder(target: target.child(.init(key.stringValue)), codingPath: codingPath + [key])
  }
}

/// Children that are numbered from 0; one that is nothing leaves a gap.
private struct EncodedList: UnkeyedEncodingContainer {
  let target: EncodedNode
  let codingPath: [any CodingKey]
  var count: Int { target.count }

  func encodeNil() { _ = next() }

  func encode<Value: Encodable>(_ value: Value) throws {
    let child = next()
    try child.target.encode(value, below: child.codingPath)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedEncodingContainer<Inner> {
    next().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

  func superEncoder() -> any Encoder { next() }

  private func next() -> NodeEncoder {
    let number = ChildNumber(count)
    return NodeEncoder(
      target: target.child(Key(number.stringValue)), codingPath: codingPath + [number])
  }
}

/// The number of a child, as a key.
struct ChildNumber: CodingKey {
  let number: Int
  var stringValue: String { "\(number)" }
  var intValue: Int? { number }

  init(_ number: Int) { self.number = number }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) {
    guard let number = Int(stringValue) else { return nil }
    self.init(number)
  }
}

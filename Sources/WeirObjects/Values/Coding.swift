// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// The two ways between a value of an app and what stands for it in the tree.
///
///     Coding<String>.text.node(for: "Ann")  // .text("Ann")
///     try Coding<[Int]>.list(of: .integer()).value(in: node)
///
/// What is encoded and stored, and read again as the tree keeps it, is the same value: a whole number that was stored as a
/// number with a fraction of nothing is still whole, and a list keeps its order and its length.
public struct Coding<Value: Sendable>: Sendable {
  private let encode: @Sendable (Value) -> Node
  private let decode: @Sendable (Node) throws(CodingFault) -> Value

  /// Makes a coding of two functions; `decode` is never asked about ``WeirTree/Node/null``.
  public init(
    encode: @escaping @Sendable (Value) -> Node,
    decode: @escaping @Sendable (Node) throws(CodingFault) -> Value
  ) {
    self.encode = encode
    self.decode = decode
  }

  /// Returns what stands for a value; ``WeirTree/Node/null`` if nothing has to.
  public func node(for value: Value) -> Node { encode(value) }

  /// Returns the value that a node stands for, which must not be ``WeirTree/Node/null``.
  public func value(in node: Node) throws(CodingFault) -> Value {
    if node.isNull { throw CodingFault("nothing", instead: "a value") }
    return try decode(node.content)
  }

  /// Returns a coding of another type by way of this one.
  ///
  ///     Coding.text.mapped(to: { Color($0) }, from: { $0.name }, called: "a colour")
  public func mapped<Other>(
    to make: @escaping @Sendable (Value) -> Other?, from read: @escaping @Sendable (Other) -> Value,
    called name: String
  ) -> Coding<Other> {
    Coding<Other>(
      encode: { encode(read($0)) },
      decode: { node throws(CodingFault) in
        guard let other = make(try decode(node)) else {
          throw CodingFault(node, instead: name)
        }
        return other
      })
  }
}

/// A node that does not stand for a value of a type.
public struct CodingFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The thing that was found, in words.
  public let found: String
  /// The thing that it should have been, in words.
  public let expected: String

  /// Makes a fault of words.
  public init(_ found: String, instead expected: String) {
    self.found = found
    self.expected = expected
  }

  /// Makes the fault of a node that is not what was expected.
  public init(_ node: Node, instead expected: String) {
    self.init(Self.words(for: node), instead: expected)
  }

  /// Both, in one sentence.
  public var description: String { "\(found) stands where \(expected) should be" }

  private static func words(for node: Node) -> String {
    switch node.content {
    case .null: "nothing"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "the number \(number)"
    case .number(let number): "the number \(number)"
    case .text(let text): "the text '\(text.prefix(40))'"
    case .branch(let branch): "a node with \(branch.children.count) children"
    case .ranked, .deferred: "something that is not known yet"
    }
  }
}

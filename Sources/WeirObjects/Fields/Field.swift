// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A field of a kind of objects: where its value lies, how it is stored, and whether it may be missing.
///
///     enum Profile: ObjectKind {
///       static let name = Field<Profile, String>("name", .text, .required)
///       static let likes = Field<Profile, Int>("likes", .integer(), default: 0)
///       static let home = Nested<Profile, Address>("home")
///       static let fields = Fields<Profile> { name; likes; home }
///     }
public struct Field<Kind: ObjectKind, Value: Sendable>: Sendable {
  /// The place of the value, seen from the object.
  public let path: Path
  /// The way in which it is stored.
  public let coding: Coding<Value>
  /// The rule for a field without a value.
  public let rule: FieldRule
  /// The value of a field for which nothing is stored; nil: none.
  let fallback: Value?
  /// The node of the fallback, which is never stored.
  let unstored: Node

  /// Makes a field; a name with slashes lies deeper.
  public init(_ name: String, _ coding: Coding<Value>, _ rule: FieldRule = .optional) {
    self.init(path: Path(name), coding, rule, fallback: nil)
  }

  /// Makes a field of which one value is stored as nothing, and read where nothing is stored.
  public init(_ name: String, _ coding: Coding<Value>, default fallback: Value) {
    self.init(path: Path(name), coding, .optional, fallback: fallback)
  }

  init(path: Path, _ coding: Coding<Value>, _ rule: FieldRule, fallback: Value?) {
    (self.path, self.coding, self.rule, self.fallback) = (path, coding, rule, fallback)
    unstored = fallback.map(coding.node) ?? .null
  }

  /// Returns what is stored for a value.
  func node(for value: Value?) -> Node {
    guard let node = value.map(coding.node) else { return .null }
    return node == unstored ? .null : node
  }

  /// Returns the value that is stored; nil if there is none.
  func value(in node: Node) throws(CodingFault) -> Value? {
    node.isNull ? fallback : try coding.value(in: node)
  }
}

/// An object inside of another one, whose fields lie below it.
///
///     ann[Profile.home(Address.street)] = "Church Lane"
///
/// It has relations and versions as others do, and no files. It may be missing as a whole; if one of its fields has a value, the required ones must have one, too.
public struct Nested<Kind: ObjectKind, Inner: ObjectKind>: Sendable {
  /// The place of the inner object, seen from the outer one.
  public let path: Path

  /// Makes a nested object; a name with slashes lies deeper.
  public init(_ name: String, _ inner: Inner.Type = Inner.self) { path = Path(name) }

  /// Returns a field of the inner object as one of the outer one.
  public func callAsFunction<Value>(_ field: Field<Inner, Value>) -> Field<Kind, Value> {
    Field(
      path: path.appending(field.path), field.coding, field.rule, fallback: field.fallback)
  }
}

/// A kind of objects, which names its fields.
public protocol ObjectKind: Sendable {
  /// All fields of the kind.
  static var fields: Fields<Self> { get }
  /// The versions of what this app stores, written beside the fields; a kind without any has none.
  static var versions: ModelVersions { get }
  /// Makes what an older app has stored into what this one stores: returns what has to be written beside what is saved, seen
  /// from the object.
  ///
  /// It is asked when an object is saved of which some level is older than here, or not there. What the save itself writes at
  /// a path counts more than what this returns.
  static func migrate(
    _ node: Node, from stored: ModelVersions
  ) throws(TransactionFault) -> [Write.Part]
}

// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A field that the app reads and never writes, such as a count that a server keeps.
///
///     static let joined = ReadOnlyField<Profile, Int>("joined", .integer(), .required)
///     ann[Profile.joined]   // 1790000000
///     ann.joined            // the same
///
/// No save writes it, and an object without it is saved all the same; one that is read without it, where it is required, is not
/// whole.
public struct ReadOnlyField<Kind: ObjectKind, Value: Sendable>: Sendable {
  let field: Field<Kind, Value>

  /// Makes a field; a name with slashes lies deeper.
  public init(_ name: String, _ coding: Coding<Value>, _ rule: FieldRule = .optional) {
    field = Field(name, coding, rule)
  }

  /// Makes a field that has a value where nothing is stored.
  public init(_ name: String, _ coding: Coding<Value>, default fallback: Value) {
    field = Field(name, coding, default: fallback)
  }

  init(_ field: Field<Kind, Value>) { self.field = field }

  /// The place of the value, seen from the object.
  public var path: Path { field.path }
}

extension Object {
  /// The value of a field that the app does not write; nil if there is none.
  public subscript<Value>(field: ReadOnlyField<Kind, Value>) -> Value? { self[field.field] }

  /// The value of the field that the kind declares under a name.
  public subscript<Value>(
    dynamicMember field: KeyPath<Kind.Type, ReadOnlyField<Kind, Value>>
  ) -> Value? {
    self[Kind.self[keyPath: field]]
  }

  /// Returns the state of a field that the app does not write.
  public func state<Value>(of field: ReadOnlyField<Kind, Value>) -> FieldState {
    state(of: field.field)
  }
}

extension Nested {
  /// Returns a field of the inner object as one of the outer one.
  public func callAsFunction<Value>(
    _ field: ReadOnlyField<Inner, Value>
  ) -> ReadOnlyField<Kind, Value> {
    ReadOnlyField(self(field.field))
  }
}

extension InnerFields {
  /// The value of the field that the inner kind declares under a name.
  public subscript<Value>(
    dynamicMember field: KeyPath<Inner.Type, ReadOnlyField<Inner, Value>>
  ) -> Value? {
    object[nested(Inner.self[keyPath: field])]
  }
}

extension FieldList {
  /// Takes a field that the app does not write.
  public static func buildExpression<Value>(
    _ field: ReadOnlyField<Kind, Value>
  ) -> [FieldEntry<Kind>] {
    [entry(field.field, .given)]
  }
}

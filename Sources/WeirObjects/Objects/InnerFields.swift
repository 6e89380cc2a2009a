// SPDX-License-Identifier: Apache-2.0

/// The fields of a nested object by their names, as ``Object`` gives its own.
///
///     ann.home.street = "Church Lane"   // ann[Profile.home(Address.street)] = "Church Lane"
@dynamicMemberLookup
public struct InnerFields<Kind: ObjectKind, Inner: ObjectKind>: Sendable {
  var object: Object<Kind>
  let nested: Nested<Kind, Inner>

  /// The value of the field that the inner kind declares under a name.
  public subscript<Value>(
    dynamicMember field: KeyPath<Inner.Type, Field<Inner, Value>>
  ) -> Value? {
    get { object[nested(Inner.self[keyPath: field])] }
    set { object[nested(Inner.self[keyPath: field])] = newValue }
  }
}

extension Object {
  /// The nested object that the kind declares under a name.
  public subscript<Inner>(
    dynamicMember nested: KeyPath<Kind.Type, Nested<Kind, Inner>>
  ) -> InnerFields<Kind, Inner> {
    get { InnerFields(object: self, nested: Kind.self[keyPath: nested]) }
    set { self = newValue.object }
  }
}

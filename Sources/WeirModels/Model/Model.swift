// SPDX-License-Identifier: Apache-2.0

/// A value that an app shows, and the values inside of it.
///
///     struct Message: Model, Equatable {
///       var id: String
///       var text: String
///       var author: Author
///       var likes: [Like]
///       var modelID: ModelID? { ModelID(id) }
///       func forEachChild(_ visit: (any Model) -> Void) {
///         visit(author)
///         for like in likes { visit(like) }
///       }
///       func mapChildren(_ transform: ChildTransform) -> Message? {
///         guard let author = transform(author) else { return nil }  // without an author there is no message
///         var copy = self
///         copy.author = author
///         copy.likes = transform(likes)
///         return copy
///       }
///     }
///
/// Models of different types may stand in one tree. A model without an identity is a part of its parent: it changes
/// with it, and what is inside of it may have identities again. A type without children is a ``SimpleModel``.
public protocol Model: Sendable {
  /// The identity of the model; nil for a part of its parent.
  var modelID: ModelID? { get }

  /// The name of the part of a model that this value holds, if values of one type can hold several; empty by default.
  ///
  /// Values of different types with one identity are different parts of it without a name.
  var projection: String { get }

  /// `true` if ``isEqual(to:)`` compares all children, so that equal models need not be searched for changes inside.
  ///
  /// The default is `false`, which is always right.
  static var comparesChildren: Bool { get }

  /// `true` if values of the type can have children; `true` by default.
  static var hasChildren: Bool { get }

  /// Visits the direct children, in order.
  func forEachChild(_ visit: (any Model) -> Void)

  /// Returns the model with its direct children replaced, or nil if it cannot be without one that is gone.
  ///
  /// It must visit the children that ``forEachChild(_:)`` visits.
  func mapChildren(_ transform: ChildTransform) -> Self?

  /// `true` if both show the same. A difference that it does not see is no change.
  func isEqual(to other: any Model) -> Bool

  /// Returns this model with what a newer version says, or nil if it cannot take it.
  ///
  /// The default takes newer values of its own type as they are, and no others. A type that shares identities with
  /// another one takes over the fields that both have. To merge the same version twice must be the same as once.
  func merging(_ newer: any Model) -> Self?
}

extension Model {
  /// The default: the only part of its type.
  public var projection: String { "" }
  /// The default: children are searched, even of models that are equal.
  public static var comparesChildren: Bool { false }
  /// The default: there may be children.
  public static var hasChildren: Bool { true }
  /// The default: takes a newer value of the same type.
  @inlinable
  public func merging(_ newer: any Model) -> Self? { newer as? Self }
}

extension Model where Self: Equatable {
  /// The default of types with `==`.
  @inlinable
  public func isEqual(to other: any Model) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}

/// A model without children.
///
///     struct Author: SimpleModel, Equatable {
///       var id: String
///       var name: String
///       var modelID: ModelID? { ModelID(id) }
///     }
public protocol SimpleModel: Model {}

extension SimpleModel {
  /// All children, of which there are none.
  public static var comparesChildren: Bool { true }
  /// `false`: there are no children.
  public static var hasChildren: Bool { false }
  /// Visits nothing.
  public func forEachChild(_ visit: (any Model) -> Void) {}
  /// Returns the model itself.
  public func mapChildren(_ transform: ChildTransform) -> Self? { self }
}

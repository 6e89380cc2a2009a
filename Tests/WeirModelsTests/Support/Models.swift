// SPDX-License-Identifier: GPL-3.0-or-later
import WeirModels

/// A model without children.
struct Person: SimpleModel, Equatable {
  var id: String?
  var name: String

  init(_ id: String?, _ name: String) { (self.id, self.name) = (id, name) }

  var modelID: ModelID? { id.map { ModelID($0) } }
}

/// A part of a ``Person``, as a list shows it, with a colour of its own.
struct Badge: Model, Equatable {
  var id: String
  var name: String
  var colour: Int

  var modelID: ModelID? { ModelID(id) }
  func forEachChild(_ visit: (any Model) -> Void) {}
  func mapChildren(_ transform: ChildTransform) -> Badge? { self }
  func merging(_ newer: any Model) -> Badge? {
    if let badge = newer as? Badge { return badge }
    guard let person = newer as? Person else { return nil }
    return Badge(id: id, name: person.name, colour: colour)
  }
}

/// A model of one type whose values hold two parts: the name, or the age.
struct Profile: SimpleModel, Equatable {
  var id: String
  var name: String?
  var age: Int?

  var modelID: ModelID? { ModelID(id) }
  var projection: String { name == nil ? "age" : "name" }
  func merging(_ newer: any Model) -> Profile? {
    guard let newer = newer as? Profile else { return nil }
    return newer.projection == projection ? newer : self
  }
}

/// A model whose equality ignores its note and its inner node.
struct Sheet: Model {
  var id: String
  var title: String
  var note = ""
  var inner: Node

  var modelID: ModelID? { ModelID(id) }
  func forEachChild(_ visit: (any Model) -> Void) { visit(inner) }
  func mapChildren(_ transform: ChildTransform) -> Sheet? {
    guard let inner = transform(inner) else { return nil }
    var copy = self
    copy.inner = inner
    return copy
  }
  func isEqual(to other: any Model) -> Bool { (other as? Sheet)?.title == title }
}

/// A model with children of several types.
struct Page: Model {
  var id: String
  var parts: [any Model]

  var modelID: ModelID? { ModelID(id) }
  func forEachChild(_ visit: (any Model) -> Void) { for part in parts { visit(part) } }
  func mapChildren(_ transform: ChildTransform) -> Page? {
    var copy = self
    copy.parts = transform(parts)
    return copy
  }
  func isEqual(to other: any Model) -> Bool {
    guard let other = other as? Page, other.parts.count == parts.count else { return false }
    return zip(parts, other.parts).allSatisfy { $0.isEqual(to: $1) }
  }
}

/// A model whose equality compares its child.
struct Box: Model, Equatable {
  var id: String
  var inner: Node

  var modelID: ModelID? { ModelID(id) }
  static var comparesChildren: Bool { true }
  func forEachChild(_ visit: (any Model) -> Void) { visit(inner) }
  func mapChildren(_ transform: ChildTransform) -> Box? {
    transform(inner).map { Box(id: id, inner: $0) }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirModels
package import WeirTree

/// A row of a list, as the screens of an app share it: its fields, and inside of it what people count of it.
package struct ListItem: Model {
  package let key: Key
  /// The row as it is heard and written.
  package let node: Node
  /// The counted field; nil: the row has none.
  package let count: ItemCount?
  package let modelID: ModelID?
  /// The row with something that is always the same in the place of what is counted.
  private let rest: Node
  private let field: Key

  /// Makes the model of a row.
  package init(_ key: Key, _ node: Node, counts field: Key) {
    self.key = key
    self.node = node
    self.field = field
    modelID = Self.id(key)
    let number = node[field]
    count = number.isNull ? nil : ItemCount(key: key, field: field, number: number)
    var rest = node
    if count != nil { rest.set(.bool(true), at: field) }
    self.rest = rest
  }

  /// The identity of the row of a key.
  package static func id(_ key: Key) -> ModelID { ModelID("row \(key)") }

  /// The row after what is counted of it went.
  var withoutCount: Node {
    var node = node
    if count != nil { node.set(.null, at: field) }
    return node
  }

  package func forEachChild(_ visit: (any Model) -> Void) {
    if let count { visit(count) }
  }

  package func mapChildren(_ transform: ChildTransform) -> ListItem? {
    guard let count else { return self }
    let new = transform(count)
    if new == count { return self }
    var node = node
    node.set(new?.number ?? .null, at: field)
    return ListItem(key, node, counts: field)
  }

  package func isEqual(to other: any Model) -> Bool {
    guard let other = other as? ListItem else { return false }
    return key == other.key && rest == other.rest && (count == nil) == (other.count == nil)
  }
}

/// The number in a row that people raise, which a badge shows alone.
package struct ItemCount: SimpleModel, Equatable {
  package let key: Key
  package let field: Key
  package let number: Node
  package let modelID: ModelID?

  /// Makes the count of a row.
  package init(key: Key, field: Key, number: Node) {
    self.key = key
    self.field = field
    self.number = number
    modelID = Self.id(key)
  }

  /// The identity of what is counted of the row of a key.
  package static func id(_ key: Key) -> ModelID { ModelID("count \(key)") }

  /// The number after one more like.
  package var raised: Node {
    if case .integer(let value) = number.content, value < .max { return .integer(value + 1) }
    return .integer(1)
  }
}

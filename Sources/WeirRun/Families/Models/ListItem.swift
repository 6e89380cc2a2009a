import WeirModels
import WeirTree

/// A row of a list, as the screens of an app share it: its fields, and inside of it what people count of it.
struct ListItem: Model {
  let key: Key
  /// The row as it is heard and written.
  let node: Node
  /// The counted field; nil: the row has none.
  let count: ItemCount?
  let modelID: ModelID?
  /// The row with something that is always the same in the place of what is counted.
  private let rest: Node
  private let field: Key

  /// Makes the model of a row.
  init(_ key: Key, _ node: Node, counts field: Key) {
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
  static func id(_ key: Key) -> ModelID { ModelID("row \(key)") }

  func forEachChild(_ visit: (any Model) -> Void) {
    if let count { visit(count) }
  }

  func mapChildren(_ transform: ChildTransform) -> ListItem? {
    guard let count else { return self }
    let new = transform(count)
    if new == count { return self }
    var node = node
    node.set(new?.number ?? .null, at: field)
    return ListItem(key, node, counts: field)
  }

  func isEqual(to other: any Model) -> Bool {
    guard let other = other as? ListItem else { return false }
    return key == other.key && rest == other.rest && (count == nil) == (other.count == nil)
  }
}

/// The number in a row that people raise, which a badge shows alone.
struct ItemCount: SimpleModel, Equatable {
  let key: Key
  let field: Key
  let number: Node
  let modelID: ModelID?

  /// Makes the count of a row.
  init(key: Key, field: Key, number: Node) {
    self.key = key
    self.field = field
    self.number = number
    modelID = Self.id(key)
  }

  /// The identity of what is counted of the row of a key.
  static func id(_ key: Key) -> ModelID { ModelID("count \(key)") }

  /// The number after one more like.
  var raised: Node {
    if case .integer(let value) = number.content, value < .max { return .integer(value + 1) }
    return .integer(1)
  }
}

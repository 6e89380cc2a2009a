/// A place in a list that is ordered by something other than the key: what it is ordered by, then the key.
public struct Rank: Sendable, Hashable {
  /// Where among the children that are equal in value.
  public enum Edge: Int8, Sendable {
    /// Before all of them.
    case first = -1
    /// At one key.
    case key = 0
    /// Just behind one key.
    case justAfterKey = 1
    /// Behind all of them.
    case last = 2
  }

  /// What the list is ordered by.
  public var value: SortValue
  /// The child, where ``edge`` is about a key.
  public var key: Key
  /// Whether the place is a child's own or one between children.
  public var edge: Edge

  /// Makes a place; without more words it is a child's own.
  public init(_ value: SortValue, _ key: Key, _ edge: Edge = .key) {
    self.value = value
    self.key = key
    self.edge = edge
  }
}

extension Rank: Comparable {
  /// By value, then by key; a place before or behind all keys of a value is where it says.
  public static func < (a: Rank, b: Rank) -> Bool {
    let order = a.value.compared(to: b.value)
    if order != 0 { return order < 0 }
    if a.edge == .key, b.edge == .key { return a.key < b.key }
    let x = a.edge == .first ? -1 : a.edge == .last ? 1 : 0
    let y = b.edge == .first ? -1 : b.edge == .last ? 1 : 0
    if x != y || x != 0 { return x < y }
    return a.key == b.key ? a.edge.rawValue < b.edge.rawValue : a.key < b.key
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A place in a list that is ordered by something other than the key: what it is ordered by, then the key.
public struct Rank: Sendable {
  /// The position among the children that are equal in value.
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

  /// The value that the list is ordered by.
  public var value: SortValue
  /// The child, where ``edge`` is about a key.
  public var key: Key
  /// The kind of position: a child's own, or one before or behind a child.
  public var edge: Edge

  /// Makes a place; without more words it is a child's own.
  public init(_ value: SortValue, _ key: Key, _ edge: Edge = .key) {
    self.value = value
    self.key = key
    self.edge = edge
  }
}

extension Rank: Comparable, Hashable {
  /// Orders ranks by value, then by key; a position before or behind all keys of a value sorts
  /// accordingly.
  public static func < (a: Rank, b: Rank) -> Bool {
    let order = a.value.compared(to: b.value)
    if order != 0 { return order < 0 }
    if a.edge == .key, b.edge == .key { return a.key < b.key }
    if a.side != b.side || a.side != 0 { return a.side < b.side }
    return a.key == b.key ? a.edge.rawValue < b.edge.rawValue : a.key < b.key
  }

  /// `true` if both are one place; where all children of a value are passed by, the key does not matter.
  public static func == (a: Rank, b: Rank) -> Bool {
    a.edge == b.edge && (a.side != 0 || a.key == b.key) && a.value == b.value
  }

  /// Feeds the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(edge)
    if side == 0 { hasher.combine(key) }
  }

  /// Below zero before all keys of the value, above zero behind them.
  private var side: Int { edge == .first ? -1 : edge == .last ? 1 : 0 }
}

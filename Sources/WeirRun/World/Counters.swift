// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree
import WeirWorkload

/// The fields to which people add one, as the backend holds them.
///
/// The world keeps them beside the tree, because a commit tells what stands in a field, not what stood
/// there before.
struct Counters: Sendable {
  private struct Spot: Hashable, Sendable {
    var list: UInt32
    var key: Key
  }

  private var values: [Spot: UInt64] = [:]

  /// Notes what the field of a row holds now, and returns what it held before.
  @discardableResult
  mutating func note(_ field: Node, list: UInt32, key: Key, initially row: Node) -> UInt64 {
    let spot = Spot(list: list, key: key)
    return values.updateValue(Self.value(of: field), forKey: spot)
      ?? Self.value(of: row[Hand.counted])
  }

  /// Returns what a write puts into the field of a row that lies so deep; nil if it leaves it alone.
  static func field(in write: Write, ofRowAt depth: Int) -> Node? {
    switch write {
    case .set(let path, let node):
      if path.keys.count == depth { return node[Hand.counted] }
      return path.keys.count == depth + 1 && path.keys[depth] == Hand.counted ? node : nil
    case .merge(let path, let parts):
      let part = parts.first { path.appending($0.path).keys.dropFirst(depth).first == Hand.counted }
      return part?.node
    }
  }

  /// Returns the number in a field; anything but a whole number that is not negative counts as none.
  private static func value(of field: Node) -> UInt64 {
    guard case .integer(let value) = field.content, value >= 0 else { return 0 }
    return UInt64(value)
  }
}

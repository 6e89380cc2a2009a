// SPDX-License-Identifier: GPL-3.0-or-later

/// The naive twin of `SortedMap`: two arrays, side by side.
public struct NaiveSortedMap<Key: Comparable, Value> {
  /// The keys, in order.
  public private(set) var keys: [Key] = []
  /// The values, in the order of their keys.
  public private(set) var values: [Value] = []

  /// An empty map.
  public init() {}

  /// The number of entries there are.
  public var count: Int { keys.count }

  /// The number of keys that are smaller than `key`.
  public func rank(of key: Key) -> Int {
    keys.firstIndex { !($0 < key) } ?? keys.count
  }

  /// The value of `key`.
  public subscript(key: Key) -> Value? {
    keys.firstIndex(of: key).map { values[$0] }
  }

  /// The entry at `rank`, if there is one.
  public func entry(at rank: Int) -> (key: Key, value: Value)? {
    keys.indices.contains(rank) ? (keys[rank], values[rank]) : nil
  }

  /// Sets a value and returns the old one.
  @discardableResult
  public mutating func set(_ value: Value, for key: Key) -> Value? {
    let place = rank(of: key)
    if place < count, keys[place] == key {
      let old = values[place]
      values[place] = value
      return old
    }
    keys.insert(key, at: place)
    values.insert(value, at: place)
    return nil
  }

  /// Removes a key and returns its value.
  @discardableResult
  public mutating func remove(_ key: Key) -> Value? {
    guard let place = keys.firstIndex(of: key) else { return nil }
    keys.remove(at: place)
    return values.remove(at: place)
  }
}

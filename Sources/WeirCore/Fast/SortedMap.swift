/// A map whose entries stand in the order of their keys, with their places known.
@frozen
public struct SortedMap<Key: Comparable, Value> {
  @usableFromInline var keys: [Key] = []
  @usableFromInline var values: [Value] = []
  /// An empty map.
  @inlinable public init() {}
  /// How many entries.
  @inlinable public var count: Int { keys.count }
  /// Whether there are none.
  @inlinable public var isEmpty: Bool { keys.isEmpty }
  /// How many keys are smaller than `key`.
  @inlinable public func rank(of key: Key) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
  /// The value of `key`.
  @inlinable public subscript(key: Key) -> Value? {
    let place = rank(of: key)
    return place < keys.count && keys[place] == key ? values[place] : nil
  }
  /// The entry at `rank`.
  @inlinable public func entry(at rank: Int) -> (key: Key, value: Value) {
    (keys[rank], values[rank])
  }
  /// Sets and returns the old value.
  @inlinable @discardableResult
  public mutating func set(_ value: Value, for key: Key) -> Value? {
    let place = rank(of: key)
    if place < keys.count, keys[place] == key {
      let old = values[place]
      values[place] = value
      return old
    }
    keys.insert(key, at: place)
    values.insert(value, at: place)
    return nil
  }
  /// Removes and returns the old value.
  @inlinable @discardableResult
  public mutating func remove(_ key: Key) -> Value? {
    let place = rank(of: key)
    guard place < keys.count, keys[place] == key else { return nil }
    keys.remove(at: place)
    return values.remove(at: place)
  }
  /// The first entry.
  @inlinable public var first: (key: Key, value: Value)? { isEmpty ? nil : entry(at: 0) }
  /// The last entry.
  @inlinable public var last: (key: Key, value: Value)? { isEmpty ? nil : entry(at: count - 1) }
  /// Calls `body` with the entries whose ranks are in `range`, in order.
  @inlinable public func forEach(in range: Range<Int>, _ body: (Key, Value) -> Void) {
    for place in range { body(keys[place], values[place]) }
  }
  /// Forgets everything.
  @inlinable public mutating func removeAll() { keys.removeAll(); values.removeAll() }
}
extension SortedMap: Sendable where Key: Sendable, Value: Sendable {}

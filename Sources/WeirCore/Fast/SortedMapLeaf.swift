// SPDX-License-Identifier: Apache-2.0

/// A short run of entries of a ``SortedMap``, in the order of their keys.
@frozen
@usableFromInline
struct SortedMapLeaf<Key: Comparable, Value> {
  @usableFromInline var entries: ContiguousArray<(key: Key, value: Value)> = []

  @inlinable
  init() {}

  @inlinable
  var count: Int { entries.count }

  /// Returns the number of keys in the leaf that are smaller than `key`.
  @inlinable
  func place(of key: Key) -> Int {
    MapWork.enter()
    var low = 0
    var high = entries.count
    // A new key is mostly larger than all that are there.
    if high > 1 {
      MapWork.compare()
      if entries[high &- 1].key < key { return high }
      high &-= 1
    }
    while low < high {
      MapWork.compare()
      let middle = (low &+ high) &>> 1
      if entries[middle].key < key { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// `true` if `key` is the key at `place`, which its own search found.
  @inlinable
  func has(_ key: Key, at place: Int) -> Bool {
    MapWork.compare()
    return place < entries.count && entries[place].key == key
  }

  @inlinable
  func value(of key: Key) -> Value? {
    let place = place(of: key)
    return has(key, at: place) ? entries[place].value : nil
  }

  @inlinable
  mutating func set(_ value: Value, for key: Key) -> Value? {
    let place = place(of: key)
    if has(key, at: place) {
      let old = entries[place].value
      entries[place].value = value
      return old
    }
    if place == entries.count {
      entries.append((key, value))
    } else {
      entries.insert((key, value), at: place)
    }
    return nil
  }

  @inlinable
  mutating func remove(_ key: Key) -> Value? {
    let place = place(of: key)
    return has(key, at: place) ? entries.remove(at: place).value : nil
  }

  @inlinable
  mutating func update<Result>(
    _ key: Key, _ change: (inout Value) throws -> Result
  ) rethrows -> Result? {
    let place = place(of: key)
    return has(key, at: place) ? try change(&entries[place].value) : nil
  }

  /// `true` if no key of the leaf, which is not empty, is larger.
  @inlinable
  func ends(with key: Key) -> Bool { !(key < entries[entries.count &- 1].key) }

  /// Keeps the smaller half and returns the larger one.
  @inlinable
  mutating func splitOff() -> SortedMapLeaf {
    let half = entries.count / 2
    var right = SortedMapLeaf()
    right.entries.reserveCapacity(SortedMapNode<Key, Value>.capacity + 1)
    right.entries.append(contentsOf: entries[half...])
    entries.removeSubrange(half...)
    return right
  }

  /// Keeps all but a few of the largest keys, in no more memory than they need, and returns those few.
  ///
  /// Where keys come in rising order nothing is put on the left any more, and all that will come goes to the right.
  @inlinable
  mutating func splitOffEnd() -> SortedMapLeaf {
    let rest = entries.count - SortedMapNode<Key, Value>.leastWidth
    var left = ContiguousArray<(key: Key, value: Value)>()
    left.reserveCapacity(rest)
    left.append(contentsOf: entries[..<rest])
    var right = SortedMapLeaf()
    swap(&right.entries, &entries)
    right.entries.removeSubrange(..<rest)
    entries = left
    return right
  }

  func checkInvariants(above low: Key?, below high: Key?) {
    for (a, b) in zip(entries, entries.dropFirst()) {
      invariant(a.key < b.key, "key \(a.key) stands before \(b.key)")
    }
    guard let first = entries.first, let last = entries.last else { return }
    if let low { invariant(first.key >= low, "key \(first.key) lies right of \(low)") }
    if let high { invariant(last.key < high, "key \(last.key) lies left of \(high)") }
  }
}

extension SortedMapLeaf: Sendable where Key: Sendable, Value: Sendable {}

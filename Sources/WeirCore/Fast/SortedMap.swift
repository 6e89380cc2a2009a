// SPDX-License-Identifier: Apache-2.0

/// A map whose entries are in the order of their keys, with their places known.
///
///     var places = SortedMap<Int, String>()
///     places.set("b", for: 20)
///     places.set("a", for: 10)
///     places.rank(of: 20)  // 1
///     places.entry(at: 0)  // (10, "a")
///
/// It is a value: a copy never sees later writes to the original, nor the other way round. Two copies
/// share what neither has changed since, so that a copy costs nothing and the next write copies only
/// the leaf it touches and the nodes above it. Its shape depends on the order of the writes alone.
///
/// Up to ``leafCapacity`` entries live in one sorted array; more of them in a counted tree of such arrays.
///
/// - Complexity: every look-up, rank and write is O(log *n*); a copy is O(1).
@frozen
public struct SortedMap<Key: Comparable, Value> {
  /// An entry of the map.
  public typealias Element = (key: Key, value: Value)

  /// The entries, while they fit into one leaf; otherwise empty.
  @usableFromInline var leaf = SortedMapLeaf<Key, Value>()
  /// The tree over the leaves, when one is not enough.
  @usableFromInline var root: SortedMapNode<Key, Value>?

  /// An empty map.
  @inlinable
  public init() {}

  /// The number of entries that a leaf holds at most.
  @inlinable
  public static var leafCapacity: Int { SortedMapNode<Key, Value>.capacity }
}

// MARK: Asking

extension SortedMap {
  /// The number of entries there are.
  @inlinable
  public var count: Int { root.map(\.total) ?? leaf.count }

  /// `true` if there are none.
  @inlinable
  public var isEmpty: Bool { root == nil && leaf.count == 0 }

  /// The value of `key`.
  @inlinable
  public subscript(key: Key) -> Value? {
    guard let root else { return leaf.value(of: key) }
    return root.value(of: key)
  }

  /// Returns the number of keys that are smaller than `key`.
  @inlinable
  public func rank(of key: Key) -> Int {
    guard let root else { return leaf.place(of: key) }
    return root.rank(of: key)
  }

  /// Returns the entry that has `rank` entries before it.
  @inlinable
  public func entry(at rank: Int) -> (key: Key, value: Value) {
    invariant(rank >= 0 && rank < count, "no entry at rank \(rank) of \(count)")
    guard let root else { return leaf.entries[rank] }
    return root.entry(at: rank)
  }

  /// Returns the key that has `rank` keys before it, and leaves its value alone.
  @inlinable
  public func key(at rank: Int) -> Key {
    invariant(rank >= 0 && rank < count, "no key at rank \(rank) of \(count)")
    guard let root else { return leaf.entries[rank].key }
    return root.entry(at: rank).key
  }

  /// The entry with the smallest key.
  @inlinable
  public var first: (key: Key, value: Value)? { isEmpty ? nil : entry(at: 0) }

  /// The entry with the largest key.
  @inlinable
  public var last: (key: Key, value: Value)? { isEmpty ? nil : entry(at: count - 1) }

  /// Returns the entry of `key` or, failing that, of the next larger key.
  @inlinable
  public func entry(atOrAfter key: Key) -> (key: Key, value: Value)? {
    let leaf = root.map { $0.leaf(for: key) } ?? leaf
    let place = leaf.place(of: key)
    if place < leaf.count { return leaf.entries[place] }
    return entryIfAny(at: rank(of: key))
  }

  /// Returns the entry with the smallest key that is larger than `key`.
  @inlinable
  public func entry(after key: Key) -> (key: Key, value: Value)? {
    let leaf = root.map { $0.leaf(for: key) } ?? leaf
    var place = leaf.place(of: key)
    let isPresent = leaf.has(key, at: place)
    if isPresent { place += 1 }
    if place < leaf.count { return leaf.entries[place] }
    return entryIfAny(at: rank(of: key) + (isPresent ? 1 : 0))
  }

  /// Returns the entry with the largest key that is smaller than `key`.
  @inlinable
  public func entry(before key: Key) -> (key: Key, value: Value)? {
    let leaf = root.map { $0.leaf(for: key) } ?? leaf
    let place = leaf.place(of: key)
    if place > 0 { return leaf.entries[place - 1] }
    return entryIfAny(at: rank(of: key) - 1)
  }

  /// Calls `body` with the entries whose ranks are in `range`, in order.
  @inlinable
  public func forEach(in range: Range<Int>, _ body: (Key, Value) -> Void) {
    invariant(
      range.lowerBound >= 0 && range.upperBound <= count,
      "no entries at ranks \(range) of \(count)")
    guard let root else {
      for place in range { body(leaf.entries[place].key, leaf.entries[place].value) }
      return
    }
    var rank = range.lowerBound
    while rank < range.upperBound {
      let (leaf, place) = root.leaf(at: rank)
      let end = Swift.min(leaf.count, place + range.upperBound - rank)
      for place in place..<end { body(leaf.entries[place].key, leaf.entries[place].value) }
      rank += end - place
    }
  }

  @inlinable
  func entryIfAny(at rank: Int) -> (key: Key, value: Value)? {
    rank >= 0 && rank < count ? entry(at: rank) : nil
  }
}

// MARK: Changing

extension SortedMap {
  /// Gives `key` the value `value`; returns the value it had, or `nil` if the key is new.
  @inlinable
  @discardableResult
  public mutating func set(_ value: Value, for key: Key) -> Value? {
    guard root == nil else {
      let old = ownedRoot().set(value, for: key)
      if old == nil { growIfNeeded() }
      return old
    }
    let old = leaf.set(value, for: key)
    if leaf.count > Self.leafCapacity { plant(atEnd: leaf.ends(with: key)) }
    return old
  }

  /// Removes the entry of `key`; returns its value, or `nil` if there was no such key.
  @inlinable
  @discardableResult
  public mutating func remove(_ key: Key) -> Value? {
    guard root == nil else {
      let old = ownedRoot().remove(key)
      if old != nil { shrinkIfNeeded() }
      return old
    }
    return leaf.remove(key)
  }

  /// Removes and returns the entry that has `rank` entries before it.
  @inlinable
  @discardableResult
  public mutating func removeEntry(at rank: Int) -> (key: Key, value: Value) {
    invariant(rank >= 0 && rank < count, "no entry to remove at rank \(rank) of \(count)")
    guard root == nil else {
      let entry = ownedRoot().removeEntry(at: rank)
      shrinkIfNeeded()
      return entry
    }
    return leaf.entries.remove(at: rank)
  }

  /// Changes the value of `key` in place; returns what `change` returns, or `nil` without calling
  /// it if there is no such key.
  ///
  ///     counts.update(7) { $0 += 1 }
  @inlinable
  @discardableResult
  public mutating func update<Result>(
    _ key: Key, _ change: (inout Value) throws -> Result
  ) rethrows -> Result? {
    guard root == nil else { return try ownedRoot().update(key, change) }
    return try leaf.update(key, change)
  }

  /// Forgets everything.
  @inlinable
  public mutating func removeAll() {
    root = nil
    leaf.entries.removeAll()
  }

  /// Returns the root, copied first if another map shares it.
  @inlinable
  mutating func ownedRoot() -> SortedMapNode<Key, Value> {
    if !isKnownUniquelyReferenced(&root), let shared = root { root = shared.copy() }
    guard let root else { invariantBroken("a root was asked of a map without one") }
    return root
  }

  /// Turns the one leaf, which has grown too large, into a tree of two.
  @inlinable
  @inline(never)
  mutating func plant(atEnd isAtEnd: Bool) {
    let right = isAtEnd ? leaf.splitOffEnd() : leaf.splitOff()
    root = SortedMapNode(leaf, right)
    leaf = SortedMapLeaf()
  }

  @inlinable
  mutating func growIfNeeded() {
    guard let full = root, full.width > SortedMapNode<Key, Value>.capacity else { return }
    root = SortedMapNode(splitting: full)
  }

  @inlinable
  mutating func shrinkIfNeeded() {
    guard let thin = root, thin.width == 1 else { return }
    if thin.isLowest {
      leaf = thin.leaves[0]
      root = nil
    } else {
      root = thin.children[0]
    }
  }
}

// MARK: Conformances

extension SortedMap: Sequence {
  /// Walks over the entries in the order of their keys.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline let map: SortedMap
    @usableFromInline var leaf: SortedMapLeaf<Key, Value>
    /// The next entry's place in `leaf`.
    @usableFromInline var place = 0
    /// The rank of the first entry of the next leaf.
    @usableFromInline var nextRank: Int

    @inlinable
    init(_ map: SortedMap) {
      self.map = map
      leaf = map.root.map { $0.leaf(at: 0).leaf } ?? map.leaf
      nextRank = leaf.count
    }

    /// Returns the next entry, if any is left.
    @inlinable
    public mutating func next() -> (key: Key, value: Value)? {
      if place == leaf.count {
        guard let root = map.root, nextRank < root.total else { return nil }
        leaf = root.leaf(at: nextRank).leaf
        nextRank += leaf.count
        place = 0
      }
      defer { place += 1 }
      return leaf.entries[place]
    }
  }

  /// Starts at the smallest key.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(self) }

  /// The exact count.
  @inlinable
  public var underestimatedCount: Int { count }
}

extension SortedMap: Sendable where Key: Sendable, Value: Sendable {}

// MARK: Checking

extension SortedMap {
  /// Stops the run unless keys ascend, counts are right, and every leaf and node is well filled.
  public func checkInvariants() {
    guard let root else {
      invariant(leaf.count <= Self.leafCapacity, "a single leaf of \(leaf.count) entries")
      leaf.checkInvariants(above: nil, below: nil)
      return
    }
    invariant(leaf.count == 0, "\(leaf.count) entries beside the tree")
    invariant(root.width > 1, "a root with a single child")
    root.checkInvariants(above: nil, below: nil)
  }
}

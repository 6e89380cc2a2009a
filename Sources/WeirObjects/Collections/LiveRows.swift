// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirDiff
public import WeirTree

/// The rows of a ``LiveView``, in their order.
///
///     view.rows[0].item
///     view.rows.row(of: key)?.item
///     Array(view.rows)   // copied: all of them
///
/// It is a value that shares what it holds with the view.
///
/// - Complexity: a row is looked up in O(log *n*) by its key, and by its place where rows stand in the order of their keys.
public struct LiveRows<Item: CollectionItem>: RandomAccessCollection, Sendable {
  private var items = SortedMap<Key, Item>()
  /// The rows in an order of their contents; empty where their keys say what comes first.
  private var sorted: [CollectionRow<Item>] = []
  private let order: LiveView<Item>.Order
  /// `true` if the first of two things stands above the second one; nil: their keys say so.
  private let areInOrder: (@Sendable (Item, Item) -> Bool)?

  init(
    _ order: LiveView<Item>.Order, sortedBy areInOrder: (@Sendable (Item, Item) -> Bool)? = nil
  ) {
    (self.order, self.areInOrder) = (order, areInOrder)
  }

  /// The first index.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { items.count }

  /// The row at a place.
  public subscript(index: Int) -> CollectionRow<Item> {
    if areInOrder != nil { return sorted[index] }
    let (key, item) = items.entry(at: turned(index))
    return CollectionRow(key: key, item: item)
  }

  /// Returns the row of a key; nil: there is none.
  public func row(of key: Key) -> CollectionRow<Item>? {
    items[key].map { CollectionRow(key: key, item: $0) }
  }

  /// The index of the row whose key has a rank among the keys, or the other way round.
  private func turned(_ rank: Int) -> Int {
    order == .oldestFirst ? rank : items.count - 1 - rank
  }

  private func place(of key: Key) -> Place { Place(Int32(turned(items.rank(of: key)))) }

  /// Takes in what stands at all keys; returns how the rows have changed.
  mutating func become(_ all: SortedMap<Key, Item>) -> ChangeSet {
    let old = Array(self)
    items = all
    if let areInOrder { sort(by: areInOrder) }
    return diff(from: old, to: Array(self))
  }

  /// Takes in what stands at some keys, in rising order, and nil where no row is; returns how the rows have changed.
  mutating func take(_ news: [(key: Key, item: Item?)]) -> ChangeSet {
    let news = news.filter { items[$0.key] != $0.item }
    guard let areInOrder else { return takeInOrderOfKeys(news) }
    let old = sorted
    for (key, item) in news { set(item, for: key) }
    sort(by: areInOrder)
    return diff(from: old, to: sorted)
  }

  private mutating func takeInOrderOfKeys(_ news: [(key: Key, item: Item?)]) -> ChangeSet {
    var changes = ChangeSet()
    var (added, updated): ([Key], [(key: Key, old: Place)]) = ([], [])
    // The places of a change set rise.
    let news = order == .oldestFirst ? news : news.reversed()
    for (key, item) in news {
      if items[key] == nil {
        added.append(key)
        continue
      }
      let old = place(of: key)
      if item == nil { changes.deletes.append(old) } else { updated.append((key, old)) }
    }
    for (key, item) in news { set(item, for: key) }
    changes.inserts = added.map(place)
    changes.updates = updated.map { ChangeSet.Update(old: $0.old, new: place(of: $0.key)) }
    return changes
  }

  private mutating func set(_ item: Item?, for key: Key) {
    if let item { items.set(item, for: key) } else { items.remove(key) }
  }

  private mutating func sort(by areInOrder: (Item, Item) -> Bool) {
    sorted = items.map { CollectionRow(key: $0.key, item: $0.value) }
    sorted.sort {
      areInOrder($0.item, $1.item) || !areInOrder($1.item, $0.item) && $0.key < $1.key
    }
  }
}

extension LiveRows: Equatable, CustomStringConvertible {
  /// `true` if both are the same rows in the same order.
  public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

  /// The rows as an array is described.
  public var description: String { Array(self).description }
}

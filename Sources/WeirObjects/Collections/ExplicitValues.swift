// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A collection whose rows are its elements: small values that stand whole at its place, in an order of their own.
///
///     var scores = ExplicitValues<Score>(at: Path("scores"))
///     scores.view.observe(into: &wishes)
///     try scores.write(Score(points: 7), key: Key("ann"), in: transaction, of: &store)
///     try scores.remove(at: 0, in: transaction, of: &store)
///
///     // scores/ann:  { points: 7 }, the element and the row
///
/// There is no list beside it, and no link leads to an element. An element that changes may move; of two that are equal the one
/// with the lesser key comes first. An index is a row of the synced view; what is asked for by key is checked against synced
/// rows, and otherwise read before it is written.
public struct ExplicitValues<Element: StoredItem & Comparable>: KeyedRows {
  /// The place of the elements.
  public var place: Path { view.place }
  /// The elements, the least one first.
  public var view: LiveView<Element>

  /// Makes a collection at a place.
  public init(at place: Path) { view = LiveView(at: place, sortedBy: { $0 < $1 }) }

  /// Returns the index at which an element of a key would stand; refused while the rows are not synced.
  public func insertionIndex(of element: Element, key: Key) throws(CollectionFault) -> Int {
    if !view.isSynced { throw .notSynced }
    return view.rows.count { $0.item < element || !(element < $0.item) && $0.key < key }
  }

  /// Adds an element at a key where none is.
  public func write(
    _ element: Element, key: Key, in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    let mustRead = try view.mustRead(toAdd: key)
    try store.unlessRefused(id) { store throws(TransactionFault) in
      if mustRead { try store.require(.nothing, at: place.appending(key), in: id) }
      try store.set(element.node, at: place.appending(key), in: id)
    }
  }

  /// Removes the element of a key.
  public func remove(
    _ key: Key, in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    let mustRead = try view.mustRead(toRemove: key)
    try store.unlessRefused(id) { store throws(TransactionFault) in
      if mustRead { try store.require(.something, at: place.appending(key), in: id) }
      try store.set(.null, at: place.appending(key), in: id)
    }
  }
}

/// A row of a collection that can be written as well as read.
public protocol StoredItem: CollectionItem {
  /// The node that is stored, which is read as an equal item.
  var node: Node { get }
}

// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A collection whose rows are taken away by their keys.
///
///     try people.remove(at: 0, in: transaction, of: &store)
///     try people.removeAll(in: transaction, of: &store)
public protocol KeyedRows: Sendable {
  /// The thing that a row is read as.
  associatedtype Item: CollectionItem
  /// The rows.
  var view: LiveView<Item> { get }
  /// Removes the row of a key, with all that belongs to it.
  func remove(
    _ key: Key, in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault)
}

extension KeyedRows {
  /// Removes the row at an index, with all that belongs to it.
  public func remove(
    at index: Int, in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    try remove(try view.key(at: index), in: id, of: &store)
  }

  /// Removes all rows, with all that belongs to them; refused unless the view is synced and shows all that there are.
  ///
  /// What others add meanwhile stays.
  public func removeAll(
    in id: TransactionID, of store: inout ObjectStore
  ) throws(CollectionFault) {
    if !view.isSynced { throw .notSynced }
    if view.hasMore { throw .notAll }
    let before = store.transactions[id.number]
    do throws(CollectionFault) {
      for row in view.rows { try remove(row.key, in: id, of: &store) }
    } catch {
      store.transactions[id.number] = before
      throw error
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import WeirCore

extension ModelStore {
  /// Returns the rows of a provider.
  public func rows<M: Model>(of provider: CollectionProvider<M>) -> [M] {
    engine.rows(of: self[provider.id].holder).compactMap { $0 as? M }
  }

  /// Returns the key of the list that a provider shows.
  public func key<M: Model>(of provider: CollectionProvider<M>) -> ListKey? {
    self[provider.id].key
  }

  /// Gives a provider rows, under a key or under none.
  ///
  /// Rows that are as the provider shows them say nothing new, and turn back nothing that is on its way to it. If they are
  /// fresh, as from a server, they do: what is on its way is older.
  public mutating func set<M: Model>(
    _ rows: [M], of provider: CollectionProvider<M>, key: ListKey?, isFresh: Bool = false,
    cache: Bool = true, context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) {
    takeKey(key, provider.id, into: &wishes)
    store(rows, nil, provider.id, isFresh: isFresh, cache, context, into: &wishes)
  }

  /// Inserts rows before the row at an index; no rows are no change at all.
  public mutating func insert<M: Model>(
    _ rows: [M], at index: Int, of provider: CollectionProvider<M>, cache: Bool = true,
    context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) {
    insert(rows, at: index, provider.id, cache, context, into: &wishes)
  }

  /// Inserts rows at the end; no rows are no change at all.
  public mutating func append<M: Model>(
    _ rows: [M], to provider: CollectionProvider<M>, cache: Bool = true,
    context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) {
    let end = engine.rows(of: self[provider.id].holder).count
    insert(rows, at: end, provider.id, cache, context, into: &wishes)
  }

  /// Replaces the row at an index.
  public mutating func update<M: Model>(
    _ row: M, at index: Int, of provider: CollectionProvider<M>, cache: Bool = true,
    context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) {
    update(row, at: index, provider.id, cache, context, into: &wishes)
  }

  /// Takes the row at an index out of the list; the model itself is not deleted.
  public mutating func remove<M: Model>(
    at index: Int, of provider: CollectionProvider<M>, cache: Bool = true,
    context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) {
    remove(at: index, provider.id, cache, context, into: &wishes)
  }

  /// Gives a provider a key without rows.
  ///
  /// If the list is open elsewhere, its rows are taken over; else the provider is empty, and shows what others set
  /// under the key.
  public mutating func attach<M: Model>(
    _ provider: CollectionProvider<M>, to key: ListKey, into wishes: inout [StoreWish]
  ) {
    if self[provider.id].key == key { return }
    takeKey(key, provider.id, into: &wishes)
    if adopt(provider.id) { return }
    engine.show([], in: self[provider.id].holder)
    noteStore(provider.id, at: engine.tick())
  }

  mutating func insert(
    _ rows: [any Model], at index: Int, _ id: ProviderID, _ cache: Bool,
    _ context: (any Sendable)?, into wishes: inout [StoreWish]
  ) {
    if rows.isEmpty { return }
    var all = engine.rows(of: self[id].holder)
    invariant(index >= 0 && index <= all.count, "no index \(index) in a list of \(all.count) rows")
    all.insert(contentsOf: rows, at: index)
    let change = ListChange.inserting(rows.count, at: index)
    store(all, change, id, cache, context, into: &wishes)
  }

  mutating func update(
    _ row: any Model, at index: Int, _ id: ProviderID, _ cache: Bool,
    _ context: (any Sendable)?, into wishes: inout [StoreWish]
  ) {
    var all = engine.rows(of: self[id].holder)
    invariant(all.indices.contains(index), "no index \(index) in a list of \(all.count) rows")
    let isSame = all[index].modelID == row.modelID && all[index].isEqualThroughout(row)
    all[index] = row
    let change = isSame ? ListChange.nothing : .updating(at: index)
    store(all, change, id, cache, context, into: &wishes)
  }

  mutating func remove(
    at index: Int, _ id: ProviderID, _ cache: Bool, _ context: (any Sendable)?,
    into wishes: inout [StoreWish]
  ) {
    var all = engine.rows(of: self[id].holder)
    invariant(all.indices.contains(index), "no index \(index) in a list of \(all.count) rows")
    all.remove(at: index)
    store(all, .deleting(at: index), id, cache, context, into: &wishes)
  }

  /// Stores rows, and passes them on: to the cache, to the other lists of the key, and to everyone.
  ///
  /// `change` is what became of the rows that the provider showed; nil if they were replaced.
  private mutating func store(
    _ rows: [any Model], _ change: ListChange?, _ id: ProviderID, isFresh: Bool = false,
    _ cache: Bool, _ context: (any Sendable)?, into wishes: inout [StoreWish]
  ) {
    let holder = self[id].holder
    let before = engine.rows(of: holder)
    let isBehind = engine.isPaused(holder)
    let isAsGiven = engine.write(rows, to: holder, isFresh: isFresh, context).isAsGiven
    self[id].isLoaded = true
    noteStore(id, at: engine.tick())
    if rules.tellsOwnWrites {
      let told =
        change ?? .replacing(before, engine.rows(of: holder), isMinimal: rules.minimalChanges)
      if !told.isEmpty { wishes.append(.listChanged(id, told, context: context)) }
    }
    if let key = self[id].key {
      if cache { keep(holder, key, context, into: &wishes) }
      share(id, key, isBehind || !isAsGiven ? nil : change, context, into: &wishes)
    }
    rewriteRevived(context, into: &wishes)
    announce(into: &wishes)
  }
}

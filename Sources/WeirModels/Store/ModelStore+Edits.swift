// SPDX-License-Identifier: Apache-2.0
extension ModelStore {
  /// Replaces the list of a key, whether it is open or not.
  public mutating func setList<M: Model>(
    _ rows: [M], key: ListKey, cache: Bool = true, context: (any Sendable)? = nil,
    into wishes: inout [StoreWish]
  ) {
    let provider = openCollection(of: M.self)
    set(rows, of: provider, key: key, cache: cache, context: context, into: &wishes)
    close(provider.id, into: &wishes)
  }

  /// Inserts rows into the list of a key, whether it is open or not; a list that is nowhere begins with them.
  ///
  /// `index` is asked with the rows of the list. Without it the rows come at the end.
  @discardableResult
  public mutating func insertIntoList<M: Model>(
    _ rows: [M], key: ListKey, at index: (@Sendable ([M]) -> Int)? = nil, cache: Bool = true,
    context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) -> ModelRequest {
    let place = index.map { index in
      { @Sendable (rows: [any Model]) in index(rows.compactMap { $0 as? M }) }
    }
    return edit(
      key, M.self, ListEdit(kind: .insert(rows, at: place), cache: cache), context, into: &wishes)
  }

  /// Replaces a row in the list of a key, whether it is open or not.
  ///
  /// `index` is asked with the rows of the list.
  @discardableResult
  public mutating func updateInList<M: Model>(
    _ row: M, key: ListKey, at index: @escaping @Sendable ([M]) -> Int, cache: Bool = true,
    context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) -> ModelRequest {
    let place = { @Sendable (rows: [any Model]) in index(rows.compactMap { $0 as? M }) }
    return edit(
      key, M.self, ListEdit(kind: .update(row, at: place), cache: cache), context, into: &wishes)
  }

  /// Takes a row out of the list of a key, whether it is open or not.
  ///
  /// `index` is asked with the rows of the list.
  @discardableResult
  public mutating func removeFromList<M: Model>(
    _ type: M.Type, key: ListKey, at index: @escaping @Sendable ([M]) -> Int, cache: Bool = true,
    context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) -> ModelRequest {
    let place = { @Sendable (rows: [any Model]) in index(rows.compactMap { $0 as? M }) }
    return edit(
      key, type, ListEdit(kind: .remove(at: place), cache: cache), context, into: &wishes)
  }

  private mutating func edit(
    _ key: ListKey, _ type: any Model.Type, _ edit: ListEdit, _ context: (any Sendable)?,
    into wishes: inout [StoreWish]
  ) -> ModelRequest {
    let id = open(type, isList: true)
    guard let source = loaded(key, but: id), self[source].type == type else {
      return request(
        .edit(key, edit), id, engine.open(), .readList(key, as: type), context, into: &wishes)
    }
    takeKey(key, id, into: &wishes)
    _ = adopt(id)
    let request = ModelRequest(number: nextNumber())
    let error = perform(edit, on: id, context, into: &wishes)
    wishes.append(.ended(request, error))
    close(id, into: &wishes)
    return request
  }

  /// Makes a change of a list that has been loaded.
  mutating func perform(
    _ edit: ListEdit, _ request: OpenRequest, _ key: ListKey, into wishes: inout [StoreWish]
  ) -> RequestError? {
    if self[request.provider].key != key { return .wrongRows }
    return perform(edit, on: request.provider, request.context, into: &wishes)
  }

  private mutating func perform(
    _ edit: ListEdit, on id: ProviderID, _ context: (any Sendable)?, into wishes: inout [StoreWish]
  ) -> RequestError? {
    let rows = engine.rows(of: self[id].holder)
    switch edit.kind {
    case .insert(let new, let place):
      let index = place?(rows) ?? rows.count
      guard index >= 0, index <= rows.count else { return .noIndex(index) }
      insert(new, at: index, id, edit.cache, context, into: &wishes)
    case .update(let row, let place):
      if !self[id].isLoaded { return .noList }
      let index = place(rows)
      guard rows.indices.contains(index) else { return .noIndex(index) }
      update(row, at: index, id, edit.cache, context, into: &wishes)
    case .remove(let place):
      if !self[id].isLoaded { return .noList }
      let index = place(rows)
      guard rows.indices.contains(index) else { return .noIndex(index) }
      remove(at: index, id, edit.cache, context, into: &wishes)
    }
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0
extension ModelStore {
  /// Asks the cache for a model.
  ///
  /// A provider that shows a model with this identity has it: the request ends at once. What the app has in memory by
  /// the time the cache answers counts more than the answer, and so do a deletion on its way and what a provider wrote,
  /// though that is closed by now; what was stored in the provider meanwhile stays. With `waits`, a provider that gets
  /// nothing waits for the model.
  @discardableResult
  public mutating func fetch<M: Model>(
    _ id: ModelID?, for provider: ModelProvider<M>, waits: Bool = false,
    context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) -> ModelRequest {
    if let id, model(of: provider)?.modelID == id { return endNow(into: &wishes) }
    let finds = engine.open()
    if let id { engine.wait(finds, for: id, as: M.self) }
    return request(
      .model(id, waits: waits), provider.id, finds, .readModel(id, as: M.self), context,
      into: &wishes)
  }

  /// Asks for a list: of a provider that is open with its key, or else of the cache.
  ///
  /// The provider has the key from the answer on, although the cache may have nothing under it. A nil key is the
  /// cache's to understand.
  @discardableResult
  public mutating func fetch<M: Model>(
    _ key: ListKey?, for provider: CollectionProvider<M>, context: (any Sendable)? = nil,
    into wishes: inout [StoreWish]
  ) -> ModelRequest {
    if let key {
      if self[provider.id].key == key, self[provider.id].isLoaded { return endNow(into: &wishes) }
      if let source = loaded(key, but: provider.id), self[source].type == M.self {
        takeKey(key, provider.id, into: &wishes)
        _ = adopt(provider.id)
        return endNow(into: &wishes)
      }
    }
    return request(
      .list(key), provider.id, engine.open(), .readList(key, as: M.self), context, into: &wishes)
  }

  /// Takes an answer of the cache.
  public mutating func receive(_ answer: CacheAnswer, into wishes: inout [StoreWish]) {
    guard let (job, number) = cache.answer(answer.tag, into: &wishes) else {
      wishes.append(.fault(.unknownAnswer(answer.tag)))
      return
    }
    guard let number, let index = requests.firstIndex(where: { $0.number == number }) else {
      return
    }
    let request = requests.remove(at: index)
    let found = found(answer, job, into: &wishes)
    var error = found.error.map { RequestError.cache($0) }
    switch request.purpose {
    case .model(let id, let waits): finish(request, id, waits, found.rows?.first)
    case .list(let key): finish(request, key, found.rows, into: &wishes)
    case .edit(let key, let edit):
      finish(request, key, found.rows, into: &wishes)
      if error == nil { error = perform(edit, request, key, into: &wishes) }
    }
    engine.close(request.finds)
    wishes.append(.ended(ModelRequest(number: request.number), error))
    if case .edit = request.purpose { close(request.provider, into: &wishes) }
    announce(into: &wishes)
  }

  mutating func endNow(into wishes: inout [StoreWish]) -> ModelRequest {
    let request = ModelRequest(number: nextNumber())
    wishes.append(.ended(request, nil))
    return request
  }

  @discardableResult
  mutating func request(
    _ purpose: OpenRequest.Purpose, _ provider: ProviderID, _ finds: HolderID, _ job: CacheJob,
    _ context: (any Sendable)?, into wishes: inout [StoreWish]
  ) -> ModelRequest {
    let number = nextNumber()
    requests.append(
      OpenRequest(
        number: number, provider: provider, purpose: purpose, finds: finds,
        stores: self[provider].stores, context: context))
    cache.add(job, request: number, context: context, into: &wishes)
    return ModelRequest(number: number)
  }

  /// Returns the rows that an answer holds; nil if it holds none of the type that was asked for.
  private func found(
    _ answer: CacheAnswer, _ job: CacheJob, into wishes: inout [StoreWish]
  ) -> (rows: [any Model]?, error: CacheError?) {
    switch (answer.result, job) {
    case (.nothing, _): return (nil, nil)
    case (.failed(let error), _): return (nil, error)
    case (.model(let model), .readModel(let id, let type))
    where Swift.type(of: model) == type && (id == nil || model.modelID == id):
      return ([model], nil)
    case (.list(let rows), .readList(_, let type)):
      let known = rows.filter { Swift.type(of: $0) == type }
      if known.count < rows.count { wishes.append(.fault(.wrongAnswer(answer.tag))) }
      return (known, nil)
    default:
      wishes.append(.fault(.wrongAnswer(answer.tag)))
      return (nil, nil)
    }
  }

  private mutating func finish(
    _ request: OpenRequest, _ id: ModelID?, _ waits: Bool, _ model: (any Model)?
  ) {
    let provider = self[request.provider]
    if provider.stores != request.stores { return }
    let finds = engine[request.finds]
    var rows = finds.live.rows
    if rows.isEmpty, !finds.isGone {
      // What is about to go is not shown to anyone who does not see it yet.
      let kept = id.map(engine.isDeleted) ?? false ? nil : model
      rows = [kept ?? id.flatMap { engine.newest($0, as: provider.type) }].compactMap { $0 }
    }
    if !rows.isEmpty {
      engine.show(rows, in: provider.holder)
      noteStore(request.provider, at: engine.tick())
    } else if waits, let id, provider.isEmpty(in: engine) {
      engine.wait(provider.holder, for: id, as: provider.type)
    }
  }

  private mutating func finish(
    _ request: OpenRequest, _ key: ListKey?, _ rows: [any Model]?,
    into wishes: inout [StoreWish]
  ) {
    let id = request.provider
    if self[id].stores != request.stores { return }
    if self[id].key != key || key == nil { takeKey(key, id, into: &wishes) }
    if adopt(id) { return }
    let holder = self[id].holder
    if request.hasList {
      engine.copyRows(of: request.finds, to: holder)
    } else {
      engine.show(rows ?? [], in: holder)
    }
    self[id].isLoaded = rows != nil || request.hasList
    noteStore(id, at: engine.tick())
    // Others may have the key and no rows so far; if the list is to be changed, they hear of it then.
    if case .list = request.purpose, self[id].isLoaded, let key = self[id].key {
      share(id, key, nil, request.context, into: &wishes)
    }
  }
}

extension Provider {
  /// `true` if it shows nothing, and will show nothing when it goes on.
  fileprivate func isEmpty(in engine: JudgedEngine) -> Bool {
    engine[holder].live.rows.isEmpty && engine[holder].visible.rows.isEmpty
  }
}

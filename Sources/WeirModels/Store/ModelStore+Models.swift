// SPDX-License-Identifier: Apache-2.0
import WeirCore

extension ModelStore {
  /// Returns the model of a provider.
  public func model<M: Model>(of provider: ModelProvider<M>) -> M? {
    engine.rows(of: self[provider.id].holder).first as? M
  }

  /// Gives a provider a model, which everyone else that holds it takes over.
  ///
  /// A nil model empties the provider alone: nobody hears of it, and the model is not deleted. What the model holds that
  /// the provider showed before is not stated again; see ``ConsistencyEngine``.
  public mutating func set<M: Model>(
    _ model: M?, of provider: ModelProvider<M>, cache: Bool = true,
    context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) {
    let holder = self[provider.id].holder
    if let model {
      let kept = engine.write([model], to: holder, context).kept
      write(kept, cache, context, into: &wishes)
      rewriteRevived(context, into: &wishes)
    } else {
      engine.show([], in: holder)
    }
    noteStore(provider.id, at: engine.tick())
    if rules.tellsOwnWrites { wishes.append(.modelChanged(provider.id, context: context)) }
    announce(into: &wishes)
  }

  /// Updates models wherever they are held, in one step, and writes those with an identity to the cache in one job.
  public mutating func update(
    _ models: [any Model], cache: Bool = true, context: (any Sendable)? = nil,
    into wishes: inout [StoreWish]
  ) {
    engine.update(models, context: context)
    write(models, cache, context, into: &wishes)
    rewriteRevived(context, into: &wishes)
    announce(into: &wishes)
  }

  /// Deletes models wherever they are held, in one step, and from the cache.
  ///
  /// A model without identity can be deleted from the cache alone.
  public mutating func delete(
    _ models: [any Model], context: (any Sendable)? = nil, into wishes: inout [StoreWish]
  ) {
    let ids = models.compactMap(\.modelID)
    for _ in ids.count..<models.count { wishes.append(.fault(.cannotDelete)) }
    if !ids.isEmpty { engine.delete(ids, context: context) }
    for model in models { cache.add(.deleteModel(model), context: context, into: &wishes) }
    announce(into: &wishes)
  }

  /// Lets a provider without data wait for a model: the next update that has it becomes its model.
  ///
  /// Nil lets it wait no more. A provider with data keeps it, and does not wait.
  public mutating func wait<M: Model>(
    for id: ModelID?, with provider: ModelProvider<M>, into wishes: inout [StoreWish]
  ) {
    let holder = self[provider.id].holder
    guard let id else { return engine.stopWaiting(holder) }
    guard engine[holder].live.rows.isEmpty, engine[holder].visible.rows.isEmpty else {
      wishes.append(.fault(.hasData))
      return
    }
    engine.wait(holder, for: id, as: M.self)
  }

  /// Returns the identity of the model that a provider shows, or else of the one that it waits for.
  public func modelID<M: Model>(of provider: ModelProvider<M>) -> ModelID? {
    let holder = self[provider.id].holder
    return model(of: provider).map { $0.modelID } ?? engine.waitedFor(by: holder)
  }

  private mutating func write(
    _ models: [any Model], _ isWanted: Bool, _ context: (any Sendable)?,
    into wishes: inout [StoreWish]
  ) {
    let known = models.filter { $0.modelID != nil }
    if !isWanted || known.isEmpty { return }
    cache.add(.writeModels(known), context: context, into: &wishes)
  }
}

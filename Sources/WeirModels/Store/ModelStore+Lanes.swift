// SPDX-License-Identifier: Apache-2.0
extension ModelStore {
  /// The step that may run next; nil if nothing waits.
  public var next: LaneEvent? { engine.next }

  /// The work of the worker lane, if that is the next step: it may be done anywhere.
  public var job: LaneJob? { engine.job }

  /// Runs a step.
  ///
  /// One that is not the next does nothing.
  public mutating func run(_ event: LaneEvent, into wishes: inout [StoreWish]) {
    var notices: [EngineNotice] = []
    engine.run(event, into: &notices)
    tell(notices, into: &wishes)
    announce(into: &wishes)
  }

  /// Takes the result of work that was done elsewhere.
  public mutating func finish(_ outcome: LaneJob.Outcome, into wishes: inout [StoreWish]) {
    engine.finish(outcome)
    announce(into: &wishes)
  }

  /// Opens an observer that is told of every update and deletion, whether someone holds the models or not.
  public mutating func openObserver() -> UpdateObserver {
    let observer = UpdateObserver(number: nextNumber())
    observers.append(observer)
    return observer
  }

  /// Closes an observer.
  public mutating func close(_ observer: UpdateObserver) { observers.removeAll { $0 == observer } }

  /// Drops all updates under way, and lets all providers and observers go, as on logging out.
  ///
  /// Providers keep what they show, and hear of nothing until they are given models again. All pauses end. Jobs of the
  /// cache, and requests, go on.
  public mutating func clear(context: (any Sendable)? = nil, into wishes: inout [StoreWish]) {
    engine.clear(context: context)
    observers = []
    for number in providers.keys.sorted() { providers[number]?.isPaused = false }
    for number in batches.keys.sorted() { batches[number]?.isPaused = false }
    announce(into: &wishes)
  }

  /// Wishes for the next step, if it has not been wished for.
  mutating func announce(into wishes: inout [StoreWish]) {
    let next = engine.next
    if next == announced { return }
    announced = next
    if let next { wishes.append(.run(next)) }
  }

  /// Tells the app what the engine has told.
  mutating func tell(_ notices: [EngineNotice], into wishes: inout [StoreWish]) {
    var together: [(batch: BatchListener, providers: [ProviderID], context: (any Sendable)?)] = []
    var rewritten: [(key: ListKey, context: (any Sendable)?)] = []
    var deliveries: [ModelDelivery] = []
    for notice in notices {
      switch notice {
      case .changed(let change):
        guard let id = owner(of: change.holder) else { continue }
        noteStore(id, at: change.time)
        wishes.append(wish(for: change, of: id))
        if let key = self[id].key, !rewritten.contains(where: { $0.key == key }) {
          rewritten.append((key, change.context))
        }
        guard let batch = self[id].batch else { continue }
        if let place = together.firstIndex(where: { $0.batch == batch }) {
          together[place].providers.append(id)
          together[place].context = change.context
        } else {
          together.append((batch, [id], change.context))
        }
      case .delivered(let delivery): deliveries.append(delivery)
      case .cleared: wishes.append(.cleared)
      case .fault(let fault): wishes.append(.fault(fault))
      }
    }
    for (batch, providers, context) in together {
      wishes.append(.batchChanged(batch, providers, context: context))
    }
    for delivery in deliveries {
      for observer in observers { wishes.append(.updated(observer, delivery)) }
    }
    if rules.rewritesLists {
      for (key, context) in rewritten { rewrite(key, context, into: &wishes) }
    }
  }

  private func owner(of holder: HolderID) -> ProviderID? {
    providers[holder.number] == nil ? nil : ProviderID(number: holder.number)
  }

  private func wish(for change: HolderChange, of id: ProviderID) -> StoreWish {
    if !self[id].isList { return .modelChanged(id, context: change.context) }
    let told =
      change.fates.map { ListChange($0) }
      ?? .between(change.old, change.rows, isMinimal: rules.minimalChanges)
    return .listChanged(id, told, context: change.context)
  }

  private mutating func rewrite(
    _ key: ListKey, _ context: (any Sendable)?, into wishes: inout [StoreWish]
  ) {
    guard let number = groups[key]?.first, let provider = providers[number] else { return }
    keep(provider.holder, key, context, into: &wishes)
  }

  /// Writes lists to the cache again from which a row was to go that is written anew, so that it stays.
  mutating func rewriteRevived(_ context: (any Sendable)?, into wishes: inout [StoreWish]) {
    let revived = engine.takeRevived()
    if revived.isEmpty { return }
    for number in providers.keys.sorted() {
      guard let provider = providers[number], let key = provider.key, provider.isLoaded,
        groups[key]?.first == number, revived.contains(where: engine[provider.holder].live.has)
      else { continue }
      keep(provider.holder, key, context, into: &wishes)
    }
  }

  /// Writes a list to the cache as it will be when all is delivered that is on its way: the cache has heard of that already.
  mutating func keep(
    _ holder: HolderID, _ key: ListKey, _ context: (any Sendable)?, into wishes: inout [StoreWish]
  ) {
    cache.add(
      .writeList(key, rows: engine.foreseenRows(of: holder)), context: context, into: &wishes)
  }
}

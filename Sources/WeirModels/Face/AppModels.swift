// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The models of an app, in real time: a ``ModelStore`` on the main actor with a cache behind it.
///
///     let models = AppModels(cache: MemoryCache(.rows(1000)))
///     let feed = models.list(of: Message.self)
///     try await feed.fetch("feed")
///     feed.append([message])
///     for await update in feed.updates { show(update.value, update.change) }
///
/// A write is shown at once. What others make of it is computed on another thread, and shown in a later turn of
/// the main actor, everywhere in one turn. An app has one of these.
@MainActor public final class AppModels {
  /// Does a job of the cache, off the main actor.
  public typealias CacheService = @Sendable (CacheJob, (any Sendable)?) async -> CacheResult

  /// The mistakes that the app made, in order.
  public private(set) var faults: [ModelFault] = []

  private var store: ModelStore
  private let service: CacheService
  private var batches: [BatchListener: (LiveBatch.Update) -> Void] = [:]
  private var deliveryStreams = LiveStreams<ModelDelivery>()
  private var observer: UpdateObserver?
  private var listeners: [ProviderID: (ListChange?, (any Sendable)?) -> Void] = [:]
  private var ended: [ModelRequest: RequestError?] = [:]
  private var waiters: [ModelRequest: CheckedContinuation<RequestError?, Never>] = [:]
  private var idlers: [CheckedContinuation<Void, Never>] = []

  /// Makes models with a cache that is asked by a function of the app.
  public init(_ rules: StoreRules = StoreRules(), service: @escaping CacheService) {
    store = ModelStore(rules)
    self.service = service
  }

  /// Makes models with a cache that works on a thread of its own.
  public convenience init<Cache: ModelCache & SendableMetatype>(
    _ rules: StoreRules = StoreRules(), cache: sending Cache
  ) {
    let worker = CacheWorker(cache)
    self.init(rules) { job, _ in await worker.perform(job) }
  }
}

extension AppModels {
  /// Returns something that shows one model, as long as it is held.
  public func model<M: Model>(of type: M.Type) -> LiveModel<M> {
    LiveModel(perform { store, _ in store.openModel(of: type) }, self)
  }

  /// Returns something that shows a list, as long as it is held.
  public func list<M: Model>(of type: M.Type) -> LiveList<M> {
    LiveList(perform { store, _ in store.openCollection(of: type) }, self)
  }

  /// Returns something that tells once of all changes that come to several models and lists in one step, as long as it is
  /// held.
  ///
  /// A model or list may belong to one such batch only.
  public func together(_ providers: [any LiveProvider]) -> LiveBatch {
    let ids = providers.map(\.id)
    return LiveBatch(perform { store, _ in store.openBatch(ids) }, self)
  }

  /// The updates and deletions from now on, each when it has reached everyone, whether someone shows its models or not.
  ///
  /// Each use is a stream of its own; all of them end with ``clear()``.
  public var deliveries: AsyncStream<ModelDelivery> {
    if observer == nil { observer = perform { store, _ in store.openObserver() } }
    return deliveryStreams.open()
  }

  /// Updates models wherever they are shown, and in the cache.
  public func update(
    _ models: [any Model], cache: Bool = true, context: (any Sendable)? = nil
  ) {
    perform { $0.update(models, cache: cache, context: context, into: &$1) }
  }

  /// Deletes models wherever they are shown, and from the cache.
  public func delete(_ models: [any Model], context: (any Sendable)? = nil) {
    perform { $0.delete(models, context: context, into: &$1) }
  }

  /// Drops all updates under way and lets everyone go, as on logging out.
  public func clear() {
    observer = nil
    deliveryStreams.finish()
    perform { $0.clear(into: &$1) }
  }

  /// Inserts rows into the list of a key, whether it is shown or not; without an index they come at the end.
  public func insert<M: Model>(
    _ rows: [M], intoListOf key: ListKey, at index: (@Sendable ([M]) -> Int)? = nil
  ) async throws(RequestError) {
    try await end(
      of: perform { $0.insertIntoList(rows, key: key, at: index, into: &$1) })
  }

  /// Returns when nothing is under way any more.
  public func settled() async {
    if isIdle { return }
    await withCheckedContinuation { idlers.append($0) }
  }

  private var isIdle: Bool { store.next == nil && store.kept.jobs == 0 }
}

extension AppModels {
  /// Makes a call to the store, and does what it wishes.
  @discardableResult
  func perform<Result>(_ body: (inout ModelStore, inout [StoreWish]) -> Result) -> Result {
    var wishes: [StoreWish] = []
    let result = body(&store, &wishes)
    for wish in wishes { carryOut(wish) }
    if isIdle {
      let idle = idlers
      idlers = []
      for idler in idle { idler.resume() }
    }
    return result
  }

  /// Reads the store.
  func read<Result>(_ body: (ModelStore) -> Result) -> Result { body(store) }

  /// Lets a provider be told of its changes.
  func listen(_ id: ProviderID, _ listener: @escaping (ListChange?, (any Sendable)?) -> Void) {
    listeners[id] = listener
  }

  /// Closes a provider that nobody holds any more.
  func close(_ id: ProviderID) {
    listeners[id] = nil
    perform { $0.close(id, into: &$1) }
  }

  /// Lets a batch be told of its changes.
  func listen(_ batch: BatchListener, _ listener: @escaping (LiveBatch.Update) -> Void) {
    batches[batch] = listener
  }

  /// Closes a batch that nobody holds any more.
  func close(_ batch: BatchListener) {
    batches[batch] = nil
    perform { $0.close(batch, into: &$1) }
  }

  private func tell(_ delivery: ModelDelivery, _ told: UpdateObserver) {
    if told != observer { return }
    deliveryStreams.yield(delivery)
    if !deliveryStreams.isEmpty { return }
    perform { store, _ in store.close(told) }
    observer = nil
  }

  /// Waits until a request has ended, and throws its error.
  func end(of request: ModelRequest) async throws(RequestError) {
    let error: RequestError?
    if let known = ended.removeValue(forKey: request) {
      error = known
    } else {
      error = await withCheckedContinuation { waiters[request] = $0 }
    }
    if let error { throw error }
  }

  private func carryOut(_ wish: StoreWish) {
    switch wish {
    case .run(let event): Task { await self.run(event) }
    case .cache(let wish):
      Task { [service] in
        let result = await service(wish.job, wish.context)
        self.perform { $0.receive(CacheAnswer(tag: wish.tag, result: result), into: &$1) }
      }
    case .modelChanged(let id, let context): listeners[id]?(nil, context)
    case .listChanged(let id, let change, let context): listeners[id]?(change, context)
    case .ended(let request, let error):
      if let waiter = waiters.removeValue(forKey: request) {
        waiter.resume(returning: error)
      } else {
        ended[request] = .some(error)
      }
    case .fault(let fault): faults.append(fault)
    case .batchChanged(let batch, let ids, let context):
      batches[batch]?(LiveBatch.Update(providers: ids, context: context))
    case .updated(let observer, let delivery): tell(delivery, observer)
    case .cleared: break
    }
  }

  private func run(_ event: LaneEvent) async {
    if case .compute = event, let job = store.job {
      let outcome = await computed(job)
      perform { $0.finish(outcome, into: &$1) }
    } else {
      perform { $0.run(event, into: &$1) }
    }
  }
}

/// Does the work of the worker lane on another thread.
@concurrent private func computed(_ job: LaneJob) async -> LaneJob.Outcome { job.run() }

/// A cache that does one job after the other, off the main actor.
private actor CacheWorker<Cache: ModelCache & SendableMetatype> {
  private var cache: Cache

  init(_ cache: sending Cache) { self.cache = cache }

  func perform(_ job: CacheJob) -> CacheResult { cache.perform(job) }
}

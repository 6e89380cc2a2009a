// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The models of an app: what its screens show, kept the same everywhere, with a cache behind it.
///
///     var store = ModelStore()
///     let feed = store.openCollection(of: Message.self)
///     let detail = store.openModel(of: Message.self)
///     store.set([message, other], of: feed, key: "feed", into: &wishes)  // .cache(.writeList …), .run(.snapshot(1))
///     store.set(message.edited, of: detail, into: &wishes)
///     // after the steps have run: .listChanged(feed.id, [.update(0)] …), and rows(of: feed) has the edited message
///
/// A provider shows its own writes at once. All others that hold one of the models hear of them a little later, in one
/// step, and so it hears of theirs; of its own writes it is never told, unless the rules say so. The store is one value.
/// What it wants done goes out as wishes: steps of the two lanes, jobs for the cache, and words to the app.
///
/// - Of two versions of one model the one that was written later stays, in memory and, with an order of jobs, in the cache.
/// - Lists with one key are one list: what one of them does the others do in the same call. A paused one shows it when it
///   goes on.
/// - Each request ends once, also when its provider is closed before.
/// - A provider that is closed leaves nothing behind.
///
/// - Complexity: see ``ConsistencyEngine``; a change of a list costs the list.
public struct ModelStore: Sendable {
  /// The rules.
  public let rules: StoreRules
  var engine: JudgedEngine
  /// The providers, each by the number of its holder.
  var providers: [Int: Provider] = [:]
  /// The lists of each key, in the order in which they took it.
  var groups: [ListKey: [Int]] = [:]
  var batches: [Int: Batch] = [:]
  var observers: [UpdateObserver] = []
  /// The requests that have not ended, in the order in which they were made.
  var requests: [OpenRequest] = []
  var cache: CacheQueue
  /// The step that was wished for last.
  var announced: LaneEvent?
  private var lastNumber = 0

  /// Makes an empty store; with an oracle, everything that its engine does is computed a second time and compared.
  public init(_ rules: StoreRules = StoreRules(), hasOracle: Bool = false) {
    self.rules = rules
    engine = JudgedEngine(hasOracle: hasOracle)
    cache = CacheQueue(rules.cacheOrder)
  }

  struct Batch: Sendable {
    var providers: [ProviderID]
    var isPaused = false
  }
}

extension ModelStore {
  /// The counts of what the store keeps, so that a test can see that nothing is left behind.
  public struct Kept: Hashable, Sendable {
    /// The providers that are open.
    public var providers: Int
    /// The holders of models: one for each provider, request and update under way.
    public var holders: Int
    /// The identities that someone holds.
    public var identities: Int
    /// The keys of lists that are open.
    public var keys: Int
    /// The batch listeners and observers.
    public var listeners: Int
    /// The requests that have not ended.
    public var requests: Int
    /// The jobs of the cache that are not answered.
    public var jobs: Int
  }

  /// The counts of all that is kept.
  public var kept: Kept {
    Kept(
      providers: providers.count, holders: engine.holderCount,
      identities: engine.identityCount, keys: groups.count,
      listeners: batches.count + observers.count, requests: requests.count, jobs: cache.count)
  }

  /// The first thing on which the engine and its oracle differ, in words; nil: they agree, or there is no oracle.
  public var difference: String? { engine.difference }

  /// The number of operations that the oracle has compared.
  public var comparisons: Int { engine.comparisons }

  /// Opens a provider of one model.
  public mutating func openModel<M: Model>(of type: M.Type) -> ModelProvider<M> {
    ModelProvider(id: open(type, isList: false))
  }

  /// Opens a provider of a list.
  public mutating func openCollection<M: Model>(of type: M.Type) -> CollectionProvider<M> {
    CollectionProvider(id: open(type, isList: true))
  }

  mutating func open(_ type: any Model.Type, isList: Bool) -> ProviderID {
    let holder = engine.open()
    providers[holder.number] = Provider(holder: holder, type: type, isList: isList)
    return ProviderID(number: holder.number)
  }

  /// Closes a provider, whose handle must not be used any more.
  ///
  /// Its requests end with ``RequestError/closed``.
  public mutating func close(_ id: ProviderID, into wishes: inout [StoreWish]) {
    let provider = self[id]
    for request in requests where request.provider == id {
      engine.close(request.finds)
      wishes.append(.ended(ModelRequest(number: request.number), .closed))
    }
    requests.removeAll { $0.provider == id }
    leaveGroup(id)
    if let batch = provider.batch {
      batches[batch.number]?.providers.removeAll { $0 == id }
    }
    engine.close(provider.holder)
    providers[id.number] = nil
  }

  /// Returns the time of the last change of a provider.
  public func lastUpdated(of id: ProviderID) -> ChangeTime { self[id].lastUpdated }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  subscript(id: ProviderID) -> Provider {
    get {
      guard let provider = providers[id.number] else {
        invariantBroken("provider \(id.number) was closed or never opened")
      }
      return provider
    }
    set { providers[id.number] = newValue }
  }

  /// Notes that a provider has stored something.
  mutating func noteStore(_ id: ProviderID, at time: ChangeTime) {
    self[id].stores += 1
    self[id].lastUpdated = max(time, self[id].lastUpdated)
  }
}

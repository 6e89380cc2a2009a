// SPDX-License-Identifier: Apache-2.0

/// Something in an app that shows a list, as long as it is held; see ``AppModels``.
@MainActor public final class LiveList<M: Model>: LiveProvider {
  private let provider: CollectionProvider<M>
  private let models: AppModels
  private var streams = LiveStreams<LiveUpdate<[M]>>()

  init(_ provider: CollectionProvider<M>, _ models: AppModels) {
    self.provider = provider
    self.models = models
    models.listen(provider.id) { [weak self] change, context in self?.tell(change, context) }
  }

  /// The provider of what it shows.
  public var id: ProviderID { provider.id }

  isolated deinit {
    streams.finish()
    models.close(provider.id)
  }

  /// The rows.
  public var rows: [M] { models.read { $0.rows(of: provider) } }

  /// The key of the list.
  public var key: ListKey? { models.read { $0.key(of: provider) } }

  /// Shows rows under a key, or under none.
  ///
  /// Rows that are fresh, as from a server, count more than what is on its way, also where they are as they were.
  public func set(
    _ rows: [M], key: ListKey?, isFresh: Bool = false, cache: Bool = true,
    context: (any Sendable)? = nil
  ) {
    models.perform {
      $0.set(
        rows, of: provider, key: key, isFresh: isFresh, cache: cache, context: context, into: &$1)
    }
  }

  /// Inserts rows before the row at an index.
  public func insert(
    _ rows: [M], at index: Int, cache: Bool = true, context: (any Sendable)? = nil
  ) {
    models.perform {
      $0.insert(rows, at: index, of: provider, cache: cache, context: context, into: &$1)
    }
  }

  /// Inserts rows at the end.
  public func append(_ rows: [M], cache: Bool = true, context: (any Sendable)? = nil) {
    models.perform { $0.append(rows, to: provider, cache: cache, context: context, into: &$1) }
  }

  /// Replaces the row at an index.
  public func update(
    _ row: M, at index: Int, cache: Bool = true, context: (any Sendable)? = nil
  ) {
    models.perform {
      $0.update(row, at: index, of: provider, cache: cache, context: context, into: &$1)
    }
  }

  /// Takes the row at an index out of the list; the model itself is not deleted.
  public func remove(at index: Int, cache: Bool = true, context: (any Sendable)? = nil) {
    models.perform {
      $0.remove(at: index, of: provider, cache: cache, context: context, into: &$1)
    }
  }

  /// Takes a key without rows, and shows what is there under it, now or later.
  public func attach(to key: ListKey) {
    models.perform { $0.attach(provider, to: key, into: &$1) }
  }

  /// Shows the list of a key, of the app or of the cache; returns when it is there, or not to be had.
  public func fetch(_ key: ListKey) async throws(RequestError) {
    try await models.end(of: models.perform { $0.fetch(key, for: provider, into: &$1) })
  }

  /// `true` while it keeps what it shows; what it missed is shown when it goes on.
  public var isPaused: Bool {
    get { models.read { $0.isPaused(provider.id) } }
    set {
      models.perform {
        if newValue { $0.pause(provider.id) } else { $0.resume(provider.id, into: &$1) }
      }
    }
  }

  /// The changes from now on that others made; the first one holds the rows that are shown.
  ///
  /// Each use is a stream of its own.
  public var updates: AsyncStream<LiveUpdate<[M]>> {
    streams.open(LiveUpdate(value: rows, change: nil, context: nil))
  }

  private func tell(_ change: ListChange?, _ context: (any Sendable)?) {
    streams.yield(LiveUpdate(value: rows, change: change, context: context))
  }
}

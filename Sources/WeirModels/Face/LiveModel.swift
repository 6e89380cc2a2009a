// SPDX-License-Identifier: Apache-2.0

/// Something in an app that shows one model, as long as it is held; see ``AppModels``.
@MainActor public final class LiveModel<M: Model>: LiveProvider {
  private let provider: ModelProvider<M>
  private let models: AppModels
  private var streams = LiveStreams<LiveUpdate<M?>>()

  init(_ provider: ModelProvider<M>, _ models: AppModels) {
    self.provider = provider
    self.models = models
    models.listen(provider.id) { [weak self] _, context in self?.tell(context) }
  }

  /// The provider of what it shows.
  public var id: ProviderID { provider.id }

  isolated deinit {
    streams.finish()
    models.close(provider.id)
  }

  /// The model.
  public var model: M? { models.read { $0.model(of: provider) } }

  /// Shows a model at once, and lets all others that show it take it over; nil empties this one alone.
  public func set(_ model: M?, cache: Bool = true, context: (any Sendable)? = nil) {
    models.perform { $0.set(model, of: provider, cache: cache, context: context, into: &$1) }
  }

  /// Shows a model from the cache, or as the app has it; returns when it is there, or not to be had.
  ///
  /// With `waits`, a model that is not to be had is shown as soon as someone updates it.
  public func fetch(_ id: ModelID, waits: Bool = false) async throws(RequestError) {
    try await models.end(
      of: models.perform { $0.fetch(id, for: provider, waits: waits, into: &$1) })
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

  /// The changes from now on that others made; the first one holds what is shown.
  ///
  /// Each use is a stream of its own.
  public var updates: AsyncStream<LiveUpdate<M?>> {
    streams.open(LiveUpdate(value: model, change: nil, context: nil))
  }

  private func tell(_ context: (any Sendable)?) {
    streams.yield(LiveUpdate(value: model, change: nil, context: context))
  }
}

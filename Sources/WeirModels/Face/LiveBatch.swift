// SPDX-License-Identifier: Apache-2.0

/// Something in an app that shows models: a ``LiveModel`` or a ``LiveList``.
@MainActor public protocol LiveProvider: AnyObject {
  /// The provider of what it shows.
  var id: ProviderID { get }
}

/// Several models and lists of an app that are told together, as long as it is held; see ``AppModels/together(_:)``.
///
///     let screen = models.together([feed, detail])
///     for await update in screen.updates where update.providers.contains(feed.id) { show(feed.rows) }
///
/// It does not hold them: one that nobody holds any more leaves it.
@MainActor public final class LiveBatch {
  /// A change of some of them, made in one step.
  public struct Update: Sendable {
    /// The providers that changed, each of which was told before.
    public var providers: [ProviderID]
    /// The context of the write that it comes from.
    public var context: (any Sendable)?
  }

  private let batch: BatchListener
  private let models: AppModels
  private var streams = LiveStreams<Update>()

  init(_ batch: BatchListener, _ models: AppModels) {
    self.batch = batch
    self.models = models
    models.listen(batch) { [weak self] update in self?.streams.yield(update) }
  }

  isolated deinit {
    streams.finish()
    models.close(batch)
  }

  /// `true` while all of them keep what they show; what they missed is shown in one step when they go on.
  public var isPaused: Bool {
    get { models.read { $0.isPaused(batch) } }
    set {
      models.perform {
        if newValue { $0.pause(batch) } else { $0.resume(batch, into: &$1) }
      }
    }
  }

  /// The changes from now on that others made.
  ///
  /// Each use is a stream of its own.
  public var updates: AsyncStream<Update> { streams.open() }
}

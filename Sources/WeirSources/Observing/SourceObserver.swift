// SPDX-License-Identifier: Apache-2.0

/// Carries the events of a source to a closure, for apps that want to be called.
///
///     let observer = songs.observe { event in show(event) }  // initial at once, then each change
///     observer.cancel()
///
/// It promises that the closure is never called within itself: what happens to the source while it runs is told when
/// it has returned. The observer ends with its last reference.
public final class SourceObserver<Content: SourceContent> {
  private var source: (any DataSource<Content>)?
  private var cursor: SourceCursor<Content>
  private let show: (SourceEvent<Content>) -> Void
  private var listener: SignalListener?
  private var isShowing = false
  /// `true` if something happened while the closure ran.
  private var isCalledAgain = false

  /// Makes an observer and shows it the first event.
  public init(
    _ source: any DataSource<Content>, initial: InitialPolicy = .send,
    show: @escaping (SourceEvent<Content>) -> Void
  ) {
    self.source = source
    self.show = show
    cursor = SourceCursor(initial: initial)
    listener = source.signal.listen { [weak self] in self?.pull() }
    pull()
  }

  /// Ends the observation; the closure is not called again, not even for what has happened already.
  public func cancel() {
    source = nil
    listener = nil
  }

  private func pull() {
    if isShowing {
      isCalledAgain = true
      return
    }
    isShowing = true
    repeat {
      isCalledAgain = false
      source?.refresh()
      while let source, let event = cursor.next(in: source.journal) { show(event) }
    } while isCalledAgain
    isShowing = false
  }
}

extension DataSource {
  /// Calls `show` with the first event at once, and with each further one.
  public func observe(
    initial: InitialPolicy = .send, show: @escaping (SourceEvent<Content>) -> Void
  ) -> SourceObserver<Content> {
    SourceObserver(self, initial: initial, show: show)
  }

  /// The events of the source, for a `for await` loop on the thread that the source belongs to.
  public var events: SourceEvents<Content> { SourceEvents(self) }
}

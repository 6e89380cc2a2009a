// SPDX-License-Identifier: Apache-2.0

/// The events of a source as an asynchronous sequence.
///
///     for await event in songs.events { show(event) }
///
/// It never ends by itself: a source has no last change. Each loop begins with an initial event of its own.
public struct SourceEvents<Content: SourceContent>: AsyncSequence {
  /// The type of the events.
  public typealias Element = SourceEvent<Content>
  /// Events do not fail; a source that fails says so with an event.
  public typealias Failure = Never
  private let source: any DataSource<Content>

  init(_ source: any DataSource<Content>) { self.source = source }

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator { Iterator(source) }

  /// A reader that waits where it has seen all.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: any DataSource<Content>
    private var cursor = SourceCursor<Content>()
    private var rings: AsyncStream<Void>.Iterator
    private let listener: SignalListener

    init(_ source: any DataSource<Content>) {
      self.source = source
      // One ring that was not heard is as good as many: the reader then takes all there is.
      let (stream, bell) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      rings = stream.makeAsyncIterator()
      listener = source.signal.listen { bell.yield() }
    }

    /// Returns the next event, once there is one; `nil` if the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> SourceEvent<Content>? {
      while true {
        if let event = cursor.next(in: source) { return event }
        guard await rings.next(isolation: actor) != nil else { return nil }
      }
    }

    /// Returns the next event, once there is one; `nil` if the task was cancelled.
    public mutating func next() async -> SourceEvent<Content>? {
      await next(isolation: #isolation)
    }
  }
}

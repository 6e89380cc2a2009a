// SPDX-License-Identifier: Apache-2.0

/// The events of a source as an asynchronous sequence, for one loop on the thread that the source belongs to.
///
///     let events = numbers.events(.newest(10))
///     for await event in events { show(event) }
///
/// It listens from when it was made. It ends when it is disposed of, or when its task is cancelled, and what waits in it then
/// is not delivered; no error ends it. With its last reference, and that of its loop, the listening ends.
public struct ListenedEvents<Value: Sendable>: AsyncSequence {
  /// The type of the events.
  public typealias Element = ListenEvent<Value>
  /// Errors are events, so the sequence itself does not fail.
  public typealias Failure = Never

  private let stream: AsyncStream<Element>
  private let disposable: Disposable

  init<Source: Listenable>(_ source: Source, _ buffer: EventBuffer) where Source.Value == Value {
    let (stream, input) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: buffer.policy(of: Element.self))
    self.stream = stream
    let outlet = Outlet<Value> { input.yield($0) }
    outlet.whenEnded { input.finish() }
    disposable = Disposable(outlet)
    source.connect(outlet)
  }

  /// `true` if it was disposed of.
  public var isDisposed: Bool { disposable.isDisposed }

  /// Ends the listening and the loop.
  public func dispose() { disposable.dispose() }

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator {
    Iterator(rest: stream.makeAsyncIterator(), disposable: disposable)
  }

  /// A reader that waits where it has seen all.
  public struct Iterator: AsyncIteratorProtocol {
    var rest: AsyncStream<Element>.Iterator
    let disposable: Disposable

    /// Returns the next event, once there is one; nil if the sequence has ended.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let event = await rest.next(isolation: actor) else {
        // The task was cancelled, or the sequence was disposed of: either way nobody hears any more.
        disposable.dispose()
        return nil
      }
      return disposable.isDisposed ? nil : event
    }

    /// Returns the next event, once there is one; nil if the sequence has ended.
    public mutating func next() async -> Element? { await next(isolation: #isolation) }
  }
}

/// The events that wait in a ``ListenedEvents`` for a loop that is slower than its source.
public enum EventBuffer: Sendable, Hashable {
  /// All of them: nothing is lost, and memory grows with a loop that does not keep up.
  case unbounded
  /// The newest ones, up to a number: the oldest are lost.
  case newest(Int)
  /// The oldest ones, up to a number: those that come while it is full are lost.
  case oldest(Int)

  func policy<Element>(
    of type: Element.Type
  ) -> AsyncStream<Element>.Continuation.BufferingPolicy {
    switch self {
    case .unbounded: .unbounded
    case .newest(let count): .bufferingNewest(count)
    case .oldest(let count): .bufferingOldest(count)
    }
  }
}

extension Listenable where Value: Sendable {
  /// The events from now on as an asynchronous sequence; `buffer` says what waits for a slow loop.
  ///
  ///     let events = numbers.events(.unbounded)
  public func events(_ buffer: EventBuffer) -> ListenedEvents<Value> {
    ListenedEvents(self, buffer)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A change of what is shown.
public struct LiveUpdate<Value: Sendable>: Sendable {
  /// The model or the rows now.
  public var value: Value
  /// The change of the rows since the last update; nil for the first one, and for a model.
  public var change: ListChange?
  /// The context of the write that it comes from.
  public var context: (any Sendable)?
}

/// The streams on which one thing tells its changes.
@MainActor struct LiveStreams<Element: Sendable> {
  private var open: [AsyncStream<Element>.Continuation] = []

  /// `true` if nobody listens.
  var isEmpty: Bool { open.isEmpty }

  /// Returns a new stream, which may begin with an element.
  mutating func open(_ first: Element? = nil) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream()
    if let first { continuation.yield(first) }
    open.append(continuation)
    return stream
  }

  /// Tells an element on all streams, and forgets those that nobody reads any more.
  mutating func yield(_ element: Element) {
    open.removeAll { stream in
      if case .terminated = stream.yield(element) { true } else { false }
    }
  }

  /// Ends all streams.
  mutating func finish() {
    for stream in open { stream.finish() }
    open = []
  }
}

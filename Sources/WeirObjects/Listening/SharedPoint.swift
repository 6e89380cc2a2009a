// SPDX-License-Identifier: Apache-2.0

/// A point at which several listeners share one connection to a source, so that what is costly before it is done once.
///
///     let point = numbers.shared(.repeatable)
///
/// The listeners do not keep it alive: when it goes, they hear no more. Those of ``Listenable/share(_:)`` do.
public final class SharedPoint<Value>: Listenable {
  private let source: AnyListenable<Value>
  private let life: ConnectionLife
  private let repeater = Repeater<Value>()
  private var connection: Outlet<Value>?

  init(_ source: AnyListenable<Value>, _ life: ConnectionLife) {
    (self.source, self.life) = (source, life)
  }

  /// The number of those who listen.
  public var listenerCount: Int { repeater.listenerCount }

  /// `true` while it is connected to the source.
  public var isConnected: Bool { connection != nil }

  /// Sends what comes from now on into an outlet until that ends.
  public func connect(_ outlet: Outlet<Value>) {
    repeater.connect(outlet)
    outlet.whenEnded { [weak self] in self?.leave() }
    if connection != nil || !outlet.isOpen { return }
    let repeater = repeater
    let new = Outlet<Value> { repeater.send($0) }
    connection = new
    source.connect(new)
  }

  private func leave() {
    guard life == .repeatable, repeater.listenerCount == 0 else { return }
    let last = connection
    connection = nil
    last?.end()
  }

  deinit { connection?.end() }
}

/// The time for which a ``SharedPoint`` is connected to its source.
public enum ConnectionLife: Sendable, Hashable, CaseIterable {
  /// From its first listener on, for as long as the point is there.
  case continuous
  /// While somebody listens.
  case repeatable
}

extension Listenable {
  /// Returns a point whose listeners share one connection, and which has to be kept.
  ///
  ///     let point = numbers.shared(.continuous)
  public func shared(_ life: ConnectionLife) -> SharedPoint<Value> { SharedPoint(asAny(), life) }

  /// Returns something whose listeners share one connection and keep it.
  ///
  ///     let common = numbers.share(.repeatable)
  public func share(_ life: ConnectionLife) -> AnyListenable<Value> {
    let point = shared(life)
    return AnyListenable { outlet in
      point.connect(outlet)
      outlet.whenEnded { withExtendedLifetime(point) {} }
    }
  }

  /// Returns a point that listens from now on, and tells each new listener the last values at once.
  ///
  ///     let memory = numbers.remember(last: 2)
  ///     numbers.send(1)
  ///     let late = memory.listening { event in show(event) }  // shows [1] at once
  public func remember(last count: Int, waitsUntilFull: Bool = false) -> MemoryPoint<Value> {
    MemoryPoint(self, count, waitsUntilFull)
  }
}

/// A point that remembers the last values of a source, whether somebody listens or not.
///
///     let memory = numbers.remember(last: 1)
///
/// A listener hears at once what is remembered, if that is anything, and then the last values with each new one. The point
/// is connected for as long as it is kept.
public final class MemoryPoint<Value>: Listenable {
  private let repeater = Repeater<[Value]>()
  private let count: Int
  private let waitsUntilFull: Bool
  private var connection: Disposable?

  /// The values that are remembered, oldest first.
  public private(set) var values: [Value] = []

  init<Source: Listenable>(
    _ source: Source, _ count: Int, _ waitsUntilFull: Bool
  ) where Source.Value == Value {
    (self.count, self.waitsUntilFull) = (count, waitsUntilFull)
    // Counts what is kept here, so that it is there for those who come later.
    connection = source.memoize(last: count).listening { [weak self] event in self?.take(event) }
  }

  /// The number of those who listen.
  public var listenerCount: Int { repeater.listenerCount }

  private var isShown: Bool { !values.isEmpty && (values.count == count || !waitsUntilFull) }

  private func take(_ event: ListenEvent<[Value]>) {
    if let memory = event.value {
      values = memory
      if !isShown { return }
    }
    repeater.send(event)
  }

  /// Sends what is remembered, and each change of it, into an outlet until that ends.
  public func connect(_ outlet: Outlet<[Value]>) {
    repeater.connect(outlet)
    if isShown { outlet.send(value: values) }
  }
}

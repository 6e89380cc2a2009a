// SPDX-License-Identifier: Apache-2.0

/// Something that can be listened to: it sends values and errors, and never says that it has ended.
///
///     let numbers = Repeater<Int>()
///     let tens = numbers.map { 10 * $0 }
///     let disposable = tens.listening { event in show(event) }
///     numbers.send(4)  // shows 40
///
/// All of it belongs to one thread, as an app's screens do, and no clock runs in it: whatever waits asks a ``ListenClock``
/// to be woken. These rules hold for all sources and operators:
///
/// - Each listener has its own state: two of them that listen to one operator do not know of each other. Where something is
///   shared on purpose, it has a type of its own: ``SharedPoint`` and ``MemoryPoint``.
/// - Errors end nothing. Operators which do not say otherwise let them pass at once.
/// - Events are heard in the order in which they were sent.
/// - Nothing is heard after the disposable was disposed of or dropped, and nothing of the listener is left behind.
public protocol Listenable<Value> {
  /// The type of the values.
  associatedtype Value

  /// Sends events into an outlet until that ends.
  ///
  /// It is for those who make a source of their own; to listen is ``listening(_:)``.
  func connect(_ outlet: Outlet<Value>)
}

extension Listenable {
  /// Calls `receive` with each event for as long as the disposable is kept.
  public func listening(_ receive: @escaping (ListenEvent<Value>) -> Void) -> Disposable {
    let outlet = Outlet(receive)
    connect(outlet)
    return Disposable(outlet)
  }

  /// Calls `onValue` with each value, and `onError` with each error.
  ///
  ///     let hearing = numbers.hear(onValue: { show($0) }, onError: { warn($0) })
  public func hear(
    onValue: @escaping (Value) -> Void, onError: @escaping (any Error) -> Void = { _ in }
  ) -> Disposable {
    listening { event in
      switch event {
      case .value(let value): onValue(value)
      case .error(let error): onError(error)
      }
    }
  }

  /// Returns the same without its type.
  ///
  ///     let any: AnyListenable<Int> = numbers.asAny()
  public func asAny() -> AnyListenable<Value> { AnyListenable { connect($0) } }

  /// Returns an operator: `make` is called for each listener, and returns what takes the events for it.
  func passing<Other>(
    _ make: @escaping (Outlet<Other>) -> (ListenEvent<Value>) -> Void
  ) -> AnyListenable<Other> {
    AnyListenable { outlet in outlet.connect(to: self, make(outlet)) }
  }

  /// Returns an operator that lets errors pass: `make` returns what takes the values for one listener.
  func passingErrors<Other>(
    _ make: @escaping (Outlet<Other>) -> (Value) -> Void
  ) -> AnyListenable<Other> {
    passing { outlet in
      let take = make(outlet)
      return { event in
        switch event {
        case .value(let value): take(value)
        case .error(let error): outlet.send(error: error)
        }
      }
    }
  }
}

/// Something to listen to, whatever it is made of: what operators return.
public struct AnyListenable<Value>: Listenable {
  private let attach: (Outlet<Value>) -> Void

  /// Makes a source of a closure, which is called for each listener with the way to it.
  public init(_ attach: @escaping (Outlet<Value>) -> Void) { self.attach = attach }

  /// Sends events into an outlet until that ends.
  public func connect(_ outlet: Outlet<Value>) { attach(outlet) }
}

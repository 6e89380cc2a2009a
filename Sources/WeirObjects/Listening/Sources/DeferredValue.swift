// SPDX-License-Identifier: Apache-2.0

/// A value or an error that comes once; who listens later hears it at once.
///
///     let answer = DeferredValue<Int>()
///     answer.fulfil(42)
///     answer.reject(Fault(code: 1))                             // too late, and without effect
///     let hearing = answer.listening { event in show(event) }  // shows 42
public final class DeferredValue<Value>: Listenable {
  private let repeater = Repeater<Value>()

  /// The event that has come; nil: none has.
  public private(set) var event: ListenEvent<Value>?

  /// Makes one that has not come.
  public init() {}

  /// The number of those who wait.
  public var listenerCount: Int { repeater.listenerCount }

  /// Lets the value come, unless something has come before; returns `true` if it did.
  @discardableResult
  public func fulfil(_ value: Value) -> Bool { settle(.value(value)) }

  /// Lets the error come, unless something has come before; returns `true` if it did.
  @discardableResult
  public func reject(_ error: any Error) -> Bool { settle(.error(error)) }

  private func settle(_ event: ListenEvent<Value>) -> Bool {
    if self.event != nil { return false }
    self.event = event
    repeater.send(event)
    return true
  }

  /// Sends the event into an outlet, now or when it comes.
  public func connect(_ outlet: Outlet<Value>) {
    if let event { return outlet.send(event) }
    repeater.connect(outlet)
  }
}

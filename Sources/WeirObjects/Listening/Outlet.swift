// SPDX-License-Identifier: Apache-2.0

/// The way to one listener: what is sent into it is heard, until it ends.
///
///     let evens = AnyListenable<Int> { outlet in
///       outlet.send(value: 2)
///       outlet.send(value: 4)
///     }
///
/// Each listener has outlets of its own, one for each operator between it and the source. So whatever an operator has to
/// remember belongs to one listener and to no other.
public final class Outlet<Value> {
  private var receive: ((ListenEvent<Value>) -> Void)?
  private var endings: [() -> Void] = []

  init(_ receive: @escaping (ListenEvent<Value>) -> Void) { self.receive = receive }

  /// `true` until the listener is disposed of.
  public var isOpen: Bool { receive != nil }

  /// Delivers an event; one that comes after the end goes nowhere.
  public func send(_ event: ListenEvent<Value>) { receive?(event) }

  /// Delivers a value.
  public func send(value: Value) { receive?(.value(value)) }

  /// Delivers an error.
  public func send(error: any Error) { receive?(.error(error)) }

  /// Calls `action` when the listener is disposed of; at once, if it was.
  public func whenEnded(_ action: @escaping () -> Void) {
    if isOpen { endings.append(action) } else { action() }
  }

  /// Ends it, as the listener's disposable does.
  public func end() {
    if !isOpen { return }
    let last = endings
    (receive, endings) = (nil, [])
    for action in last { action() }
  }

  /// Listens to something for as long as this outlet is open.
  public func connect<Source: Listenable>(
    to source: Source, _ receive: @escaping (ListenEvent<Source.Value>) -> Void
  ) {
    let inner = Outlet<Source.Value>(receive)
    // Before the first event, which may end it.
    whenEnded { inner.end() }
    if inner.isOpen { source.connect(inner) }
  }
}

extension Outlet: Ending {}

// SPDX-License-Identifier: Apache-2.0

/// A source that sends one value to each listener, at once.
///
///     let three = Constant(3)
public struct Constant<Value>: Listenable {
  private let value: Value

  /// Makes a source of a value.
  public init(_ value: Value) { self.value = value }

  /// Sends the value into an outlet.
  public func connect(_ outlet: Outlet<Value>) { outlet.send(value: value) }
}

/// A source that sends all elements of a sequence to each listener, at once.
///
///     let counted = SequenceListenable(1...)
///     let hearing = counted.once().listening { event in show(event) }  // shows 1
///
/// It stops when the listener is disposed of, so the sequence may be endless.
public struct SequenceListenable<Elements: Sequence>: Listenable {
  private let elements: Elements

  /// Makes a source of a sequence, which is walked through for each listener.
  public init(_ elements: Elements) { self.elements = elements }

  /// Sends the elements into an outlet until that ends.
  public func connect(_ outlet: Outlet<Elements.Element>) {
    for element in elements {
      if !outlet.isOpen { return }
      outlet.send(value: element)
    }
  }
}

/// A source that sends one error to each listener, at once.
///
///     let broken = ErrorListenable<Int>(Fault(code: 1))
public struct ErrorListenable<Value>: Listenable {
  private let error: any Error

  /// Makes a source of an error.
  public init(_ error: any Error) { self.error = error }

  /// Sends the error into an outlet.
  public func connect(_ outlet: Outlet<Value>) { outlet.send(error: error) }
}

/// A source that sends nothing.
///
///     let silent = EmptyListenable<Int>()
public struct EmptyListenable<Value>: Listenable {
  /// Makes a silent source.
  public init() {}

  /// Sends nothing.
  public func connect(_ outlet: Outlet<Value>) {}
}

extension ListenEvent: Listenable {
  /// Sends the event into an outlet.
  public func connect(_ outlet: Outlet<Value>) { outlet.send(self) }
}

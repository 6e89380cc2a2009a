// SPDX-License-Identifier: Apache-2.0

// Operators on whole events, and on errors.
extension Listenable {
  /// Sends what `transform` makes of each event; what it throws is sent as an error.
  ///
  ///     let signs = numbers.mapEvent { $0.value == nil ? "!" : "." }  // of 1, an error: ".", "!"
  public func mapEvent<Other>(
    _ transform: @escaping (ListenEvent<Value>) throws -> Other
  ) -> AnyListenable<Other> {
    passing { outlet in
      { event in
        do { outlet.send(value: try transform(event)) } catch { outlet.send(error: error) }
      }
    }
  }

  /// Sends each event as a value, the errors with the others.
  ///
  ///     let events = numbers.anywayValue()  // of 1, an error: .value(1), .error(…), both as values
  public func anywayValue() -> AnyListenable<ListenEvent<Value>> { mapEvent { $0 } }

  /// Sends another error in the place of each.
  ///
  ///     let milder = numbers.mapError { _ in Fault(code: 0) }
  public func mapError(
    _ transform: @escaping (any Error) -> any Error
  ) -> AnyListenable<Value> {
    passing { outlet in
      { event in
        switch event {
        case .value: outlet.send(event)
        case .error(let error): outlet.send(error: transform(error))
        }
      }
    }
  }

  /// Sends what `transform` makes of each error, as a value; what it throws is sent as an error.
  ///
  ///     let coded = numbers.resolved { ($0 as? Fault)?.code ?? -1 }  // of 1, an error: 1, its code
  public func resolved(
    _ transform: @escaping (any Error) throws -> Value
  ) -> AnyListenable<Value> {
    mapEvent { event in
      switch event {
      case .value(let value): value
      case .error(let error): try transform(error)
      }
    }
  }

  /// Sends a value in the place of each error.
  ///
  ///     let calm = numbers.resolved(with: 0)  // of 1, an error: 1, 0
  public func resolved(with value: Value) -> AnyListenable<Value> { resolved { _ in value } }
}

// Operators that do something beside.
extension Listenable {
  /// Calls a closure before each event is sent.
  ///
  ///     let watched = numbers.do { event in seen.append(event.value) }
  public func `do`(_ body: @escaping (ListenEvent<Value>) -> Void) -> AnyListenable<Value> {
    passing { outlet in
      { event in
        body(event)
        outlet.send(event)
      }
    }
  }

  /// Calls a closure before each value is sent.
  ///
  ///     let logged = numbers.doOnValue { seen.append($0) }
  public func doOnValue(_ body: @escaping (Value) -> Void) -> AnyListenable<Value> {
    self.do { if let value = $0.value { body(value) } }
  }

  /// Calls a closure before each error is sent.
  ///
  ///     let warned = numbers.doOnError { _ in faults += 1 }
  public func doOnError(_ body: @escaping (any Error) -> Void) -> AnyListenable<Value> {
    self.do { if let error = $0.error { body(error) } }
  }

  /// Calls a closure before each event is sent, whatever it is.
  ///
  ///     let counting = numbers.always { count += 1 }
  public func always(_ body: @escaping () -> Void) -> AnyListenable<Value> {
    self.do { _ in body() }
  }

  /// Hands a line about each event to a closure before it is sent.
  ///
  ///     let spoken = numbers.log("n") { lines.append($0) }  // of 1: "n: 1"
  public func log(
    _ name: String, to line: @escaping (String) -> Void
  ) -> AnyListenable<Value> {
    self.do { event in
      switch event {
      case .value(let value): line("\(name): \(value)")
      case .error(let error): line("\(name): error: \(error)")
      }
    }
  }

  /// Calls a closure once for each listener, when that is disposed of.
  ///
  ///     let held = numbers.onFire { count += 1 }
  public func onFire(_ body: @escaping () -> Void) -> AnyListenable<Value> {
    passing { outlet in
      outlet.whenEnded(body)
      return { outlet.send($0) }
    }
  }

  /// Sends each event when a queue is told to run.
  ///
  ///     let queued = numbers.queue(turn)
  public func queue(_ queue: DeliveryQueue) -> AnyListenable<Value> {
    passing { outlet in { event in queue.add { outlet.send(event) } } }
  }
}

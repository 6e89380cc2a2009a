// SPDX-License-Identifier: Apache-2.0

// Operators that wait for an answer. Answers may come in another order than the values, and are sent as they come; errors pass at once.
extension Listenable {
  /// Sends what `transform` answers for each value, be it a value or an error; only its first answer counts.
  ///
  ///     let answers = numbers.mapAsync { value, answer in ask(value, answer) }
  ///
  /// What it throws is sent as an error. An answer that comes when the listener is gone goes nowhere.
  public func mapAsync<Other>(
    _ transform: @escaping (Value, @escaping (ListenEvent<Other>) -> Void) throws -> Void
  ) -> AnyListenable<Other> {
    passingErrors { outlet in
      { value in
        var isAnswered = false
        func answer(_ event: ListenEvent<Other>) {
          if isAnswered { return }
          isAnswered = true
          outlet.send(event)
        }
        do { try transform(value) { answer($0) } } catch { answer(.error(error)) }
      }
    }
  }

  /// Sends what comes of a deferred value that is made for each value.
  ///
  ///     let found = numbers.mapAsync { value in lookup(value) }
  public func mapAsync<Other>(
    _ transform: @escaping (Value) throws -> DeferredValue<Other>
  ) -> AnyListenable<Other> {
    passingErrors { outlet in
      var waits: [(answer: DeferredValue<Other>, outlet: Outlet<Other>)] = []
      outlet.whenEnded {
        for wait in waits { wait.outlet.end() }
        waits = []
      }
      return { value in
        do {
          let answer = try transform(value)
          for wait in waits where wait.answer.event != nil { wait.outlet.end() }
          waits.removeAll { !$0.outlet.isOpen }
          let wait = Outlet<Other> { outlet.send($0) }
          waits.append((answer, wait))
          answer.connect(wait)
        } catch {
          outlet.send(error: error)
        }
      }
    }
  }

  /// Sends each value when `body` says that it is done with it, or the error that it says instead.
  ///
  ///     let saved = numbers.doAsync { value, done in save(value, done) }
  public func doAsync(
    _ body: @escaping (Value, @escaping ((any Error)?) -> Void) throws -> Void
  ) -> AnyListenable<Value> {
    mapAsync { value, answer in
      try body(value) { error in answer(error.map { .error($0) } ?? .value(value)) }
    }
  }

  /// Sends what `transform` answers for each value that is not nil, and nil for nil, at once.
  ///
  ///     let maybeFound = maybes.flatMapAsync { value, answer in ask(value, answer) }
  public func flatMapAsync<Wrapped, Other>(
    _ transform: @escaping (Wrapped, @escaping (ListenEvent<Other>) -> Void) throws -> Void
  ) -> AnyListenable<Other?> where Value == Wrapped? {
    mapAsync { value, answer in
      guard let value else { return answer(.value(nil)) }
      try transform(value) { event in answer(event.map { $0 }) }
    }
  }
}

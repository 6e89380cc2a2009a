// SPDX-License-Identifier: Apache-2.0
import WeirCore

// Operators on several sources.
extension Listenable {
  /// Sends what this and another source send, as it comes.
  ///
  ///     let both = numbers.join(others)
  public func join<Other: Listenable>(_ other: Other) -> AnyListenable<Value>
  where Other.Value == Value {
    AnyListenable { outlet in
      outlet.connect(to: self) { outlet.send($0) }
      outlet.connect(to: other) { outlet.send($0) }
    }
  }

  /// Sends the latest values of two sources whenever one of them sends, once both have.
  ///
  ///     let pair = numbers.combine(others)  // of 1 here, 2 there, 3 there: (1, 2), (1, 3)
  ///
  /// An error is sent at once. It stays what its source has, and is sent again with each event of the other one, until its own
  /// source sends a value.
  public func combine<B: Listenable>(_ b: B) -> AnyListenable<(Value, B.Value)> {
    AnyListenable { outlet in
      var first: ListenEvent<Value>?
      var second: ListenEvent<B.Value>?
      func send(_ error: (any Error)?) {
        if let error = error ?? first?.error ?? second?.error {
          outlet.send(error: error)
        } else if let a = first?.value, let b = second?.value {
          outlet.send(value: (a, b))
        }
      }
      outlet.connect(to: self) { event in
        first = event
        send(event.error)
      }
      outlet.connect(to: b) { event in
        second = event
        send(event.error)
      }
    }
  }

  /// Sends the latest values of three sources whenever one of them sends, once all have.
  ///
  ///     let triple = numbers.combine(others, others)
  ///
  /// Errors are sent as by ``combine(_:)``; if two sources have one, that of the earlier source is sent again.
  public func combine<B: Listenable, C: Listenable>(
    _ b: B, _ c: C
  ) -> AnyListenable<(Value, B.Value, C.Value)> {
    AnyListenable { outlet in
      var first: ListenEvent<Value>?
      var second: ListenEvent<B.Value>?
      var third: ListenEvent<C.Value>?
      func send(_ error: (any Error)?) {
        if let error = error ?? first?.error ?? second?.error ?? third?.error {
          outlet.send(error: error)
        } else if let a = first?.value, let b = second?.value, let c = third?.value {
          outlet.send(value: (a, b, c))
        }
      }
      outlet.connect(to: self) { event in
        first = event
        send(event.error)
      }
      outlet.connect(to: b) { event in
        second = event
        send(event.error)
      }
      outlet.connect(to: c) { event in
        third = event
        send(event.error)
      }
    }
  }

  /// Sends whether this and another source both have true.
  ///
  ///     let ready = loaded.and(shown)  // of true here, true there, false there: true, false
  public func and<Other: Listenable>(_ other: Other) -> AnyListenable<Bool>
  where Value == Bool, Other.Value == Bool { combine(other).map { $0 && $1 } }

  /// Sends whether this or another source has true.
  ///
  ///     let busy = loaded.or(shown)  // of false here, true there: true
  public func or<Other: Listenable>(_ other: Other) -> AnyListenable<Bool>
  where Value == Bool, Other.Value == Bool { combine(other).map { $0 || $1 } }

  /// Sends what the latest value leads to: each value is made a source, which is listened to in the place of the one before.
  ///
  ///     let messages = rooms.then { room in room == 0 ? numbers : others }
  ///
  /// Errors of both are sent. What `transform` throws is sent as an error, and the source before is listened to further.
  public func then<Next: Listenable>(
    _ transform: @escaping (Value) throws -> Next
  ) -> AnyListenable<Next.Value> {
    passingErrors { outlet in
      var inner: Outlet<Next.Value>?
      outlet.whenEnded {
        inner?.end()
        inner = nil
      }
      return { value in
        do {
          let source = try transform(value)
          inner?.end()
          let next = Outlet<Next.Value> { outlet.send($0) }
          // Before the first event, which may lead to yet another source.
          inner = next
          source.connect(next)
        } catch {
          outlet.send(error: error)
        }
      }
    }
  }

  /// Holds values back while a controller has false, and sends those that waited as one list when it has true; while it has
  /// true, each value is sent as a list of one.
  ///
  ///     let paused = numbers.suspend(while: shown, keeping: 2, initially: false)
  ///
  /// `count` is how many values wait at most; the oldest ones go then. Errors pass at once, those of the controller, too.
  /// `isOpen` counts until the controller has sent a value.
  public func suspend<Controller: Listenable>(
    while controller: Controller, keeping count: Int = .max, initially isOpen: Bool = true
  ) -> AnyListenable<[Value]> where Controller.Value == Bool {
    invariant(count > 0, "a memory of \(count) values")
    return AnyListenable { outlet in
      var isFlowing = isOpen
      var held: [Value] = []
      outlet.connect(to: controller) { event in
        guard let wanted = event.value else { return outlet.sendError(of: event) }
        isFlowing = wanted
        if !wanted || held.isEmpty { return }
        let waited = held
        held = []
        outlet.send(value: waited)
      }
      outlet.connect(to: self) { event in
        guard let value = event.value else { return outlet.sendError(of: event) }
        if isFlowing { return outlet.send(value: [value]) }
        if held.count == count { held.removeFirst() }
        held.append(value)
      }
    }
  }
}

extension Outlet {
  /// Sends the error that an event is.
  func sendError<Other>(of event: ListenEvent<Other>) {
    if let error = event.error { send(error: error) }
  }
}

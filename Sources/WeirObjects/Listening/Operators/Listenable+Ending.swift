// SPDX-License-Identifier: Apache-2.0
public import WeirCore

// Operators that end the listening by themselves.
extension Listenable {
  /// Sends the first event, be it a value or an error, and disposes of the listener.
  ///
  ///     let first = numbers.once()  // of 1, 2: 1
  ///
  /// The disposable has to be kept until then, as any other.
  public func once() -> AnyListenable<Value> {
    passing { outlet in
      var isDone = false
      return { event in
        if isDone { return }
        // An event that the listener causes while it hears this one is not the first.
        isDone = true
        outlet.send(event)
        outlet.end()
      }
    }
  }

  /// Sends what comes until an instant, that included, and then disposes of the listener.
  ///
  ///     let early = numbers.deadline(.zero + .seconds(1), on: clock)
  public func deadline(_ instant: Instant, on clock: ListenClock) -> AnyListenable<Value> {
    passing { outlet in
      let wake = clock.wake(at: instant + Interval(nanoseconds: 1)) { outlet.end() }
      outlet.whenEnded { wake.dispose() }
      return { event in
        if clock.now > instant { outlet.end() }
        outlet.send(event)
      }
    }
  }

  /// Sends what comes while an object is alive; the first event after that disposes of the listener.
  ///
  ///     let alive = numbers.livetime(of: owner)
  public func livetime<Object: AnyObject>(of object: Object) -> AnyListenable<Value> {
    let owner = Weak(object)
    return passing { outlet in
      { event in
        if owner.object == nil { outlet.end() }
        outlet.send(event)
      }
    }
  }
}

/// An object that is not kept alive.
struct Weak<Object: AnyObject> {
  private(set) weak var object: Object?
  init(_ object: Object) { self.object = object }
}

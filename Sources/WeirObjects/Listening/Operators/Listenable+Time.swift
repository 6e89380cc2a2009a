// SPDX-License-Identifier: Apache-2.0
public import WeirCore

// Operators that wait. Errors pass at once, before values that wait, which wait on.
extension Listenable {
  /// Sends a value when no other one has come for a time.
  ///
  ///     let settled = numbers.debounce(.milliseconds(30), on: clock)
  ///
  /// Each value starts the wait again and takes the place of the one that waits, so a source that never rests is not heard;
  /// ``throttle(_:on:)`` hears it.
  public func debounce(_ interval: Interval, on clock: ListenClock) -> AnyListenable<Value> {
    invariant(interval > .zero, "a wait of \(interval)")
    return passingErrors { outlet in
      var wait: Disposable?
      outlet.whenEnded { wait?.dispose() }
      return { value in
        wait = clock.wake(after: interval) {
          wait = nil
          outlet.send(value: value)
        }
      }
    }
  }

  /// Sends at most one value in each period: the first one at once, and the last one that came meanwhile when the period ends,
  /// which begins the next one.
  ///
  ///     let sampled = numbers.throttle(.milliseconds(30), on: clock)
  ///
  /// A period that ends with nothing to send is the last one, until the next value. In the original this is called debounce.
  public func throttle(_ interval: Interval, on clock: ListenClock) -> AnyListenable<Value> {
    invariant(interval > .zero, "a period of \(interval)")
    return passingErrors { outlet in
      var period: Disposable?
      var held: Value?
      outlet.whenEnded { (period, held) = (nil, nil) }
      func begin() {
        period = clock.wake(after: interval) {
          period = nil
          guard let value = held else { return }
          held = nil
          begin()
          outlet.send(value: value)
        }
      }
      return { value in
        if period != nil {
          held = value
        } else {
          begin()
          outlet.send(value: value)
        }
      }
    }
  }
}

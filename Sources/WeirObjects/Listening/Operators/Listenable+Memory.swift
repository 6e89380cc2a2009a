// SPDX-License-Identifier: Apache-2.0
import WeirCore

// Operators that depend on the values before, each listener with a memory of its own. Errors pass at once, and are not remembered.
extension Listenable {
  /// Sends a value unless it is as the one before; `first` is what the first one is held against.
  ///
  ///     let rises = numbers.distinctUntilChanged(from: 0) { $0 >= $1 }  // of 1, 1, 3, 2: 1, 3
  ///
  /// `isSame` gets the value that was sent last, and the new one.
  public func distinctUntilChanged(
    from first: Value? = nil, by isSame: @escaping (Value, Value) throws -> Bool
  ) -> AnyListenable<Value> {
    passingErrors { outlet in
      var last = first
      return { value in
        do {
          if let before = last, try isSame(before, value) { return }
          last = value
          outlet.send(value: value)
        } catch {
          outlet.send(error: error)
        }
      }
    }
  }

  /// Sends a value unless it equals the one before.
  ///
  ///     let changes = numbers.distinctUntilChanged()  // of 1, 1, 2, 1: 1, 2, 1
  public func distinctUntilChanged(from first: Value? = nil) -> AnyListenable<Value>
  where Value: Equatable { distinctUntilChanged(from: first, by: ==) }

  /// Sends the last values with each new one, up to `count` of them, oldest first.
  ///
  ///     let lately = numbers.memoize(last: 2)                         // of 1, 2, 3: [1], [1, 2], [2, 3]
  ///     let pairs = numbers.memoize(last: 2, waitsUntilFull: true)  // of 1, 2, 3: [1, 2], [2, 3]
  ///
  /// A listener that wants to hear at once what others have heard before listens to a ``MemoryPoint``.
  public func memoize(last count: Int, waitsUntilFull: Bool = false) -> AnyListenable<[Value]> {
    invariant(count > 0, "a memory of \(count) values")
    return passingErrors { outlet in
      var memory: [Value] = []
      return { value in
        if memory.count == count { memory.removeFirst() }
        memory.append(value)
        if memory.count == count || !waitsUntilFull { outlet.send(value: memory) }
      }
    }
  }

  /// Sends the values in portions of `count`; each value is in one of them.
  ///
  ///     let twos = numbers.memoize(portions: 2)  // of 1, 2, 3, 4, 5: [1, 2], [3, 4]
  public func memoize(portions count: Int) -> AnyListenable<[Value]> {
    invariant(count > 0, "portions of \(count) values")
    return passingErrors { outlet in
      var portion: [Value] = []
      return { value in
        portion.append(value)
        if portion.count < count { return }
        let full = portion
        portion = []
        outlet.send(value: full)
      }
    }
  }

  /// Sends each value with the one before.
  ///
  ///     let steps = numbers.oldValue()  // of 1, 2: (nil, 1), (1, 2)
  public func oldValue() -> AnyListenable<(old: Value?, new: Value)> {
    passingErrors { outlet in
      var last: Value?
      return { value in
        let old = last
        last = value
        outlet.send(value: (old, value))
      }
    }
  }

  /// Sends each value with the one before, the first one with `first`.
  ///
  ///     let moves = numbers.oldValue(from: 0)  // of 1, 2: (0, 1), (1, 2)
  public func oldValue(from first: Value) -> AnyListenable<(old: Value, new: Value)> {
    oldValue().map { (old: $0.old ?? first, new: $0.new) }
  }
}

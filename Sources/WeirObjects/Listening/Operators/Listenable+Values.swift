// SPDX-License-Identifier: Apache-2.0

// Operators on each value alone.
extension Listenable {
  /// Sends what `transform` makes of each value; what it throws is sent as an error.
  ///
  ///     let tens = numbers.map { 10 * $0 }  // of 1, 2: 10, 20
  public func map<Other>(_ transform: @escaping (Value) throws -> Other) -> AnyListenable<Other> {
    passing { outlet in { outlet.send($0.map(transform)) } }
  }

  /// Sends what `transform` makes of each value unless that is nil; what it throws is sent as an error.
  ///
  ///     let halves = numbers.compactMap { $0 % 2 == 0 ? $0 / 2 : nil }  // of 1, 2, 4: 1, 2
  public func compactMap<Other>(
    _ transform: @escaping (Value) throws -> Other?
  ) -> AnyListenable<Other> {
    passing { outlet in
      { event in
        switch event.map(transform) {
        case .value(let value): if let value { outlet.send(value: value) }
        case .error(let error): outlet.send(error: error)
        }
      }
    }
  }

  /// Sends the values that `isWanted` holds for; what it throws is sent as an error.
  ///
  ///     let evens = numbers.filter { $0 % 2 == 0 }  // of 1, 2, 4: 2, 4
  public func filter(_ isWanted: @escaping (Value) throws -> Bool) -> AnyListenable<Value> {
    compactMap { try isWanted($0) ? $0 : nil }
  }

  /// Calls `body` with each value before that is sent; what it throws is sent in its place.
  ///
  ///     let counted = numbers.forEach { count += $0 }
  public func forEach(_ body: @escaping (Value) throws -> Void) -> AnyListenable<Value> {
    map { value in
      try body(value)
      return value
    }
  }

  /// Sends the values that are not nil.
  ///
  ///     let present = maybes.compactMap()  // of nil, 1: 1
  public func compactMap<Wrapped>() -> AnyListenable<Wrapped> where Value == Wrapped? {
    compactMap { $0 }
  }

  /// Sends what `transform` makes of each value that is not nil, and drops the others.
  ///
  ///     let known = maybes.filterMap { 10 * $0 }  // of nil, 1: 10
  public func filterMap<Wrapped, Other>(
    _ transform: @escaping (Wrapped) throws -> Other
  ) -> AnyListenable<Other> where Value == Wrapped? {
    compactMap { try $0.map(transform) }
  }

  /// Sends what `transform` makes of each value that is not nil, and nil for nil.
  ///
  ///     let scaled = maybes.flatMap { 10 * $0 }  // of nil, 1: nil, 10
  public func flatMap<Wrapped, Other>(
    _ transform: @escaping (Wrapped) throws -> Other?
  ) -> AnyListenable<Other?> where Value == Wrapped? {
    map { try $0.flatMap(transform) }
  }

  /// Sends a value in the place of nil.
  ///
  ///     let filled = maybes.default(7)  // of nil, 1: 7, 1
  public func `default`<Wrapped>(_ value: Wrapped) -> AnyListenable<Wrapped>
  where Value == Wrapped? { map { $0 ?? value } }

  /// Sends whether each value is less than another one.
  ///
  ///     let small = numbers.lessThan(3)  // of 2, 3: true, false
  public func lessThan(_ bound: Value) -> AnyListenable<Bool> where Value: Comparable {
    map { $0 < bound }
  }

  /// Sends whether each value is greater than another one.
  ///
  ///     let big = numbers.moreThan(3)  // of 3, 4: false, true
  public func moreThan(_ bound: Value) -> AnyListenable<Bool> where Value: Comparable {
    map { $0 > bound }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A value that is mostly not there, and takes a word until it is: then it lies in memory of its own.
///
///     @Seldom var page: PageRequest?  // 8 bytes in each list, instead of 137, while no page is under way
///
/// It is a value as any other: a copy does not see what happens to the first one. It is changed where it lies.
@propertyWrapper
public struct Seldom<Value> {
  /// One, or none.
  @usableFromInline var kept: [Value] = []

  /// Makes a value that is not there.
  @inlinable
  public init() {}

  /// Makes a value that may be there.
  @inlinable
  public init(wrappedValue: Value?) {
    if let wrappedValue { kept = [wrappedValue] }
  }

  /// The value; nil if it is not there.
  @inlinable
  @inline(__always)
  public var wrappedValue: Value? {
    get { kept.isEmpty ? nil : kept[0] }
    set {
      if let newValue {
        if kept.isEmpty { kept = [newValue] } else { kept[0] = newValue }
      } else if !kept.isEmpty {
        kept = []
      }
    }
    _modify {
      // Taken out meanwhile, so that what it holds is held once.
      var value = kept.popLast()
      defer {
        if let value { kept.append(value) } else if kept.capacity > 0 { kept = [] }
      }
      yield &value
    }
  }
}

extension Seldom: Sendable where Value: Sendable {}

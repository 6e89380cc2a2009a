// SPDX-License-Identifier: Apache-2.0

/// Something that a listener hears: a value, or an error, after which more may come.
///
///     let event = ListenEvent.value(3)
///     event.map { $0 + 1 }.value  // 4
///
/// An error ends nothing, and there is no event that says that no more will come.
public enum ListenEvent<Value> {
  /// A value.
  case value(Value)
  /// An error.
  case error(any Error)

  /// The value; nil if it is an error.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The error; nil if it is a value.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Returns the event with another value; what `transform` throws is the error of it.
  public func map<Other>(_ transform: (Value) throws -> Other) -> ListenEvent<Other> {
    switch self {
    case .value(let value):
      do { return .value(try transform(value)) } catch { return .error(error) }
    case .error(let error): return .error(error)
    }
  }
}

extension ListenEvent: Sendable where Value: Sendable {}

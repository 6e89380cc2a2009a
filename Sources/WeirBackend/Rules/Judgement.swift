// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRules
import WeirTree

/// The facts that conditions are evaluated against: the user who asks, the time, and the tree
/// before and after.
///
/// Wildcards need no table: what one stands for is a key of the path that is judged.
struct Judgement {
  let auth: Message.Auth?
  let now: Instant
  let before: Node
  let after: Node

  /// A value while a condition is looked at.
  enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    /// Data with children.
    case object
    /// A user who is signed in.
    case identity
    case snapshot(Snapshot)
  }

  /// A place of one of the two trees.
  struct Snapshot {
    var isAfter: Bool
    var keys: ArraySlice<Key>
  }

  /// Something was asked of a value that has no answer to it: the whole condition is false.
  struct WrongType: Error {}

  /// `true` if a condition holds at the place that `keys` lead to.
  func holds(_ condition: Permissions.Condition, at keys: ArraySlice<Key>) -> Bool {
    switch condition {
    case .never: return false
    case .always: return true
    case .judged(let expression):
      do throws(WrongType) {
        return try flag(expression, keys)
      } catch {
        return false
      }
    }
  }

  /// Returns the value of an expression.
  package func value(
    _ expression: Rules.Expression, _ keys: ArraySlice<Key>
  ) throws(WrongType) -> Value {
    switch expression {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .auth: return auth == nil ? .null : .identity
    case .uid: return auth.map { .text($0.uid) } ?? .null
    case .now: return .number(Double(PushIDs.epoch + now.nanoseconds / 1_000_000))
    case .variable(_, let depth): return .text(keys[keys.startIndex + depth].description)
    case .snapshot(.root): return .snapshot(Snapshot(isAfter: false, keys: []))
    case .snapshot(.data): return .snapshot(Snapshot(isAfter: false, keys: keys))
    case .snapshot(.newData): return .snapshot(Snapshot(isAfter: true, keys: keys))
    case .not(let operand): return .bool(!(try flag(operand, keys)))
    case .negative(let operand): return .number(-(try number(operand, keys)))
    case .binary(let sign, let left, let right): return try binary(sign, left, right, keys)
    case .choice(let condition, let first, let second):
      return try value(try flag(condition, keys) ? first : second, keys)
    case .call(let method, let receiver, let arguments):
      return try call(method, of: try value(receiver, keys), arguments, keys)
    case .list: throw WrongType()
    }
  }

  func flag(_ expression: Rules.Expression, _ keys: ArraySlice<Key>) throws(WrongType) -> Bool {
    guard case .bool(let flag) = try value(expression, keys) else { throw WrongType() }
    return flag
  }

  func number(
    _ expression: Rules.Expression, _ keys: ArraySlice<Key>
  ) throws(WrongType) -> Double {
    guard case .number(let number) = try value(expression, keys) else { throw WrongType() }
    return number
  }

  func text(_ expression: Rules.Expression, _ keys: ArraySlice<Key>) throws(WrongType) -> String {
    guard case .text(let text) = try value(expression, keys) else { throw WrongType() }
    return text
  }

  private func binary(
    _ sign: Rules.Operator, _ left: Rules.Expression, _ right: Rules.Expression,
    _ keys: ArraySlice<Key>
  ) throws(WrongType) -> Value {
    switch sign {
    case .or:
      if try flag(left, keys) { return .bool(true) }
      return .bool(try flag(right, keys))
    case .and:
      if !(try flag(left, keys)) { return .bool(false) }
      return .bool(try flag(right, keys))
    case .equal: return .bool(try areSame(try value(left, keys), try value(right, keys)))
    case .different: return .bool(!(try areSame(try value(left, keys), try value(right, keys))))
    case .less: return .bool(try compared(left, right, keys) < 0)
    case .atMost: return .bool(try compared(left, right, keys) <= 0)
    case .more: return .bool(try compared(left, right, keys) > 0)
    case .atLeast: return .bool(try compared(left, right, keys) >= 0)
    case .plus: return try sum(try value(left, keys), try value(right, keys))
    case .minus: return try finite(try number(left, keys) - (try number(right, keys)))
    case .times: return try finite(try number(left, keys) * (try number(right, keys)))
    case .divided: return try finite(try number(left, keys) / (try number(right, keys)))
    case .remainder:
      let (left, right) = (try number(left, keys), try number(right, keys))
      return try finite(left.truncatingRemainder(dividingBy: right))
    }
  }

  /// Returns a number, unless the operation has none.
  private func finite(_ number: Double) throws(WrongType) -> Value {
    if !number.isFinite { throw WrongType() }
    return .number(number)
  }

  private func areSame(_ left: Value, _ right: Value) throws(WrongType) -> Bool {
    switch (left, right) {
    case (.null, .null), (.identity, .identity): return true
    case (.bool(let x), .bool(let y)): return x == y
    case (.number(let x), .number(let y)): return x == y
    case (.text(let x), .text(let y)): return x.utf8.elementsEqual(y.utf8)
    case (.object, .object), (.snapshot, _), (_, .snapshot): throw WrongType()
    default: return false
    }
  }

  /// Compares left with right, below zero if left comes first: two numbers, or two texts by UTF-16
  /// code units.
  private func compared(
    _ left: Rules.Expression, _ right: Rules.Expression, _ keys: ArraySlice<Key>
  ) throws(WrongType) -> Int {
    switch (try value(left, keys), try value(right, keys)) {
    case (.number(let x), .number(let y)): return x < y ? -1 : x > y ? 1 : 0
    case (.text(let x), .text(let y)): return compareCodeUnits(x, y)
    default: throw WrongType()
    }
  }

  private func sum(_ left: Value, _ right: Value) throws(WrongType) -> Value {
    switch (left, right) {
    case (.number(let x), .number(let y)): return try finite(x + y)
    case (.text(let x), .text(let y)): return .text(x + y)
    default: throw WrongType()
    }
  }
}

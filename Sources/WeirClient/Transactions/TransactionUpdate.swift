// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// The function from the data that a transaction finds to the data that it writes.
public enum TransactionUpdate: Sendable {
  /// The sum of the number there and this one; anything else counts as zero.
  case add(Int64)
  /// Put this, regardless of the existing data.
  case put(Node)
  /// Put the result of the function; nil: write nothing.
  ///
  /// It may be called several times, and sees null where nothing is known.
  case compute(@Sendable (Node) -> Node?)

  /// Returns the node to write over `existing`, nil for nothing; a result without a priority of its
  /// own keeps the old one.
  func apply(to existing: Node) -> Node? {
    let result: Node? =
      switch self {
      case .add(let step):
        ServerValue.increment(step).resolved(existing: existing, milliseconds: 0)
      case .put(let node): node
      case .compute(let function): function(existing)
      }
    guard let result, !result.isNull, result.priority.isNone else { return result }
    return result.with(existing.priority)
  }
}

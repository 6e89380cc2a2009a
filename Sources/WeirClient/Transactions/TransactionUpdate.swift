public import WeirTree

/// What a transaction makes of what it finds.
public enum TransactionUpdate: Sendable {
  /// The sum of the number that stands there and this one; anything else counts as zero.
  case add(Int64)
  /// This, whatever stands there.
  case put(Node)
  /// What the function returns; nil: nothing is to be written.
  ///
  /// It may be called several times, and sees null where nothing is known.
  case compute(@Sendable (Node) -> Node?)

  /// What is to be written where `existing` stands, nil for nothing; without a priority of its own it keeps the old one.
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

// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A number beside a thing that says how many instances of a kind belong to it.
///
/// It stands under a name below its *owner*, which is found in the context in which an instance is
/// created, changed or destroyed (``ResourceRegistry/owner(of:in:)``). Where the context holds no owner
/// nothing is counted, and that is told.
public struct Counter: Sendable {
  /// Its place in the order of registration, from 0.
  public let number: Int
  /// The kind of the instances that are counted.
  public let counted: ResourceKind
  /// The kind of the thing that the number belongs to.
  public let owner: ResourceKind
  /// The name of the number below its owner.
  public let name: Key
  /// The means by which it is kept right.
  public let means: CounterUpdate
  /// The condition that an instance must meet to count.
  public let condition: CounterCondition
}

extension CounterUpdate {
  /// `true` if the number is moved by what a write changes, so that what stood there before has to be known.
  var isStepped: Bool { self != .recount }
}

extension Counter {
  /// The value that a transaction puts in the place of `existing`: the whole number found plus the step.
  ///
  /// Anything that is no whole number counts as zero. A priority stays.
  public static func sum(of existing: Node, and step: Int64) -> Node {
    var value: Int64 = 0
    switch existing.content {
    case .integer(let found): value = found
    case .number(let found): value = Int64(exactly: found) ?? 0
    default: break
    }
    let (sum, isTooLarge) = value.addingReportingOverflow(step)
    let bounded = isTooLarge ? (step > 0 ? Int64.max : .min) : sum
    return .integer(bounded).with(existing.priority)
  }
}

// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// A leaf that the server fills in when it commits the write that holds it.
///
/// Until then the client that wrote it shows what it expects: the time that it believes the server
/// has, or the sum with what it sees now.
public enum ServerValue: Sendable, Hashable {
  /// The milliseconds since 1970 by the server's clock.
  case timestamp
  /// The sum of the node there, if it is a number, and this whole number.
  case increment(Int64)
  /// The sum of the node there, if it is a number, and this number.
  case incrementBy(Double)

  /// Returns the leaf that this stands for over `existing` when the clock shows
  /// `milliseconds`.
  ///
  /// The sum of two whole numbers is a whole number unless it is too large for one; a sum that is too
  /// large for any number is the largest one, for a tree holds only what is finite.
  public func resolved(existing: Node, milliseconds: Int64) -> Node {
    switch (self, existing.content) {
    case (.timestamp, _): return .integer(milliseconds)
    case (.increment(let step), .integer(let value)):
      let (sum, overflow) = value.addingReportingOverflow(step)
      return overflow ? .number(Double(value) + Double(step)) : .integer(sum)
    case (.increment(let step), .number(let value)): return Self.sum(value, Double(step))
    case (.increment(let step), _): return .integer(step)
    case (.incrementBy(let step), .integer(let value)): return Self.sum(Double(value), step)
    case (.incrementBy(let step), .number(let value)): return Self.sum(value, step)
    case (.incrementBy(let step), _): return .number(step)
    }
  }

  private static func sum(_ value: Double, _ step: Double) -> Node {
    let largest = Double.greatestFiniteMagnitude
    return .number(min(max(value + step, -largest), largest))
  }
}

extension Node {
  /// `true` if a server value stands anywhere in the node.
  ///
  /// - Complexity: O(size of the node).
  public var hasServerValues: Bool {
    switch self {
    case .deferred: true
    case .ranked(let ranked): ranked.content.hasServerValues
    case .branch(let branch): branch.children.contains { $0.value.hasServerValues }
    default: false
    }
  }

  /// Returns the node with every server value filled in, over the `existing` node.
  public func resolved(existing: Node, milliseconds: Int64) -> Node {
    switch self {
    case .deferred(let value):
      return value.resolved(existing: existing, milliseconds: milliseconds)
    case .ranked(let ranked):
      return ranked.content.resolved(existing: existing, milliseconds: milliseconds)
        .with(ranked.priority)
    case .branch(let branch) where hasServerValues:
      var node = self
      for (key, child) in branch.children where child.hasServerValues {
        node.set(child.resolved(existing: existing[key], milliseconds: milliseconds), at: key)
      }
      return node
    default: return self
    }
  }
}

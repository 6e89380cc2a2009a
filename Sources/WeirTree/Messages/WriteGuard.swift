// SPDX-License-Identifier: Apache-2.0

/// The condition under which the server carries a write out.
///
/// It is looked at on the tree that the write meets, at the same instant. Where it does not hold, nothing is written, and
/// the answer is ``Message/Answer/stale``.
public enum WriteGuard: Hashable, Sendable {
  /// The node at the path of the write has this fingerprint.
  case unchanged(UInt64)
  /// All of these places are as they are demanded.
  case demands([WriteDemand])

  /// Returns `true` if a write may be carried out on this tree.
  public func holds(for write: Write, on root: Node) -> Bool {
    switch self {
    case .unchanged(let fingerprint): root[write.path].fingerprint == fingerprint
    case .demands(let demands): demands.allSatisfy { $0.holds(on: root) }
    }
  }
}

/// A demand on a place that a write may depend on, wherever it writes itself.
///
///     client.write(.merge(.root, parts), if: [WriteDemand(.something, at: ann)], …)
///     // .stale, and nothing is written, if somebody has removed ann meanwhile
///
/// A write that is sent again, as its answer was lost, meets the tree that it has made. So it is turned away if it
/// contradicts its own demand, though it was done; ``Expectation/something`` at a place that it writes to does not.
public struct WriteDemand: Hashable, Sendable {
  /// The node that has to be at a place.
  public enum Expectation: Hashable, Sendable {
    /// Anything.
    case something
    /// Nothing.
    case nothing
    /// The one with this fingerprint.
    case unchanged(UInt64)
  }

  /// The place.
  public let path: Path
  /// The node that has to be there.
  public let expectation: Expectation

  /// Makes a demand.
  public init(_ expectation: Expectation, at path: Path) {
    (self.expectation, self.path) = (expectation, path)
  }

  /// Returns `true` if it is met on this tree.
  func holds(on root: Node) -> Bool {
    let node = root[path]
    return switch expectation {
    case .something: !node.isNull
    case .nothing: node.isNull
    case .unchanged(let fingerprint): node.fingerprint == fingerprint
    }
  }
}

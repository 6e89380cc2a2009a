// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// The instances that a counter counts.
///
///     CounterCondition.equals(Path("state"), .text("open"))
///
/// An instance that is not there never matches. A leaf that the server has yet to fill in is there, and equals nothing.
public enum CounterCondition: Equatable, Sendable {
  /// All that there are.
  case all
  /// Those with anything at a path below them.
  case has(Path)
  /// Those with this at a path below them.
  case equals(Path, Node)

  /// `true` if an instance that holds `fields` is counted.
  public func matches(_ fields: Node) -> Bool {
    if fields.isNull { return false }
    return switch self {
    case .all: true
    case .has(let path): !fields[path].isNull
    case .equals(let path, let node): fields[path] == node
    }
  }
}

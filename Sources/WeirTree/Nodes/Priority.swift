// SPDX-License-Identifier: Apache-2.0

/// The rank that a node may carry beside its content, by which lists are ordered unless they ask
/// for another order.
///
/// The order: none, then numbers, then texts; texts are compared by UTF-16 code units.
public enum Priority: Sendable {
  /// None.
  case none
  /// A number.
  case number(Double)
  /// A text.
  case text(String)

  /// `true` if there is none.
  public var isNone: Bool { if case .none = self { true } else { false } }

  /// The priority as a leaf: null, a number or a text.
  public var node: Node {
    switch self {
    case .none: .null
    case .number(let value): .number(value)
    case .text(let text): .text(text)
    }
  }

  /// The priority that a leaf stands for; nil for a bool, a server value or children.
  public init?(_ node: Node) {
    switch node {
    case .null: self = .none
    case .integer(let value): self = .number(Double(value))
    case .number(let value): self = .number(value)
    case .text(let text): self = .text(text)
    default: return nil
    }
  }
}

extension Priority: Equatable {
  /// `true` if both are the same number or the same bytes.
  public static func == (a: Priority, b: Priority) -> Bool { a.node == b.node }
}

/// A leaf with a priority.
public final class RankedLeaf: Sendable {
  /// The content: a leaf that is not null and carries no priority of its own.
  public let content: Node
  /// The priority, not none.
  public let priority: Priority

  init(_ content: Node, _ priority: Priority) {
    self.content = content
    self.priority = priority
  }
}

extension Node {
  /// The priority that the node carries.
  public var priority: Priority {
    switch self {
    case .branch(let branch): branch.priority
    case .ranked(let ranked): ranked.priority
    default: .none
    }
  }

  /// The content of a leaf without its priority; any other node is itself.
  @inlinable
  public var content: Node { if case .ranked(let ranked) = self { ranked.content } else { self } }

  /// Returns the same content with this priority; nothing stays nothing.
  public func with(_ priority: Priority) -> Node {
    switch self {
    case .null: return .null
    case .branch(let branch):
      if branch.priority == priority { return self }
      return .branch(Branch(children: branch.children, sum: branch.sum, priority: priority))
    default:
      let content = content
      return priority.isNone ? content : .ranked(RankedLeaf(content, priority))
    }
  }
}

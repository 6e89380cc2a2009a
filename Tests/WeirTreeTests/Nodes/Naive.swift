// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// A node as a plain tree of dictionaries; a priority is written as words, and none as an empty text.
indirect enum Naive: Equatable {
  case leaf(String, priority: String)
  case children([String: Naive], priority: String)

  /// Returns the node with `content` put at `path`; nil is nothing.
  static func set(_ content: Naive?, at path: ArraySlice<String>, in node: Naive?) -> Naive? {
    guard let key = path.first else { return content }
    if key == ".priority" { return node?.with(content) }
    var children: [String: Naive] = [:]
    var priority = ""
    switch node {
    case .children(let old, let kept)?: (children, priority) = (old, kept)
    case .leaf(_, let kept)?: priority = kept
    case nil: break
    }
    let child = set(content, at: path.dropFirst(), in: children[key])
    if case .leaf? = node, child == nil { return node }
    children[key] = child
    return children.isEmpty ? nil : .children(children, priority: priority)
  }

  /// The same content with another priority, if `content` can be one.
  private func with(_ content: Naive?) -> Naive {
    var words = ""
    if case .leaf(let leaf, let own)? = content {
      guard own.isEmpty, !leaf.hasPrefix("bool") else { return self }
      words = leaf
    } else if content != nil {
      return self
    }
    switch self {
    case .leaf(let leaf, _): return .leaf(leaf, priority: words)
    case .children(let children, _): return .children(children, priority: words)
    }
  }

  /// The same content, read out of a node.
  init?(_ node: Node) {
    let priority = Self.words(node.priority.node)
    switch node.content {
    case .null, .ranked: return nil
    case .branch(let branch):
      var children: [String: Naive] = [:]
      for (key, child) in branch.children { children[key.description] = Naive(child) }
      self = .children(children, priority: priority)
    default: self = .leaf(Self.words(node.content), priority: priority)
    }
  }

  private static func words(_ leaf: Node) -> String {
    switch leaf {
    case .bool(let flag): "bool \(flag)"
    case .integer(let value): "number \(Double(value))"
    case .number(let value): "number \(value == 0 ? 0 : value)"
    case .text(let text): "text \(text)"
    case .deferred(let value): "deferred \(value)"
    case .null, .branch, .ranked: ""
    }
  }
}

/// Contents of all kinds, some of which are equal though written differently.
let sampleLeaves: [Node] = [
  .null, .bool(true), .bool(false), .integer(0), .integer(1), .number(0), .number(-0.0), .number(1),
  .number(1.5), .text(""), .text("1"), .text("true"),
]

/// A random small node; some of its parts carry priorities.
func randomNode(_ chance: inout RandomStream, depth: Int) -> Node {
  var node: Node
  if depth == 0 || chance.below(3) > 0 {
    node = sampleLeaves[chance.index(below: sampleLeaves.count)]
  } else {
    node = Node(
      (0..<chance.below(3)).map { _ in
        (Key("k\(chance.below(3))"), randomNode(&chance, depth: depth - 1))
      })
  }
  if chance.below(4) == 0,
    let priority = Priority(sampleLeaves[chance.index(below: sampleLeaves.count)])
  {
    node = node.with(priority)
  }
  return node
}

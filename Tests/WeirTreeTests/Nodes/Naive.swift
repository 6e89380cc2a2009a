import WeirCore
import WeirTree

/// A node as a plain tree of dictionaries.
indirect enum Naive: Equatable {
  case leaf(String)
  case children([String: Naive])

  /// What stands at `path` once `content` is put there; nil is nothing.
  static func set(_ content: Naive?, at path: ArraySlice<String>, in node: Naive?) -> Naive? {
    guard let key = path.first else { return content }
    var children: [String: Naive] = [:]
    if case .children(let old)? = node { children = old }
    let child = set(content, at: path.dropFirst(), in: children[key])
    if case .leaf? = node, child == nil { return node }
    children[key] = child
    return children.isEmpty ? nil : .children(children)
  }

  /// The same content, read out of a node.
  init?(_ node: Node) {
    switch node {
    case .null: return nil
    case .branch(let branch):
      var children: [String: Naive] = [:]
      for (key, child) in branch.children { children[key.description] = Naive(child) }
      self = .children(children)
    case .bool(let flag): self = .leaf("bool \(flag)")
    case .integer(let value): self = .leaf("number \(Double(value))")
    case .number(let value): self = .leaf("number \(value == 0 ? 0 : value)")
    case .text(let text): self = .leaf("text \(text)")
    }
  }
}

/// Contents of all kinds, some of which are equal though written differently.
let sampleLeaves: [Node] = [
  .null, .bool(true), .bool(false), .integer(0), .integer(1), .number(0), .number(-0.0), .number(1),
  .number(1.5), .text(""), .text("1"), .text("true"),
]

/// A random small node.
func randomNode(_ chance: inout RandomStream, depth: Int) -> Node {
  if depth == 0 || chance.below(3) > 0 {
    return sampleLeaves[chance.index(below: sampleLeaves.count)]
  }
  return Node(
    (0..<chance.below(3)).map { _ in
      (Key("k\(chance.below(3))"), randomNode(&chance, depth: depth - 1))
    })
}

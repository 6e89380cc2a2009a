// SPDX-License-Identifier: Apache-2.0
public import WeirCore

extension Node {
  /// The most levels of children in a tree.
  public static let greatestDepth = Path.greatestDepth

  /// The most bytes of a text.
  public static let largestText = 10 * 1024 * 1024

  /// Everything that keeps the node from standing in a tree at `path`; empty for nearly all nodes.
  ///
  /// Numbers have to be finite, texts and keys not too long, keys legal, and no leaf deeper than
  /// ``greatestDepth`` below the root.
  ///
  /// - Complexity: O(size of the node); it allocates nothing where nothing is wrong.
  public func problems(at path: Path) -> [Problem] {
    var search = NodeSearch(keys: path.keys)
    search.look(at: self)
    return search.problems
  }
}

/// A walk through a node that knows where it is.
private struct NodeSearch {
  private static let mostProblems = 100

  var keys: [Key]
  var problems: [Problem] = []

  init(keys: [Key]) { self.keys = keys }

  /// Walks a node and notes its problems.
  ///
  /// The walk goes no deeper than a tree may be, so a tree of any depth is safe.
  mutating func look(at node: Node) {
    if problems.count >= Self.mostProblems { return }
    switch node {
    case .null, .bool, .integer, .deferred(.timestamp), .deferred(.increment): break
    case .number(let value), .deferred(.incrementBy(let value)):
      if !value.isFinite { refuse("a number that is not finite", "write null or a text") }
    case .text(let text): look(at: text)
    case .ranked(let ranked):
      look(at: ranked.content)
      look(at: ranked.priority.node)
    case .branch(let branch):
      look(at: branch.priority.node)
      if keys.count >= Node.greatestDepth {
        refuse("more than \(Node.greatestDepth) levels of children", "put the data on fewer levels")
        return
      }
      for (key, child) in branch.children {
        if !key.isLegal, let fault = Key.fault(in: key.description) {
          refuse(fault.message, fault.remedy)
        }
        keys.append(key)
        look(at: child)
        keys.removeLast()
      }
    }
  }

  private mutating func look(at text: String) {
    let count = text.utf8.count
    if count > Node.largestText {
      refuse(
        "a text of \(count) bytes",
        "a text has at most \(Node.largestText) bytes; cut it into several")
    }
  }

  private mutating func refuse(_ message: String, _ remedy: String) {
    problems.append(Problem(message: "\(Path(keys).short): \(message)", remedy: remedy))
  }
}

extension Path {
  /// The path as a message may show it.
  var short: String {
    keys.count <= 12
      ? description
      : "\(Path(Array(keys.prefix(6))))/…\(Path(Array(keys.suffix(6))))"
  }
}

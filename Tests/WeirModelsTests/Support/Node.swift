// SPDX-License-Identifier: GPL-3.0-or-later
import WeirModels

/// A model of the tests: a value with children, which it may or may not be able to do without.
struct Node: Model, Equatable {
  var id: String?
  var value = 0
  /// `true` if it goes with any of its children.
  var needsAll = false
  var children: [Node] = []

  init(_ id: String?, _ value: Int = 0, needsAll: Bool = false, _ children: [Node] = []) {
    (self.id, self.value, self.needsAll, self.children) = (id, value, needsAll, children)
  }

  var modelID: ModelID? { id.map { ModelID($0) } }

  func forEachChild(_ visit: (any Model) -> Void) { for child in children { visit(child) } }

  func mapChildren(_ transform: ChildTransform) -> Node? {
    var copy = self
    copy.children = transform(children)
    return needsAll && copy.children.count < children.count ? nil : copy
  }
}

extension Node: CustomStringConvertible {
  var description: String {
    let inside = children.isEmpty ? "" : "(\(children.map(\.description).joined(separator: " ")))"
    return "\(id ?? "-")\(value)\(needsAll ? "!" : "")\(inside)"
  }
}

extension Node {
  /// The node and everything inside of it.
  var nodes: [Node] { [self] + children.flatMap(\.nodes) }

  /// The identities of the node and of everything inside of it.
  var ids: [String] { nodes.compactMap(\.id) }
}

extension [Node] {
  /// Returns the first node with an identity, parents before children.
  func first(_ id: String) -> Node? {
    flatMap(\.nodes).first { $0.id == id }
  }
}

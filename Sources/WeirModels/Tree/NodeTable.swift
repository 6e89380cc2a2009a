/// The nodes of a tree by their identities, in the order in which a walk meets them.
///
/// To look one node up in a ``ModelTree`` is to walk it; where many are looked up, this is made by one walk.
struct NodeTable: Sendable {
  private var nodes: [ModelID: [any Model]] = [:]

  init(_ tree: ModelTree) {
    nodes.reserveCapacity(tree.ids.count)
    for row in tree.rows {
      row.forEachNode { node in
        // Rows that a holder was let go with are listed under nothing.
        guard let id = node.modelID, tree.times[id] != nil else { return }
        nodes[id, default: []].append(node)
      }
    }
  }

  /// `true` if some node shows the same part of the same model as another one, and shows the same.
  func holds(_ node: any Model, as id: ModelID) -> Bool {
    nodes[id]?.contains { $0.isSamePart(as: node) && node.isEqual(to: $0) } ?? false
  }

  /// Returns the first node with an identity.
  func first(_ id: ModelID) -> (any Model)? { nodes[id]?.first }

  /// Returns the first node with an identity, preferably one that holds the same part as `node`.
  func first(_ id: ModelID, like node: any Model) -> (any Model)? {
    nodes[id].flatMap { parts in parts.first { $0.isSamePart(as: node) } ?? parts.first }
  }
}

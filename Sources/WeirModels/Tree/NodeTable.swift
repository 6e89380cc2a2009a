/// The nodes of a tree by their identities: for each identity the first node of each part.
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
        if nodes[id]?.contains(where: { $0.isSamePart(as: node) }) != true {
          nodes[id, default: []].append(node)
        }
      }
    }
  }

  /// Returns the first node with an identity, preferably one that holds the same part as `node`.
  func first(_ id: ModelID, like node: any Model) -> (any Model)? {
    nodes[id].flatMap { parts in parts.first { $0.isSamePart(as: node) } ?? parts.first }
  }
}

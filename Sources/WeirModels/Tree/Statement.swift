/// The part of the write of a holder that the holder did not show before.
///
/// A node is stated if its identity is new to the holder, or if its own part differs; what is inside of it is looked at
/// by itself. So the row of a list that is only there again does not turn back what somebody else has written to it.
struct Statement {
  /// The nodes that are stated, parents before children.
  private(set) var nodes: [any Model] = []
  /// Their identities.
  private(set) var ids: Set<ModelID> = []
  private let base: NodeTable
  private let ends: [ModelID: ChangeTime]

  /// Makes the statement of a write over what was shown.
  ///
  /// `ends` are deletions that the holder has not shown. To state such a model again is to state all that it is in, for
  /// others have it without the model.
  init(_ rows: [any Model], over base: ModelTree, ends: [ModelID: ChangeTime]) {
    self.base = NodeTable(base)
    self.ends = ends
    for row in rows { _ = visit(row) }
  }

  /// The identities of which the write states several versions.
  var contradictions: Set<ModelID> {
    if ids.count == nodes.count { return [] }
    var first: [ModelID: [any Model]] = [:]
    var found: Set<ModelID> = []
    for node in nodes {
      guard let id = node.modelID else { continue }
      if let other = first[id]?.first(where: { $0.isSamePart(as: node) }) {
        if !other.isEqualThroughout(node) { found.insert(id) }
      } else {
        first[id, default: []].append(node)
      }
    }
    return found
  }

  /// Visits a node; `true` if a model that was deleted is stated in it.
  private mutating func visit(_ node: any Model) -> Bool {
    let start = nodes.count
    var isRevived = false
    node.forEachChild { child in
      if visit(child) { isRevived = true }
    }
    guard let id = node.modelID, isRevived || isNew(node, id) else { return isRevived }
    nodes.insert(node, at: start)
    ids.insert(id)
    return isRevived || ends[id] != nil
  }

  private func isNew(_ node: any Model, _ id: ModelID) -> Bool {
    if base.holds(node, as: id) { return false }
    guard let known = base.first(id, like: node), known.isSamePart(as: node) else { return true }
    guard let new = withKnownChildren(node), let old = withKnownChildren(known) else { return true }
    return !new.isEqual(to: old)
  }

  /// Returns a node as it is, with the children that were shown before; nil if it cannot be with them.
  private func withKnownChildren(_ node: any Model) -> (any Model)? {
    node.mapChildren(
      ChildTransform { child in
        guard let id = child.modelID else { return withKnownChildren(child) }
        guard let known = base.first(id, like: child), known.isSamePart(as: child) else {
          return child
        }
        return known
      })
  }
}

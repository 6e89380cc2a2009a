// SPDX-License-Identifier: Apache-2.0

/// The part of the write of a holder that the holder did not show before.
///
/// A node is stated if its identity is new to the holder, or if its own part differs; what is inside of it is looked at
/// by itself. So the row of a list that is only there again does not turn back what somebody else has written to it.
struct Statement {
  /// The nodes that are stated, parents before children.
  private(set) var nodes: [any Model] = []
  /// Their identities.
  private(set) var ids = IDList()
  private let base: ModelTree
  private let ends: IDMap<ChangeTime>

  /// Makes the statement of a write over what was shown.
  ///
  /// `ends` are deletions that the holder has not shown. To state such a model again is to state all that it is in, for
  /// others have it without the model.
  init(_ rows: [any Model], over base: ModelTree, ends: IDMap<ChangeTime>) {
    self.base = base
    self.ends = ends
    for row in rows { _ = visit(row) }
  }

  /// The identities of which the write states several versions.
  var contradictions: IDList {
    var found = IDList()
    if ids.count == nodes.count { return found }
    var parts = IDMap<[any Model]>()
    for node in nodes {
      guard let id = node.modelID else { continue }
      let (place, isNew) = parts.add(id, [node])
      if isNew { continue }
      if let other = parts.values[place].first(where: { $0.isSamePart(as: node) }) {
        if !other.isEqualThroughout(node) { found.insert(id) }
      } else {
        parts.set(parts.values[place] + [node], at: place)
      }
    }
    return found
  }

  /// Visits a node; `true` if a model that was deleted is stated in it.
  private mutating func visit(_ node: any Model) -> Bool {
    let start = nodes.count
    var isRevived = false
    if type(of: node).hasChildren {
      node.forEachChild { child in
        if visit(child) { isRevived = true }
      }
    }
    guard let id = node.modelID, isRevived || isNew(node, id) else { return isRevived }
    nodes.insert(node, at: start)
    ids.insert(id)
    return isRevived || ends.has(id)
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

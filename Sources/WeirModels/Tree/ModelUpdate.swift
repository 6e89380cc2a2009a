/// One update or deletion, as it is laid over trees.
struct ModelUpdate: Sendable {
  /// The versions of each identity that is updated: one for each part of the model.
  private(set) var versions: [ModelID: [any Model]] = [:]
  /// The trees that the versions come from.
  private(set) var content = ModelTree()
  /// The identities that are gone, and since when.
  private(set) var ends: [ModelID: ChangeTime] = [:]
  /// The time of the update.
  let time: ChangeTime
  /// `true` if no other version of any of these parts is in the update.
  private(set) var isUniform = true

  /// Makes an update of the identities in `stated`.
  ///
  /// Of several versions of one part the first root counts, or else the first one inside of roots.
  init(_ content: ModelTree, stated: Set<ModelID>, time: ChangeTime) {
    self.content = content
    self.time = time
    for row in content.rows { add(row, stated) }
    for row in content.rows {
      row.forEachChild { child in child.forEachNode { add($0, stated) } }
    }
  }

  /// Makes a deletion.
  init(ends: [ModelID: ChangeTime], time: ChangeTime) {
    self.ends = ends
    self.time = time
  }

  /// Makes the update that a paused holder's own write is to what it would show.
  init(_ update: ModelUpdate, ends: [ModelID: ChangeTime]) {
    self = update
    self.ends = ends
  }

  private mutating func add(_ node: any Model, _ stated: Set<ModelID>) {
    guard let id = node.modelID, stated.contains(id) else { return }
    if let known = versions[id, default: []].first(where: { $0.isSamePart(as: node) }) {
      if !type(of: node).comparesChildren || !known.isEqual(to: node) { isUniform = false }
    } else {
      versions[id, default: []].append(node)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// One update or deletion, as it is laid over trees.
struct ModelUpdate: Sendable {
  /// The versions of each identity that is updated: one for each part of the model.
  private(set) var versions = IDMap<[any Model]>()
  /// The trees that the versions come from.
  private(set) var content = ModelTree()
  /// The identities that are gone, and since when.
  private(set) var ends = IDMap<ChangeTime>()
  /// The time of the update.
  let time: ChangeTime
  /// `true` if no other version of any of these parts is in the update.
  private(set) var isUniform = true

  /// Makes an update of the identities in `stated`.
  ///
  /// Of several versions of one part the first root counts, or else the first one inside of roots.
  init(_ content: ModelTree, stated: IDList, time: ChangeTime) {
    self.content = content
    self.time = time
    for row in content.rows { add(row, stated) }
    for row in content.rows {
      if type(of: row).hasChildren {
        row.forEachChild { child in child.forEachNode { add($0, stated) } }
      }
    }
  }

  /// Makes a deletion.
  init(ends: IDMap<ChangeTime>, time: ChangeTime) {
    self.ends = ends
    self.time = time
  }

  /// Makes an update in which models go, too.
  init(_ update: ModelUpdate, ends: IDMap<ChangeTime>) {
    self = update
    self.ends = ends
  }

  /// The models that it updates or deletes.
  var ids: [ModelID] { versions.ids + ends.ids }

  /// `true` if it updates or deletes a model.
  func concerns(_ id: ModelID) -> Bool { versions.has(id) || ends.has(id) }

  private mutating func add(_ node: any Model, _ stated: IDList) {
    guard let id = node.modelID, stated.contains(id) else { return }
    let (place, isNew) = versions.add(id, [node])
    if isNew { return }
    if let known = versions.values[place].first(where: { $0.isSamePart(as: node) }) {
      if !type(of: node).comparesChildren || !known.isEqual(to: node) { isUniform = false }
    } else {
      versions.set(versions.values[place] + [node], at: place)
    }
  }
}

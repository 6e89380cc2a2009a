// SPDX-License-Identifier: Apache-2.0

/// The models of one holder, with the times of their versions.
struct ModelTree: Sendable {
  /// The rows, in order.
  private(set) var rows: [any Model]
  /// The identities in the rows, and where they are.
  private(set) var shape: TreeShape
  /// The times of the identities, in their order.
  private var times: [ChangeTime] = []

  /// Makes a tree without models.
  init() { self.init(unlisted: []) }

  /// Makes a tree; `time` is asked once for each identity.
  init(_ rows: [any Model], time: (ModelID) -> ChangeTime) {
    self.rows = rows
    shape = rows.isEmpty ? .empty : TreeShape(of: rows)
    times = shape.ids.map(time)
  }

  /// Makes a tree that holds rows under no identity.
  init(unlisted rows: [any Model]) {
    self.rows = rows
    shape = .empty
  }

  /// Each identity once, in the order in which a walk meets them.
  var ids: [ModelID] { shape.ids }

  /// `true` if some node has an identity.
  func has(_ id: ModelID) -> Bool { shape.place(of: id) != nil }

  /// Returns the time of an identity; nil if the tree does not have it.
  func knownTime(of id: ModelID) -> ChangeTime? { shape.place(of: id).map { times[$0] } }

  /// Returns the time of an identity, which is zero if the tree does not have it.
  func time(of id: ModelID) -> ChangeTime { knownTime(of: id) ?? .zero }

  /// Returns those of some identities that the tree has, in the order in which a walk meets them.
  func inOrder(_ some: IDList) -> [ModelID] {
    if some.isEmpty { return [] }
    return some.ids.compactMap(shape.place).sorted().map { ids[$0] }
  }

  /// Returns the tree with other rows that have the same identities, and later times.
  func with(_ rows: [any Model], _ later: IDMap<ChangeTime>) -> ModelTree {
    var tree = self
    tree.rows = rows
    for (id, time) in zip(later.ids, later.values) {
      if let place = shape.place(of: id) { tree.times[place] = time }
    }
    return tree
  }

  /// Returns the first node with an identity.
  func first(_ id: ModelID) -> (any Model)? {
    var first: (any Model)?
    shape.forEachRow(of: id) { row in
      rows[row].forEachNode { if first == nil, $0.modelID == id { first = $0 } }
      return first == nil
    }
    return first
  }

  /// Returns the first node with an identity, preferably one that holds the same part as `node`.
  ///
  /// - Complexity: O(nodes of the rows that have the identity).
  func first(_ id: ModelID, like node: any Model) -> (any Model)? {
    var (best, any): ((any Model)?, (any Model)?)
    shape.forEachRow(of: id) { row in
      rows[row].forEachNode { found in
        if best != nil || found.modelID != id { return }
        if any == nil { any = found }
        if found.isSamePart(as: node) { best = found }
      }
      return best == nil
    }
    return best ?? any
  }

  /// `true` if some node shows the same part of the same model as another one, and shows the same.
  func holds(_ node: any Model, as id: ModelID) -> Bool {
    var isHeld = false
    shape.forEachRow(of: id) { row in
      rows[row].forEachNode { found in
        if !isHeld, found.modelID == id, found.isSamePart(as: node), node.isEqual(to: found) {
          isHeld = true
        }
      }
      return !isHeld
    }
    return isHeld
  }
}

extension Model {
  /// Visits the model and everything inside of it, parents before children.
  func forEachNode(_ visit: (any Model) -> Void) {
    visit(self)
    if Self.hasChildren { forEachChild { $0.forEachNode(visit) } }
  }

  /// `true` if both hold the same part of a model: their types and projections are the same.
  func isSamePart(as other: any Model) -> Bool {
    type(of: other) == Self.self && other.projection == projection
  }

  /// `true` if both and all that is inside of them show the same.
  func isEqualThroughout(_ other: any Model) -> Bool {
    guard isEqual(to: other) else { return false }
    if Self.comparesChildren { return true }
    var (mine, theirs): ([any Model], [any Model]) = ([], [])
    forEachChild { mine.append($0) }
    other.forEachChild { theirs.append($0) }
    return mine.isEqualThroughout(theirs)
  }

  /// `true` if the same identities are in both, in the same order.
  func hasIdentities(of other: any Model) -> Bool {
    if modelID != other.modelID { return false }
    if !Self.hasChildren, !type(of: other).hasChildren { return true }
    var (mine, theirs): ([ModelID], [ModelID]) = ([], [])
    forEachNode { if let id = $0.modelID { mine.append(id) } }
    other.forEachNode { if let id = $0.modelID { theirs.append(id) } }
    return mine == theirs
  }
}

extension [any Model] {
  /// `true` if both are as long, and each row and all that is inside of it shows the same.
  func isEqualThroughout(_ other: [any Model]) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { $0.modelID == $1.modelID && $0.isEqualThroughout($1) }
  }
}

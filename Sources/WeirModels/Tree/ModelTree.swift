/// The models of one holder, with the times of their versions.
struct ModelTree: Sendable {
  /// The rows, in order.
  private(set) var rows: [any Model]
  /// Each identity once, in the order in which a walk meets them.
  private(set) var ids: [ModelID] = []
  /// The times of exactly these identities.
  private(set) var times: [ModelID: ChangeTime] = [:]

  /// Makes a tree without models.
  init() { rows = [] }

  /// Makes a tree; `time` is asked once for each identity.
  init(_ rows: [any Model], time: (ModelID) -> ChangeTime) {
    self.rows = rows
    for row in rows {
      row.forEachNode { node in
        guard let id = node.modelID, times[id] == nil else { return }
        ids.append(id)
        times[id] = time(id)
      }
    }
  }

  /// Makes a tree that holds rows under no identity.
  init(unlisted rows: [any Model]) { self.rows = rows }

  /// Returns the first node with an identity.
  func first(_ id: ModelID) -> (any Model)? {
    if times[id] == nil { return nil }
    var first: (any Model)?
    for row in rows where first == nil {
      row.forEachNode { if first == nil, $0.modelID == id { first = $0 } }
    }
    return first
  }

  /// Returns the time of an identity, which is zero if the tree does not have it.
  func time(of id: ModelID) -> ChangeTime { times[id] ?? .zero }

  /// Returns the first node with an identity, preferably one that holds the same part as `node`.
  ///
  /// - Complexity: O(nodes) if the tree has the identity, O(1) if not.
  func first(_ id: ModelID, like node: any Model) -> (any Model)? {
    if times[id] == nil { return nil }
    var (best, any): ((any Model)?, (any Model)?)
    for row in rows where best == nil {
      row.forEachNode { found in
        if best != nil || found.modelID != id { return }
        if any == nil { any = found }
        if found.isSamePart(as: node) { best = found }
      }
    }
    return best ?? any
  }
}

extension Model {
  /// Visits the model and everything inside of it, parents before children.
  func forEachNode(_ visit: (any Model) -> Void) {
    visit(self)
    forEachChild { $0.forEachNode(visit) }
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
}

extension [any Model] {
  /// `true` if both are as long, and each row and all that is inside of it shows the same.
  func isEqualThroughout(_ other: [any Model]) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { $0.modelID == $1.modelID && $0.isEqualThroughout($1) }
  }
}

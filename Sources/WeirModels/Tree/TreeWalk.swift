// SPDX-License-Identifier: Apache-2.0

/// A walk through a tree that lays an ``ModelUpdate`` over it.
///
/// It is a class because models are handed a transform that counts while they map their children.
final class TreeWalk {
  /// The place that a node comes from, which knows the times of its versions.
  enum Source {
    /// The rows that are walked.
    case rows
    /// The update.
    case update
    /// The tree of the holder.
    case holder
  }

  /// The fate of a node.
  enum Fate {
    case same
    case changed(any Model)
    case gone
  }

  private let update: ModelUpdate
  private var rows = ModelTree()
  /// `true` if the rows are not those of the holder, but are to become them.
  private var isRewriting = false
  private var holder = ModelTree()
  private var times = IDMap<ChangeTime>()
  private var path: [ModelID] = []
  /// `true` while nodes are walked that the new tree does not hold.
  private var isLookingBack = false
  private var changed = IDList()
  private var deleted = IDList()
  private var faults: [ModelFault] = []

  /// Makes a walk for an update, which may go through many trees.
  init(_ update: ModelUpdate) { self.update = update }

  /// Walks through the tree of a holder, and returns what becomes of it.
  func settle(_ holder: ModelTree) -> SettledTree { walk(holder, of: holder, isRewriting: false) }

  /// Walks through rows that a holder is to hold, and returns what becomes of them; later versions are taken from the
  /// holder.
  func settle(_ rows: ModelTree, of holder: ModelTree) -> SettledTree {
    walk(rows, of: holder, isRewriting: true)
  }

  private func walk(
    _ rows: ModelTree, of holder: ModelTree, isRewriting: Bool
  ) -> SettledTree {
    (self.rows, self.holder, self.isRewriting) = (rows, holder, isRewriting)
    times.removeAll()
    changed.removeAll()
    deleted.removeAll()
    faults.removeAll()
    var fates = [RowFate](repeating: .same, count: rows.rows.count)
    var settled = rows.rows
    var (isChanged, isLess, keepsShape) = (false, false, true)
    for row in isRewriting ? Array(settled.indices) : rows.shape.rows(of: update.ids) {
      switch fate(of: settled[row], from: .rows, isOld: true) {
      case .same: continue
      case .changed(let model):
        if keepsShape { keepsShape = model.hasIdentities(of: settled[row]) }
        fates[row] = .changed
        settled[row] = model
      case .gone:
        (isLess, keepsShape) = (true, false)
        fates[row] = .gone
      }
      isChanged = true
    }
    if isLess { settled = zip(settled, fates).filter { $0.1 != .gone }.map(\.0) }
    let tree =
      keepsShape
      ? rows.with(settled, times) : ModelTree(settled) { times[$0] ?? rows.time(of: $0) }
    return SettledTree(
      tree: tree, fates: fates, isChanged: isChanged, changed: rows.inOrder(changed),
      deleted: rows.inOrder(deleted), faults: faults)
  }

  /// Returns what becomes of a node; `isOld` if it is one that the holder has had, and its fate is to be told.
  private func fate(of node: any Model, from source: Source, isOld: Bool) -> Fate {
    guard let id = node.modelID else { return childFate(of: node, from: source, isOld: isOld) }
    if !isRewriting, source == .rows, !update.concerns(id) {
      // It is as it is held, but for what is inside of it.
      if !type(of: node).hasChildren || path.contains(id) { return .same }
      path.append(id)
      defer { path.removeLast() }
      let fate = childFate(of: node, from: source, isOld: isOld)
      if isOld { tell(fate, of: id) }
      return fate
    }
    let time = self.time(of: id, in: source)
    // A model inside of itself would go on forever.
    if path.contains(id) { return .same }
    let held = max(time, holder.time(of: id))
    if let end = update.ends[id], end > held {
      if isOld { deleted.insert(id) }
      return .gone
    }
    if type(of: node).hasChildren {
      path.append(id)
      defer { path.removeLast() }
      return newFate(of: node, id, from: source, time, isOld: isOld)
    }
    return newFate(of: node, id, from: source, time, isOld: isOld)
  }

  /// Returns what becomes of a node that is not deleted.
  private func newFate(
    of node: any Model, _ id: ModelID, from source: Source, _ time: ChangeTime, isOld: Bool
  ) -> Fate {
    let (version, origin, chosen) = newest(id, node, source, time)
    if !isLookingBack { times.raise(id, to: chosen) }
    if version.isEqual(to: node) {
      if origin == .update, isKnownThroughout(id, node) { return .same }
      let fate = childFate(of: node, from: source, isOld: isOld)
      if isOld { tell(fate, of: id) }
      return fate
    }
    var settled = version
    switch childFate(of: version, from: origin, isOld: false) {
    case .same: break
    case .changed(let model):
      if model.isEqualThroughout(node) { return .same }
      settled = model
    case .gone:
      if isOld {
        deleted.insert(id)
        tellInside(of: node, from: source)
      }
      return .gone
    }
    if isOld {
      changed.insert(id)
      tellInside(of: node, from: source)
    }
    return .changed(settled)
  }

  /// Returns the newest version of a node, before its children are looked at.
  private func newest(
    _ id: ModelID, _ node: any Model, _ source: Source, _ time: ChangeTime
  ) -> (version: any Model, source: Source, time: ChangeTime) {
    let held = holder.time(of: id)
    if let versions = update.versions[id], update.time >= max(time, held) {
      return (versions.reduce(node) { merge($1, into: $0, id) }, .update, update.time)
    }
    // What is there again is as the holder has it, even if only children of it went.
    let isOlder = held > time || (isRewriting && source == .rows && held == time)
    if isOlder, let own = holder.first(id, like: node) {
      return (merge(own, into: node, id), .holder, held)
    }
    return (node, source, time)
  }

  private func merge(_ newer: any Model, into node: any Model, _ id: ModelID) -> any Model {
    if let merged = node.merging(newer) { return merged }
    faults.append(.cannotMerge(id))
    return node
  }

  /// `true` if nothing inside of a node can change, as it equals the only version there is.
  private func isKnownThroughout(_ id: ModelID, _ node: any Model) -> Bool {
    guard update.isUniform, type(of: node).comparesChildren, let versions = update.versions[id]
    else { return false }
    return versions.contains { $0.isSamePart(as: node) }
  }

  private func childFate(of node: any Model, from source: Source, isOld: Bool) -> Fate {
    if !type(of: node).hasChildren { return .same }
    var isChanged = false
    let mapped = node.mapChildren(
      ChildTransform { child in
        switch self.fate(of: child, from: source, isOld: isOld) {
        case .same: return child
        case .changed(let model):
          isChanged = true
          return model
        case .gone:
          isChanged = true
          return nil
        }
      })
    guard let mapped else { return .gone }
    return isChanged ? .changed(mapped) : .same
  }

  /// Tells what becomes of what was inside of a node that is replaced or goes.
  private func tellInside(of node: any Model, from source: Source) {
    let wasLookingBack = isLookingBack
    isLookingBack = true
    _ = childFate(of: node, from: source, isOld: true)
    isLookingBack = wasLookingBack
  }

  private func tell(_ fate: Fate, of id: ModelID) {
    switch fate {
    case .same: break
    case .changed: changed.insert(id)
    case .gone: deleted.insert(id)
    }
  }

  private func time(of id: ModelID, in source: Source) -> ChangeTime {
    switch source {
    case .rows: rows.time(of: id)
    case .update: update.content.time(of: id)
    case .holder: holder.time(of: id)
    }
  }
}

/// The result of a walk through a tree.
struct SettledTree: Sendable {
  var tree: ModelTree
  /// The fates of the rows that there were.
  var fates: [RowFate]
  /// `true` if a row changed or went.
  var isChanged: Bool
  /// The identities that the tree had and whose nodes changed.
  var changed: [ModelID]
  /// The identities that went, by themselves or with what they needed.
  var deleted: [ModelID]
  var faults: [ModelFault]
}

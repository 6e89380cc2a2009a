// SPDX-License-Identifier: Apache-2.0
extension ConsistencyEngine {
  /// Gives a holder rows that come from a cache or from elsewhere in the app: nobody else hears of them.
  ///
  /// Where some holder has a later version of a model, or any version if the rows' own have no time, that one is taken. A
  /// version that an update on its way brings is of the time of that update. What a holder wrote counts as what it has until
  /// its turn, also if the holder is closed or shows something else by then.
  ///
  /// - Returns: the rows that the holder has now.
  @discardableResult
  public mutating func show(_ rows: [any Model], in id: HolderID) -> [any Model] {
    stopWaiting(id)
    let tree = reconciled(rows)
    showTree(tree, in: id)
    return self[id].visible.rows
  }

  /// Gives a holder the same rows as another one, with the same times.
  public mutating func copyRows(of source: HolderID, to id: HolderID) {
    stopWaiting(id)
    showTree(self[source].live, in: id)
  }

  /// Lets a paused holder catch up with another one without showing it.
  mutating func showLater(
    _ source: HolderID, in id: HolderID, context: (any Sendable)?, at time: ChangeTime
  ) {
    stopWaiting(id)
    self[id].missed.context = context
    self[id].missed.time = time
    setLive(self[source].live, of: id.number)
  }

  private mutating func showTree(_ tree: ModelTree, in id: HolderID) {
    if self[id].shadow != nil { self[id].visible = tree }
    setLive(tree, of: id.number)
  }

  /// Returns rows with the newest versions that any holder has of their models.
  ///
  /// Versions without time are as good as any other: the one that somebody holds is taken, or else the first one.
  private func reconciled(_ rows: [any Model]) -> ModelTree {
    let raw = ModelTree(rows) { _ in .zero }
    let own = ModelUpdate(raw, stated: IDList(raw.ids), time: .zero)
    var versions: [any Model] = []
    var known = IDMap<ChangeTime>()
    var inside = IDMap<ChangeTime>()
    for id in raw.ids {
      guard let parts = own.versions[id] else { continue }
      let carried = carriedTime(of: parts, id)
      guard let tree = newestTree(with: id, carriers: true), tree.time(of: id) >= carried else {
        versions += parts
        known.add(id, carried)
        continue
      }
      known.add(id, tree.time(of: id))
      for version in parts.compactMap({ tree.first(id, like: $0) }) {
        versions.append(version)
        version.forEachNode { node in
          if let id = node.modelID { inside.raise(id, to: tree.time(of: id)) }
        }
      }
    }
    let time = { (id: ModelID) in known[id] ?? inside[id] ?? .zero }
    let update = ModelUpdate(
      ModelTree(versions, time: time), stated: IDList(raw.ids), time: now)
    return ModelTree(TreeWalk(update).settle(raw).tree.rows, time: time)
  }

  /// Returns the time of versions that may be those that an update on its way brings.
  ///
  /// A cache that was written with the update may be read before its turn comes. What came before that update is then old.
  private func carriedTime(of parts: [any Model], _ id: ModelID) -> ChangeTime {
    var latest = ChangeTime.zero
    for number in index[id] ?? [] where holders[number].isCarrier {
      let carried = holders[number].live
      if parts.allSatisfy({ carried.holds($0, as: id) }) {
        latest = max(latest, carried.time(of: id))
      }
    }
    return latest
  }

  /// Returns a tree with one version of each model that it does not have and rows restate: the newest there is elsewhere,
  /// or else the first one in the rows.
  func completed(
    _ tree: ModelTree, for rows: ModelTree, but stated: IDList
  ) -> ModelTree {
    var (newest, first): ([any Model], [any Model]) = ([], [])
    var times = IDMap<ChangeTime>()
    for id in rows.ids where !tree.has(id) && !stated.contains(id) {
      let held = newestTree(with: id)
      let other = held ?? rows
      guard let version = other.first(id) else { continue }
      if held == nil { first.append(version) } else { newest.append(version) }
      version.forEachNode { node in
        guard let id = node.modelID else { return }
        times.raise(id, to: other.time(of: id))
      }
      // What is shown elsewhere counts, though it came from a cache: nobody else hears what is only restated.
      times.raise(id, to: rows.time(of: id))
    }
    if newest.isEmpty && first.isEmpty { return tree }
    return ModelTree(tree.rows + newest + first) { tree.knownTime(of: $0) ?? times[$0] ?? .zero }
  }

  /// Returns the models of the holder that has the newest version of one.
  ///
  /// What an update that waits brings is delivered in its turn; but with `carriers` it holds what a holder wrote, and what
  /// it carries beside that.
  private func newestTree(with id: ModelID, carriers: Bool = false) -> ModelTree? {
    var best: (tree: ModelTree, time: ChangeTime)?
    for isCarrier in carriers ? [false, true] : [false] {
      for number in index[id] ?? [] where holders[number].isCarrier == isCarrier {
        guard let time = holders[number].live.knownTime(of: id),
          !isCarrier || holders[number].isShown || time <= tasks.delivered,
          time > best?.time ?? .zero || best == nil
        else { continue }
        best = (holders[number].live, time)
      }
    }
    return best?.tree
  }

  /// Returns the newest version of a model that a holder has as a value of a type, or wrote.
  func newest(_ id: ModelID, as type: any Model.Type) -> (any Model)? {
    var best: (model: any Model, time: ChangeTime)?
    let isDeleted = isDeleted(id)
    for number in index[id] ?? [] {
      guard !holders[number].isCarrier || holders[number].isShown && !isDeleted,
        let time = holders[number].live.knownTime(of: id), time > best?.time ?? .zero || best == nil
      else { continue }
      for row in holders[number].live.rows {
        row.forEachNode { node in
          if node.modelID == id, Swift.type(of: node) == type { best = (node, time) }
        }
      }
    }
    return best?.model
  }
}

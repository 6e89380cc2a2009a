// SPDX-License-Identifier: Apache-2.0
extension ModelOracle {
  mutating func deliver() -> [Change] {
    var job = jobs.removeFirst()
    delivered = job.time
    let (here, later) = (Set(job.content.rows.ids), jobs.flatMap(\.order))
    for id in job.order where !here.contains(id) && !later.contains(id) {
      job.deleted[id] = job.time
    }
    var changes: [Change] = []
    for number in holders.keys.sorted() where !job.isClearing {
      guard var holder = holders[number], holder.live.isKept else { continue }
      if let wait = holder.waits, job.stated.contains(wait.id),
        !jobs.contains(where: { $0.deleted[wait.id] != nil }),
        job.time > wait.since.number || !jobs.contains(where: { $0.stated.contains(wait.id) }),
        let node = job.winner(of: wait.id), type(of: node) == wait.type
      {
        holder.waits = nil
        var walk = Walk(own: Tree(), job: job)
        publish(walk.tree([node], .job, Tree()), IDList(), IDList(), &holder, number, job, &changes)
      } else {
        var walk = Walk(own: holder.live, job: job)
        let tree = walk.tree(holder.live.rows, .own, Tree())
        var (other, gone) = (IDList(), IDList())
        for row in holder.live.rows { collect(row, holder.live, job, &other, &gone) }
        publish(tree, other, gone, &holder, number, job, &changes)
      }
      holders[number] = holder
    }
    for (index, content) in jobs.map(\.content).enumerated() {
      var walk = Walk(own: content, job: job)
      jobs[index].content = walk.tree(content.rows, .own, Tree())
    }
    return changes
  }

  private func publish(
    _ tree: Tree, _ other: IDList, _ gone: IDList, _ holder: inout Holder,
    _ number: Int, _ job: Job, _ changes: inout [Change]
  ) {
    let isNew = !areSame(tree.rows, holder.live.rows)
    if holder.shadow != nil {
      holder.shadow = tree
      for id in other.ids where !gone.contains(id) { holder.missedChanged.insert(id) }
      for id in gone.ids { holder.missedDeleted.set(job.time, for: id) }
      if isNew { holder.context = job.context }
      return
    }
    holder.visible = tree
    if isNew {
      changes.append(
        Change(
          holder: number, rows: tree.rows, changed: Set(other.ids).subtracting(gone.ids),
          deleted: Set(gone.ids),
          context: job.context))
    }
  }

  private func collect(
    _ node: any Model, _ own: Tree, _ job: Job, _ other: inout IDList,
    _ gone: inout IDList
  ) {
    var walk = Walk(own: own, job: job)
    let new = walk.settle(node, .own, [])
    if let new, isSame(new, node) { return }
    if let id = node.modelID {
      if new == nil { gone.insert(id) } else { other.insert(id) }
      if let time = job.deleted[id], time > own.times[id] ?? 0 { return }
    }
    for child in node.children { collect(child, own, job, &other, &gone) }
  }

  /// A walk through the rows of a holder that lays a job over them.
  struct Walk {
    /// The place that a node comes from.
    enum Source { case rows, job, own }

    let own: Tree
    var job: Job
    /// `true` if the walk is over rows that a paused holder wrote.
    var isRestating = false
    private var rows = Tree()
    private var times: [ModelID: UInt64] = [:]

    init(own: Tree, job: Job) { (self.own, self.job) = (own, job) }

    private func time(of id: ModelID, in source: Source) -> UInt64 {
      switch source {
      case .rows: rows.times[id] ?? 0
      case .job: job.content.times[id] ?? 0
      case .own: own.times[id] ?? 0
      }
    }

    mutating func settle(
      _ node: any Model, _ source: Source, _ path: [ModelID]
    ) -> (any Model)? {
      var (chosen, origin, around) = (node, source, path)
      if let id = node.modelID {
        if path.contains(id) { return node }
        around.append(id)
        let (time, held) = (time(of: id, in: source), own.times[id] ?? 0)
        if let end = job.deleted[id], end > max(time, held) { return nil }
        var version = time
        if job.stated.contains(id), job.time >= max(time, held), let best = job.winner(of: id) {
          version = job.time
          if !best.isEqual(to: node) { (chosen, origin) = (best, .job) }
        } else if held > time || (isRestating && source == .rows && held == time),
          let mine = own.rows.first(id)
        {
          version = held
          if !mine.isEqual(to: node) { (chosen, origin) = (mine, .own) }
        }
        times[id] = max(times[id] ?? 0, version)
      }
      var walk = self
      let (from, inside) = (origin, around)
      let settled = chosen.mapChildren(
        ChildTransform { child in walk.settle(child, from, inside) })
      self = walk
      return settled
    }

    mutating func tree(_ rows: [any Model], _ source: Source, _ tree: Tree) -> Tree {
      self.rows = tree
      let rows = rows.compactMap { settle($0, source, []) }
      var settled = Tree(rows: rows)
      for id in rows.ids { settled.times[id] = times[id] }
      return settled
    }
  }
}

/// `true` if two nodes and all that is inside of them show the same.
func isSame(_ a: any Model, _ b: any Model) -> Bool {
  type(of: a) == type(of: b) && a.modelID == b.modelID && a.isEqual(to: b)
    && areSame(a.children, b.children)
}

/// `true` if rows are as many, and each shows the same.
func areSame(_ a: [any Model], _ b: [any Model]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
}

extension Model {
  /// The models directly inside of it.
  fileprivate var children: [any Model] {
    var children: [any Model] = []
    forEachChild { children.append($0) }
    return children
  }
}

extension [any Model] {
  /// The rows and everything inside of them, parents before children.
  var nodes: [any Model] { flatMap { [$0] + $0.children.nodes } }
  /// The identities of all of these.
  var ids: [ModelID] { nodes.compactMap(\.modelID) }

  /// `true` if some node is another one, as far as its own part goes.
  func shows(_ node: any Model) -> Bool {
    nodes.contains { $0.modelID == node.modelID && node.isEqual(to: $0) }
  }

  /// Returns the first node with an identity, parents before children.
  func first(_ id: ModelID) -> (any Model)? { nodes.first { $0.modelID == id } }
}

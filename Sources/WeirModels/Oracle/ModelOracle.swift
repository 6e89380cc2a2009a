// SPDX-License-Identifier: Apache-2.0

/// The consistency of models as it is written down, with nothing remembered that can be computed again.
///
/// A holder has rows, which are trees of nodes. Each identity in them has a time: that of the write from which its
/// version comes. The rules:
///
/// 1. A write of a holder is shown at once. It *states* the nodes that the holder did not show before, and those
///    whose own part differs from what it showed, and all around one that was deleted while it was paused. If it states
///    several versions of a node, the first one counts at once.
///    A fresh write states all nodes.
/// 2. Writes, updates and deletions are delivered in their order, each to all holders and all writes that wait at once.
/// 3. To deliver an update replaces each node whose identity is stated, unless the holder has a later version. Of several
///    versions in one update a root counts before what is inside of roots, and then the first one counts.
/// 4. Inside of a node that was replaced, a node is the stated version, or else the later one of its own and the holder's.
/// 5. To deliver a deletion takes a node out of each parent; a parent that cannot be without it goes, too. A model that
///    is stated while its deletion waits is not deleted. One that is stated and then goes with something that it needs
///    is deleted when its update is delivered, unless it was stated again.
/// 6. Rows from a cache take the newest version of each of their nodes that some holder has, or has written while that write
///    waits. One that a write brings just so that waits is of the time of that write. Who waits for a node takes the next
///    version that is delivered, unless its deletion waits behind, or this one is from before the wait and another one
///    waits behind.
/// 7. A paused holder shows its own writes alone. What it would show otherwise is kept up beside, and shown on resuming.
/// 8. A holder that was let go keeps its rows and hears of nothing until it is given rows again.
///
/// It knows one type of value for each identity.
struct ModelOracle: Sendable {
  struct Tree: Sendable {
    var rows: [any Model] = []
    var times: [ModelID: UInt64] = [:]
    /// `false` if the holder was let go.
    var isKept = true
    /// The rows that are kept up.
    var known: [any Model] { isKept ? rows : [] }
  }

  struct Holder: Sendable {
    var visible = Tree()
    var shadow: Tree?
    var missedChanged = IDList()
    /// The deletions, and when they were.
    var missedDeleted = IDMap<UInt64>()
    var waits: ModelWait?
    var context: (any Sendable)?
    var live: Tree { shadow ?? visible }
  }

  struct Job: Sendable {
    var content = Tree()
    var stated: Set<ModelID> = []
    /// The same, in the order in which they stood in the content at first.
    var order: [ModelID] = []
    var deleted: [ModelID: UInt64] = [:]
    var time: UInt64
    var context: (any Sendable)?
    var isClearing = false
    /// `true` if a holder wrote it.
    var isWritten = false

    /// The version of an identity that counts: the first root, or else the first one inside.
    func winner(of id: ModelID) -> (any Model)? {
      content.rows.first { $0.modelID == id } ?? content.rows.first(id)
    }
  }

  /// A change of the rows of a holder.
  struct Change {
    var holder: Int
    var rows: [any Model]
    var changed: Set<ModelID>
    var deleted: Set<ModelID>
    var context: (any Sendable)?
  }

  var holders: [Int: Holder] = [:]
  var jobs: [Job] = []
  private(set) var clock: UInt64 = 0
  /// The time of what was delivered last.
  var delivered: UInt64 = 0

  mutating func tick() { clock += 1 }

  mutating func set(
    _ given: [any Model], of number: Int, isFresh: Bool, _ context: (any Sendable)?
  ) {
    clock += 1
    guard var holder = holders[number] else { return }
    if isFresh { holder.visible = Tree() }
    let base = holder.visible
    var (rows, news) = (given, given.nodes.filter { isStated($0, holder) })
    let twice = news.filter { node in
      news.contains { $0.modelID == node.modelID && !isSame($0, node) }
    }
    if !twice.isEmpty {
      let agreed = Job(
        content: Tree(rows: news), stated: Set(twice.compactMap(\.modelID)), time: clock)
      var walk = Walk(own: Tree(), job: agreed)
      rows = walk.tree(rows, .rows, Tree()).rows
      news = rows.nodes.filter { isStated($0, holder) }
    }
    let names = Set(news.compactMap(\.modelID))
    var new = Tree(rows: rows)
    for id in rows.ids { new.times[id] = names.contains(id) ? clock : base.times[id] ?? 0 }
    (holder.waits, holder.visible) = (nil, new)
    var job = Job(content: Tree(rows: news), stated: names, time: clock, context: context)
    for id in news.ids { job.content.times[id] = new.times[id] }
    if let shadow = holder.shadow {
      var walk = Walk(own: completed(shadow, for: new, but: names), job: job)
      walk.isRestating = true
      for id in holder.missedDeleted.ids { walk.job.deleted[id] = holder.missedDeleted[id] }
      let settled = walk.tree(rows, .rows, new)
      holder.shadow = settled
      for node in news {
        if let id = node.modelID, settled.times[id] == nil { holder.visible.times[id] = 0 }
      }
      job.content.rows = news.compactMap { $0.modelID.flatMap { settled.rows.first($0) } }
      job.content.times = [:]
      for id in job.content.rows.ids { job.content.times[id] = settled.times[id] }
    }
    holders[number] = holder
    job.stated.formIntersection(job.content.rows.ids)
    job.isWritten = true
    if !job.content.rows.isEmpty { add(job) }
  }

  private mutating func add(_ given: Job) {
    var job = given
    job.order = job.content.rows.ids.filter(given.stated.contains)
    for index in jobs.indices {
      for id in job.order { jobs[index].deleted[id] = nil }
    }
    jobs.append(job)
  }

  private func isStated(_ node: any Model, _ holder: Holder) -> Bool {
    let base = holder.visible.known
    let isRevived = [node].nodes.contains { inner in
      inner.modelID.map { holder.missedDeleted.has($0) } ?? false && isNew(inner, base)
    }
    return node.modelID != nil && (isRevived || isNew(node, base))
  }

  private func isNew(_ node: any Model, _ base: [any Model]) -> Bool {
    guard let id = node.modelID, let known = base.first(id) else { return node.modelID != nil }
    if base.nodes.contains(where: { $0.modelID == id && node.isEqual(to: $0) }) { return false }
    guard let old = withChildren(known, base), let new = withChildren(node, base) else {
      return true
    }
    return !new.isEqual(to: old)
  }

  private func withChildren(_ node: any Model, _ base: [any Model]) -> (any Model)? {
    node.mapChildren(
      ChildTransform { child in
        child.modelID.map { base.first($0) ?? child } ?? withChildren(child, base)
      })
  }

  mutating func update(_ models: [any Model], _ context: (any Sendable)?) {
    clock += 1
    var job = Job(
      content: Tree(rows: models), stated: Set(models.ids), time: clock, context: context)
    for id in models.ids { job.content.times[id] = clock }
    add(job)
  }

  mutating func delete(_ gone: [ModelID], _ context: (any Sendable)?) {
    clock += 1
    var job = Job(time: clock, context: context)
    for id in gone { job.deleted[id] = clock }
    jobs.append(job)
  }

  /// A tree with one version of each node that it does not have and rows restate: the newest elsewhere, or the first.
  private func completed(_ tree: Tree, for rows: Tree, but stated: Set<ModelID>) -> Tree {
    var (all, known, first): (Tree, Set<ModelID>, [any Model]) = (tree, stated, [])
    for id in rows.rows.ids where tree.times[id] == nil && known.insert(id).inserted {
      let other = newest(id) ?? rows
      guard let node = other.rows.first(id) else { continue }
      if newest(id) == nil { first.append(node) } else { all.rows.append(node) }
      for inner in [node].ids where tree.times[inner] == nil {
        all.times[inner] = max(all.times[inner] ?? 0, other.times[inner] ?? 0)
      }
      all.times[id] = max(all.times[id] ?? 0, rows.times[id] ?? 0)
    }
    all.rows += first
    return all
  }

  private func newest(_ id: ModelID, carriers: Bool = false) -> Tree? {
    let waiting = jobs.filter { $0.isWritten || $0.content.times[id] ?? .max <= delivered }
      .map(\.content)
    let trees = holders.keys.sorted().compactMap { holders[$0]?.live } + (carriers ? waiting : [])
    guard let best = trees.compactMap({ $0.times[id] }).max() else { return nil }
    return trees.first { $0.times[id] == best }
  }

  mutating func show(_ rows: [any Model], in number: Int) {
    var job = Job(time: clock)
    var inside: [ModelID: UInt64] = [:]
    for id in rows.ids where job.stated.insert(id).inserted {
      let own = Job(content: Tree(rows: rows), time: 0).winner(of: id)
      let waiting = jobs.map(\.content).filter { own.map($0.rows.shows) ?? false }
      let carried = waiting.compactMap { $0.times[id] }.max() ?? 0
      guard let tree = newest(id, carriers: true), let node = tree.rows.first(id),
        tree.times[id] ?? 0 >= carried
      else {
        job.content.rows += own.map { [$0] } ?? []
        job.content.times[id] = carried
        continue
      }
      job.content.rows.append(node)
      job.content.times[id] = tree.times[id]
      for id in [node].ids { inside[id] = max(inside[id] ?? 0, tree.times[id] ?? 0) }
    }
    var walk = Walk(own: Tree(), job: job)
    var tree = Tree(rows: rows.compactMap { walk.settle($0, .rows, []) })
    for id in tree.rows.ids { tree.times[id] = job.content.times[id] ?? inside[id] ?? 0 }
    give(tree, to: number)
  }

  private mutating func give(_ tree: Tree, to number: Int) {
    holders[number]?.waits = nil
    holders[number]?.visible = tree
    if holders[number]?.shadow != nil { holders[number]?.shadow = tree }
  }

  mutating func copyRows(of source: Int, to number: Int) {
    if let tree = holders[source]?.live { give(tree, to: number) }
  }

  mutating func showLater(_ source: Int, in number: Int, _ context: (any Sendable)?) {
    let tree = holders[source]?.live
    holders[number]?.shadow = tree
    holders[number]?.waits = nil
    holders[number]?.context = context
  }

  mutating func pause(_ number: Int) {
    let visible = holders[number]?.visible
    if holders[number]?.shadow == nil { holders[number]?.shadow = visible }
  }

  mutating func resume(_ number: Int) -> [Change] {
    guard let holder = holders[number], let shadow = holder.shadow else { return [] }
    holders[number] = Holder(visible: shadow, waits: holder.waits)
    let (old, gone) = (
      holder.visible, Set(holder.missedDeleted.ids).subtracting(shadow.rows.ids)
    )
    if areSame(old.rows, shadow.rows) { return [] }
    let differing = holder.missedChanged.ids.filter { id in
      guard let before = old.known.first(id), !gone.contains(id) else { return false }
      guard let after = shadow.rows.first(id) else { return !shadow.rows.isEmpty }
      return !isSame(before, after)
    }
    return [
      Change(
        holder: number, rows: shadow.rows, changed: Set(differing), deleted: gone,
        context: holder.context)
    ]
  }

  mutating func clear() {
    clock += 1
    jobs = [Job(time: clock, isClearing: true)]
    for number in holders.keys.sorted() {
      let rows = holders[number]?.visible.rows ?? []
      holders[number] = Holder(visible: Tree(rows: rows, isKept: rows.isEmpty))
    }
  }
}

/// The consistency of models as it is written down, with nothing remembered that can be computed again.
///
/// A holder has rows, which are trees of nodes. Each identity in them has a time: that of the write from which its
/// version comes. The rules:
///
/// 1. A write of a holder is shown at once. It *states* the nodes that the holder did not show before, and those
///    whose own part differs from what it showed, and all around one that was deleted while it was paused. If it states
///    several versions of a node, the first one counts at once.
/// 2. Writes, updates and deletions are delivered in their order, each to all holders and all writes that wait at once.
/// 3. To deliver an update replaces each node whose identity is stated, unless the holder has a later version. Of several
///    versions in one update a root counts before what is inside of roots, and then the first one counts.
/// 4. Inside of a node that was replaced, a node is the stated version, or else the later one of its own and the holder's.
/// 5. To deliver a deletion takes a node out of each parent; a parent that cannot be without it goes, too. A model that
///    is stated while its deletion waits is not deleted.
/// 6. Rows from a cache take the newest version that some holder has of each of their nodes.
/// 7. A paused holder shows its own writes alone. What it would show otherwise is kept up beside, and shown on resuming.
struct EngineOracle {
  struct Tree: Equatable {
    var rows: [Node] = []
    var times: [String: Int] = [:]
  }

  struct Holder {
    var visible = Tree()
    var shadow: Tree?
    var missedChanged: Set<String> = []
    var missedDeleted: [String: Int] = [:]
    var context: Int?
    var waits: String?
    var live: Tree { shadow ?? visible }
  }

  struct Job {
    var content = Tree()
    var stated: Set<String> = []
    var deleted: [String: Int] = [:]
    var time: Int
    var context: Int

    /// The version of an identity that counts: the first root, or else the first one inside.
    func winner(of id: String) -> Node? {
      content.rows.first(where: { $0.id == id }) ?? content.rows.first(id)
    }
  }

  enum Notice: Hashable {
    case changed(Int, String, changed: Set<String>, deleted: Set<String>, context: Int?)
    case delivered(context: Int?)
  }

  var holders: [Int: Holder] = [:]
  var (jobs, clock): ([Job], Int) = ([], 0)

  mutating func set(_ rows: [Node], of number: Int, context: Int) {
    clock += 1
    guard var holder = holders[number] else { return }
    let base = holder.visible
    var (rows, stated) = (rows, rows.flatMap(\.nodes).filter { isStated($0, holder) })
    let twice = stated.filter { node in stated.contains { $0.id == node.id && $0 != node } }
    if !twice.isEmpty {
      let agreed = Job(
        content: Tree(rows: stated), stated: Set(twice.compactMap(\.id)), time: clock, context: 0)
      var walk = Walk(own: Tree(), job: agreed)
      rows = walk.tree(rows, Tree()).rows
      stated = rows.flatMap(\.nodes).filter { isStated($0, holder) }
    }
    let ids = Set(stated.compactMap(\.id))
    var new = Tree(rows: rows)
    for id in rows.flatMap(\.ids) { new.times[id] = ids.contains(id) ? clock : base.times[id] }
    holder.waits = nil
    holder.visible = new
    var job = Job(content: Tree(rows: stated), stated: ids, time: clock, context: context)
    for id in stated.flatMap(\.ids) { job.content.times[id] = new.times[id] }
    if let shadow = holder.shadow {
      var walk = Walk(own: completed(shadow, for: new, but: ids), job: job)
      (walk.job.deleted, walk.restated) = (holder.missedDeleted, new)
      let settled = walk.tree(rows, new)
      holder.shadow = settled
      for id in ids where settled.times[id] == nil { holder.visible.times[id] = 0 }
      job.content.rows = stated.compactMap { $0.id.flatMap { settled.rows.first($0) } }
      job.content.times = settled.times
    }
    holders[number] = holder
    job.stated.formIntersection(job.content.rows.flatMap(\.ids))
    if !job.content.rows.isEmpty { add(job) }
  }

  private mutating func add(_ job: Job) {
    for index in jobs.indices {
      jobs[index].deleted = jobs[index].deleted.filter { !job.stated.contains($0.key) }
    }
    jobs.append(job)
  }

  private func isStated(_ node: Node, _ holder: Holder) -> Bool {
    let isRevived = node.nodes.contains { inner in
      inner.id.map { holder.missedDeleted[$0] != nil } ?? false && isNew(inner, holder.visible.rows)
    }
    return node.id != nil && (isRevived || isNew(node, holder.visible.rows))
  }

  private func isNew(_ node: Node, _ base: [Node]) -> Bool {
    guard let id = node.id, let known = base.first(id) else { return node.id != nil }
    return !base.flatMap(\.nodes).contains(node)
      && withChildren(known, base) != withChildren(node, base)
  }

  private func withChildren(_ node: Node, _ base: [Node]) -> Node {
    var copy = node
    copy.children = node.children.map { child in
      child.id.map { base.first($0) ?? child } ?? withChildren(child, base)
    }
    return copy
  }

  mutating func update(_ models: [Node], context: Int) {
    clock += 1
    let ids = Set(models.flatMap(\.ids))
    var job = Job(content: Tree(rows: models), stated: ids, time: clock, context: context)
    for id in ids { job.content.times[id] = clock }
    add(job)
  }

  mutating func delete(_ ids: [String], context: Int) {
    clock += 1
    let times = Dictionary(ids.map { ($0, clock) }) { a, _ in a }
    jobs.append(Job(deleted: times, time: clock, context: context))
  }

  /// A tree with one version of each node that it does not have and rows restate: the newest elsewhere, or the first.
  private func completed(_ tree: Tree, for rows: Tree, but stated: Set<String>) -> Tree {
    var (all, ids, first): (Tree, Set<String>, [Node]) = (tree, stated, [])
    for id in rows.rows.flatMap(\.ids) where tree.times[id] == nil && ids.insert(id).inserted {
      let other = newest(id) ?? rows
      guard let node = other.rows.first(id) else { continue }
      if newest(id) == nil { first.append(node) } else { all.rows.append(node) }
      for inner in node.ids where tree.times[inner] == nil {
        all.times[inner] = max(all.times[inner] ?? 0, other.times[inner] ?? 0)
      }
      all.times[id] = max(all.times[id] ?? 0, rows.times[id] ?? 0)
    }
    all.rows += first
    return all
  }

  private func newest(_ id: String) -> Tree? {
    let trees = holders.keys.sorted().compactMap { holders[$0]?.live }
    guard let best = trees.compactMap({ $0.times[id] }).max() else { return nil }
    return trees.first { $0.times[id] == best }
  }

  mutating func show(_ rows: [Node], in number: Int) {
    var job = Job(time: clock, context: 0)
    var inside: [String: Int] = [:]
    for id in rows.flatMap(\.ids) where !job.stated.contains(id) {
      job.stated.insert(id)
      guard let tree = newest(id), let node = tree.rows.first(id) else {
        let own = Job(content: Tree(rows: rows), time: 0, context: 0).winner(of: id)
        job.content.rows += own.map { [$0] } ?? []
        continue
      }
      job.content.rows.append(node)
      job.content.times[id] = tree.times[id]
      for id in node.ids { inside[id] = max(inside[id] ?? 0, tree.times[id] ?? 0) }
    }
    var walk = Walk(own: Tree(), job: job)
    var tree = Tree(rows: rows.compactMap { walk.settle($0, Tree(), []) })
    for id in tree.rows.flatMap(\.ids) { tree.times[id] = job.content.times[id] ?? inside[id] ?? 0 }
    holders[number]?.waits = nil
    holders[number]?.visible = tree
    if holders[number]?.shadow != nil { holders[number]?.shadow = tree }
  }

  mutating func pause(_ number: Int) {
    let visible = holders[number]?.visible
    if holders[number]?.shadow == nil { holders[number]?.shadow = visible }
  }

  mutating func resume(_ number: Int) -> Notice? {
    guard var holder = holders[number], let shadow = holder.shadow else { return nil }
    let old = holder.visible
    holder.visible = shadow
    (holder.shadow, holders[number]) = (nil, nil)
    let present = Set(shadow.rows.flatMap(\.ids))
    let deleted = Set(holder.missedDeleted.keys).subtracting(present)
    let changed = holder.missedChanged.filter { id in
      let (a, b) = (old.rows.first(id), shadow.rows.first(id))
      return a != nil && a != b && !deleted.contains(id) && !shadow.rows.isEmpty
    }
    let context = holder.context
    (holder.missedChanged, holder.missedDeleted, holder.context) = ([], [:], nil)
    holders[number] = holder
    if old.rows == shadow.rows { return nil }
    return .changed(
      number, "\(shadow.rows)", changed: Set(changed), deleted: deleted, context: context)
  }

  mutating func deliver() -> [Notice] {
    let job = jobs.removeFirst()
    var notices: [Notice] = []
    for number in holders.keys.sorted() {
      guard var holder = holders[number] else { continue }
      if let id = holder.waits, job.stated.contains(id), let node = job.winner(of: id) {
        holder.waits = nil
        var walk = Walk(own: Tree(), job: job)
        let tree = walk.tree([node], job.content)
        notices += publish(tree, [], [], &holder, number, job.context)
      } else {
        var walk = Walk(own: holder.live, job: job)
        let tree = walk.tree(holder.live.rows, holder.live)
        var (changed, deleted): (Set<String>, Set<String>) = ([], [])
        for row in holder.live.rows { collect(row, holder.live, job, &changed, &deleted) }
        changed.subtract(deleted)
        for id in deleted { holder.missedDeleted[id] = holder.shadow == nil ? nil : job.time }
        notices += publish(tree, changed, deleted, &holder, number, job.context)
      }
      holders[number] = holder
    }
    for (index, content) in jobs.map(\.content).enumerated() {
      var walk = Walk(own: content, job: job)
      jobs[index].content = walk.tree(content.rows, content)
    }
    return notices + [.delivered(context: job.context)]
  }

  private func publish(
    _ tree: Tree, _ changed: Set<String>, _ deleted: Set<String>, _ holder: inout Holder,
    _ number: Int, _ context: Int
  ) -> [Notice] {
    let isNew = tree.rows != holder.live.rows
    if holder.shadow == nil {
      holder.visible = tree
      let rows = "\(tree.rows)"
      return isNew
        ? [.changed(number, rows, changed: changed, deleted: deleted, context: context)] : []
    }
    holder.shadow = tree
    holder.missedChanged.formUnion(changed)
    if isNew { holder.context = context }
    return []
  }

  private func collect(
    _ node: Node, _ own: Tree, _ job: Job, _ changed: inout Set<String>,
    _ deleted: inout Set<String>
  ) {
    var walk = Walk(own: own, job: job)
    let new = walk.settle(node, own, [])
    if new == node { return }
    if let id = node.id {
      if new == nil { deleted.insert(id) } else { changed.insert(id) }
      if let time = job.deleted[id], time > own.times[id] ?? 0 { return }
    }
    for child in node.children { collect(child, own, job, &changed, &deleted) }
  }

  struct Walk {
    let own: Tree
    var job: Job
    /// The rows that a paused holder wrote, if the walk is over them.
    var restated: Tree?
    var times: [String: Int] = [:]

    init(own: Tree, job: Job) { (self.own, self.job) = (own, job) }

    mutating func settle(_ node: Node, _ source: Tree, _ path: [String]) -> Node? {
      var (node, source, path) = (node, source, path)
      if let id = node.id {
        if path.contains(id) { return node }
        path.append(id)
        let (time, held) = (source.times[id] ?? 0, own.times[id] ?? 0)
        if let end = job.deleted[id], end > max(time, held) { return nil }
        var chosen = time
        if job.stated.contains(id), job.time >= max(time, held), let best = job.winner(of: id) {
          chosen = job.time
          if best != node { (node, source) = (best, job.content) }
        } else if held > time || (restated == source && held == time),
          let mine = own.rows.first(id)
        {
          chosen = held
          if mine != node { (node, source) = (mine, own) }
        }
        times[id] = max(times[id] ?? 0, chosen)
      }
      let count = node.children.count
      var children: [Node] = []
      for child in node.children {
        if let child = settle(child, source, path) { children.append(child) }
      }
      node.children = children
      return node.needsAll && children.count < count ? nil : node
    }

    mutating func tree(_ rows: [Node], _ source: Tree) -> Tree {
      let rows = rows.compactMap { settle($0, source, []) }
      let ids = Set(rows.flatMap(\.ids))
      return Tree(rows: rows, times: times.filter { ids.contains($0.key) })
    }
  }
}

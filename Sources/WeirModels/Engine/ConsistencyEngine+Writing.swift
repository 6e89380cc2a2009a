// SPDX-License-Identifier: Apache-2.0
extension ConsistencyEngine {
  /// Gives a holder rows of its own: it shows them at once, and others hear of what is new in them.
  ///
  /// Nothing waits to be delivered if nothing is new in them. The holder itself is never told of its own write, only of
  /// what others of its rows become by it.
  ///
  /// If the rows state several versions of one model, the first one counts, and the rows are changed to it at once.
  ///
  /// - Returns: the rows as they are to be kept by others, such as a cache: for a paused holder, with what it has
  ///   not yet shown.
  @discardableResult
  public mutating func set(
    _ rows: [any Model], of id: HolderID, context: (any Sendable)? = nil
  ) -> [any Model] {
    write(rows, to: id, context).kept
  }

  /// Does the same; `isAsGiven` is `true` unless the rows stated several versions of one model.
  ///
  /// Fresh rows come from outside of the app: they are news also where they are as the holder shows them.
  mutating func write(
    _ given: [any Model], to id: HolderID, isFresh: Bool = false, _ context: (any Sendable)?
  ) -> (kept: [any Model], isAsGiven: Bool) {
    stopWaiting(id)
    let time = clock.tick()
    let (shown, ends) = (self[id].visible, self[id].missed.ends)
    let base = isFresh ? ModelTree() : shown
    var rows = given
    var statement = Statement(rows, over: base, ends: ends)
    let contradictions = statement.contradictions
    if !contradictions.isEmpty {
      let versions = ModelTree(statement.nodes) { _ in time }
      let update = ModelUpdate(versions, stated: contradictions, time: time)
      rows = TreeWalk(update).settle(ModelTree(rows) { _ in .zero }).tree.rows
      statement = Statement(rows, over: base, ends: ends)
    }
    let tree = ModelTree(rows) { statement.ids.contains($0) ? time : base.time(of: $0) }
    let content = ModelTree(statement.nodes) { tree.time(of: $0) }
    guard let shadow = self[id].shadow else {
      setLive(tree, of: id.number)
      state(content, statement.ids, time, context)
      return (rows, contradictions.isEmpty)
    }
    let update = ModelUpdate(
      ModelUpdate(content, stated: statement.ids, time: time), ends: ends)
    let known = completed(shadow, for: tree, but: statement.ids)
    let settled = TreeWalk(update).settle(tree, of: known).tree
    // What is stated inside of something that others have without it reaches nobody: it has no time.
    self[id].visible = ModelTree(rows) {
      statement.ids.contains($0) && !settled.has($0) ? .zero : tree.time(of: $0)
    }
    setLive(settled, of: id.number)
    // Others hear what the holder would show, which is newer than what it shows.
    let nodes = statement.nodes.compactMap { node in
      node.modelID.flatMap { settled.first($0, like: node) }
    }
    state(ModelTree(nodes) { settled.time(of: $0) }, statement.ids, time, context)
    return (settled.rows, contradictions.isEmpty)
  }

  /// Updates models wherever they are held, all in one step.
  public mutating func update(_ models: [any Model], context: (any Sendable)? = nil) {
    let time = clock.tick()
    let content = ModelTree(models) { _ in time }
    enqueue(content, IDList(content.ids), models, isShown: false, time, context)
  }

  /// Deletes models wherever they are held, all in one step.
  ///
  /// A model that is written again before that step is not deleted.
  public mutating func delete(_ ids: [ModelID], context: (any Sendable)? = nil) {
    tasks.append(.deletion(ids), clock.tick(), context)
  }

  /// Returns the rows that a holder will have when all is delivered that is on its way.
  func foreseenRows(of id: HolderID) -> [any Model] {
    var tree = self[id].live
    for task in tasks.all {
      if let update = update(of: task) { tree = TreeWalk(update).settle(tree).tree }
    }
    return tree.rows
  }

  private mutating func state(
    _ content: ModelTree, _ stated: IDList, _ time: ChangeTime, _ context: (any Sendable)?
  ) {
    if content.rows.isEmpty { return }
    enqueue(content, stated, content.rows, isShown: true, time, context)
  }

  /// Lets an update wait.
  ///
  /// Until it is delivered, what it carries is kept up as the models of any holder are.
  private mutating func enqueue(
    _ content: ModelTree, _ stated: IDList, _ models: [any Model], isShown: Bool,
    _ time: ChangeTime, _ context: (any Sendable)?
  ) {
    let carrier = open()
    self[carrier].isCarrier = true
    self[carrier].isShown = isShown
    setLive(content, of: carrier.number)
    let stated = IDList(content.ids.filter(stated.contains))
    tasks.revive(stated)
    tasks.append(.update(carrier, stated: stated, models: models), time, context)
  }
}

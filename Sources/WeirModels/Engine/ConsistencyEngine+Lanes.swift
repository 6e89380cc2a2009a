// SPDX-License-Identifier: Apache-2.0
import WeirCore

extension ConsistencyEngine {
  /// The step that may run next; nil if nothing waits.
  public var next: LaneEvent? {
    guard let task = tasks.first else { return nil }
    if case .clearing = task.content { return .deliver(task.number) }
    return switch tasks.stage {
    case .waiting: .snapshot(task.number)
    case .read: .compute(task.number)
    case .computed: .deliver(task.number)
    }
  }

  /// Runs a step.
  ///
  /// One that is not the next does nothing: what it was for has been dropped.
  public mutating func run(_ event: LaneEvent, into notices: inout [EngineNotice]) {
    guard event == next, let task = tasks.first else { return }
    switch event {
    case .snapshot: tasks.advance(to: .read(snapshot(of: task)))
    case .compute: if let job { finish(job.run()) }
    case .deliver:
      if case .computed(let outcome) = tasks.stage {
        deliver(task, outcome, into: &notices)
      } else {
        tasks.removeFirst()
        notices.append(.cleared)
      }
    }
  }

  /// The work of the worker lane, if that is the next step.
  public var job: LaneJob? {
    if case .read(let job) = tasks.stage { return job }
    return nil
  }

  /// Takes the result of the worker lane, which makes the delivery the next step.
  ///
  /// One that is of no more use is ignored.
  public mutating func finish(_ outcome: LaneJob.Outcome) {
    guard case .read(let job) = tasks.stage, job.reading == outcome.reading else { return }
    tasks.advance(to: .computed(outcome))
  }

  /// Drops all updates under way, and lets all holders go.
  ///
  /// They keep the rows that they show, and hear of nothing until they are given rows again. Pauses and waits end.
  ///
  /// The delivery of the clearing itself is told by ``EngineNotice/cleared``.
  public mutating func clear(context: (any Sendable)? = nil) {
    tasks.removeAll()
    index = [:]
    for number in holders.numbers {
      if holders[number].isCarrier {
        holders.close(number)
      } else {
        holders[number].letGo()
      }
    }
    tasks.append(.clearing, clock.tick(), context)
  }

  /// Reads the models of the holders that a task concerns.
  private mutating func snapshot(of task: LaneTask) -> LaneJob {
    var reads: [(holder: Int, revision: Int, tree: ModelTree)] = []
    let carrier = task.carrier?.number
    let numbers = holders(of: task.ids)
    reads.reserveCapacity(numbers.count)
    for number in numbers where number != carrier && !holders[number].live.rows.isEmpty {
      reads.append((number, holders[number].revision, holders[number].live))
    }
    return LaneJob(
      number: task.number, reading: tasks.nextReading(),
      update: update(of: task) ?? ModelUpdate(ends: IDMap(), time: task.time),
      reads: reads)
  }

  /// The update that a task is as it stands; nil for a clearing.
  func update(of task: LaneTask) -> ModelUpdate? {
    var ends = IDMap<ChangeTime>()
    switch task.content {
    case .update(let carrier, let stated, _):
      let content = self[carrier].live
      // What is written and then goes with something that it needs goes everywhere, unless it is written again.
      for id in stated.ids where !content.has(id) && !tasks.isStated(id, after: task.number) {
        ends.add(id, task.time)
      }
      return ModelUpdate(ModelUpdate(content, stated: stated, time: task.time), ends: ends)
    case .deletion(let ids):
      for id in ids { ends.add(id, task.time) }
      return ModelUpdate(ends: ends, time: task.time)
    case .clearing: return nil
    }
  }

  private mutating func deliver(
    _ task: LaneTask, _ outcome: LaneJob.Outcome, into notices: inout [EngineNotice]
  ) {
    tasks.removeFirst()
    if let carrier = task.carrier { close(carrier) }
    var place = 0
    for number in holders(of: task.ids) {
      while place < outcome.results.count, outcome.results[place].holder < number { place += 1 }
      if holders[number].wait != nil, holders[number].live.rows.isEmpty {
        end(of: number, outcome.update, task, into: &notices)
      } else if place < outcome.results.count, outcome.results[place].holder == number,
        outcome.results[place].revision == holders[number].revision
      {
        apply(outcome.results[place].settled, to: number, task, into: &notices)
      } else {
        // It holds something else than what was read, or came meanwhile.
        let settled = TreeWalk(outcome.update).settle(holders[number].live)
        apply(settled, to: number, task, into: &notices)
      }
    }
    notices.append(.delivered(task.delivery))
  }

  private mutating func apply(
    _ settled: SettledTree, to number: Int, _ task: LaneTask, into notices: inout [EngineNotice]
  ) {
    let old = settled.isChanged ? holders[number].visible.rows : []
    setLive(settled.tree, of: number)
    if holders[number].isCarrier { return }
    for fault in settled.faults { notices.append(.fault(fault)) }
    if !settled.isChanged { return }
    let id = HolderID(number: number)
    if settled.tree.rows.isEmpty { self[id].isGone = true }
    if holders[number].shadow != nil {
      self[id].missed.add(settled, task)
      return
    }
    let gone = IDList(settled.deleted)
    notices.append(
      .changed(
        HolderChange(
          holder: id, old: old, rows: settled.tree.rows, fates: settled.fates,
          changed: settled.changed.filter { !gone.contains($0) }, deleted: settled.deleted,
          time: task.time, context: task.context)))
  }

  /// Ends the wait of a holder if an update has the model that it waits for.
  private mutating func end(
    of number: Int, _ update: ModelUpdate, _ task: LaneTask, into notices: inout [EngineNotice]
  ) {
    let id = HolderID(number: number)
    guard let wait = self[id].wait else { return }
    if update.ends.has(wait.id) {
      self[id].isGone = true
      return
    }
    guard let versions = update.versions[wait.id], !tasks.isDeleted(wait.id),
      update.time > wait.since || !tasks.isStated(wait.id)
    else { return }
    guard let version = versions.first(where: { type(of: $0) == wait.type }) else {
      notices.append(.fault(.wrongType(wait.id)))
      return
    }
    stopWaiting(id)
    let tree = ModelTree([version]) { update.content.time(of: $0) }
    let settled = TreeWalk(update).settle(tree, of: ModelTree())
    setLive(settled.tree, of: number)
    if self[id].shadow != nil {
      self[id].missed.context = task.context
      self[id].missed.time = task.time
      return
    }
    notices.append(
      .changed(
        HolderChange(
          holder: id, old: [], rows: settled.tree.rows, fates: nil, changed: [], deleted: [],
          time: task.time, context: task.context)))
  }
}

extension LaneTask {
  /// The holder that keeps up what an update carries.
  var carrier: HolderID? {
    if case .update(let carrier, _, _) = content { return carrier }
    return nil
  }

  /// The identities that are updated or deleted.
  var ids: [ModelID] {
    switch content {
    case .update(_, let stated, _): stated.ids
    case .deletion(let ids): ids
    case .clearing: []
    }
  }

  /// The word that goes out when it has reached all holders.
  var delivery: ModelDelivery {
    switch content {
    case .update(_, let stated, let models):
      ModelDelivery(models: models, updated: stated.ids, deleted: [], time: time, context: context)
    case .deletion(let ids):
      ModelDelivery(models: [], updated: [], deleted: ids, time: time, context: context)
    case .clearing:
      ModelDelivery(models: [], updated: [], deleted: [], time: time, context: context)
    }
  }
}

extension MissedChanges {
  /// Keeps a change back.
  mutating func add(_ settled: SettledTree, _ task: LaneTask) {
    for id in settled.changed { changed.insert(id) }
    for id in settled.deleted {
      deleted.insert(id)
      ends.raise(id, to: task.time)
    }
    (context, time) = (task.context, task.time)
  }
}

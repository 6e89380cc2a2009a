// SPDX-License-Identifier: Apache-2.0

// What holders do.
extension JudgedEngine {
  /// Opens a holder without models.
  public mutating func open() -> HolderID {
    let id = engine.open()
    if oracle != nil { judge("open \(id.number)") { $0.holders[id.number] = ModelOracle.Holder() } }
    return id
  }

  /// Closes a holder, whose handle must not be used any more.
  public mutating func close(_ id: HolderID) {
    engine.close(id)
    if oracle != nil { judge("close \(id.number)") { $0.holders[id.number] = nil } }
  }

  /// Gives a holder rows of its own; see ``ConsistencyEngine/set(_:of:context:)``.
  ///
  /// `isAsGiven` is `true` unless the rows stated several versions of one model.
  public mutating func write(
    _ rows: [any Model], to id: HolderID, isFresh: Bool = false, _ context: (any Sendable)?
  ) -> (kept: [any Model], isAsGiven: Bool) {
    let result = engine.write(rows, to: id, isFresh: isFresh, context)
    if oracle != nil {
      judge("write to \(id.number)") { $0.set(rows, of: id.number, isFresh: isFresh, context) }
    }
    return result
  }

  /// Gives a holder rows that come from a cache or from elsewhere in the app; see ``ConsistencyEngine/show(_:in:)``.
  public mutating func show(_ rows: [any Model], in id: HolderID) {
    engine.show(rows, in: id)
    if oracle != nil { judge("rows for \(id.number)") { $0.show(rows, in: id.number) } }
  }

  /// Gives a holder the same rows as another one, with the same times.
  public mutating func copyRows(of source: HolderID, to id: HolderID) {
    engine.copyRows(of: source, to: id)
    if oracle != nil {
      judge("rows of \(source.number) for \(id.number)") {
        $0.copyRows(of: source.number, to: id.number)
      }
    }
  }

  /// Lets a paused holder catch up with another one without showing it.
  public mutating func showLater(
    _ source: HolderID, in id: HolderID, context: (any Sendable)?, at time: ChangeTime
  ) {
    engine.showLater(source, in: id, context: context, at: time)
    if oracle != nil {
      judge("later rows of \(source.number) for \(id.number)") {
        $0.showLater(source.number, in: id.number, context)
      }
    }
  }

  /// Updates models wherever they are held, all in one step.
  public mutating func update(_ models: [any Model], context: (any Sendable)?) {
    engine.update(models, context: context)
    if oracle != nil { judge("update") { $0.update(models, context) } }
  }

  /// Deletes models wherever they are held, all in one step.
  public mutating func delete(_ ids: [ModelID], context: (any Sendable)?) {
    engine.delete(ids, context: context)
    if oracle != nil { judge("deletion") { $0.delete(ids, context) } }
  }

  /// Keeps the rows of a holder as they are, but for its own writes.
  public mutating func pause(_ id: HolderID) {
    engine.pause(id)
    if oracle != nil { judge("pause of \(id.number)") { $0.pause(id.number) } }
  }

  /// Shows what a paused holder has missed, in one step.
  public mutating func resume(_ id: HolderID, into notices: inout [EngineNotice]) {
    let start = notices.count
    engine.resume(id, into: &notices)
    if oracle != nil {
      judge("going on of \(id.number)", notices[start...]) { $0.resume(id.number) }
    }
  }

  /// Lets a holder without rows wait for a model.
  public mutating func wait(_ id: HolderID, for model: ModelID, as type: any Model.Type) {
    engine.wait(id, for: model, as: type)
    oracle?.holders[id.number]?.waits = engine[id].wait
  }

  /// Lets a holder wait no more.
  public mutating func stopWaiting(_ id: HolderID) {
    engine.stopWaiting(id)
    oracle?.holders[id.number]?.waits = nil
  }

  /// Drops all updates under way, and lets all holders go.
  public mutating func clear(context: (any Sendable)?) {
    engine.clear(context: context)
    if oracle != nil { judge("clearing") { $0.clear() } }
  }

  /// Runs a step of the lanes; only the delivery changes holders.
  public mutating func run(_ event: LaneEvent, into notices: inout [EngineNotice]) {
    let (start, isNext) = (notices.count, event == engine.next)
    engine.run(event, into: &notices)
    if oracle != nil, isNext, case .deliver(let number) = event {
      judge("delivery of \(number)", notices[start...]) { $0.deliver() }
    }
  }

  mutating func takeRevived() -> [ModelID] { engine.tasks.takeRevived() }
  mutating func finish(_ outcome: LaneJob.Outcome) { engine.finish(outcome) }

  /// Returns a time that is later than all before it.
  mutating func tick() -> ChangeTime {
    oracle?.tick()
    return engine.clock.tick()
  }
}

// What is asked of the engine alone.
extension JudgedEngine {
  subscript(id: HolderID) -> Holder { engine[id] }
  /// Returns the models that a holder shows.
  public func rows(of id: HolderID) -> [any Model] { engine.rows(of: id) }
  /// `true` if a holder is paused.
  public func isPaused(_ id: HolderID) -> Bool { engine.isPaused(id) }
  func waitedFor(by id: HolderID) -> ModelID? { engine.waitedFor(by: id) }
  func newest(_ id: ModelID, as type: any Model.Type) -> (any Model)? {
    engine.newest(id, as: type)
  }
  func isDeleted(_ id: ModelID) -> Bool { engine.isDeleted(id) }
  /// The step that may run next; nil if nothing waits.
  public var next: LaneEvent? { engine.next }
  func foreseenRows(of id: HolderID) -> [any Model] { engine.foreseenRows(of: id) }
  var job: LaneJob? { engine.job }
  var holderCount: Int { engine.holderCount }
  var identityCount: Int { engine.identityCount }
}

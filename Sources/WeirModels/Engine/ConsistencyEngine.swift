// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// Keeps the models of all holders the same: what one holder writes reaches all others that hold the same model.
///
///     var engine = ConsistencyEngine()
///     let (list, screen) = (engine.open(), engine.open())
///     engine.set([message, other], of: list)
///     engine.set([message.edited], of: screen)
///     while let event = engine.next { engine.run(event, into: &notices) }
///     engine.rows(of: list)  // [message.edited, other]
///
/// A write is shown by its own holder at once, and by the others when its update is delivered: see ``LaneEvent``. The
/// promises:
///
/// - Updates are delivered in the order in which they were made, each to all holders in one step.
/// - Versions are compared model by model, by the time of the write that they come from. A write states the models that
///   differ from what its holder showed; rows that are merely there again state nothing, and turn nothing back.
/// - If one update holds several versions of a model, a root counts before what is inside of roots, and then the first
///   one. It counts everywhere, also inside of the others.
/// - What becomes of a holder is computed from what it held when its update was read. If it holds something else when
///   the update is delivered, it is computed again; a holder that came meanwhile is not forgotten.
/// - A deletion takes what needs the deleted model along, and a version that was written but not delivered goes with it
///   everywhere. One limit: a holder from which a model went so does not get it back by a newer version, on its way then,
///   that could do without. Another one: what a paused holder writes again of a model that has gone from it may be older
///   than what others have from a cache.
/// - Holders are told in the order in which they were opened, and only of changes.
///
/// - Complexity: an update costs the trees of the holders that have one of its models, whatever others there are.
public struct ConsistencyEngine: Sendable {
  var holders = HolderTable()
  /// The holders of each identity, in the order in which they were opened.
  var index: [ModelID: [Int]] = [:]
  var clock = ChangeClock()
  var lastHolder = 0
  var tasks = LaneQueue()

  /// Makes an engine without holders.
  public init() {}

  /// The number of holders, and of updates that wait.
  public var holderCount: Int { holders.count }
  /// The number of identities that someone holds.
  public var identityCount: Int { index.count }
  /// The time of the last change.
  public var now: ChangeTime { clock.last }

  /// Opens a holder without models.
  public mutating func open() -> HolderID {
    lastHolder += 1
    holders.open(lastHolder, Holder())
    return HolderID(number: lastHolder)
  }

  /// Closes a holder, whose handle must not be used any more.
  public mutating func close(_ id: HolderID) {
    for model in self[id].live.ids { unregister(id.number, under: model) }
    if let wait = self[id].wait { unregister(id.number, under: wait.id) }
    holders.close(id.number)
  }

  /// Returns the models that a holder shows.
  public func rows(of id: HolderID) -> [any Model] { self[id].visible.rows }

  /// Returns the time of the version of a model that a holder shows; nil if it does not show the model.
  public func time(of model: ModelID, in id: HolderID) -> ChangeTime? {
    self[id].visible.knownTime(of: model)
  }

  /// `true` if a holder is paused.
  public func isPaused(_ id: HolderID) -> Bool { self[id].shadow != nil }

  subscript(id: HolderID) -> Holder {
    _read { yield holders[id.number] }
    _modify { yield &holders[id.number] }
  }
}

// SPDX-License-Identifier: Apache-2.0
import WeirCore

extension ConsistencyEngine {
  /// Lets a holder without rows wait for a model: the next update that has it as a value of a type becomes its row.
  ///
  /// From then on it is a holder as any other. It stops waiting as soon as it has rows, or waits for another model.
  ///
  /// What is about to go is not shown: an update behind which a deletion of the model waits. Nor is what is about to be
  /// old: an update from before the wait began, behind which another one waits.
  public mutating func wait(_ id: HolderID, for model: ModelID, as type: any Model.Type) {
    invariant(
      self[id].live.rows.isEmpty, "holder \(id.number) has rows and cannot wait for \(model)")
    stopWaiting(id)
    self[id].wait = ModelWait(id: model, type: type, since: now)
    register(id.number, under: model)
  }

  /// Returns the model that a holder waits for.
  public func waitedFor(by id: HolderID) -> ModelID? { self[id].wait?.id }

  /// Returns `true` if a deletion of a model is on its way.
  func isDeleted(_ id: ModelID) -> Bool { tasks.isDeleted(id) }

  /// Lets a holder wait no more.
  public mutating func stopWaiting(_ id: HolderID) {
    self[id].isGone = false
    guard let wait = self[id].wait else { return }
    self[id].wait = nil
    if !self[id].live.has(wait.id) { unregister(id.number, under: wait.id) }
  }
}

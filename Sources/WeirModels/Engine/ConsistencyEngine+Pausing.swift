// SPDX-License-Identifier: Apache-2.0
extension ConsistencyEngine {
  /// Keeps the rows of a holder as they are, but for its own writes.
  ///
  /// To pause twice is to pause once.
  public mutating func pause(_ id: HolderID) {
    if self[id].shadow != nil { return }
    self[id].shadow = self[id].visible
  }

  /// Shows what a paused holder has missed, in one step; nothing is told if nothing differs.
  ///
  /// Of several contexts the last one is told. An identity that came back is not told as deleted, and one whose model is
  /// as it was is not told as changed.
  public mutating func resume(_ id: HolderID, into notices: inout [EngineNotice]) {
    guard let shadow = self[id].shadow else { return }
    let (old, missed) = (self[id].visible, self[id].missed)
    self[id].visible = shadow
    self[id].shadow = nil
    self[id].missed = MissedChanges()
    if old.rows.isEqualThroughout(shadow.rows) { return }
    let deleted = missed.deleted.ids.filter { !shadow.has($0) }
    let changed = old.ids.filter { id in
      if !missed.changed.contains(id) || shadow.rows.isEmpty || deleted.contains(id) {
        return false
      }
      guard let before = old.first(id) else { return false }
      guard let after = shadow.first(id) else { return true }
      return !before.isEqualThroughout(after)
    }
    notices.append(
      .changed(
        HolderChange(
          holder: id, old: old.rows, rows: shadow.rows, fates: nil, changed: changed,
          deleted: deleted, time: missed.time, context: missed.context)))
  }
}

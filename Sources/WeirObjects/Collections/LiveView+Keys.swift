// SPDX-License-Identifier: Apache-2.0
import WeirTree

// The checks of what is added and removed by key: against the rows if they are synced, and else against the backend.
extension LiveView {
  /// Returns `true` if a key has to be read before something is added there; throws if it is known to be taken.
  func mustRead(toAdd key: Key) throws(CollectionFault) -> Bool {
    if isSynced, row(of: key) != nil { throw .present(key) }
    return !isSynced || hasMore
  }

  /// Returns `true` if a key has to be read before what is there is removed; throws if nothing is known to be there.
  func mustRead(toRemove key: Key) throws(CollectionFault) -> Bool {
    if isSynced, row(of: key) != nil { return false }
    if isSynced, !hasMore, !isBroken(key) { throw .missing(key) }
    return true
  }
}

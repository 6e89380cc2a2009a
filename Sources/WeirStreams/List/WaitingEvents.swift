// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// What a list has heard since its last publication and has not taken in, for the list of another phone may have done so.
///
/// Until then it knows what it needs to know of them: which keys come and go, and how many.
struct WaitingEvents: Sendable {
  /// The number of events from which on none of them waits.
  static let most = 64

  private(set) var heard: [HeardRow] = []
  /// The number of rows by which the list grows.
  private(set) var growth = 0
  /// `true` if there are any that were not taken in.
  private(set) var isWaiting = false
  /// What another list did that has heard the same, once that is known.
  var foreseen: RowsStep?
  /// The rows on which they were taken in, for a publication that is not out yet.
  private(set) var before: RowsVersion?

  /// Adds an event that changes something.
  mutating func add(_ kind: DataEvent.Kind, _ key: Key, _ node: Node) {
    heard.append(HeardRow(kind, key, node))
    foreseen = nil
    if kind == .added { growth += 1 }
    if kind == .removed { growth -= 1 }
    isWaiting = true
  }

  /// Returns whether the list holds a key by what was heard of it; nil if nothing was.
  func holds(_ key: Key) -> Bool? {
    var place = heard.count
    while place > 0 {
      place -= 1
      if heard[place].key == key { return heard[place].kind != .removed }
    }
    return nil
  }

  /// Records that all are taken in, on rows that other lists have, too, if any.
  mutating func takeIn(on version: RowsVersion?) {
    isWaiting = false
    growth = 0
    foreseen = nil
    before = version
  }

  /// Forgets all.
  mutating func forget() {
    isWaiting = false
    growth = 0
    before = nil
    foreseen = nil
    heard.empty(keepingRoomFor: ListDraft.room)
  }
}

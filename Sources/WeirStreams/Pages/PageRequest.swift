// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// A page under way: two listens that are to take over from the one at the far end.
///
/// One shows again, without a limit, what the window shows up to its last row; the other one begins at that row
/// and goes on. Until both have answered, nothing of them is shown.
struct PageRequest: Sendable {
  /// The children that a listen has shown so far.
  struct Gathering: Sendable {
    let tag: UInt32
    let query: Query
    var rows = SortedMap<Key, Node>()
    var hasAnswered = false

    init(tag: UInt32, query: Query) {
      self.tag = tag
      self.query = query
    }

    mutating func take(_ event: DataEvent) {
      switch event.kind {
      case .added: rows.set(event.node, for: event.key)
      case .changed, .moved: rows.update(event.key) { $0 = event.node }
      case .removed: rows.remove(event.key)
      case .value: hasAnswered = true
      }
    }
  }

  /// The number of the call that asked for it; nil if the list did, to have as many rows as it
  /// wants from the start.
  let call: UInt32?
  let size: Int
  /// The part that is loaded already; nil if the window shows nothing but the row held back.
  var anchor: Gathering?
  /// The part that comes behind it.
  var beyond: Gathering

  func owns(_ tag: UInt32) -> Bool { tag == beyond.tag || tag == anchor?.tag }

  var hasAnswered: Bool { beyond.hasAnswered && anchor?.hasAnswered != false }

  mutating func take(_ event: DataEvent, from tag: UInt32) {
    if tag == beyond.tag { beyond.take(event) } else { anchor?.take(event) }
  }
}

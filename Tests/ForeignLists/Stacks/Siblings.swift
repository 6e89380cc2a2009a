// SPDX-License-Identifier: GPL-3.0-or-later
import WeirKit

extension [Row] {
  /// Puts children that were added or moved in one batch behind the siblings that their events name.
  ///
  /// An event names the sibling as it is when the batch is complete, and one that stands there already may move later in the batch: so
  /// all of them are taken out first, and each is put back as soon as its sibling stands there.
  mutating func place(_ events: [DataEvent]) {
    removeAll { row in events.contains { $0.key == row.key } }
    var waiting = events
    while !waiting.isEmpty {
      let ready = waiting.firstIndex { event in
        event.previous == nil || contains { $0.key == event.previous }
      }
      // A sibling that is nowhere: behind all others.
      let event = waiting.remove(at: ready ?? 0)
      let before = event.previous.map { key in firstIndex { $0.key == key } ?? count - 1 }
      insert(event.row, at: before.map { $0 + 1 } ?? 0)
    }
  }

  /// Puts what a child shows now in the place of what it showed.
  mutating func change(_ event: DataEvent) {
    if let place = firstIndex(where: { $0.key == event.key }) { self[place] = event.row }
  }
}

extension DataEvent {
  /// The row of its child.
  var row: Row { Row(key: key, stamp: node.fingerprint) }
}

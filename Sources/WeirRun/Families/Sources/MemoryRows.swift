// SPDX-License-Identifier: GPL-3.0-or-later
import WeirSources
import WeirTree

/// The rows that a list is made of, in memory: what was heard, in the order of the keys.
final class MemoryRows {
  /// The rows as a source.
  let source: ManualSource<SourceRow>

  /// Makes rows of what is there, by rising keys.
  init(_ rows: [SourceRow] = []) { source = ManualSource(rows) }

  /// Takes one batch of events in, which is one change.
  func take(_ events: [DataEvent]) {
    source.edit { rows in
      for event in events {
        let index = Self.index(of: event.key, in: rows)
        let isThere = index < rows.count && rows[index].key == event.key
        switch event.kind {
        case .value: break
        case .removed: if isThere { rows.remove(at: index) }
        case .added, .changed, .moved:
          let row = SourceRow(event.key, event.node)
          if isThere { rows[index] = row } else { rows.insert(row, at: index) }
        }
      }
    }
  }

  /// The index of a key, or the one that it would have.
  private static func index(of key: Key, in rows: ManualDraft<SourceRow>) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirSources

/// A sorted list as it is described: rows that stay and compare as before stay, all others go behind their equals in the
/// order of the list below.
struct NaiveSorted {
  private(set) var rows: [Item] = []
  var isBefore: (Item, Item) -> Bool
  private var cursor = SourceCursor<Items>()

  init(by isBefore: @escaping (Item, Item) -> Bool) { self.isBefore = isBefore }

  /// Looks at every version of the list below that it has not seen.
  mutating func pull(_ below: any DataSource<Items>) {
    while let event = cursor.next(in: below) {
      guard let content = event.content else { continue }
      if case .changed = event { step(to: content.rows) } else { begin(content.rows) }
    }
  }

  /// Takes another order; equals stay as they are.
  mutating func setOrder(_ isBefore: @escaping (Item, Item) -> Bool) {
    self.isBefore = isBefore
    begin(rows)
  }

  private mutating func begin(_ below: [Item]) {
    rows = []
    for row in below { put(row) }
  }

  private mutating func step(to below: [Item]) {
    var stay: [Item] = []
    for row in rows {
      guard let now = below.first(where: { $0.id == row.id }) else { continue }
      if !isBefore(row, now), !isBefore(now, row) { stay.append(now) }
    }
    rows = stay
    for row in below where !stay.contains(where: { $0.id == row.id }) { put(row) }
  }

  private mutating func put(_ row: Item) {
    let index = rows.firstIndex { isBefore(row, $0) } ?? rows.count
    rows.insert(row, at: index)
  }
}

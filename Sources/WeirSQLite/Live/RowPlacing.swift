// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirSources

/// The places of rows in the order of a query.
struct RowPlacing {
  /// A value that rows are ordered by, by its index in a row.
  struct Rank: Sendable {
    var index: Int
    var isDescending: Bool
  }

  private let ranks: [Rank]
  /// Each row as it is shown, looked up and never walked; empty if rows are ordered by rowid alone.
  private var rowByRowid: [Int64: SQLiteRow] = [:]

  /// Knows rows that are in order.
  init(_ rows: [SQLiteRow] = [], by ranks: [Rank] = []) {
    self.ranks = ranks
    if ranks.isEmpty { return }
    rowByRowid.reserveCapacity(rows.count)
    for row in rows { rowByRowid[row.rowid] = row }
  }

  /// The effect of one transaction, and the rows that it brought.
  struct Step {
    var changes = RowChanges()
    /// The rows that it brought, in the order of their new indices.
    fileprivate var rows: [(index: Int, row: SQLiteRow)] = []

    /// Returns the row that is new, moved or changed at an index.
    func row(at index: Int) -> SQLiteRow {
      var (low, high) = (0, rows.count)
      while low < high {
        let middle = (low + high) / 2
        if rows[middle].index < index { low = middle + 1 } else { high = middle }
      }
      guard low < rows.count, rows[low].index == index else {
        invariantBroken("no row \(index) was placed")
      }
      return rows[low].row
    }
  }

  /// A row that comes, or goes elsewhere, and the index in the old list that it comes before.
  private struct Arrival {
    var row: SQLiteRow
    var base: Int
    var old: Int?
    var isChanged: Bool
  }

  /// Takes rows that were touched as they are found now, `nil` for those that are not shown any more.
  mutating func take(_ rowids: [Int64], _ found: [SQLiteRow?], in list: SharedList<SQLiteRow>)
    -> Step
  {
    var step = Step()
    var arrivals: [Arrival] = []
    var changed: [(old: Int, row: SQLiteRow)] = []
    for (rowid, row) in zip(rowids, found) {
      let shown = exchange(rowid, for: row, in: list)
      guard let row else {
        if let shown { step.changes.deletes.append(shown.index) }
        continue
      }
      let isChanged = shown.map { !$0.row.showsTheSame(as: row) } ?? false
      if let shown, isLevel(shown.row, row) {
        if isChanged { changed.append((shown.index, row)) }
        continue
      }
      let base = lowerBound(row, in: list)
      arrivals.append(Arrival(row: row, base: base, old: shown?.index, isChanged: isChanged))
    }
    settle(&arrivals, changed, &step)
    return step
  }

  /// Finds the new indices.
  private func settle(
    _ arrivals: inout [Arrival], _ changed: [(old: Int, row: SQLiteRow)], _ step: inout Step
  ) {
    if arrivals.count > 1 { arrivals.sort { precedes($0.row, $1.row) } }
    let gone = (step.changes.deletes + arrivals.compactMap(\.old)).sorted()
    let bases = arrivals.map(\.base)
    for (rank, arrival) in arrivals.enumerated() {
      let new = arrival.base - Self.count(in: gone, below: arrival.base) + rank
      step.rows.append((new, arrival.row))
      if let old = arrival.old {
        step.changes.moves.append((old, new))
        if arrival.isChanged { step.changes.updates.append((old, new)) }
      } else {
        step.changes.inserts.append(new)
      }
    }
    for (old, row) in changed {
      let new = old - Self.count(in: gone, below: old) + Self.count(in: bases, below: old + 1)
      step.rows.append((new, row))
      step.changes.updates.append((old, new))
    }
    if !changed.isEmpty { step.rows.sort { $0.index < $1.index } }
  }

  /// Notes a row as it is now, and returns it as it is shown, with its index.
  private mutating func exchange(
    _ rowid: Int64, for row: SQLiteRow?, in list: SharedList<SQLiteRow>
  ) -> (index: Int, row: SQLiteRow)? {
    if ranks.isEmpty {
      let index = list.countOfRows { $0.rowid < rowid }
      if index == list.count { return nil }
      let shown = list[index]
      return shown.rowid == rowid ? (index, shown) : nil
    }
    let shown: SQLiteRow?
    if let row {
      shown = rowByRowid.updateValue(row, forKey: rowid)
    } else {
      shown = rowByRowid.removeValue(forKey: rowid)
    }
    return shown.map { (lowerBound($0, in: list), $0) }
  }

  /// Returns the number of rows that come before the place of a row.
  private func lowerBound(_ row: SQLiteRow, in list: SharedList<SQLiteRow>) -> Int {
    list.countOfRows { precedes($0, row) }
  }

  /// `true` if a row is in its place also with the values of another one.
  private func isLevel(_ a: SQLiteRow, _ b: SQLiteRow) -> Bool {
    ranks.allSatisfy { rank in
      a.storage[rank.index].order(to: b.storage[rank.index]) == 0
    }
  }

  private func precedes(_ a: SQLiteRow, _ b: SQLiteRow) -> Bool {
    if a.hint != b.hint { return a.hint < b.hint }
    return precedesByValues(a, b)
  }

  @inline(never)
  private func precedesByValues(_ a: SQLiteRow, _ b: SQLiteRow) -> Bool {
    for rank in ranks {
      let order = a.storage[rank.index].order(to: b.storage[rank.index])
      if order != 0 { return (order < 0) != rank.isDescending }
    }
    return a.rowid < b.rowid
  }

  /// Returns the number of sorted numbers that are below another one.
  private static func count(in numbers: [Int], below limit: Int) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

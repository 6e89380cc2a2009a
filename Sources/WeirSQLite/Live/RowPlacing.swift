import WeirCore
import WeirDiff
import WeirSources

/// The places of rows in the order of a query.
struct RowPlacing {
  private let isDescending: [Bool]
  /// The ranks of each row that is shown, looked up and never walked; empty if rows are ordered by rowid alone.
  private var ranksOfRow: [Int64: [SQLiteValue]] = [:]

  /// Knows rows that are in order.
  init(_ rows: [SQLiteRow] = [], isDescending: [Bool] = []) {
    self.isDescending = isDescending
    if isDescending.isEmpty { return }
    ranksOfRow.reserveCapacity(rows.count)
    for row in rows { ranksOfRow[row.rowid] = row.ranks }
  }

  /// The effect of one transaction, and the rows that it brought by their new index.
  struct Step {
    var changes = RowChanges()
    fileprivate var rowAt: [Int: SQLiteRow] = [:]

    /// Returns the row that is new, moved or changed at an index.
    func row(at index: Int) -> SQLiteRow {
      guard let row = rowAt[index] else { invariantBroken("no row \(index) was placed") }
      return row
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
      let old = index(of: rowid, in: list)
      guard let row else {
        if let old { step.changes.deletes.append(old) }
        ranksOfRow[rowid] = nil
        continue
      }
      let isChanged = old.map { !list[$0].showsTheSame(as: row) } ?? false
      if let old, list[old].ranks == row.ranks {
        if isChanged { changed.append((old, row)) }
        continue
      }
      let base = lowerBound(row.ranks, rowid, in: list)
      arrivals.append(Arrival(row: row, base: base, old: old, isChanged: isChanged))
      if !isDescending.isEmpty { ranksOfRow[rowid] = row.ranks }
    }
    settle(&arrivals, changed, &step)
    return step
  }

  /// Finds the new indices.
  private func settle(
    _ arrivals: inout [Arrival], _ changed: [(old: Int, row: SQLiteRow)], _ step: inout Step
  ) {
    arrivals.sort {
      precedes($0.row.ranks, $0.row.rowid, $1.row.ranks, $1.row.rowid)
    }
    let gone = (step.changes.deletes + arrivals.compactMap(\.old)).sorted()
    let bases = arrivals.map(\.base)
    for (rank, arrival) in arrivals.enumerated() {
      let new = arrival.base - Self.count(in: gone, below: arrival.base) + rank
      step.rowAt[new] = arrival.row
      if let old = arrival.old {
        step.changes.moves.append((old, new))
        if arrival.isChanged { step.changes.updates.append((old, new)) }
      } else {
        step.changes.inserts.append(new)
      }
    }
    for (old, row) in changed {
      let new = old - Self.count(in: gone, below: old) + Self.count(in: bases, below: old + 1)
      step.rowAt[new] = row
      step.changes.updates.append((old, new))
    }
  }

  /// Returns the index of a row that is shown.
  private func index(of rowid: Int64, in list: SharedList<SQLiteRow>) -> Int? {
    if isDescending.isEmpty {
      let index = lowerBound([], rowid, in: list)
      return index < list.count && list[index].rowid == rowid ? index : nil
    }
    return ranksOfRow[rowid].map { lowerBound($0, rowid, in: list) }
  }

  /// Returns the number of rows that come before a place in the order.
  private func lowerBound(
    _ ranks: [SQLiteValue], _ rowid: Int64, in list: SharedList<SQLiteRow>
  ) -> Int {
    var (low, high) = (0, list.count)
    // Most rows come at the end of a table.
    if high > 0 {
      let last = list[high - 1]
      if precedes(last.ranks, last.rowid, ranks, rowid) { return high }
    }
    while low < high {
      let middle = (low + high) / 2
      let row = list[middle]
      if precedes(row.ranks, row.rowid, ranks, rowid) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func precedes(
    _ a: [SQLiteValue], _ aRowid: Int64, _ b: [SQLiteValue], _ bRowid: Int64
  ) -> Bool {
    for index in isDescending.indices {
      if a[index].precedes(b[index]) { return !isDescending[index] }
      if b[index].precedes(a[index]) { return isDescending[index] }
    }
    return aRowid < bRowid
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

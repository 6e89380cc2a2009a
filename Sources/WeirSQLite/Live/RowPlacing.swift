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
        rowByRowid[rowid] = nil
        continue
      }
      let isChanged = old.map { !list[$0].showsTheSame(as: row) } ?? false
      if !ranks.isEmpty { rowByRowid[rowid] = row }
      if let old, isLevel(list[old], row) {
        if isChanged { changed.append((old, row)) }
        continue
      }
      let base = lowerBound(row, in: list)
      arrivals.append(Arrival(row: row, base: base, old: old, isChanged: isChanged))
    }
    settle(&arrivals, changed, &step)
    return step
  }

  /// Finds the new indices.
  private func settle(
    _ arrivals: inout [Arrival], _ changed: [(old: Int, row: SQLiteRow)], _ step: inout Step
  ) {
    arrivals.sort { precedes($0.row, $1.row) }
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
    if !ranks.isEmpty { return rowByRowid[rowid].map { lowerBound($0, in: list) } }
    let index = lowerBound(SQLiteRow(rowid: rowid, [], count: 0), in: list)
    return index < list.count && list[index].rowid == rowid ? index : nil
  }

  /// Returns the number of rows that come before the place of a row.
  private func lowerBound(_ row: SQLiteRow, in list: SharedList<SQLiteRow>) -> Int {
    var (low, high) = (0, list.count)
    // Most rows come at the end of a table.
    if high > 0, precedes(list[high - 1], row) { return high }
    while low < high {
      let middle = (low + high) / 2
      if precedes(list[middle], row) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// `true` if a row is in its place also with the values of another one.
  private func isLevel(_ a: SQLiteRow, _ b: SQLiteRow) -> Bool {
    ranks.allSatisfy { rank in
      let (x, y) = (a.storage[rank.index], b.storage[rank.index])
      return !x.precedes(y) && !y.precedes(x)
    }
  }

  private func precedes(_ a: SQLiteRow, _ b: SQLiteRow) -> Bool {
    for rank in ranks {
      let (x, y) = (a.storage[rank.index], b.storage[rank.index])
      if x.precedes(y) { return !rank.isDescending }
      if y.precedes(x) { return rank.isDescending }
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

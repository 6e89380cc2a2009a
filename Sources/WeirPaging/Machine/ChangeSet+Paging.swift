// SPDX-License-Identifier: Apache-2.0
import WeirDiff

extension ChangeSet {
  /// Moves all places by the rows that stand before them in both lists: the changes of a part of a flat list become
  /// those of the whole.
  mutating func move(old before: Int32, new after: Int32) {
    if before == 0, after == 0 { return }
    for index in deletes.indices { deletes[index].row += before }
    for index in inserts.indices { inserts[index].row += after }
    for index in moves.indices {
      moves[index].from.row += before
      moves[index].to.row += after
    }
    for index in updates.indices {
      updates[index].old.row += before
      updates[index].new.row += after
    }
  }

  /// Deletes more rows at the front, none of which is inserted or moved.
  mutating func drop(first count: Int) {
    let gone = Int32(deletes.count + count)
    deletes = (0..<gone).map { Place($0) }
    updates.removeAll { $0.old.row < gone }
    for index in inserts.indices { inserts[index].row -= Int32(count) }
    for index in updates.indices { updates[index].new.row -= Int32(count) }
  }

  /// Deletes more rows at the end, none of which is inserted or moved.
  mutating func drop(last rows: [Place]) {
    guard let first = rows.first else { return }
    deletes = rows + deletes
    updates.removeAll { $0.old >= first }
  }

  /// Returns the index in the new list of a row of the old one, if it stays.
  func successor(of old: Int) -> Int? {
    let place = Place(Int32(old))
    if let move = moves.first(where: { $0.from == place }) { return Int(move.to.row) }
    // Deletes are sorted, as are the arrivals.
    var gone = 0
    for delete in deletes {
      if delete == place { return nil }
      if delete > place { break }
      gone += 1
    }
    gone += moves.count { $0.from < place }
    var new = old - gone
    if moves.isEmpty {
      for insert in inserts where Int(insert.row) <= new { new += 1 }
      return new
    }
    for arrival in (inserts + moves.map(\.to)).sorted() where Int(arrival.row) <= new { new += 1 }
    return new
  }
}

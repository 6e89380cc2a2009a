// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirDiff

/// The rows of a list in groups by key: which group and which place in it each row has.
package struct Grouping<Key: Hashable> {
  /// The rows in the order of the list.
  private var below = RowOrder()
  /// The same rows, by group and then in the order of the list.
  private var grouped = RowOrder()
  /// The key of each row by number; those of free numbers are left over.
  private var keyOfRow: [Key] = []
  package private(set) var numbers = RowNumbers()
  /// The keys that have rows, in order.
  private(set) var keys: [Key] = []
  private var counts: [Int] = []

  /// Makes groups without rows.
  init() {}

  /// Groups rows that have these keys.
  init(keys keyOfRow: [Key], by isBefore: (Key, Key) -> Bool) {
    self.keyOfRow = keyOfRow
    below = RowOrder(count: keyOfRow.count)
    numbers = RowNumbers(count: keyOfRow.count)
    var rowsOfKey: [Key: [Int]] = [:]
    for (row, key) in keyOfRow.enumerated() {
      if rowsOfKey[key] == nil { keys.append(key) }
      rowsOfKey[key, default: []].append(row)
    }
    keys.sort(by: isBefore)
    for key in keys {
      let rows = rowsOfKey[key] ?? []
      counts.append(rows.count)
      for row in rows { grouped.insert(row, at: grouped.count) }
    }
  }

  /// The groups in order, with the indices of their rows in the list.
  var groups: [(key: Key, indices: [Int])] {
    let rows = grouped.rows
    var start = 0
    return zip(keys, counts).map { key, count in
      defer { start += count }
      return (key, rows[start..<(start + count)].map { below.index(of: $0) })
    }
  }

  /// Takes a change of the list in; `key` returns the keys of rows by their new index.
  mutating func take(
    _ changes: ChangeSet, by isBefore: (Key, Key) -> Bool, key: (Int) -> Key
  ) -> GroupingStep {
    let gone = changes.deletes.map { below.row(at: Int($0.row)) }
    let moved = changes.moves.map { below.row(at: Int($0.from.row)) }
    let changed = changes.updates.map { below.row(at: Int($0.old.row)) }
    // All old places are looked up before anything happens.
    let starts = self.starts
    let goneFrom = gone.map { place(of: $0, starts, isBefore) }
    let movedFrom = moved.map { place(of: $0, starts, isBefore) }
    let changedFrom = changed.map { place(of: $0, starts, isBefore) }
    var step = GroupingStep()
    step.deletes = goneFrom
    for row in gone {
      takeOut(row, isBefore)
      below.remove(row)
      numbers.giveBack(row)
    }
    for row in moved {
      takeOut(row, isBefore)
      below.remove(row)
    }
    var put = moved
    let new = takeArrivals(changes, moved, key)
    put += new
    let wasMoved = Set(moved)
    var travellers = Array(zip(moved, movedFrom))
    var stayers: [(row: Int, old: Place)] = []
    for (index, row) in changed.enumerated() {
      let newKey = key(Int(changes.updates[index].new.row))
      if wasMoved.contains(row) {
        keyOfRow[row] = newKey
      } else if keyOfRow[row] != newKey {
        takeOut(row, isBefore)
        keyOfRow[row] = newKey
        put.append(row)
        travellers.append((row, changedFrom[index]))
      }
      stayers.append((row, changedFrom[index]))
    }
    for row in put { putIn(row, isBefore) }
    let newStarts = self.starts
    func here(_ row: Int) -> Place { place(of: row, newStarts, isBefore) }
    step.inserts = new.map(here)
    step.moves = travellers.map { .init(from: $1, to: here($0)) }
    step.updates = stayers.map { .init(old: $0.old, new: here($0.row)) }
    step.here = put.map { (here($0), below.index(of: $0)) }
    step.fresh = stayers.map { (here($0.row), below.index(of: $0.row)) }
    return step
  }

  /// The number of rows before each group.
  private var starts: [Int] {
    var start = 0
    return counts.map { count in
      defer { start += count }
      return start
    }
  }

  private func place(of row: Int, _ starts: [Int], _ isBefore: (Key, Key) -> Bool) -> Place {
    let group = groupIndex(of: keyOfRow[row], isBefore)
    return Place(section: Int32(group), row: Int32(grouped.index(of: row) - starts[group]))
  }

  /// Returns the index of the group of a key, or the one that it would get.
  private func groupIndex(of key: Key, _ isBefore: (Key, Key) -> Bool) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(keys[middle], key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes a row out of its group, which goes with its last row.
  private mutating func takeOut(_ row: Int, _ isBefore: (Key, Key) -> Bool) {
    grouped.remove(row)
    let group = groupIndex(of: keyOfRow[row], isBefore)
    counts[group] -= 1
    if counts[group] > 0 { return }
    counts.remove(at: group)
    keys.remove(at: group)
  }

  /// Puts a row into the group of its key, which comes with its first row.
  private mutating func putIn(_ row: Int, _ isBefore: (Key, Key) -> Bool) {
    let key = keyOfRow[row]
    let index = below.index(of: row)
    let group = groupIndex(of: key, isBefore)
    if group == keys.count || keys[group] != key {
      keys.insert(key, at: group)
      counts.insert(0, at: group)
    }
    counts[group] += 1
    let place = grouped.firstIndex { other in
      let otherKey = keyOfRow[other]
      return otherKey == key ? below.index(of: other) > index : isBefore(key, otherKey)
    }
    grouped.insert(row, at: place)
  }

  /// Puts new and moved rows into the order of the list, and returns the numbers of the new ones.
  private mutating func takeArrivals(
    _ changes: ChangeSet, _ moved: [Int], _ key: (Int) -> Key
  ) -> [Int] {
    var new: [Int] = []
    for arrival in arrivals(of: changes, moved) {
      let row = arrival.row ?? numbers.take()
      if arrival.row == nil {
        new.append(row)
        if row == keyOfRow.count {
          keyOfRow.append(key(arrival.index))
        } else {
          keyOfRow[row] = key(arrival.index)
        }
      }
      below.insert(row, at: arrival.index)
    }
    return new
  }
}

// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// The rows of a list by slot, piece by piece: who writes to a row of a table that others have, too, copies its piece alone.
///
///     table.append(LoadedRow(key))  // into slot 0
///     table[0].settle(isShown: true)
struct RowTable: Sendable {
  /// Pieces of sixteen rows; the last one may have fewer.
  private var pieces: [[LoadedRow]] = []
  /// The number of slots.
  private(set) var count = 0

  /// The slots.
  var indices: Range<Int> { 0..<count }

  /// The row in a slot.
  subscript(slot: Int) -> LoadedRow {
    @inline(__always) _read { yield pieces[slot >> 4][slot & 15] }
    @inline(__always) _modify { yield &pieces[slot >> 4][slot & 15] }
  }

  /// Adds a row in a slot of its own.
  mutating func append(_ row: LoadedRow) {
    let place = count >> 4
    if place == pieces.count { pieces.append([]) }
    // Twice the room, as arrays take it, would lie idle on most phones.
    if pieces[place].count == pieces[place].capacity {
      pieces[place].reserveCapacity((count & 15) + 4)
    }
    pieces[place].append(row)
    count += 1
  }
}

// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirDiff
import WeirTree

// Whether rows are the same.
extension LoadedRows {
  /// `true` if other rows are the same, slot by slot, so that they can stand in the place of these.
  ///
  /// - Complexity: O(*n*) if they are; little, mostly, if they are not.
  func isSame(as other: LoadedRows) -> Bool {
    wanted == other.wanted && rejected == other.rejected && shown == other.shown
      && rows.count == other.rows.count && touched == other.touched
      && published.isEmpty && other.published.isEmpty
      && shownRows.count == other.shownRows.count && vacant == other.vacant
      && order == other.order && filter == other.filter
      && rows.indices.allSatisfy { rows[$0].isPlainlySame(as: other.rows[$0]) }
      && values == other.values
  }

  /// `true` if all that is to be known of the rows is published: a listen shows them all, the filter admits them all, and
  /// nothing has happened to them since.
  @inline(__always)
  func isPlain(of listen: UInt32) -> Bool {
    isOfOneListen && self.listen == listen && touched.isEmpty && admitsAll && rejected.isEmpty
  }

  /// `true` if other rows of the same order, as plain as these, are the same and published as these are, whatever slots
  /// they lie in.
  ///
  /// - Complexity: O(*n*) if they are; little, mostly, if they are not.
  func isAlike(_ other: LoadedRows) -> Bool {
    guard wanted.count == other.wanted.count, shown.count == other.shown.count,
      shownRows.count == shown.count, other.shownRows.count == other.shown.count
    else { return false }
    // Those that are not the same mostly differ at an end, where rows come and go.
    if let first = shownRows.first, let otherFirst = other.shownRows.first,
      let last = shownRows.last, let otherLast = other.shownRows.last,
      first.stamp != otherFirst.stamp || last.stamp != otherLast.stamp
    {
      return false
    }
    // Rows that are not shown are few: one that is held back, and those beyond what is to be shown at most.
    for index in shown.count..<wanted.count {
      let (mine, its) = (rows[wanted[index]], other.rows[other.wanted[index]])
      if mine.key != its.key || mine.stamp != its.stamp { return false }
    }
    return shownRows.rows(0, showTheSameAs: other.shownRows, 0, count: shownRows.count)
  }

  /// Checks that all says the same.
  func checkInvariants() {
    wanted.checkInvariants()
    rejected.checkInvariants()
    shown.checkInvariants()
    invariant(slots.count + vacant.count == rows.count, "a slot is lost")
    for (list, standing) in [(wanted, LoadedRow.Standing.wanted), (rejected, .rejected)] {
      list.forEach { invariant(rows[$0].standing == standing, "a row is in another order") }
      for index in 0..<max(0, list.count - 1) {
        invariant(precedes(list[index], list[index + 1]), "rows are out of order")
      }
    }
    invariant(shownRows.isEmpty || shownRows == gathered, "other rows are given out than shown")
    shown.forEach { invariant(rows[$0].isShown, "a row is published that is not") }
    for index in 0..<shown.count {
      invariant(shownIndex(of: shown[index]) == index, "a published row is not found")
    }
  }
}

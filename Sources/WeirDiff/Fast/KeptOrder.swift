// SPDX-License-Identifier: Apache-2.0

/// Finds the most rows that need not move: a longest increasing run of old places, read in the new order.
///
/// There may be several as long. Read from the end, the one chosen keeps at every step the row that comes
/// first in the old list among those that still allow a longest one.
@usableFromInline
struct KeptOrder: Sendable {
  /// For each length, the new place of the row that ends a run of that length at the smallest old place.
  @usableFromInline var ends: [Int32] = []
  /// For each new row, the new place of the row kept before it, or −1.
  @usableFromInline var previous: [Int32] = []
  /// For each new row, `true` if it is kept.
  @usableFromInline var isKept: [Bool] = []

  @inlinable
  init() {}

  /// Fills ``isKept`` for the rows in `range`, whose old places (−1 for none) `oldOfNew` gives.
  @inlinable
  mutating func find(in range: Range<Int>, _ oldOfNew: [Int32]) {
    if isKept.count < range.upperBound {
      let missing = range.upperBound - isKept.count
      isKept.append(contentsOf: repeatElement(false, count: missing))
      previous.append(contentsOf: repeatElement(-1, count: missing))
    }
    ends.removeAll(keepingCapacity: true)
    for new in range {
      isKept[new] = false
      let old = oldOfNew[new]
      guard old >= 0 else { continue }
      var low = 0
      var high = ends.count
      if high > 0, oldOfNew[Int(ends[high - 1])] < old { low = high }
      while low < high {
        let middle = (low &+ high) &>> 1
        if oldOfNew[Int(ends[middle])] < old { low = middle &+ 1 } else { high = middle }
      }
      previous[new] = low > 0 ? ends[low - 1] : -1
      let place = Int32(truncatingIfNeeded: new)
      if low < ends.count { ends[low] = place } else { ends.append(place) }
    }
    var kept = ends.last ?? -1
    while kept >= 0 {
      isKept[Int(kept)] = true
      kept = previous[Int(kept)]
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// Rows that several others leave, or come to, at once: each of them moves at most once, however many those are.
extension [Row] {
  /// Takes out the rows at some indices, which rise, and closes the gaps.
  @inline(__always)
  mutating func close(_ leaving: [Int32]) {
    if leaving.isEmpty { return }
    let count = self.count
    var kept = Int(leaving[0])
    unsafe withUnsafeMutableBufferPointer { rows in
      guard let start = rows.baseAddress else { return }
      for place in leaving.indices {
        let next = Int(leaving[place]) + 1
        let end = place + 1 < leaving.count ? Int(leaving[place + 1]) : count
        invariant(next > kept && end >= next && end <= count, "no row \(end) among \(count)")
        unsafe (start + kept).update(from: start + next, count: end - next)
        kept += end - next
      }
    }
    removeLast(count - kept)
  }

  /// Opens gaps at some indices of the list as it then is, which rise, and puts rows there as they are in their slots.
  @inline(__always)
  mutating func open(_ coming: [ListDraft.Coming], of slots: RowTable) {
    func row(_ item: ListDraft.Coming) -> Row {
      Row(key: slots[Int(item.slot)].key, stamp: slots[Int(item.slot)].stamp)
    }
    let old = count
    for item in coming { append(row(item)) }
    var end = old
    unsafe withUnsafeMutableBufferPointer { rows in
      guard let start = rows.baseAddress else { return }
      // From the last one on: what lies behind it in the end lies so many places before that now.
      for place in coming.indices.reversed() {
        let index = Int(coming[place].index)
        let first = index - place
        invariant(first >= 0 && first <= end, "no place \(index) among \(old) rows and more")
        // What comes behind all that were there has its place already.
        if first == old { continue }
        unsafe (start + index + 1).update(from: start + first, count: end - first)
        unsafe start[index] = row(coming[place])
        end = first
      }
    }
  }
}

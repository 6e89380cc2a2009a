// SPDX-License-Identifier: Apache-2.0
extension ListPair {
  /// The number of rows that are looked up side by side, so that none waits for the memory that another one asks for.
  @inlinable static var batch: Int { 32 }
  /// The mark, while a batch is looked up, of a row that may be in a slot other than the likely
  /// one.
  @inlinable static var unknown: Int32 { -2 }

  /// Looks the lone new rows up; each takes the first row of its queue.
  @inlinable @inline(__always)
  func lookUp(
    _ loneNew: LoneSpan, _ origins: UnsafeMutablePointer<Int32>, _ loneOld: LoneSpan,
    _ links: UnsafeMutablePointer<Int32>, _ slots: RowSlots, _ isStrong: Bool, _ patience: Int,
    _ found: PairCount
  ) -> PairCount? {
    var (patience, found) = (patience, found)
    var start = 0
    while start < loneNew.count {
      let end = min(start &+ Self.batch, loneNew.count)
      var q = start
      while q < end {
        unsafe origins[q] = slots.likelySlot(hash(new: loneNew[q], isStrong))
        q &+= 1
      }
      q = start
      while q < end {
        let slot = unsafe Int(origins[q])
        if slot >= 0, !isSame(loneOld[Self.number(slots[slot])], loneNew[q]) {
          unsafe origins[q] = Self.unknown
        }
        q &+= 1
      }
      q = start
      while q < end {
        var slot = unsafe Int(origins[q])
        if slot < -1 {
          (slot, patience) = search(loneNew[q], loneOld, slots, isStrong, patience)
          unsafe origins[q] = -1
        }
        if slot >= 0 { unsafe origins[q] = take(slot, loneNew[q], loneOld, links, slots, &found) }
        q &+= 1
      }
      if patience <= 0 { return nil }
      start = end
    }
    return found
  }

  /// Returns the slot of a new row that is not where it is likely to be, or −1, and what is left of
  /// the patience.
  @inlinable @inline(never)
  func search(
    _ j: Int, _ loneOld: LoneSpan, _ slots: RowSlots, _ isStrong: Bool, _ patience: Int
  ) -> (slot: Int, patience: Int) {
    var patience = patience
    let place = slots.find(hash(new: j, isStrong), &patience) {
      isSame(loneOld[Self.number($0)], j)
    }
    return (place.isFree ? -1 : place.slot, patience)
  }

  /// Takes the first row of a queue for a new row, whose origin it returns, unless all rows of the queue are taken.
  @inlinable @inline(__always)
  func take(
    _ place: Int, _ j: Int, _ loneOld: LoneSpan, _ links: UnsafeMutablePointer<Int32>,
    _ slots: RowSlots, _ found: inout PairCount
  ) -> Int32 {
    let slot = slots[place]
    if slot >= Self.isPaired {
      found.hasTwins = true
      return -1
    }
    let k = Self.number(slot)
    slots[place] =
      slot < Self.isLinked ? slot | Self.isPaired : unsafe UInt32(bitPattern: links[k])
    // While the old row is at hand, it is asked for its looks, too.
    return origin(k, loneOld[k], j, &found)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

extension EventQueue {
  /// Stops the run unless everything in the queue is where it has to be.
  ///
  /// - Complexity: O(*n*) with a table of all alarms; it is for tests and hunts.
  public func checkInvariants() {
    var tally = Tally(isUsed: Array(repeating: false, count: Int(alarms.slotCount)))
    checkBottom(&tally)
    checkLadder(&tally)
    checkAlarms(&tally)
    invariant(tally.live == live, "\(tally.live) live entries, but the count says \(live)")
    invariant(tally.dead == dead, "\(tally.dead) dead entries, but the count says \(dead)")
  }

  /// The number of entries there are, those of cancelled events included.
  package var heldEntryCount: Int { live + dead }

  /// The counts that the check keeps on its way.
  private struct Tally {
    var live = 0
    var dead = 0
    var chunks = 1
    /// For each slot, whether a live entry holds its ticket.
    var isUsed: [Bool]
  }

  private func count(_ entry: Entry, _ tally: inout Tally) {
    if entry.isTicket {
      guard alarms.isLive(entry.load) else {
        tally.dead += 1
        return
      }
      let slot = Int(AlarmTable.slot(of: entry.load))
      invariant(!tally.isUsed[slot], "slot \(slot) has two live entries")
      tally.isUsed[slot] = true
    }
    tally.live += 1
    invariant(entry.time >= present, "an event at \(entry.time) is pending at \(present)")
  }

  private func checkBottom(_ tally: inout Tally) {
    invariant(bottom.count < Bottom.most, "the bottom holds \(bottom.count) entries")
    var last: UInt64 = 0
    for place in bottom.head..<bottom.tail {
      let entry = unsafe bottom.entries[place]
      invariant(entry.time >= last, "the bottom falls from \(last) to \(entry.time)")
      invariant(entry.time <= limit, "\(entry.time) is in the bottom, above \(limit)")
      last = entry.time
      count(entry, &tally)
    }
  }

  private func checkLadder(_ tally: inout Tally) {
    invariant(ladder.reference <= limit, "the reference \(ladder.reference) is above \(limit)")
    for bucket in 0..<Ladder.levelCount * 32 {
      let level = bucket / 32
      let isMarked = unsafe ladder.masks[level] >> UInt32(bucket % 32) & 1 == 1
      invariant(
        unsafe isMarked == (ladder.cursors[bucket] != 0), "the mask of bucket \(bucket) is wrong")
      if isMarked { checkChain(of: bucket, &tally) }
      let hasLevel = ladder.levels >> UInt32(level) & 1 == 1
      invariant(
        unsafe hasLevel == (ladder.masks[level] != 0), "the mask of level \(level) is wrong")
    }
    var chunk = ladder.firstFree
    while chunk != 0 {
      tally.chunks += 1
      chunk = ladder.next(chunk)
    }
    invariant(
      tally.chunks == Int(ladder.chunkCount), "\(tally.chunks) chunks of \(ladder.chunkCount)")
  }

  private func checkChain(of bucket: Int, _ tally: inout Tally) {
    let chain = unsafe Ladder.Chain(head: ladder.heads[bucket], end: ladder.cursors[bucket])
    var chunk = chain.head
    while true {
      let size = ladder.count(chunk, in: chain)
      invariant((1...31).contains(size), "a chunk with \(size) entries")
      tally.chunks += 1
      for index in 1...size {
        let entry = unsafe ladder.pool[Int(chunk) + index]
        invariant(ladder.bucket(of: entry.time) == bucket, "\(entry.time) is in \(bucket)")
        invariant(entry.time >= limit, "\(entry.time) is in the ladder, below \(limit)")
        count(entry, &tally)
      }
      if chunk == chain.last { return }
      chunk = ladder.next(chunk)
    }
  }

  private func checkAlarms(_ tally: inout Tally) {
    var slot = alarms.firstFree
    while slot != AlarmTable.noSlot {
      invariant(!tally.isUsed[Int(slot)], "slot \(slot) is free and used, or free twice")
      tally.isUsed[Int(slot)] = true
      slot = unsafe UInt32(alarms.slots[Int(slot)].code)
    }
    for slot in tally.isUsed.indices where !tally.isUsed[slot] {
      let generation = unsafe alarms.slots[slot].generation
      invariant(generation == .max, "slot \(slot) is lost at generation \(generation)")
    }
  }
}

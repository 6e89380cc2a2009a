// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

extension EventQueue {
  /// Fills the empty bottom from the lowest bucket; false when there is none up to the horizon.
  @usableFromInline
  @inline(never)
  mutating func refill() -> Bool {
    while ladder.levels != 0 {
      let level = ladder.levels.trailingZeroBitCount
      let digit = unsafe ladder.masks[level].trailingZeroBitCount
      let shift = UInt64(5 * level)
      let start = Ladder.floor(ladder.reference, shift + 5) | UInt64(digit) << shift
      if start > lastTime { return false }
      ladder.reference = start
      let bucket = level * 32 + digit
      if isSmall(bucket) {
        gather(level, digit, start)
      } else if level == 0 {
        openMoment(bucket)
      } else {
        spread(ladder.cut(bucket), level)
        // The horizon may end the search here, before a bottom is found.
        limit = ladder.reference
      }
      if !bottom.isEmpty { return true }
    }
    return false
  }

  /// Opens a bucket in which all times are equal: nothing is to be sorted, so it is taken chunk by chunk.
  ///
  /// While chunks remain, the limit stays at their time, and later arrivals of that time queue up behind them.
  private mutating func openMoment(_ bucket: Int) {
    let chain = ladder.cut(bucket)
    let chunk = chain.head
    let count = ladder.count(chunk, in: chain)
    bottom.head = 0
    bottom.tail = unsafe takeLive(chunk, count, to: bottom.entries, from: 0)
    if chunk == chain.last {
      limit = ladder.reference &+ 1
    } else {
      limit = ladder.reference
      let rest = Ladder.Chain(head: ladder.next(chunk), end: chain.end)
      ladder.connect(rest, to: bucket)
    }
    ladder.release(chunk)
  }

  /// Sorts a small bucket into the bottom, and those behind it on its level while they are small too.
  private mutating func gather(_ level: Int, _ firstDigit: Int, _ start: UInt64) {
    var count = 0
    var digit = firstDigit
    repeat {
      let chain = ladder.cut(level * 32 + digit)
      var chunk = chain.head
      while true {
        count = unsafe takeLive(
          chunk, ladder.count(chunk, in: chain), to: sorter.source, from: count)
        let next = ladder.next(chunk)
        ladder.release(chunk)
        if chunk == chain.last { break }
        chunk = next
      }
      limit = start &+ UInt64(digit &- firstDigit &+ 1) << UInt64(5 * level)
      let rest = unsafe ladder.masks[level]
      if rest == 0 || count >= 16 { break }
      digit = rest.trailingZeroBitCount
    } while fits(level * 32 + digit, in: 32 - count)
    bottom.head = 0
    bottom.tail = count
    unsafe sorter.sort(count, into: bottom.entries, from: start, to: limit)
  }

  @inline(__always)
  private mutating func fits(_ bucket: Int, in room: Int) -> Bool {
    let size = unsafe ladder.cursors[bucket] &- ladder.heads[bucket] &- 1
    return size < 32 && Int(size) <= room
  }

  private mutating func isSmall(_ bucket: Int) -> Bool {
    let chain = unsafe Ladder.Chain(head: ladder.heads[bucket], end: ladder.cursors[bucket])
    var count = 0
    var chunk = chain.head
    while true {
      count += ladder.count(chunk, in: chain)
      if count > 32 { return false }
      if chunk == chain.last { return true }
      chunk = ladder.next(chunk)
    }
  }

  /// Copies the entries of a chunk whose events were not cancelled; returns how many there are then.
  private mutating func takeLive(
    _ chunk: UInt32, _ count: Int, to target: UnsafeMutablePointer<Entry>, from start: Int
  ) -> Int {
    var place = start
    let source = unsafe ladder.pool + Int(chunk) + 1
    for index in 0..<count {
      let entry = unsafe source[index]
      unsafe target[place] = entry
      if !entry.isTicket || alarms.isLive(entry.load) { place &+= 1 }
    }
    dead &-= start &+ count &- place
    return place
  }

  /// Spreads a chain over the levels below its own.
  ///
  /// The levels that all its times have in common are skipped. Cancelled events are looked for only when they are many, for
  /// looking means a visit to the table of alarms.
  private mutating func spread(_ chain: Ladder.Chain, _ level: Int) {
    skipCommonLevels(chain, level)
    let drops = dead > live >> 3
    var chunk = chain.head
    while true {
      let count = ladder.count(chunk, in: chain)
      let next = ladder.next(chunk)
      for index in 1...count {
        let entry = unsafe ladder.pool[Int(chunk) &+ index]
        if drops, entry.isTicket, !alarms.isLive(entry.load) {
          dead &-= 1
        } else {
          ladder.append(entry)
        }
      }
      ladder.release(chunk)
      if chunk == chain.last { return }
      chunk = next
    }
  }

  /// Moves the reference to the narrowest bucket that holds the whole chain.
  private mutating func skipCommonLevels(_ chain: Ladder.Chain, _ level: Int) {
    let first = unsafe ladder.pool[Int(chain.head) + 1].time
    var common: UInt64 = 0
    var chunk = chain.head
    while true {
      for index in 1...ladder.count(chunk, in: chain) {
        unsafe common |= ladder.pool[Int(chunk) &+ index].time ^ first
      }
      if common >> UInt64(5 * level - 5) != 0 { return }
      if chunk == chain.last { break }
      chunk = ladder.next(chunk)
    }
    let shift = common == 0 ? 0 : 5 * Ladder.level(common, 0) + 5
    ladder.reference = Ladder.floor(first, shift)
  }

  /// Gives the later part of a full bottom back to the ladder.
  ///
  /// Without it, each event of a burst would be inserted into a bottom as long as the burst.
  mutating func spill() {
    let entries = unsafe bottom.entries
    let first = bottom.head + Bottom.kept
    let oldLimit = limit
    limit = unsafe entries[first].time
    if limit < ladder.reference { ladder.moveReference(backTo: limit) }
    var place = first
    while place < bottom.tail, unsafe entries[place].time < oldLimit {
      unsafe ladder.append(entries[place])
      place += 1
    }
    unsafe ladder.prepend(entries + place, count: bottom.tail - place)
    bottom.tail = first
  }

  /// Drops every cancelled event of the ladder.
  ///
  /// It runs when they are four times as many as the others, so that a client that keeps setting
  /// and cancelling one far alarm does not fill the memory.
  @usableFromInline
  @inline(never)
  mutating func sweep() {
    for bucket in 0..<Ladder.levelCount * 32 where unsafe ladder.cursors[bucket] != 0 {
      let chain = ladder.cut(bucket)
      var chunk = chain.head
      while true {
        let count = unsafe takeLive(
          chunk, ladder.count(chunk, in: chain), to: sorter.source, from: 0)
        let next = ladder.next(chunk)
        ladder.release(chunk)
        for index in 0..<count { unsafe ladder.append(sorter.source[index]) }
        if chunk == chain.last { break }
        chunk = next
      }
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// The events that are not among the next few, in buckets that grow coarser with distance.
///
/// Level ℓ has 32 buckets, told apart by the ℓth group of five bits of the time. An event goes to the level of the
/// highest group in which its time differs from the *reference*, a time that no waiting event precedes. So equal
/// times always share a bucket, where they are in the order of arrival, without a sequence number.
///
/// A bucket is a chain of chunks of 32 places in one pool, addressed by 32-bit indices. Place 0 of a chunk is its header:
/// the next chunk, and how many entries it has if it is not the last. A bucket's *cursor* is the place for its next entry; a
/// cursor at the border of a chunk says that there is none, so that the usual append is one test and two stores.
@usableFromInline
@safe
struct Ladder: ~Copyable {
  @usableFromInline var pool: UnsafeMutablePointer<Entry>
  @usableFromInline var cursors: UnsafeMutablePointer<UInt32>
  @usableFromInline var heads: UnsafeMutablePointer<UInt32>
  /// For each level, which of its buckets hold entries.
  @usableFromInline var masks: UnsafeMutablePointer<UInt32>
  /// The set of levels that hold entries.
  @usableFromInline var levels: UInt32 = 0
  /// The first unused chunk; 0 when there is none, for chunk 0 is never used.
  @usableFromInline var firstFree: UInt32 = 0
  @usableFromInline var chunkCount: UInt32
  /// A time that no waiting event precedes.
  @usableFromInline var reference: UInt64 = 0

  @usableFromInline static let levelCount = 13
  /// The number of entries that a chunk has room for.
  @inlinable
  @inline(__always)
  static var chunkRoom: UInt32 { 31 }

  init() {
    let buckets = Self.levelCount * 32
    chunkCount = 32
    unsafe pool = Self.allocate(chunkCount)
    unsafe cursors = .allocate(capacity: buckets)
    unsafe heads = .allocate(capacity: buckets)
    unsafe masks = .allocate(capacity: Self.levelCount)
    unsafe cursors.initialize(repeating: 0, count: buckets)
    unsafe heads.initialize(repeating: 0, count: buckets)
    unsafe masks.initialize(repeating: 0, count: Self.levelCount)
    link(from: 1)
  }

  @inlinable
  deinit {
    unsafe pool.deallocate()
    unsafe cursors.deallocate()
    unsafe heads.deallocate()
    unsafe masks.deallocate()
  }

  // MARK: Adding

  /// Returns the level of the highest five bits in which two times differ, 0 for equal ones.
  @inlinable
  @inline(__always)
  static func level(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let highestBit = 63 &- UInt64(((a ^ b) | 1).leadingZeroBitCount)
    return (highestBit &* 13) &>> 6  // A fifth of it: exact up to 63.
  }

  /// Returns a time without its lowest `bits`.
  @inline(__always)
  static func floor(_ time: UInt64, _ bits: UInt64) -> UInt64 {
    bits < 64 ? time & (~0 &<< bits) : 0
  }

  /// Returns the bucket of a time that the reference does not follow.
  @inlinable
  @inline(__always)
  func bucket(of time: UInt64) -> Int {
    let level = Self.level(time, reference)
    return Int(truncatingIfNeeded: level &* 32 &+ ((time &>> (level &* 5)) & 31))
  }

  /// Puts an entry behind those of its time.
  @inlinable
  @inline(__always)
  mutating func append(_ entry: Entry) {
    let bucket = bucket(of: entry.time)
    let cursor = unsafe cursors[bucket]
    if cursor & 31 == 0 {
      appendToNewChunk(entry, bucket)
    } else {
      unsafe pool[Int(cursor)] = entry
      unsafe cursors[bucket] = cursor &+ 1
    }
  }

  @usableFromInline
  @inline(never)
  mutating func appendToNewChunk(_ entry: Entry, _ bucket: Int) {
    let chunk = takeChunk()
    let cursor = unsafe cursors[bucket]
    if cursor == 0 {
      unsafe heads[bucket] = chunk
      mark(bucket)
    } else {
      unsafe pool[Int(cursor &- 32)] = Entry(time: UInt64(chunk), load: UInt64(Self.chunkRoom))
    }
    unsafe pool[Int(chunk &+ 1)] = entry
    unsafe cursors[bucket] = chunk &+ 2
  }

  /// Puts entries of one time before all others of their bucket.
  mutating func prepend(_ entries: UnsafeMutablePointer<Entry>, count: Int) {
    var rest = count
    while rest > 0 {
      let part = min(rest, Int(Self.chunkRoom))
      rest -= part
      unsafe prependChunk(entries + rest, count: part)
    }
  }

  private mutating func prependChunk(_ entries: UnsafeMutablePointer<Entry>, count: Int) {
    let bucket = unsafe bucket(of: entries[0].time)
    let chunk = takeChunk()
    unsafe (pool + Int(chunk) + 1).update(from: entries, count: count)
    if unsafe cursors[bucket] == 0 {
      unsafe cursors[bucket] = chunk + UInt32(count) + 1
      mark(bucket)
    } else {
      unsafe pool[Int(chunk)] = Entry(time: UInt64(heads[bucket]), load: UInt64(count))
    }
    unsafe heads[bucket] = chunk
  }

  // MARK: Taking

  /// A chain of chunks on its own, cut off from its bucket.
  struct Chain {
    var head: UInt32
    /// One past the last entry.
    var end: UInt32
    var last: UInt32 { (end &- 1) & ~31 }
  }

  /// Takes all entries of a bucket away from it.
  mutating func cut(_ bucket: Int) -> Chain {
    let chain = unsafe Chain(head: heads[bucket], end: cursors[bucket])
    unsafe cursors[bucket] = 0
    unmark(bucket)
    return chain
  }

  /// Returns the number of entries that the chunk of a chain has.
  @inline(__always)
  func count(_ chunk: UInt32, in chain: Chain) -> Int {
    chunk == chain.last
      ? Int(chain.end &- chunk &- 1) : unsafe Int(truncatingIfNeeded: pool[Int(chunk)].load)
  }

  /// Returns the chunk behind another one that is not the last of its chain.
  @inline(__always)
  func next(_ chunk: UInt32) -> UInt32 { unsafe UInt32(truncatingIfNeeded: pool[Int(chunk)].time) }

  /// Moves the reference back to `time` or a little before.
  ///
  /// All that waits below the level at which the two differ shares a bucket there, as seen from the new reference.
  mutating func moveReference(backTo time: UInt64) {
    let level = Int(Self.level(time, reference))
    let target = level * 32 + Int(truncatingIfNeeded: (reference >> (5 * UInt64(level))) & 31)
    invariant(
      unsafe level == 0 || cursors[target] == 0, "a bucket that the reference is in holds entries")
    for lower in 0..<level {
      while unsafe masks[lower] != 0 {
        let bucket = unsafe lower * 32 + masks[lower].trailingZeroBitCount
        connect(cut(bucket), to: target)
      }
    }
    reference = Self.floor(time, 5 * UInt64(level))
  }

  /// Puts a chain behind what is in a bucket.
  mutating func connect(_ chain: Chain, to bucket: Int) {
    let end = unsafe cursors[bucket]
    if end == 0 {
      unsafe heads[bucket] = chain.head
      mark(bucket)
    } else {
      let last = (end &- 1) & ~31
      unsafe pool[Int(last)] = Entry(time: UInt64(chain.head), load: UInt64(end &- last &- 1))
    }
    unsafe cursors[bucket] = chain.end
  }

  // MARK: Chunks

  @inline(__always)
  mutating func takeChunk() -> UInt32 {
    if firstFree == 0 { grow() }
    let chunk = firstFree
    firstFree = next(chunk)
    return chunk
  }

  @inline(__always)
  mutating func release(_ chunk: UInt32) {
    unsafe pool[Int(chunk)].time = UInt64(firstFree)
    firstFree = chunk
  }

  @inline(never)
  mutating func grow() {
    invariant(chunkCount < 1 << 26, "more than \(chunkCount) chunks of events are pending")
    let larger = unsafe Self.allocate(chunkCount * 2)
    unsafe larger.update(from: pool, count: Int(chunkCount) * 32)
    unsafe pool.deallocate()
    unsafe pool = larger
    let first = chunkCount
    chunkCount *= 2
    link(from: first)
  }

  /// Allocates room for chunks, all bytes of which are set.
  static func allocate(_ chunks: UInt32) -> UnsafeMutablePointer<Entry> {
    let count = Int(chunks) * 32
    let raw = UnsafeMutableRawPointer.allocate(byteCount: count * 16, alignment: 512)
    let entries = unsafe raw.bindMemory(to: Entry.self, capacity: count)
    unsafe entries.initialize(repeating: Entry(time: 0, load: 0), count: count)
    return unsafe entries
  }

  /// Puts the chunks from the `first` on up for use, lowest first.
  mutating func link(from first: UInt32) {
    for chunk in (first..<chunkCount).reversed() { release(chunk * 32) }
  }

  // MARK: Masks

  @inline(__always)
  mutating func mark(_ bucket: Int) {
    unsafe masks[bucket >> 5] |= 1 << UInt32(bucket & 31)
    levels |= 1 << UInt32(bucket >> 5)
  }

  @inline(__always)
  mutating func unmark(_ bucket: Int) {
    unsafe masks[bucket >> 5] &= ~(1 << UInt32(bucket & 31))
    if unsafe masks[bucket >> 5] == 0 { levels &= ~(1 << UInt32(bucket >> 5)) }
  }
}

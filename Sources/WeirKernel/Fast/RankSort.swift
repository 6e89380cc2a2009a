// SPDX-License-Identifier: GPL-3.0-or-later

/// Sorts at most 32 entries by time, stably.
///
/// Each entry goes to the place given by how many precede it, and nothing branches on the data. The keys are 32 bits: 26 of the
/// time and the place of arrival below them. Where the times span more than 26 bits, a last pass mends the few
/// entries that agree in the upper ones.
@usableFromInline
@safe
struct RankSort: ~Copyable {
  /// The entries to be sorted.
  @usableFromInline let source: UnsafeMutablePointer<Entry>
  @usableFromInline let keys: UnsafeMutablePointer<Int32>
  @usableFromInline let ranks: UnsafeMutablePointer<Int32>

  init() {
    unsafe source = .allocate(capacity: 32)
    unsafe keys = .allocate(capacity: 32)
    unsafe keys.initialize(repeating: 0, count: 32)
    unsafe ranks = .allocate(capacity: 32)
    unsafe ranks.initialize(repeating: 0, count: 32)
  }

  @inlinable
  deinit {
    unsafe source.deallocate()
    unsafe keys.deallocate()
    unsafe ranks.deallocate()
  }

  @inline(__always)
  mutating func sort(
    _ count: Int, into target: UnsafeMutablePointer<Entry>, from start: UInt64, to end: UInt64
  ) {
    let bits = 64 &- (end &- start &- 1).leadingZeroBitCount
    let excess = UInt64(truncatingIfNeeded: max(0, bits &- 26))
    for i in 0..<count {
      unsafe keys[i] = Int32(
        truncatingIfNeeded: ((source[i].time &- start) &>> excess) &<< 5 | UInt64(i))
    }
    rank(count, 0)
    if count > 16 { rank(count, 16) }
    for i in 0..<count { unsafe target[Int(ranks[i])] = source[i] }
    if excess > 0 { unsafe insertionSort(count, target) }
  }

  @inline(__always)
  private mutating func rank(_ count: Int, _ from: Int) {
    let mine = unsafe UnsafeRawPointer(keys + from).loadUnaligned(as: SIMD16<Int32>.self)
    var below = SIMD16<Int32>.zero
    for i in 0..<count {
      let mask = unsafe mine .> SIMD16<Int32>(repeating: keys[i])
      unsafe below &-= unsafeBitCast(mask, to: SIMD16<Int32>.self)
    }
    unsafe UnsafeMutableRawPointer(ranks + from).storeBytes(of: below, as: SIMD16<Int32>.self)
  }

  @inline(__always)
  private mutating func insertionSort(_ count: Int, _ target: UnsafeMutablePointer<Entry>) {
    guard count > 1 else { return }
    for i in 1..<count {
      let e = unsafe target[i]
      var place = i
      while place > 0, unsafe target[place &- 1].time > e.time {
        unsafe target[place] = target[place &- 1]
        place &-= 1
      }
      if place != i { unsafe target[place] = e }
    }
  }
}

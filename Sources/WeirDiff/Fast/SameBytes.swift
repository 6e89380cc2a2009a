// SPDX-License-Identifier: Apache-2.0

/// Returns `true` if two values have the same bytes in memory; padding between their fields counts,
/// padding behind them does not.
///
/// It is asked of rows that say that they look different, which are few.
@inlinable
func haveSameBytes<Value>(_ a: UnsafePointer<Value>, _ b: UnsafePointer<Value>) -> Bool {
  let (a, b) = unsafe (UnsafeRawPointer(a), UnsafeRawPointer(b))
  let count = MemoryLayout<Value>.size
  var place = 0
  while place &+ 8 <= count {
    let x = unsafe a.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    if unsafe x != b.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
    place &+= 8
  }
  while place < count {
    let x = unsafe a.load(fromByteOffset: place, as: UInt8.self)
    if unsafe x != b.load(fromByteOffset: place, as: UInt8.self) { return false }
    place &+= 1
  }
  return true
}

/// Returns `true` if so many values in a row have the same bytes in memory; all padding counts.
///
/// It looks at all of them before it answers, which the compiler does sixteen bytes at a time.
@inlinable
func haveSameBytes<Value>(
  _ a: UnsafePointer<Value>, _ b: UnsafePointer<Value>, count: Int
) -> Bool {
  let (a, b) = unsafe (UnsafeRawPointer(a), UnsafeRawPointer(b))
  let end = count &* MemoryLayout<Value>.stride
  if end & 7 != 0 { return false }
  var (place, difference) = (0, UInt64(0))
  while place < end {
    let x = unsafe a.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    let y = unsafe b.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    difference |= x ^ y
    place &+= 8
  }
  return difference == 0
}

extension Array where Element: ListRow {
  /// `true` if so many rows from a place on are the rows of another list from its place on, and look as they do.
  ///
  /// Nearly always they have the same bytes; only if they do not, rows are asked one by one.
  @inlinable
  package func rows(
    _ place: Int, showTheSameAs other: [Element], _ otherPlace: Int, count: Int
  ) -> Bool {
    let haveSame = unsafe withUnsafeBufferPointer { p in
      unsafe other.withUnsafeBufferPointer { q in
        guard let a = p.baseAddress, let b = q.baseAddress else { return false }
        // Lists that share their rows are not looked through.
        if unsafe a + place == b + otherPlace { return true }
        return unsafe haveSameBytes(a + place, b + otherPlace, count: count)
      }
    }
    if haveSame { return true }
    for offset in 0..<count {
      let (mine, its) = (place &+ offset, otherPlace &+ offset)
      guard self[mine].rowID == other[its].rowID, row(mine, showsTheSameAs: other, its) else {
        return false
      }
    }
    return true
  }

  /// `true` if a row looks as one of another list does, by the rule of ``ListRow/showsTheSame(as:)``.
  @inlinable
  package func row(_ place: Int, showsTheSameAs other: [Element], _ otherPlace: Int) -> Bool {
    if self[place].showsTheSame(as: other[otherPlace]) { return true }
    return unsafe withUnsafeBufferPointer { p in
      unsafe other.withUnsafeBufferPointer { q in
        guard let a = p.baseAddress, let b = q.baseAddress else { return false }
        return unsafe haveSameBytes(a + place, b + otherPlace)
      }
    }
  }
}

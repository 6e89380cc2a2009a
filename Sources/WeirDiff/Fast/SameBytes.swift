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

extension Array where Element: ListRow {
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

/// What a comparison wants to know of rows; the algorithm is written once and compiled anew for each law.
@usableFromInline
protocol RowLaw {
  /// The rows.
  associatedtype Row
  /// Whether both are the same row.
  static func isSame(_ a: Row, _ b: Row) -> Bool
  /// Whether both, being the same row, look alike.
  static func looksTheSame(_ a: Row, _ b: Row) -> Bool
  /// A number equal for the same rows, quickly made; its upper bits are the better ones.
  static func hash(_ row: Row) -> UInt64
  /// A number equal for the same rows that nobody outside the process can foresee.
  static func strongHash(_ row: Row) -> UInt64
}

/// Rows that say who they are.
@usableFromInline
enum ByRowID<Row: ListRow>: RowLaw {
  @inlinable @inline(__always)
  static func isSame(_ a: Row, _ b: Row) -> Bool { Row.isSameRow(a, b) }
  @inlinable @inline(__always)
  static func looksTheSame(_ a: Row, _ b: Row) -> Bool { a.showsTheSame(as: b) }
  @inlinable @inline(__always)
  static func hash(_ row: Row) -> UInt64 { Row.hashOf(row.rowID) }
  @inlinable
  static func strongHash(_ row: Row) -> UInt64 { unforeseenHash(row.rowID) }
}

/// Values that are who they are.
@usableFromInline
enum ByValue<Row: Hashable>: RowLaw {
  @inlinable @inline(__always)
  static func isSame(_ a: Row, _ b: Row) -> Bool { a == b }
  @inlinable @inline(__always)
  static func looksTheSame(_ a: Row, _ b: Row) -> Bool { true }
  @inlinable @inline(__always)
  static func hash(_ row: Row) -> UInt64 { quickHash(row) }
  @inlinable
  static func strongHash(_ row: Row) -> UInt64 { unforeseenHash(row) }
}

/// Integers that are who they are.
@usableFromInline
enum ByInteger<Row: FixedWidthInteger>: RowLaw {
  @inlinable @inline(__always)
  static func isSame(_ a: Row, _ b: Row) -> Bool { a == b }
  @inlinable @inline(__always)
  static func looksTheSame(_ a: Row, _ b: Row) -> Bool { true }
  @inlinable @inline(__always)
  static func hash(_ row: Row) -> UInt64 { spread(UInt64(truncatingIfNeeded: row)) }
  @inlinable
  static func strongHash(_ row: Row) -> UInt64 { unforeseenHash(row) }
}

/// Texts that are who they are, byte for byte.
@usableFromInline
enum ByText: RowLaw {
  @inlinable @inline(__always)
  static func isSame(_ a: String, _ b: String) -> Bool {
    // Equal words mean equal texts; of equal bytes `==` knows without looking for other spellings.
    unsafe unsafeBitCast(a, to: SIMD2<UInt64>.self) == unsafeBitCast(b, to: SIMD2<UInt64>.self)
      || sameBytes(a, b)
  }
  @inlinable @inline(__always)
  static func looksTheSame(_ a: String, _ b: String) -> Bool { true }
  @inlinable
  static func hash(_ row: String) -> UInt64 { bytesHash(row) }
  @inlinable
  static func strongHash(_ row: String) -> UInt64 {
    unforeseenHash(Array(row.utf8))
  }

  /// Compares byte for byte: texts that only look alike are different ids.
  @inlinable
  static func sameBytes(_ a: String, _ b: String) -> Bool {
    let fast = unsafe a.utf8.withContiguousStorageIfAvailable { x in
      unsafe b.utf8.withContiguousStorageIfAvailable { y in
        guard x.count == y.count else { return false }
        guard let p = x.baseAddress, let q = y.baseAddress else { return true }
        return unsafe sameBytes(UnsafeRawPointer(p), UnsafeRawPointer(q), count: x.count)
      }
    }
    if case .some(.some(let answer)) = fast { return answer }
    return a.utf8.elementsEqual(b.utf8)
  }

  @inlinable @inline(__always)
  static func sameBytes(_ p: UnsafeRawPointer, _ q: UnsafeRawPointer, count: Int) -> Bool {
    var place = 0
    while place &+ 8 <= count {
      let x = unsafe p.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let y = unsafe q.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if x != y { return false }
      place &+= 8
    }
    while place < count {
      let x = unsafe p.load(fromByteOffset: place, as: UInt8.self)
      if unsafe x != q.load(fromByteOffset: place, as: UInt8.self) { return false }
      place &+= 1
    }
    return true
  }

  /// Folds eight bytes at a time through a multiplication of full width.
  @inlinable
  static func bytesHash(_ text: String) -> UInt64 {
    let fast = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      var hash = UInt64(truncatingIfNeeded: bytes.count) &* oddConstant
      guard let start = bytes.baseAddress else { return hash }
      let raw = unsafe UnsafeRawPointer(start)
      let count = bytes.count
      var place = 0
      while place &+ 8 <= count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        hash = folded(hash ^ word)
        place &+= 8
      }
      var word: UInt64 = 0
      while place < count {
        word = word &<< 8 | UInt64(unsafe raw.load(fromByteOffset: place, as: UInt8.self))
        place &+= 1
      }
      return folded(hash ^ word)
    }
    return fast ?? quickHash(Array(text.utf8))
  }
}

/// 2⁶⁴ divided by the golden ratio, made odd.
@inlinable @inline(__always)
var oddConstant: UInt64 { 0x9E37_79B9_7F4A_7C15 }

/// Spreads the bits of a number upwards.
@inlinable @inline(__always)
func spread(_ x: UInt64) -> UInt64 { x &* oddConstant }

/// Multiplies and adds the upper half of the product to the lower one.
@inlinable @inline(__always)
func folded(_ x: UInt64) -> UInt64 {
  let product = (x ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: oddConstant)
  return product.high ^ product.low
}

/// The hash that a value's own type holds to be good enough for a dictionary.
@inlinable @inline(__always)
func quickHash<ID: Hashable>(_ id: ID) -> UInt64 {
  UInt64(truncatingIfNeeded: id._rawHashValue(seed: 0))
}

// SPDX-License-Identifier: Apache-2.0

/// The functions of rows that a comparison calls; the algorithm is written once and compiled
/// separately for each law.
@usableFromInline
protocol RowLaw {
  /// The rows.
  associatedtype Row
  /// `true` if both are the same row.
  static func isSame(_ a: Row, _ b: Row) -> Bool
  /// `true` if both, being the same row, look alike.
  static func looksTheSame(_ a: Row, _ b: Row) -> Bool
  /// Returns a number equal for the same rows, quickly made; its upper bits are the better ones.
  static func hash(_ row: Row) -> UInt64
  /// Returns a number that is equal for the same rows and cannot be foreseen outside the process.
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

/// Returns the hash that a value's own type holds to be good enough for a dictionary.
@inlinable @inline(__always)
func quickHash<ID: Hashable>(_ id: ID) -> UInt64 {
  UInt64(truncatingIfNeeded: id._rawHashValue(seed: 0))
}

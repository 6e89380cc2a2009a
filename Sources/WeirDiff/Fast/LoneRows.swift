// SPDX-License-Identifier: Apache-2.0

/// Rows of one list that the walk has found no partner for, in order.
///
/// First come those that are listed, then the rest of the list from where the walk has ended, which takes no memory.
@usableFromInline
struct LoneRows: Sendable {
  @usableFromInline var listed: [Int32] = []
  /// Rows that follow one another.
  @usableFromInline var rest = 0..<0

  @inlinable
  init() {}

  @inlinable var count: Int { listed.count &+ rest.count }
  @inlinable var isEmpty: Bool { listed.isEmpty && rest.isEmpty }

  /// Forgets all rows.
  @inlinable
  mutating func removeAll() {
    listed.removeAll(keepingCapacity: true)
    rest = 0..<0
  }

  /// Lists some rows more.
  @inlinable @inline(__always)
  mutating func append(_ rows: Range<Int>) {
    for row in rows { listed.append(Int32(truncatingIfNeeded: row)) }
  }

  /// The row with a number.
  @inlinable
  subscript(number: Int) -> Int {
    number < listed.count ? Int(listed[number]) : rest.lowerBound &+ number &- listed.count
  }

  /// Lends the rows as they lie in memory.
  @inlinable @inline(__always)
  func withSpan<Result>(_ body: (LoneSpan) -> Result) -> Result {
    unsafe listed.withUnsafeBufferPointer {
      body(unsafe LoneSpan($0, rest))
    }
  }
}

/// ``LoneRows`` as they lie in memory.
@safe
@frozen
@usableFromInline
struct LoneSpan {
  @usableFromInline let listed: UnsafeBufferPointer<Int32>
  /// The offset that is added to the number of a row of the rest.
  @usableFromInline let offset: Int
  @usableFromInline let count: Int

  @inlinable @inline(__always)
  init(_ listed: UnsafeBufferPointer<Int32>, _ rest: Range<Int>) {
    unsafe self.listed = listed
    offset = rest.lowerBound &- listed.count
    count = listed.count &+ rest.count
  }

  /// The row with a number.
  @inlinable @inline(__always)
  subscript(number: Int) -> Int {
    unsafe number < listed.count ? Int(listed[number]) : number &+ offset
  }
}

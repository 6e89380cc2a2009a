// SPDX-License-Identifier: Apache-2.0

/// The place of a row: the section, and the row in it.
///
///     Place(section: 1, row: 4)
///     let place: Place = 4  // row 4 of a flat list, which is section 0
public struct Place: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The section.
  public var section: Int32
  /// The row in the section.
  public var row: Int32

  /// Makes a place.
  @inlinable
  public init(section: Int32, row: Int32) {
    self.section = section
    self.row = row
  }

  /// A row of a flat list.
  @inlinable
  public init(_ row: Int32) { self.init(section: 0, row: row) }

  /// A row of a flat list.
  @inlinable
  public init(integerLiteral row: Int32) { self.init(section: 0, row: row) }

  /// Orders places by section, then by row.
  @inlinable
  public static func < (a: Place, b: Place) -> Bool {
    a.section == b.section ? a.row < b.row : a.section < b.section
  }
}

extension Place: CustomStringConvertible {
  /// The row, and the section unless it is the first.
  public var description: String { section == 0 ? "\(row)" : "\(row) of section \(section)" }
}

// SPDX-License-Identifier: Apache-2.0

/// The part of a server's list that a request asks for, in the server's own terms.
///
///     PageKey.offset(40)     // the rows from the 41st on
///     PageKey.number(2)      // the third page, if pages are counted from 0
///     PageKey.cursor("c7")   // what the server said comes next
public enum PageKey: Hashable, Sendable {
  /// The beginning of the list, for servers whose keys are tokens.
  case start
  /// The number of rows that come before the page.
  case offset(Int)
  /// The number of the page.
  case number(Int)
  /// A cursor, which the server made and understands.
  case cursor(PageToken)
  /// A position in the order of the list: the sort key of the row next to the page.
  case position(PageToken)
}

/// The kind of key that an API takes.
public enum PageKeyKind: Hashable, Sendable {
  /// Offsets, counted in rows.
  case offset
  /// Page numbers, from `first` on.
  case number(first: Int)
  /// Cursors.
  case cursor
  /// Positions in the order of the list.
  case position

  /// The key of the beginning of a list.
  public var start: PageKey {
    switch self {
    case .offset: .offset(0)
    case .number(let first): .number(first)
    case .cursor, .position: .start
    }
  }
}

extension PageKey: CustomStringConvertible {
  /// The key in words: `offset 40`.
  public var description: String {
    switch self {
    case .start: "start"
    case .offset(let offset): "offset \(offset)"
    case .number(let number): "page \(number)"
    case .cursor(let token): "cursor \(token)"
    case .position(let token): "position \(token)"
    }
  }
}

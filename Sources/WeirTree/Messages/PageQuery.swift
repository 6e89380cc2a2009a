// SPDX-License-Identifier: Apache-2.0

/// A request for one page of a list, as a paged API takes it: answered once, and never kept up to date.
///
///     PageQuery(list, from: .offset(40), count: 20)                        // OFFSET 40 LIMIT 20
///     PageQuery(list, from: .behind(Key("m17")), count: 20)                // the twenty behind a row, its cursor
///     PageQuery(list, from: .beyond(.integer(7), Key("m17")), count: 20)   // WHERE (score, id) > (7, "m17")
public struct PageQuery: Hashable, Sendable {
  /// The place in the list at which a page begins.
  public enum Start: Hashable, Sendable {
    /// Behind so many rows.
    case offset(Int)
    /// Behind all rows.
    case end
    /// Behind a row, wherever it stands now; there is no such page once the row is gone.
    case behind(Key)
    /// Behind the place that a row with this value and this key has, or would have.
    case beyond(SortValue, Key)
  }

  /// The list; its own limit says nothing here.
  public var list: QueryBuilder
  /// The place at which the page begins.
  public var start: Start
  /// `true` if the page is the one *before* that place rather than behind it; its rows are still in the list's order.
  public var isBackward: Bool
  /// The most rows that it has.
  public var count: Int

  /// Makes a request for a page.
  public init(
    _ list: QueryBuilder, from start: Start = .offset(0), isBackward: Bool = false, count: Int
  ) {
    self.list = list
    self.start = start
    self.isBackward = isBackward
    self.count = count
  }
}

/// A page of a list, as the server has it at one moment.
public struct ListPage: Sendable {
  /// The rows, in the order of the list.
  public var rows: [Message.Entry]
  /// The number of rows before them in the list.
  public var offset: Int
  /// The number of rows that the list has, or that the server says it has.
  public var total: Int
  /// `true` if more rows follow them in the direction of the request.
  public var hasMore: Bool

  /// Makes a page.
  public init(rows: [Message.Entry], offset: Int, total: Int, hasMore: Bool) {
    self.rows = rows
    self.offset = offset
    self.total = total
    self.hasMore = hasMore
  }
}

/// The answer to a request for a page.
public enum PageReply: Sendable {
  /// The page. With `isLast` it is the whole answer; otherwise a newer version of the same page follows.
  case page(ListPage, isLast: Bool)
  /// There is none, and nothing follows.
  case failed(PageFailure)
}

/// The reason for which a page did not come.
public enum PageFailure: UInt8, Hashable, Sendable, CaseIterable {
  /// The server was too busy.
  case overloaded
  /// The rules forbid it.
  case forbidden
  /// The row behind which it begins is gone.
  case gone
  /// The request makes no sense.
  case invalid
  /// The client had no connection when it asked.
  case offline
  /// The connection was lost before the page came.
  case interrupted
  /// Nothing came in time.
  case late
}

// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A change of a paged list, as a screen needs it: the rows, and what changed since the last one.
public struct PagedChange<Row: Sendable>: Sendable {
  /// The rows.
  public var items: PagedRows<Row>
  /// The changes since the change before this one; empty if only something beside the rows changed.
  public var changes: ChangeSet
  /// The number of rows of the whole list, if the server has said it.
  public var total: Int?
  /// `true` if there are more rows on the server.
  public var hasMore: Bool
  /// The state of first loads and refreshes.
  public var refresh: LoadState
  /// The state of loads at the end.
  public var append: LoadState
  /// The state of loads before the beginning.
  public var prepend: LoadState
}

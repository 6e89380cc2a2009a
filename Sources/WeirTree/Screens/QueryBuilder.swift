// SPDX-License-Identifier: Apache-2.0

/// The part of a location that a list shows, built the way apps build it: value by value, in any
/// order.
///
///     QueryBuilder(Path("rooms/lobby")).descending().limited(to: 20)       // the newest twenty
///     QueryBuilder(Path("players")).ordered(by: .child(Path("score"))).descending().limited(to: 10)
///
/// A descending list starts with the last child of the order and asks for the last ones; its ``start`` is
/// the place where *the list* starts, which is the end of the query's range.
public struct QueryBuilder: Hashable, Sendable {
  /// The place where the children are.
  public var path: Path
  /// The value that children are ordered by.
  public var index: Query.Index
  /// `true` if the list runs in the order of the index, rather than against it.
  public var isAscending: Bool
  /// The number of children that the list wants from its start; nil: all.
  public var limit: Int?
  /// The first place that the list may show; nil: from the start.
  public var start: Query.Bound?
  /// The last place that the list may show; nil: to the end.
  public var end: Query.Bound?

  /// All children of a location, by rising keys.
  public init(_ path: Path) {
    self.path = path
    index = .key
    isAscending = true
  }

  /// Returns the same in another order.
  public func ordered(by index: Query.Index) -> QueryBuilder { with { $0.index = index } }
  /// Returns the same from the first child of the order to the last.
  public func ascending() -> QueryBuilder { with { $0.isAscending = true } }
  /// Returns the same from the last child of the order to the first.
  public func descending() -> QueryBuilder { with { $0.isAscending = false } }
  /// Returns the same with so many children at first, and pages of any size later.
  public func limited(to limit: Int?) -> QueryBuilder { with { $0.limit = limit } }
  /// Returns the same with a list that starts here, or behind here with an exclusive end.
  public func starting(at start: Query.Bound?) -> QueryBuilder { with { $0.start = start } }
  /// Returns the same with a list that ends here, or before here with an exclusive end.
  public func ending(at end: Query.Bound?) -> QueryBuilder { with { $0.end = end } }

  private func with(_ change: (inout QueryBuilder) -> Void) -> QueryBuilder {
    var copy = self
    change(&copy)
    return copy
  }

  /// The query for the server, with one child more than the limit, so that the list knows whether
  /// there is more.
  public var query: Query {
    let count = limit.map { max(0, $0) }
    let more = count.map { $0 == .max ? $0 : $0 + 1 }
    return isAscending
      ? Query(index, from: start, to: end, limit: more.map { .first($0) } ?? .none)
      : Query(index, from: end, to: start, limit: more.map { .last($0) } ?? .none)
  }

  /// `true` if a child comes before another one in the list.
  public func precedes(_ a: Rank, _ b: Rank) -> Bool { isAscending ? a < b : b < a }
}

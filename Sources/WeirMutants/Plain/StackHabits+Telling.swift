// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
package import WeirCore
import WeirStreams
package import WeirTree

// The right habits of batches, pages and news.
extension StackHabits {
  /// Returns the moment at which nothing will have come for a while, or the deadline if that is earlier.
  package static func due(
    at now: Instant, _ batching: Batching, deadline: Instant
  ) -> Instant {
    min(now + batching.wait, deadline)
  }

  /// The window up to its edge without a limit, and from the edge on so many rows more.
  ///
  /// The edge itself is asked for twice, so that no key has to be thought up that stands behind it.
  package static func page(
    _ rows: Int, of source: PlainSource
  ) -> (anchored: Query?, beyond: Query) {
    guard var anchored = source.listens.last?.query else { return (nil, source.builder.query) }
    var beyond = anchored
    guard let edge = source.edge else {
      beyond.limit = source.builder.isAscending ? .first(rows + 1) : .last(rows + 1)
      return (nil, beyond)
    }
    let bound = Query.Bound(edge.rank.value, key: edge.key)
    anchored.limit = .none
    if source.builder.isAscending {
      anchored.end = bound
      beyond.start = bound
      beyond.limit = .first(rows + 2)
    } else {
      anchored.start = bound
      beyond.end = bound
      beyond.limit = .last(rows + 2)
    }
    return (anchored, beyond)
  }

  /// `true` if it has come to the end of the list, or shows a new row behind the edge as it is now: since it was
  /// asked for, the window may have come as far by itself.
  package static func goesOn(_ page: PlainPage, of source: PlainSource) -> Bool {
    guard page.beyond.isFull, let edge = source.edge else { return true }
    let behind = source.sentinel?.key
    let known = Set(source.held.map(\.key).filter { $0 != behind })
    let rows = page.beyond.held.sorted { source.builder.precedes($0.rank, $1.rank) }
    return rows.dropLast().contains {
      source.builder.precedes(edge.rank, $0.rank) && !known.contains($0.key)
    }
  }

  /// It does: what it showed is kept by a listen without a limit.
  package static var pageReplacesWindow: Bool { true }

  /// It is.
  package static var pagesAreLive: Bool { true }

  /// Not behind one that brought nothing.
  package static func hasMore(_ isFull: Bool, new: Int) -> Bool { isFull && new > 0 }

  /// As many.
  package static func told(_ new: Int) -> Int { new }

  /// It has.
  package static var refusalEndsPage: Bool { true }

  /// `true` if all are.
  package static func isLoaded(_ settled: Int, of sources: Int) -> Bool { settled == sources }

  /// Never.
  package static func isLoadedAtOnce(_ screen: Screen) -> Bool { false }

  /// It is not.
  package static var lossIsAnotherLoad: Bool { false }

  /// It is told.
  package static var tellsLoss: Bool { true }

  /// They do not.
  package static var rowsOutliveClosing: Bool { false }

  /// It does not.
  package static var refusalOutlivesClosing: Bool { false }

  /// It does not.
  package static var alarmOutlivesClosing: Bool { false }

  /// Of everything.
  package static func hears(_ news: StackNews) -> Bool { true }

  /// It does.
  package static var survivesLoss: Bool { true }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirTree

/// The part of a source that a list has loaded, seen from the server: the places of its order that the open listens of
/// the stack select together.
package struct LoadedRun: Sendable {
  /// The runs of places, in rising order, with a hole between any two.
  package private(set) var runs: [Range<Int>] = []
  /// The row that is held back, because it only says that there is more: the farthest one of a window that is
  /// full and lies at the far end.
  private(set) var sentinel: Int?

  package init(_ listens: [ShadowListen], of source: QueryBuilder, in order: ServerOrder) {
    let selected = listens.map { (places: order.places(of: $0.query), limit: $0.query.limit) }
    for places in selected.map(\.places).sorted(by: { $0.lowerBound < $1.lowerBound })
    where !places.isEmpty {
      if let last = runs.last, places.lowerBound <= last.upperBound {
        runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, places.upperBound)
      } else {
        runs.append(places)
      }
    }
    guard let first = runs.first, let last = runs.last else { return }
    let far = source.isAscending ? last.upperBound - 1 : first.lowerBound
    let isFull = selected.contains { places, limit in
      guard limit.count == places.count, places.contains(far) else { return false }
      if case .first = limit { return source.isAscending && far == places.upperBound - 1 }
      return !source.isAscending && far == places.lowerBound
    }
    if isFull { sentinel = far }
  }

  /// All of a source that lies in the app alone.
  init(whole order: ServerOrder) {
    if !order.rows.isEmpty { runs = [order.rows.indices] }
  }

  /// The number of rows that are loaded, with the one that is held back.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// The places of the rows that may be shown, in the order of the list.
  func places(of source: QueryBuilder) -> [Int] {
    let rising = runs.flatMap { Array($0) }.filter { $0 != sentinel }
    return source.isAscending ? rising : rising.reversed()
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

extension WatchedClient {
  /// Checks that the rows said to differ are those that do, by looking at all of them.
  func checkInvariants(_ server: SortedMap<Key, UInt64>) {
    invariant(waitingCommits >= 0, "\(waitingCommits) commits are waited for")
    guard isLoaded, scope != .nothing else {
      invariant(differing.isEmpty, "a list that is not shown differs")
      return
    }
    var wanted: [Key: UInt64] = [:]
    for rank in 0..<server.count {
      let entry = server.entry(at: rank)
      if case .window(let most, let isLast) = scope, most > 0 {
        guard isLast ? rank >= server.count - most : rank < most else { continue }
      }
      wanted[entry.key] = entry.value
    }
    let rows = Array(sections.joined())
    var count = 0
    for row in rows where wanted[row.key] != row.stamp { count += 1 }
    if case .window = scope {
      let keys = Set(rows.map(\.key))
      for rank in 0..<server.count {
        let key = server.entry(at: rank).key
        if wanted[key] != nil, !keys.contains(key) { count += 1 }
      }
    }
    invariant(
      count == differing.count, "\(differing.count) rows are said to differ, but \(count) do")
  }
}

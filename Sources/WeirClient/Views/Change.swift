// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// A child of a view before and after; null where the view does not show it.
struct Change: Sendable {
  var key: Key
  var old: Node
  var now: Node
  /// Its number in the operation, so that the changes of one child can be put in order.
  var step: Int

  /// The place of the change's kind in a batch.
  var kind: DataEvent.Kind {
    now.isNull ? .removed : old.isNull ? .added : .changed
  }
}

extension [Change] {
  mutating func note(_ key: Key, from old: Node, to now: Node) {
    append(Change(key: key, old: old, now: now, step: count))
  }

  /// Leaves one change of each child, from its first state to its last, and none of those that end as
  /// they began.
  mutating func reduce() {
    // What was noted of one child alone is a change already.
    if count < 2 || count == 2 && self[0].key != self[1].key { return }
    sort { $0.key == $1.key ? $0.step < $1.step : $0.key < $1.key }
    var kept = 0
    for place in indices {
      if kept > 0, self[kept - 1].key == self[place].key {
        self[kept - 1].now = self[place].now
      } else {
        self[kept] = self[place]
        kept += 1
      }
    }
    removeLast(count - kept)
    removeAll { $0.old == $0.now }
  }

  /// Puts the changes in the order of a batch: by kind, then by the query's order on the old nodes of
  /// what goes and on the new ones of the rest.
  mutating func sort(by index: Query.Index) {
    if count > 2 {
      sort { Self.precedes($0, $1, by: index) }
    } else if count == 2 {
      // What a full window hears of one write: something went and something came, in this order.
      let (first, second) = (self[0].kind, self[1].kind)
      let isOrdered =
        first == second ? !Self.precedes(self[1], self[0], by: index) : first < second
      if !isOrdered { swapAt(0, 1) }
    }
  }

  private static func precedes(_ a: Change, _ b: Change, by index: Query.Index) -> Bool {
    let (x, y) = (a.kind, b.kind)
    if x != y { return x < y }
    if index == .key { return a.key < b.key }
    let p = index.sortValue(of: x == .removed ? a.old : a.now)
    let q = index.sortValue(of: x == .removed ? b.old : b.now)
    let order = p.compared(to: q)
    return order == 0 ? a.key < b.key : order < 0
  }
}

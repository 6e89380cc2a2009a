// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirTrace
import WeirTree

// What the backend commits.
extension World {
  /// Commits each row into which a write that starts above the lists puts something; returns `false` if there is none.
  mutating func commitRows(
    of write: Write, _ client: UInt32, _ journey: UInt32, _ version: UInt64, _ root: Node
  ) -> Bool {
    guard case .merge(let base, let parts) = write else { return false }
    var journey = journey
    var last: (list: UInt32, key: Key)?
    for part in parts {
      let path = base.appending(part.path)
      guard let row = row(at: path, of: client) else { continue }
      if let last, last.list == row.list, last.key == row.key { continue }
      last = row
      let depth = plan.lists[Int(row.list)].keys.count + 1
      let node = self.row(
        row.key, ofRowAt: depth, in: row.list, after: .set(path, part.node), root)
      record(
        Step(
          at: now, .committed, client: client, journey: journey, list: row.list, key: row.key,
          x: node.fingerprint, y: version), .row(node))
      touchHidden(client, row.list, row.key)
      if countsSomething, let value = Counters.field(in: .set(path, part.node), ofRowAt: depth) {
        let initial = plan.tree[plan.lists[Int(row.list)]][row.key]
        counters.note(value, list: row.list, key: row.key, initially: initial)
      }
      // The journey of a write is that of its first row; the numbers beside it are nobody's intent.
      journey = 0
    }
    return last != nil
  }

  /// Records each counter into which a write puts something.
  mutating func tally(_ write: Write, _ client: UInt32, _ journey: UInt32, _ root: Node) {
    for number in plan.counted.indices {
      let place = plan.counted[number].path
      let isTouched =
        switch write {
        case .set(let path, _): place.leads(below: path)
        case .merge(let path, let parts):
          parts.contains { place.leads(below: path.appending($0.path)) }
        }
      if isTouched { tally(number, client, journey, root) }
    }
  }

  /// Records what a counter says now.
  mutating func tally(_ number: Int, _ client: UInt32, _ journey: UInt32, _ root: Node) {
    let node = root[plan.counted[number].path]
    let value: Int64? =
      switch node.content {
      case .null: 0
      case .integer(let value): value
      case .number(let value): Int64(exactly: value)
      default: nil
      }
    record(
      Step(
        at: now, .tallied, client: client, journey: journey, list: plan.counted[number].list,
        x: UInt64(bitPattern: value ?? 0),
        y: Step.Tallied.place.holding(number) | Step.Tallied.isNoNumber.holding(value == nil)))
  }
}

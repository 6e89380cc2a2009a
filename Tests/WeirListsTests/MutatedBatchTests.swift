// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirLists

@Suite struct MutatedBatchTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a batch that a diff made is never at fault`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "list view")
    var view = StrictListView<Letter>()
    var workspace = DiffWorkspace()
    var changes = ChangeSet()
    for _ in 0..<1_000 {
      let new = next(after: view.rows, &stream)
      diff(from: view.rows, to: new, into: &changes, workspace: &workspace)
      let fault = view.apply(changes, to: new)
      if fault != nil || view.rows != new { Issue.record("\(fault?.description ?? "other rows")") }
    }
    #expect(view.counters.batches == 1_000)
    #expect(view.counters.faults == 0)
  }

  /// A mutant is at fault exactly if it breaks the promise of change sets or leads to another list.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `a mutated batch is at fault unless it leads to the same list`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "mutants")
    var caught: [ListViewRule] = []
    var harmless = 0
    for _ in 0..<150 {
      let old = next(after: randomRows(&stream), &stream)
      let new = next(after: old, &stream)
      let changes = diff(from: old, to: new)
      guard let mutant = mutated(changes, &stream) else { continue }
      var view = StrictListView(rows: old)
      let fault = view.apply(mutant, to: new)
      #expect((fault == nil) == isLawful(mutant, old, new), "\(old) → \(new): \(mutant)")
      if let fault { caught.append(fault.rule) } else { harmless += 1 }
    }
    // Few are harmless: mostly those that take one twin for the other.
    #expect(caught.count > 5 * harmless)
    #expect(caught.contains(.rowCount) && caught.contains(.staleCell))
  }
}

/// `true` if the batch, put in order, keeps the promise of change sets and leads from `old` to `new`.
private func isLawful(_ changes: ChangeSet, _ old: [Letter], _ new: [Letter]) -> Bool {
  var sorted = changes
  sorted.deletes.sort()
  sorted.inserts.sort()
  sorted.moves.sort { ($0.to, $0.from) < ($1.to, $1.from) }
  sorted.updates.sort { ($0.old, $0.new) < ($1.old, $1.new) }
  return sorted.checkShape(oldCount: old.count, newCount: new.count) == nil
    && sorted.applying(to: old, contents: new) == new
}

/// The batch with one operation dropped, doubled, or one index off by one; `nil` if it has none.
private func mutated(_ changes: ChangeSet, _ stream: inout RandomStream) -> ChangeSet? {
  var mutant = changes
  let sizes = [
    changes.deletes.count, changes.inserts.count, changes.moves.count, changes.updates.count,
  ]
  let total = sizes.reduce(0, +)
  guard total > 0 else { return nil }
  var place = stream.index(below: total)
  var kind = 0
  while place >= sizes[kind] {
    place -= sizes[kind]
    kind += 1
  }
  let mutation = stream.index(below: 3)
  let shift: Int32 = stream.index(below: 2) == 0 ? 1 : -1
  let isFirst = stream.index(below: 2) == 0
  switch (kind, mutation) {
  case (0, 0): mutant.deletes.remove(at: place)
  case (0, 1): mutant.deletes.insert(changes.deletes[place], at: place)
  case (0, _): mutant.deletes[place].row += shift
  case (1, 0): mutant.inserts.remove(at: place)
  case (1, 1): mutant.inserts.insert(changes.inserts[place], at: place)
  case (1, _): mutant.inserts[place].row += shift
  case (2, 0): mutant.moves.remove(at: place)
  case (2, 1): mutant.moves.insert(changes.moves[place], at: place)
  case (2, _) where isFirst: mutant.moves[place].from.row += shift
  case (2, _): mutant.moves[place].to.row += shift
  case (_, 0): mutant.updates.remove(at: place)
  case (_, 1): mutant.updates.insert(changes.updates[place], at: place)
  case (_, _) where isFirst: mutant.updates[place].old.row += shift
  default: mutant.updates[place].new.row += shift
  }
  return mutant
}

private func randomRows(_ stream: inout RandomStream) -> [Letter] {
  let hasTwins = stream.index(below: 4) == 0
  return (0..<stream.index(below: 12)).map {
    Letter(id: hasTwins ? stream.index(below: 5) : $0, look: 0)
  }
}

/// Returns a list after a few edits: rows that come, go, move and change.
private func next(after old: [Letter], _ stream: inout RandomStream) -> [Letter] {
  var list = old
  for _ in 0..<stream.index(below: 6) {
    let place = stream.index(below: list.count + 1)
    switch stream.index(below: 5) {
    case 0,
      1 where list.count < 30:
      list.insert(Letter(id: stream.index(below: 1_000)), at: place)
    case 2 where place < list.count: list.remove(at: place)
    case 3 where place < list.count:
      let row = list.remove(at: place)
      list.insert(row, at: stream.index(below: list.count + 1))
    case 4 where place < list.count: list[place].look ^= 1
    default: continue
    }
  }
  return list
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirLists

@Suite struct DiffableListViewTests {
  private func snapshot(_ parts: [(Int, [Letter])]) -> ListSnapshot<Int, Letter> {
    var snapshot = ListSnapshot<Int, Letter>()
    for (id, rows) in parts {
      snapshot.appendSections([id])
      snapshot.appendItems(rows, to: id)
    }
    return snapshot
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `any snapshot after any other is one legal batch`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "snapshots")
    var list = DiffableListView<Int, Letter>()
    for _ in 0..<60 {
      let next = randomSnapshot(after: list.snapshot, &stream)
      let fault = list.apply(next, animated: false)
      if let fault { Issue.record("\(fault.listFault?.description ?? fault.reason)") }
      #expect(list.view.sections == next.sections)
      #expect(list.snapshot.reloadedItems.isEmpty)
    }
    #expect(list.view.counters.faults == 0)
    #expect(list.view.counters.moved > 0 && list.view.counters.sectionChanges > 0)
  }

  /// Items and sections in any order, some known, some new; what looks different is said to.
  private func randomSnapshot(
    after old: ListSnapshot<Int, Letter>, _ stream: inout RandomStream
  ) -> ListSnapshot<Int, Letter> {
    var ids = Array(0..<6)
    stream.shuffle(&ids)
    var parts = ids.prefix(stream.index(below: 6)).map { ($0, [Letter]()) }
    if stream.index(below: 2) == 0 { parts.sort { $0.0 < $1.0 } }
    var known: [Int: Letter] = [:]
    for row in old.sections.joined() { known[row.id] = row }
    var touched: [Int] = []
    for id in 0..<20 where !parts.isEmpty && stream.index(below: 4) > 0 {
      var row = known[id] ?? Letter(id: id)
      if stream.index(below: 5) == 0 {
        row.look += 1
        touched.append(id)
      }
      // Mostly an item stays in its section, so that some sections stay as they are.
      let home = parts.firstIndex { $0.0 == id % 6 } ?? 0
      let section = stream.index(below: 4) > 0 ? home : stream.index(below: parts.count)
      let end = parts[section].1.count
      parts[section].1.insert(
        row, at: stream.index(below: 3) > 0 ? end : stream.index(below: end + 1))
    }
    var next = snapshot(parts)
    for id in touched {
      if stream.index(below: 2) == 0 { next.reloadItems([id]) } else { next.reconfigureItems([id]) }
    }
    if let first = parts.first, stream.index(below: 8) == 0 { next.reloadSections([first.0]) }
    return next
  }

  @Test func `a row that looks different without a word leaves a stale cell`() {
    var list = DiffableListView<Int, Letter>()
    var next = snapshot([(1, rows(2))])
    #expect(list.apply(next, animated: false) == nil)
    next.replaceItem(Letter(id: 1, look: 1))
    let fault = list.apply(next, animated: false)
    #expect(fault?.rule == .wrongCells)
    #expect(fault?.listFault?.rule == .staleCell)

    next.replaceItem(Letter(id: 1, look: 2))
    next.reconfigureItems([1])
    #expect(list.apply(next, animated: false) == nil)
    #expect(list.view.counters.changed == 1)
    next.replaceItem(Letter(id: 1, look: 3))
    next.reloadItems([1])
    #expect(list.apply(next, animated: false) == nil)
  }

  @Test func `an item that changes its section moves`() {
    var list = DiffableListView<Int, Letter>()
    #expect(list.apply(snapshot([(1, rows(2)), (2, rows(2, from: 5))]), animated: false) == nil)
    let next = snapshot([(1, rows(1)), (2, rows(2, from: 5) + rows(1, from: 1))])
    #expect(list.apply(next, animated: false) == nil)
    #expect(list.view.counters.moved == 1)
  }

  @Test func `one snapshot is applied at a time, the others wait in order`() {
    var list = DiffableListView<Int, Letter>()
    #expect(list.apply(snapshot([(1, rows(1))])) == nil)
    #expect(list.apply(snapshot([(1, rows(2))])) == nil)
    #expect(list.apply(snapshot([(1, rows(3))]), animated: false) == nil)
    #expect(list.apply(snapshot([(1, rows(4))])) == nil)
    #expect(list.outstanding == 4)
    #expect(list.view.sections.map(\.count) == [1])
    #expect(list.finish() == nil)
    #expect(list.view.sections.map(\.count) == [2])
    #expect(list.finish() == nil)
    #expect(list.view.sections.map(\.count) == [4])
    #expect(list.finish() == nil)
    #expect(list.outstanding == 0)
    #expect(list.finish() == nil)
  }

  @Test func `off the main lane a snapshot is performed when it was compared`() {
    var list = DiffableListView<Int, Letter>()
    #expect(list.apply(snapshot([(1, rows(1))]), on: .background) == nil)
    #expect(list.view.sections.isEmpty)
    let deadlock = list.apply(snapshot([(1, rows(2))]))
    #expect(deadlock?.rule == .deadlock)
    #expect(
      deadlock?.reason.hasPrefix(
        "Deadlock detected: calling this method on the main queue with outstanding async updates is "
          + "not permitted") == true)
    #expect(list.finish() == nil)
    #expect(list.view.sections.map(\.count) == [1])
    #expect(list.apply(snapshot([(1, rows(2))]))?.rule == .laneSwitched)
    #expect(list.apply(snapshot([(1, rows(2))]), on: .background) == nil)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirSources

@Suite struct FilteredSourceTests {
  @Test func `a row that begins or ceases to fulfil the condition comes or goes`() {
    let source = ManualSource(ranked((1, 0), (2, 1), (3, 0)))
    let filtered = source.filtered { $0.rank > 0 }
    let listener = Listener(filtered)
    source.replace(at: 2, with: Item(id: 3, rank: 1))
    source.replace(at: 1, with: Item(id: 2, rank: 2))
    source.replace(at: 1, with: Item(id: 2, rank: 0))
    source.replace(at: 0, with: Item(id: 1, look: 1))
    #expect(
      listener.changes == [
        ChangeSet(inserts: [1]), ChangeSet(updates: [.init(old: 0, new: 0)]),
        ChangeSet(deletes: [0]),
      ])
    #expect(filtered.ids == [3])
  }

  @Test func `deletes of rows that are shown are told, and of others not`() {
    let source = ManualSource(ranked((1, 0), (2, 1), (3, 0), (4, 1)))
    let listener = Listener(source.filtered { $0.rank > 0 })
    source.edit { rows in
      rows.remove(at: 3)
      rows.remove(at: 0)
    }
    source.remove(at: 1)
    source.remove(at: 0)
    #expect(listener.changes == [ChangeSet(deletes: [1]), ChangeSet(deletes: [0])])
  }

  @Test func `an update beside inserts and deletes is looked up in each index space by itself`() {
    // Old: 1 hidden, 2 shown, 3 shown. The one change deletes 1, inserts 9 and 8 in front, and updates 3.
    let source = ManualSource(ranked((1, 0), (2, 1), (3, 1)))
    let listener = Listener(source.filtered { $0.rank > 0 })
    source.replaceAll(with: ranked((9, 1), (8, 0), (2, 1), (3, 5)))
    #expect(
      listener.changes == [ChangeSet(inserts: [0], updates: [.init(old: 1, new: 2)])])
    source.replaceAll(with: ranked((8, 0), (2, 1), (7, 0), (3, 0)))
    #expect(listener.changes.last == ChangeSet(deletes: [0, 2]))
  }

  @Test func `a move past rows that are hidden is none`() {
    let source = ManualSource(ranked((1, 1), (2, 0), (3, 1)))
    let filtered = source.filtered { $0.rank > 0 }
    let listener = Listener(filtered)
    source.move(from: 0, to: 1)
    #expect(listener.kinds == "i")
    source.move(from: 1, to: 2)
    #expect(listener.changes == [ChangeSet(moves: [.init(from: 0, to: 1)])])
    source.move(from: 0, to: 2)
    #expect(listener.changes.count == 1)
    #expect(filtered.ids == [3, 1])
  }

  @Test func `a row may move and begin or cease to fulfil the condition at once`() {
    let source = ManualSource(ranked((1, 1), (2, 0), (3, 1)))
    let filtered = source.filtered { $0.rank > 0 }
    let listener = Listener(filtered)
    source.replaceAll(with: ranked((2, 1), (3, 1), (1, 0)))
    #expect(listener.changes == [ChangeSet(deletes: [0], inserts: [0])])
    source.replaceAll(with: ranked((1, 0), (3, 2), (2, 1)))
    #expect(filtered.ids == [3, 2])
  }

  @Test func `another condition is told as rows that come and go`() {
    let source = ManualSource(items(1, 2, 3, 4))
    let filtered = source.filtered { $0.id < 3 }
    let listener = Listener(filtered)
    filtered.setCondition { $0.id > 1 }
    #expect(listener.changes == [ChangeSet(deletes: [0], inserts: [1, 2])])
    source.append(Item(id: 5))
    source.insert(Item(id: 0), at: 0)
    #expect(filtered.ids == [2, 3, 4, 5])
  }

  @Test func `a failure below is one above`() {
    let source = ManualSource(items(1))
    let listener = Listener(source.filtered { _ in true })
    source.fail(SourceFailure("lost"))
    source.recover()
    #expect(listener.kinds == "ifC")
  }
}

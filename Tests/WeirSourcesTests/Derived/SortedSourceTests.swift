// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirSources

@Suite struct SortedSourceTests {
  private func byRank(_ source: ManualSource<Item>) -> SortedSource<Item> {
    source.sorted { $0.rank < $1.rank }
  }

  @Test func `equals are in the order of the source below, and newcomers behind them`() {
    let source = ManualSource(ranked((1, 5), (2, 3), (3, 5), (4, 3)))
    let sorted = byRank(source)
    #expect(sorted.ids == [2, 4, 1, 3])
    source.insert(Item(id: 6, rank: 3), at: 0)
    #expect(sorted.ids == [2, 4, 6, 1, 3])
  }

  @Test func `rows that change but compare as before keep their places`() {
    let source = ManualSource(ranked((1, 5), (2, 5), (3, 5)))
    let sorted = byRank(source)
    let listener = Listener(sorted)
    source.replace(at: 0, with: Item(id: 1, look: 1, rank: 5))
    #expect(listener.changes == [ChangeSet(updates: [.init(old: 0, new: 0)])])
    #expect(sorted.ids == [1, 2, 3])
  }

  @Test func `a row that compares otherwise moves and changes, and stays one row`() {
    let source = ManualSource(ranked((1, 1), (2, 2), (3, 3)))
    let listener = Listener(byRank(source))
    source.replace(at: 0, with: Item(id: 1, rank: 9))
    #expect(
      listener.changes == [
        ChangeSet(moves: [.init(from: 0, to: 2)], updates: [.init(old: 0, new: 2)])
      ])
    source.replace(at: 0, with: Item(id: 1, rank: 8))
    #expect(listener.changes.last == ChangeSet(updates: [.init(old: 2, new: 2)]))
  }

  @Test func `moves below are none above`() {
    let source = ManualSource(ranked((1, 1), (2, 1), (3, 0)))
    let sorted = byRank(source)
    let listener = Listener(sorted)
    source.move(from: 0, to: 2)
    source.replaceAll(with: ranked((3, 0), (1, 1), (2, 1)))
    #expect(listener.kinds == "i")
    // What comes later finds the right rows all the same.
    source.replace(at: 1, with: Item(id: 1, rank: 7))
    source.remove(at: 2)
    #expect(sorted.ids == [3, 1])
  }

  @Test func `an update beside inserts and deletes is looked up in each index space by itself`() {
    let source = ManualSource(ranked((1, 9), (2, 8), (3, 7), (4, 6)))
    let listener = Listener(byRank(source))
    source.replaceAll(with: [
      Item(id: 7, rank: 10), Item(id: 2, rank: 8), Item(id: 3, look: 1, rank: 7),
      Item(id: 5, rank: 0), Item(id: 4, rank: 6),
    ])
    // Shown before: 4 3 2 1; after: 5 4 3 2 7.
    #expect(
      listener.changes == [
        ChangeSet(deletes: [3], inserts: [0, 4], updates: [.init(old: 1, new: 2)])
      ])
  }

  @Test func `several rows of one change go behind their equals in the order of the source below`()
  {
    let source = ManualSource(ranked((1, 0), (2, 9), (3, 9), (4, 0)))
    let sorted = byRank(source)
    source.replaceAll(with: ranked((5, 0), (3, 0), (1, 0), (2, 0), (4, 0), (6, 0)))
    #expect(sorted.ids == [1, 4, 5, 3, 2, 6])
  }

  @Test func `another order moves as few rows as it can, and equals stay as they were shown`() {
    let source = ManualSource(ranked((1, 3), (2, 1), (3, 2), (4, 2)))
    let sorted = byRank(source)
    let listener = Listener(sorted)
    sorted.setOrder { $0.rank / 3 < $1.rank / 3 }
    #expect(listener.kinds == "i")
    sorted.setOrder { $0.rank > $1.rank }
    #expect(sorted.ids == [1, 3, 4, 2])
    #expect(listener.changes.map(\.moves.count) == [2])
    source.append(Item(id: 5, rank: 2))
    #expect(sorted.ids == [1, 3, 4, 5, 2])
  }

  @Test func `twins keep apart`() {
    let source = ManualSource(ranked((1, 2), (1, 1), (1, 3)))
    let sorted = byRank(source)
    var shadow = Shadow()
    shadow.isUnique = false
    let listener = Listener(sorted)
    source.remove(at: 1)
    source.replace(at: 0, with: Item(id: 1, rank: 4))
    for event in listener.events { #expect(shadow.take(event) == nil) }
    #expect(sorted.content.rows.map(\.rank) == [3, 4])
  }
}

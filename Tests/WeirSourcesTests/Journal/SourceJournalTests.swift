// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirSources

@Suite struct SourceJournalTests {
  @Test func `what changed since a version is one change, in the index spaces of then and now`() {
    let source = ManualSource(items(1, 2, 3))
    let version = source.snapshot.version
    #expect(source.changes(since: version) == ChangeSet())
    source.append(Item(id: 4))
    source.remove(at: 0)
    source.replace(at: 2, with: Item(id: 4, look: 1))
    source.move(from: 1, to: 0)
    let whole = ChangeSet(
      deletes: [0], inserts: [2], moves: [.init(from: 2, to: 0)])
    #expect(source.changes(since: version) == whole)
    #expect(source.changes(since: version + 1)?.deletes == [0])
    #expect(source.changes(since: version + 4) == ChangeSet())
    #expect(source.changes(since: version + 5) == nil)
  }

  @Test func `a version beyond what is kept has no answer, and a reader goes on with a difference`()
  {
    let source = ManualSource(items(1), keeping: 2)
    var cursor = SourceCursor<Items>()
    _ = cursor.next(in: source)
    for id in 2...4 { source.append(Item(id: id)) }
    #expect(source.changes(since: 0) == nil)
    #expect(source.changes(since: 1) == ChangeSet(inserts: [2, 3]))
    #expect(cursor.next(in: source)?.changes == ChangeSet(inserts: [1, 2, 3]))
    #expect(cursor.next(in: source) == nil)
  }

  @Test func `a reader that lags behind hears of a failure beyond what is kept`() {
    let source = ManualSource(items(1), keeping: 1)
    var cursor = SourceCursor<Items>()
    _ = cursor.next(in: source)
    source.fail(SourceFailure("lost"))
    source.append(Item(id: 2))
    source.append(Item(id: 3))
    #expect(cursor.next(in: source)?.changes == ChangeSet(inserts: [1, 2]))
    guard case .failed? = cursor.next(in: source) else {
      Issue.record("the failure was not told")
      return
    }
    #expect(cursor.next(in: source) == nil)
  }

  @Test func `what cancels out beyond what is kept is told to nobody`() {
    let source = ManualSource(items(1), keeping: 1)
    var cursor = SourceCursor<Items>()
    _ = cursor.next(in: source)
    source.append(Item(id: 2))
    source.append(Item(id: 3))
    source.replaceAll(with: items(1))
    #expect(cursor.next(in: source) == nil)
  }

  @Test func `changes beside a change of state are put together`() {
    let source = ManualSource(items(1))
    source.append(Item(id: 2))
    source.fail(SourceFailure("lost"))
    source.append(Item(id: 3))
    #expect(source.changes(since: 0) == ChangeSet(inserts: [1, 2]))
    #expect(source.changes(since: 1) == ChangeSet(inserts: [2]))
  }

  @Test func `no change leads over a beginning again`() {
    let container = SourceContainer<Items>(ManualSource(items(1)), onSwap: .restart)
    container.swap(to: ManualSource(items(2)))
    #expect(container.changes(since: 0) == nil)
    #expect(container.changes(since: 1) == ChangeSet())
  }
}

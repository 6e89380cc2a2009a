// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirSources

@Suite struct SourceCursorTests {
  @Test func `each reader has a beginning of its own, and is told every commit`() {
    let source = ManualSource(items(1))
    var early = SourceCursor<Items>()
    #expect(early.next(in: source)?.content?.count == 1)
    source.append(Item(id: 2))
    source.append(Item(id: 3))
    var late = SourceCursor<Items>()
    #expect(late.next(in: source)?.content?.count == 3)
    #expect(late.next(in: source) == nil)
    #expect(early.next(in: source)?.content?.rows.map(\.id) == [1, 2])
    let copy = early
    #expect(early.next(in: source)?.changes == ChangeSet(inserts: [2]))
    #expect(copy.content.count == 2)
    #expect(early.version == 2)
  }

  @Test func `all that is new may be taken at once, and is then as little as it can be`() {
    let source = ManualSource(items(1, 2))
    var cursor = SourceCursor<Items>()
    _ = cursor.next(in: source)
    source.append(Item(id: 3))
    source.remove(at: 0)
    source.fail(SourceFailure("lost"))
    source.append(Item(id: 4))
    source.remove(at: 2)
    let events = cursor.all(in: source)
    #expect(events.count == 2)
    #expect(events[0].changes == ChangeSet(deletes: [0], inserts: [1]))
    #expect(events[0].content?.rows.map(\.id) == [2, 3])
    #expect(cursor.content.rows.map(\.id) == [2, 3])
    #expect(cursor.all(in: source).isEmpty)
  }

  /// Taken one by one the changes do not know of one another: a row that went and came again would go and come at once.
  @Test func `a row that goes and comes again before it is taken has stayed`() {
    let source = ManualSource(items(1, 2, 3))
    var cursor = SourceCursor<Items>()
    _ = cursor.next(in: source)
    let before = source.journal.version
    source.remove(at: 0)
    source.append(Item(id: 1, look: 5))
    source.append(Item(id: 4))
    let told = ChangeSet(
      inserts: [3], moves: [.init(from: 0, to: 2)], updates: [.init(old: 0, new: 2)])
    #expect(source.changes(since: before) == told)
    #expect(cursor.all(in: source).map(\.changes) == [told])
    source.remove(at: 3)
    source.append(Item(id: 4))
    #expect(cursor.all(in: source).isEmpty)
  }
}

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
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirSources

@Suite struct SourceContainerTests {
  @Test func `the first observation gets one initial event, with what is there by then`() {
    let source = ManualSource(items(1))
    let container = SourceContainer<Items>(source)
    source.append(Item(id: 2))
    let listener = Listener(container)
    #expect(listener.kinds == "i")
    #expect(listener.events[0].content?.rows.map(\.id) == [1, 2])
  }

  @Test func `no later event looks like an initial one`() {
    let source = ManualSource(items(1))
    let container = SourceContainer<Items>(source)
    let listener = Listener(container)
    source.replaceAll(with: items(1))
    source.append(Item(id: 2))
    container.swap(to: ManualSource(items(3)))
    source.append(Item(id: 4))
    container.swap(to: ManualSource([Item]()))
    #expect(listener.kinds == "iccc")
    #expect(listener.changes.allSatisfy { !$0.isEmpty })
  }

  @Test func `exchanges of empty for empty and like for like say nothing`() {
    let container = SourceContainer<Items>(ManualSource<Item>())
    let listener = Listener(container)
    container.swap(to: ManualSource<Item>())
    #expect(listener.kinds == "i")
    container.swap(to: ManualSource(items(1, 2)))
    container.swap(to: ManualSource(items(1, 2)))
    #expect(listener.kinds == "ic")
  }

  @Test func `after an exchange nothing of the old source is heard, and all of the new one`() {
    let (old, new) = (ManualSource(items(1)), ManualSource(items(2)))
    let container = SourceContainer<Items>(old)
    container.swap(to: new)
    let listener = Listener(container)
    old.append(Item(id: 3))
    old.fail(SourceFailure("gone"))
    #expect(listener.kinds == "i")
    #expect(container.snapshot.state == .live)
    new.append(Item(id: 4))
    #expect(listener.changes == [ChangeSet(inserts: [1])])
  }

  @Test func `an old source that is exchanged back is followed again from what it has by then`() {
    let (a, b) = (ManualSource(items(1)), ManualSource(items(2)))
    let container = SourceContainer<Items>(a)
    let listener = Listener(container)
    container.swap(to: b)
    a.append(Item(id: 3))
    container.swap(to: a)
    a.append(Item(id: 4))
    b.append(Item(id: 5))
    #expect(container.ids == [1, 3, 4])
    #expect(listener.kinds == "iccc")
  }

  @Test func `to empty only deletes, from empty only inserts, an overlap only the difference`() {
    let container = SourceContainer<Items>(ManualSource(items(1, 2)))
    let listener = Listener(container)
    container.swap(to: ManualSource<Item>())
    container.swap(to: ManualSource(items(1, 2)))
    container.swap(to: ManualSource(items(2, 3, 4)))
    #expect(
      listener.changes == [
        ChangeSet(deletes: [0, 1]), ChangeSet(inserts: [0, 1]),
        ChangeSet(deletes: [0], inserts: [1, 2]),
      ])
  }

  @Test func `a row found in both sources moves and changes instead of coming and going`() {
    let container = SourceContainer<Items>(ManualSource(items(1, 2, 3)))
    let listener = Listener(container)
    container.swap(to: ManualSource([Item(id: 3), Item(id: 1, look: 1), Item(id: 2)]))
    let wanted = ChangeSet(moves: [.init(from: 2, to: 0)], updates: [.init(old: 0, new: 1)])
    #expect(listener.changes == [wanted])
  }

  @Test func `nothing is lost between the snapshot of a source and following it`() {
    let source = ManualSource(items(1))
    // The derived source changes by itself between any two pulls.
    let container = SourceContainer<Items>(source.filtered { $0.id < 10 })
    source.append(Item(id: 2))
    source.append(Item(id: 12))
    source.remove(at: 0)
    let listener = Listener(container)
    source.append(Item(id: 3))
    #expect(listener.events[0].content?.rows.map(\.id) == [2])
    #expect(listener.changes == [ChangeSet(inserts: [1])])
    #expect(container.ids == [2, 3])
  }

  @Test func `a change of the new source before the exchange is heard is part of it`() {
    let (old, new) = (ManualSource(items(1)), ManualSource(items(2)))
    let container = SourceContainer<Items>(old)
    var cursor = SourceCursor<Items>()
    _ = cursor.next(in: container)
    container.swap(to: new)
    new.append(Item(id: 3))
    #expect(cursor.next(in: container)?.changes == ChangeSet(deletes: [0], inserts: [0]))
    #expect(cursor.next(in: container)?.changes == ChangeSet(inserts: [1]))
    #expect(cursor.next(in: container) == nil)
  }

  @Test
  func `exchanges from within an observer are told one after the other, not within one another`() {
    let container = SourceContainer<Items>(ManualSource(items(1)))
    let listener = Listener(container)
    var depth = 0
    var deepest = 0
    listener.reaction = { event in
      depth += 1
      deepest = max(deepest, depth)
      if event.content?.rows.map(\.id) == [2] {
        container.swap(to: ManualSource(items(3)))
        container.swap(to: ManualSource(items(3, 4)))
      }
      depth -= 1
    }
    container.swap(to: ManualSource(items(2)))
    #expect(deepest == 1)
    #expect(listener.events.compactMap { $0.content?.rows.map(\.id) } == [[1], [2], [3], [3, 4]])
  }

  @Test func `an exchange that a source asks for while it is read waits until it was read`() {
    let source = ManualSource(items(1))
    let other = ManualSource(items(7))
    var container: SourceContainer<Items>?
    let watched = source.filtered { item in
      if item.id == 2 { container?.swap(to: other) }
      return true
    }
    container = SourceContainer(watched)
    guard let container else { return }
    let listener = Listener(container)
    source.append(Item(id: 2))
    #expect(listener.events.compactMap { $0.content?.rows.map(\.id) } == [[1], [1, 2], [7]])
    #expect(container.source as AnyObject === other)
  }

  @Test func `rows of other identity that look alike are other rows`() {
    let container = SourceContainer<Items>(ManualSource(items(1)))
    let listener = Listener(container)
    container.swap(to: ManualSource(items(2)))
    #expect(listener.changes == [ChangeSet(deletes: [0], inserts: [0])])
  }

  @Test func `rows of the same identity that look alike are told to nobody, but held`() {
    let (old, new) = (Box(), Box())
    let container = SourceContainer(ManualSource([Instance(id: 1, object: old)]))
    let listener = Listener(container)
    container.swap(to: ManualSource([Instance(id: 1, object: new)]))
    #expect(listener.kinds == "i")
    #expect(container.content[0].object === new)
  }

  @Test func `containers chain, and an exchange deep below is one change above`() {
    let inner = SourceContainer<Items>(ManualSource(items(1)))
    let outer = inner.contained().contained()
    let listener = Listener(outer)
    inner.swap(to: ManualSource(items(1, 2)))
    #expect(listener.kinds == "ic")
    #expect(listener.changes == [ChangeSet(inserts: [1])])
  }

  @Test func `a container that begins again with each source says so, and one above need not`() {
    let inner = SourceContainer<Items>(ManualSource(items(1)), onSwap: .restart)
    let passing = inner.contained(onSwap: .restart)
    let filtered = inner.filtered { $0.id > 0 }
    let mapped = inner.mapped { $0 }
    let sorted = inner.sorted { $0.id < $1.id }
    let smooth = inner.contained()
    let all: [any DataSource<Items>] = [inner, passing, filtered, mapped, sorted, smooth]
    let listeners = all.map { Listener($0) }
    let sections = Listener(inner.sectioned { $0.group })
    inner.swap(to: ManualSource(items(3, 2)))
    #expect(listeners.map(\.kinds) == ["ir", "ir", "ir", "ir", "ir", "ic"])
    #expect(sections.kinds == "ir")
    #expect(sorted.ids == [2, 3])
    inner.swap(to: ManualSource(items(3, 2)))
    #expect(listeners.map(\.kinds) == ["ir", "ir", "ir", "ir", "ir", "ic"])
  }

  @Test func `a reader that has a snapshot may go without the initial event`() {
    let source = ManualSource(items(1))
    let listener = Listener(SourceContainer<Items>(source), initial: .skip)
    source.append(Item(id: 2))
    #expect(listener.kinds == "c")
  }

  @Test func `an error comes through as a state, and ends with the source that has it`() {
    let source = ManualSource(items(1))
    let container = SourceContainer<Items>(source)
    let listener = Listener(container)
    source.fail(SourceFailure("lost"))
    #expect(container.snapshot.state == .failed(SourceFailure("lost")))
    container.swap(to: ManualSource(items(1)))
    #expect(container.snapshot.state == .live)
    #expect(listener.kinds == "ifC")
  }

  @Test func `a source that failed before it is taken in is known to have failed`() {
    let source = ManualSource(items(1))
    source.fail(SourceFailure("lost"))
    #expect(Listener(SourceContainer<Items>(source)).kinds == "if")
    let container = SourceContainer<Items>(ManualSource<Item>())
    let listener = Listener(container)
    container.swap(to: source)
    #expect(listener.kinds == "icf")
  }

  @Test func `sources of sections are exchanged with one difference, too`() {
    let source = ManualSource(grouped((1, 0), (2, 1)))
    let other = ManualSource(grouped((2, 1), (3, 2)))
    let container = source.sectioned { $0.group }.contained()
    let listener = Listener(container)
    container.swap(to: other.sectioned { $0.group })
    let wanted = ChangeSet(sections: SectionChanges(deletes: [0], inserts: [1]))
    #expect(listener.changes == [wanted])
    #expect(container.content.rows.map { $0.map(\.id) } == [[2], [3]])
  }

  @Test func `lists with rows of one id are exchanged, too`() {
    let container = SourceContainer<Items>(ManualSource(items(1, 1, 2)))
    var shadow = Shadow()
    shadow.isUnique = false
    let listener = Listener(container)
    container.swap(to: ManualSource(items(2, 1, 1, 1)))
    container.swap(to: ManualSource(items(1, 2, 2)))
    for event in listener.events { #expect(shadow.take(event) == nil) }
    #expect(shadow.rows.map(\.id) == [1, 2, 2])
  }
}

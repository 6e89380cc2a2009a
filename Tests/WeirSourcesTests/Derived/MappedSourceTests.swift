// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirSources

@Suite struct MappedSourceTests {
  @Test func `rows are made where the rows below are`() {
    let source = ManualSource(items(1, 2))
    let mapped = source.mapped { Item(id: $0.id * 10) }
    #expect(mapped.ids == [10, 20])
    source.insert(Item(id: 3), at: 1)
    source.remove(at: 0)
    source.move(from: 1, to: 0)
    #expect(mapped.ids == [20, 30])
  }

  @Test func `a change that cannot be seen in the row that is made is no update`() {
    let source = ManualSource(items(1))
    let listener = Listener(source.mapped { Item(id: $0.id, look: $0.look / 2) })
    source.replace(at: 0, with: Item(id: 1, look: 1))
    source.replace(at: 0, with: Item(id: 1, look: 2))
    #expect(listener.changes == [ChangeSet(updates: [.init(old: 0, new: 0)])])
  }

  @Test func `a row that becomes another row goes and comes`() {
    let source = ManualSource(items(1, 2))
    let mapped = source.mapped { Item(id: $0.id * 10 + $0.look) }
    let listener = Listener(mapped)
    source.replace(at: 0, with: Item(id: 1, look: 5))
    #expect(listener.changes == [ChangeSet(deletes: [0], inserts: [0])])
    source.replaceAll(with: [Item(id: 2), Item(id: 1, look: 6)])
    #expect(listener.changes.last == ChangeSet(deletes: [0], inserts: [1]))
    #expect(mapped.ids == [20, 16])
  }

  @Test func `rows that exchange their identities move`() {
    let source = ManualSource([Item(id: 1, look: 8), Item(id: 2, look: 9)])
    let listener = Listener(source.mapped { Item(id: $0.look) })
    source.replaceAll(with: [Item(id: 1, look: 9), Item(id: 2, look: 8)])
    #expect(listener.changes == [ChangeSet(moves: [.init(from: 1, to: 0)])])
  }

  @Test func `a row that only moves is not made again`() {
    let source = ManualSource(items(1, 2, 3))
    var calls = 0
    let mapped = source.mapped { item in
      calls += 1
      return item
    }
    source.move(from: 2, to: 0)
    #expect(mapped.ids == [3, 1, 2])
    #expect(calls == 3)
  }

  @Test func `another transform is told as what it changes`() {
    let source = ManualSource([Item(id: 1, look: 1), Item(id: 2, look: 2)])
    let mapped = source.mapped { Item(id: $0.id) }
    let listener = Listener(mapped)
    mapped.setTransform { Item(id: $0.id, look: $0.look / 2) }
    #expect(listener.changes == [ChangeSet(updates: [.init(old: 1, new: 1)])])
    source.replace(at: 0, with: Item(id: 1, look: 4))
    #expect(mapped.content[0].look == 2)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirSources

@Suite struct SectionedSourceTests {
  private func groups(_ source: SectionedSource<Int, Item>) -> [[Int]] {
    source.content.rows.map { $0.map(\.id) }
  }

  @Test func `sections are in the order of their keys, their rows in that of the source`() {
    let source = ManualSource(grouped((1, 7), (2, 3), (3, 7), (4, 5)))
    let sections = source.sectioned { $0.group }
    #expect(sections.content.sections.map(\.key) == [3, 5, 7])
    #expect(groups(sections) == [[2], [4], [1, 3]])
    let down = source.sectioned {
      $0.group
    } by: {
      $0 > $1
    }
    #expect(groups(down) == [[1, 3], [4], [2]])
  }

  @Test func `a section comes with its first row and goes with its last, and names neither`() {
    let source = ManualSource(grouped((1, 1), (2, 2)))
    let sections = source.sectioned { $0.group }
    let listener = Listener(sections)
    source.append(Item(id: 3, group: 0))
    source.remove(at: 1)
    source.insert(Item(id: 4, group: 1), at: 0)
    source.remove(at: 1)
    #expect(
      listener.changes == [
        ChangeSet(sections: SectionChanges(inserts: [0])),
        ChangeSet(sections: SectionChanges(deletes: [2])),
        ChangeSet(inserts: [Place(section: 1, row: 0)]),
        ChangeSet(deletes: [Place(section: 1, row: 1)]),
      ])
    #expect(groups(sections) == [[3], [4]])
  }

  @Test func `a row that goes to another section moves, also out of one that goes`() {
    let source = ManualSource(grouped((1, 1), (2, 2), (3, 2)))
    let listener = Listener(source.sectioned { $0.group })
    source.replace(at: 0, with: Item(id: 1, group: 2))
    let away = ChangeSet(
      moves: [.init(from: 0, to: 0)], updates: [.init(old: 0, new: 0)],
      sections: SectionChanges(deletes: [0]))
    #expect(listener.changes == [away])
    source.replace(at: 2, with: Item(id: 3, group: 4))
    let new = ChangeSet(
      moves: [.init(from: 2, to: Place(section: 1, row: 0))],
      updates: [.init(old: 2, new: Place(section: 1, row: 0))],
      sections: SectionChanges(inserts: [1]))
    #expect(listener.changes.last == new)
  }

  @Test func `a move below is one above only among the rows of a section`() {
    let source = ManualSource(grouped((1, 1), (2, 2), (3, 1)))
    let listener = Listener(source.sectioned { $0.group })
    source.move(from: 1, to: 2)
    #expect(listener.kinds == "i")
    source.move(from: 0, to: 1)
    #expect(listener.changes == [ChangeSet(moves: [.init(from: 0, to: 1)])])
  }

  @Test func `a row that changes in its section is an update there`() {
    let source = ManualSource(grouped((1, 1), (2, 2), (3, 2)))
    let listener = Listener(source.sectioned { $0.group })
    source.edit { rows in
      rows[2] = Item(id: 3, look: 1, group: 2)
      rows.insert(Item(id: 4, group: 2), at: 0)
    }
    let (old, new) = (Place(section: 1, row: 1), Place(section: 1, row: 2))
    let wanted = ChangeSet(
      inserts: [Place(section: 1, row: 0)], updates: [.init(old: old, new: new)])
    #expect(listener.changes == [wanted])
  }

  @Test func `another key and another order are told as what they change`() {
    let source = ManualSource(grouped((1, 1), (2, 2), (3, 3)))
    let sections = source.sectioned { $0.group }
    let listener = Listener(sections)
    sections.setSectionOrder { $0 > $1 }
    #expect(groups(sections) == [[3], [2], [1]])
    #expect(listener.changes.map(\.sections.moves.count) == [2])
    sections.setKey { $0.group % 2 }
    #expect(groups(sections) == [[1, 3], [2]])
    source.append(Item(id: 5, group: 4))
    #expect(groups(sections) == [[1, 3], [2, 5]])
  }

  @Test func `a failure below is one above`() {
    let source = ManualSource(items(1))
    let listener = Listener(source.sectioned { $0.group })
    source.fail(SourceFailure("lost"))
    source.recover()
    #expect(listener.kinds == "ifC")
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirSources

@Suite struct ManualSourceTests {
  @Test func `any collection may be its content`() {
    #expect(ManualSource<Item>().ids == [])
    #expect(ManualSource(items(4, 5, 6)[1...]).ids == [5, 6])
    #expect(ManualSource(items(4, 5).reversed()).ids == [5, 4])
    let source = ManualSource(items(1))
    source.replaceAll(with: [7: 0].map { Item(id: $0.key) })
    #expect(source.ids == [7])
  }

  @Test func `a row found in both lists moves and changes instead of coming and going`() {
    let source = ManualSource(items(1, 2, 3))
    let listener = Listener(source)
    source.replaceAll(with: [Item(id: 3, look: 1), Item(id: 1), Item(id: 4)])
    let wanted = ChangeSet(
      deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)],
      updates: [.init(old: 2, new: 0)])
    #expect(listener.changes == [wanted])
  }

  @Test func `the same content again is told to nobody, and cannot be taken for a beginning`() {
    let source = ManualSource(items(1, 2))
    let listener = Listener(source)
    source.replaceAll(with: items(1, 2))
    source.replace(at: 0, with: Item(id: 1))
    source.move(from: 1, to: 1)
    source.edit { $0[0] = Item(id: 1) }
    #expect(listener.kinds == "i")
    #expect(source.snapshot.version == 0)
  }

  @Test func `single edits say what they do in the index spaces of change sets`() {
    let source = ManualSource(items(1, 2, 3))
    let listener = Listener(source)
    source.insert(Item(id: 4), at: 1)
    source.append(Item(id: 5))
    source.remove(at: 0)
    source.move(from: 0, to: 2)
    source.replace(at: 0, with: Item(id: 2, look: 1))
    source.replace(at: 1, with: Item(id: 9))
    #expect(
      listener.changes == [
        ChangeSet(inserts: [1]), ChangeSet(inserts: [4]), ChangeSet(deletes: [0]),
        ChangeSet(moves: [.init(from: 0, to: 2)]), ChangeSet(updates: [.init(old: 0, new: 0)]),
        ChangeSet(deletes: [1], inserts: [1]),
      ])
    #expect(source.ids == [2, 9, 4, 5])
    #expect(source.count == 4)
  }

  @Test func `a batch of edits is one change, and what cancels out is none`() {
    let source = ManualSource(items(1, 2, 3))
    let listener = Listener(source)
    source.edit { rows in
      rows.append(Item(id: 4))
      rows.remove(at: 0)
      rows[0] = Item(id: 2, look: 7)
      rows.move(from: 1, to: 0)
      rows.insert(Item(id: 8), at: rows.count)
      rows.remove(at: rows.count - 1)
    }
    source.edit { rows in
      rows.insert(Item(id: 5), at: 0)
      rows.remove(at: 0)
    }
    let wanted = ChangeSet(
      deletes: [0], inserts: [2], moves: [.init(from: 2, to: 0)],
      updates: [.init(old: 1, new: 1)])
    #expect(listener.changes == [wanted])
    #expect(source.ids == [3, 2, 4])
  }

  @Test func `a batch that turns a long list round moves as few rows as there can be`() {
    let source = ManualSource((0..<1000).map { Item(id: $0) })
    let listener = Listener(source)
    // 300 rows pass 200: it is the 200 that move.
    source.edit { rows in for _ in 0..<300 { rows.move(from: 0, to: 499) } }
    #expect(listener.changes.map(\.moves.count) == [200])
  }

  @Test func `content that shows the same is taken over all the same`() {
    let source = ManualSource([Instance(id: 1, object: Box())])
    let replacement = Box()
    source.replaceAll(with: [Instance(id: 1, object: replacement)])
    #expect(source.content[0].object === replacement)
    let other = Box()
    source.replace(at: 0, with: Instance(id: 1, object: other))
    #expect(source.content[0].object === other)
  }

  @Test func `an error is a state that comes and goes, and the rows stay`() {
    let source = ManualSource(items(1))
    let listener = Listener(source)
    source.fail(SourceFailure("disk full"))
    source.fail(SourceFailure("disk full"))
    #expect(source.snapshot.state == .failed(SourceFailure("disk full")))
    #expect(source.ids == [1])
    source.recover()
    #expect(listener.kinds == "ifC")
    if case .failed(let failure) = listener.events[1] { #expect("\(failure)" == "disk full") }
  }
}

/// An object whose identity says nothing about a row.
final class Box: Sendable {}

/// A row that holds an object beside its identity.
struct Instance: ListRow, Sendable {
  var id: Int
  var object: Box
  var look = 0
  var rowID: Int { id }
  func showsTheSame(as other: Instance) -> Bool { look == other.look }
}

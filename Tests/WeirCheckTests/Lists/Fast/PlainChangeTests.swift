// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirDiff
import WeirTree

@Suite struct PlainChangeTests {
  /// The plain twin: what a change set makes of a list, row by row; nil if it makes nothing of it.
  private func applied(_ changes: ChangeSet, to old: [Row], like new: [Row]) -> [Row]? {
    let leaving = changes.deletes.map { Int($0.row) }
    let coming = changes.inserts.map { Int($0.row) }
    guard Set(leaving).count == leaving.count, Set(coming).count == coming.count,
      leaving.allSatisfy(old.indices.contains), coming.allSatisfy(new.indices.contains)
    else { return nil }
    var rows = old
    for update in changes.updates {
      let (from, to) = (Int(update.old.row), Int(update.new.row))
      guard old.indices.contains(from), new.indices.contains(to), old[from].key == new[to].key
      else { return nil }
      rows[from].stamp = new[to].stamp
    }
    for index in leaving.sorted(by: >) { rows.remove(at: index) }
    for index in coming.sorted() {
      guard index <= rows.count else { return nil }
      rows.insert(new[index], at: index)
    }
    return rows
  }

  private func row(_ number: Int, _ stamp: UInt64 = 1) -> Row {
    Row(key: Key("k\(number)"), stamp: stamp)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `calls right what leads from one list to the other, and nothing else`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "plain")
    var (right, wrong) = (0, 0)
    for _ in 0..<200 {
      var old: [Row] = []
      for number in 0..<12 where chance.below(3) > 0 { old.append(row(number)) }
      var new = old.filter { _ in chance.below(5) > 0 }
      for index in new.indices where chance.below(5) == 0 { new[index].stamp = 2 }
      for number in 12..<15 where chance.below(2) == 0 {
        new.insert(row(number), at: chance.index(below: new.count + 1))
      }
      var changes = ChangeSet()
      var workspace = DiffWorkspace()
      diff(from: old, to: new, into: &changes, workspace: &workspace)
      #expect(PlainChange.isRight(from: [old], by: changes, to: [new]))
      right += 1
      // Something is not as it was told.
      switch chance.below(6) {
      case 0: if !changes.deletes.isEmpty { changes.deletes.removeLast() }
      case 1: changes.inserts.append(Place(Int32(chance.below(14))))
      case 2: if !changes.updates.isEmpty { changes.updates.removeFirst() }
      case 3: changes.deletes.append(Place(Int32(chance.below(14))))
      case 4: if !new.isEmpty { new[chance.index(below: new.count)].stamp = 3 }
      default: if !new.isEmpty { new.remove(at: chance.index(below: new.count)) }
      }
      if PlainChange.isRight(from: [old], by: changes, to: [new]) {
        #expect(applied(changes, to: old, like: new) == new)
      } else {
        wrong += 1
      }
    }
    #expect(right == 200 && wrong > 50)
  }

  @Test func `leaves moves, sections and rows that go and come to others`() {
    let (a, b) = (row(1), row(2))
    let move = ChangeSet(moves: [.init(from: 1, to: 0)])
    #expect(!PlainChange.isRight(from: [[a, b]], by: move, to: [[b, a]]))
    let comeback = ChangeSet(deletes: [1], inserts: [0])
    #expect(!PlainChange.isRight(from: [[a, b]], by: comeback, to: [[b, a]]))
    let nothing = ChangeSet()
    #expect(PlainChange.isRight(from: [[a, b]], by: nothing, to: [[a, b]]))
    #expect(!PlainChange.isRight(from: [[a], [b]], by: nothing, to: [[a], [b]]))
    #expect(!PlainChange.isRight(from: [[a, b]], by: nothing, to: [[a]]))
    #expect(!PlainChange.isRight(from: [[a]], by: nothing, to: [[a, b]]))
    let update = ChangeSet(updates: [.init(old: 0, new: 0)])
    #expect(PlainChange.isRight(from: [[a]], by: update, to: [[row(1, 2)]]))
    #expect(!PlainChange.isRight(from: [[a]], by: update, to: [[b]]))
    let beyond = ChangeSet(updates: [.init(old: 5, new: 5)])
    #expect(!PlainChange.isRight(from: [[a]], by: beyond, to: [[a]]))
    let sections = ChangeSet(sections: SectionChanges(updates: [.init(old: 0, new: 0)]))
    #expect(!PlainChange.isRight(from: [[a]], by: sections, to: [[a]]))
  }
}

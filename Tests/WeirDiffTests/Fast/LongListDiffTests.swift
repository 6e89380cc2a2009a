// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

@Suite struct LongListDiffTests {
  @Test(arguments: 0..<24 as Range<UInt64>)
  func `obeys the law on long lists with pages, blocks, moves and enemies`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "long")
    var workspace = DiffWorkspace()
    var changes = ChangeSet()
    for shape in 0..<8 {
      let count = 200 + stream.index(below: 500)
      let old = (0..<count).map { Letter(id: shape == 7 ? $0 % 5 : $0) }
      let new = reshaped(old, shape, &stream)
      diff(from: old, to: new, into: &changes, workspace: &workspace)
      #expect(breach(from: old, to: new, changes) == nil, "shape \(shape)")
      if shape != 7 {
        var plain = ChangeSet()
        diffHashingEverything(from: old, to: new, into: &plain, workspace: &workspace)
        #expect(plain == changes, "shape \(shape): hashing everything says something else")
      }
    }
  }

  @Test func `a workspace that has seen lists of a size takes no more memory for others`() {
    var workspace = DiffWorkspace()
    var changes = ChangeSet()
    var stream = RandomStream(seed: 3, "room")
    let old = (0..<3_000).map { Letter(id: $0) }
    var new = old
    stream.shuffle(&new)
    diff(from: old, to: new, into: &changes, workspace: &workspace)
    let growths = workspace.growths
    for _ in 0..<10 {
      stream.shuffle(&new)
      diff(from: old, to: new, into: &changes, workspace: &workspace)
    }
    #expect(growths > 0)
    #expect(workspace.growths == growths)
  }

  @Test func `the rows of both lists are counted when they are hashed`() {
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    let (old, new) = ((0..<300).map { Letter(id: $0) }, (1_000..<1_200).map { Letter(id: $0) })
    for times in 1...2 {
      diffHashingEverything(from: old, to: new, into: &changes, workspace: &workspace)
      #expect(workspace.hashedRows == times * 500)
    }
  }

  @Test func `an edit that walking explains hashes only what is left over`() {
    var workspace = DiffWorkspace()
    var changes = ChangeSet()
    let old = (0..<3_000).map { Letter(id: $0) }
    var new = old
    new.insert(contentsOf: (9_000..<9_050).map { Letter(id: $0) }, at: 700)
    new.remove(at: 2_000)
    diff(from: old, to: new, into: &changes, workspace: &workspace)
    #expect(changes.inserts.count == 50 && changes.deletes.count == 1 && changes.moves.isEmpty)
    #expect(workspace.hashedRows <= 64 + 51)
  }

  @Test func `a copy of an array is not even looked at`() {
    struct Untouchable: ListRow {
      var id: Int
      var rowID: Int { invariantBroken("somebody asked for an id") }
      func showsTheSame(as other: Untouchable) -> Bool { invariantBroken("somebody looked") }
    }
    let rows = (0..<10).map(Untouchable.init)
    #expect(diff(from: rows, to: rows).isEmpty)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `every door says the same`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "doors")
    let old = (0..<stream.index(below: 90)).map { Letter(id: $0) }
    var new = reshaped(old, stream.index(below: 7), &stream)
    new = new.map { Letter(id: $0.id) }
    let expected = diff(from: old, to: new)
    #expect(diff(values: old, to: new) == expected)
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    diff(values: old.map(\.id), to: new.map(\.id), into: &changes, workspace: &workspace)
    #expect(changes == expected)
    let (oldTexts, newTexts) = (
      old.map { "row number \($0.id)" }, new.map { "row number \($0.id)" }
    )
    diff(values: oldTexts, to: newTexts, into: &changes, workspace: &workspace)
    #expect(changes == expected)
  }
}

/// Returns a list after one kind of edit.
private func reshaped(_ old: [Letter], _ shape: Int, _ stream: inout RandomStream) -> [Letter] {
  var new = old
  func place() -> Int { stream.index(below: new.count + 1) }
  let page = (0..<stream.index(below: 90)).map { Letter(id: 10_000 + $0) }
  switch shape {
  case 0: new.insert(contentsOf: page, at: place())
  case 1: new.removeSubrange(min(new.count / 3, 60)..<(new.count / 2))
  case 2:
    let block = Array(new.prefix(new.count / 4))
    new.removeFirst(block.count)
    new.insert(contentsOf: block, at: place())
  case 3:
    for _ in 0..<(new.count / 10) {
      new.insert(new.remove(at: stream.index(below: new.count)), at: place())
    }
  case 4: new.reverse()
  case 5: new = new.filter { $0.id % 2 == 0 } + new.filter { $0.id % 2 == 1 }
  case 6:
    for at in new.indices where stream.index(below: 4) == 0 { new[at].look = 1 }
    new.replaceSubrange((new.count / 3)..<(new.count / 2), with: page)
  default:
    stream.shuffle(&new)
    new.removeLast(new.count / 3)
  }
  return new
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

@Suite struct SharedListTests {
  @Test func `a changed row is found among many, and the old version stays as it was`() {
    let rows = (0..<30_000).map { Letter(id: $0) }
    var list = SharedList(rows)
    let shown = list
    list.replace(at: 20_000, with: Letter(id: 20_000, look: 1))
    #expect(list.changes(since: shown) == ChangeSet(updates: [.init(old: 20_000, new: 20_000)]))
    #expect(shown.rows == rows)
    #expect(list[20_000].look == 1)
    #expect(list.changes(since: list).isEmpty)
  }

  @Test func `a row that goes far is one move`() {
    var list = SharedList((0..<5_000).map { Letter(id: $0) })
    let shown = list
    let row = list[4_000]
    list.remove(at: 4_000)
    list.insert(row, at: 100)
    #expect(list.changes(since: shown) == ChangeSet(moves: [.init(from: 4_000, to: 100)]))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `agrees with an array through any edits, and tells two versions apart`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "shared")
    var plain = (0..<stream.index(below: 4_000)).map { Letter(id: $0) }
    var list = SharedList(plain)
    var workspace = DiffWorkspace()
    var changes = ChangeSet()
    for round in 0..<12 {
      let (oldPlain, old) = (plain, list)
      let shrinks = round % 4 == 3
      for edit in 0..<(shrinks ? 900 : 30) {
        let place = stream.index(below: plain.count + 1)
        let row = Letter(id: 10_000 + edit + 1_000 * round, look: 1)
        switch shrinks ? 1 + stream.index(below: 2) : stream.index(below: 4) {
        case 0:
          plain.insert(row, at: place)
          list.insert(row, at: place)
        case 1 where place < plain.count:
          plain.remove(at: place)
          list.remove(at: place)
        case 2 where place < plain.count:
          plain[place].look += 1
          list.replace(at: place, with: plain[place])
        case 3 where place < plain.count:
          let row = plain.remove(at: place)
          list.remove(at: place)
          let target = stream.index(below: plain.count + 1)
          plain.insert(row, at: target)
          list.insert(row, at: target)
        default: break
        }
      }
      #expect(list.rows == plain)
      #expect(list.count == plain.count)
      #expect(list.breach == nil)
      list.changes(since: old, into: &changes, workspace: &workspace)
      #expect(changes.checkShape(oldCount: oldPlain.count, newCount: plain.count) == nil)
      #expect(changes.applying(to: oldPlain, contents: plain) == plain)
      let least = diff(from: oldPlain, to: plain)
      #expect(changes.deletes == least.deletes && changes.inserts == least.inserts)
      #expect(changes.updates == least.updates)
    }
  }

  @Test func `no part of a new list is less than half full, however many rows there are`() {
    for count in Array(0...500) + [2_305, 2_400, 2_976, 2_977, 3_072, 3_073, 3_200, 74_000] {
      let list = SharedList((0..<count).map { Letter(id: $0) })
      #expect(list.count == count)
      #expect(list.breach == nil, "\(count) rows")
    }
  }

  @Test(arguments: [130, 200, 300, 2_500])
  func `rows can be taken from either end until none is left`(count: Int) {
    let rows = (0..<count).map { Letter(id: $0) }
    var (first, last) = (SharedList(rows), SharedList(rows))
    for left in stride(from: count - 1, through: 0, by: -1) {
      first.remove(at: 0)
      last.remove(at: left)
      if left < 140 || left % 50 == 0 {
        #expect(first.rows == Array(rows.suffix(left)))
        #expect(last.rows == Array(rows.prefix(left)))
        #expect(first.breach == nil && last.breach == nil, "\(left) of \(count) rows")
      }
    }
  }

  @Test func `a list can be emptied and filled again`() {
    var list = SharedList((0..<500).map { Letter(id: $0) })
    while list.count > 0 { list.remove(at: list.count / 2) }
    #expect(list.rows.isEmpty)
    for id in 0..<500 { list.insert(Letter(id: id), at: list.count) }
    #expect(list.rows.map(\.id) == Array(0..<500))
    #expect(list.changes(since: SharedList()).inserts.count == 500)
  }
}

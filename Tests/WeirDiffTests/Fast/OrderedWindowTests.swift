// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

/// Admits rows of a range of ranks that show something even.
private struct EvenWithin: WindowRule {
  var range: ClosedRange<Int>
  func admits(_ id: Int, rank: Int, content: Int) -> Bool {
    range.contains(rank) && content % 2 == 0
  }
  func looksTheSame(_ a: Int, _ b: Int) -> Bool { a == b }
}

@Suite struct OrderedWindowTests {
  @Test func `a full window loses its edge when a row comes, and is refilled when one goes`() {
    var window = OrderedWindow(EvenWithin(range: 0...100), limit: 2)
    var changes = ChangeSet()
    for (id, rank) in [(1, 10), (2, 20), (3, 30)] {
      window.set(id, rank: rank, content: 0, into: &changes)
    }
    #expect(changes.isEmpty)
    window.set(4, rank: 15, content: 0, into: &changes)
    #expect(changes == ChangeSet(deletes: [1], inserts: [1]))
    window.remove(1, into: &changes)
    #expect(changes == ChangeSet(deletes: [0], inserts: [1]))
    window.setLimit(3, into: &changes)
    #expect(changes == ChangeSet(inserts: [2]))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `says what sorting, cutting and comparing all rows anew would say`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "window")
    let rule = EvenWithin(range: 5...60)
    let end: OrderedWindow<EvenWithin>.End = seed % 2 == 0 ? .first : .last
    var window = OrderedWindow(rule, end, limit: 1 + stream.index(below: 12))
    var known: [Int: Letter] = [:]
    var changes = ChangeSet()
    var shown: [Letter] = []
    for _ in 0..<400 {
      let id = stream.index(below: 40)
      if stream.index(below: 30) == 0 {
        window.setLimit(1 + stream.index(below: 12), into: &changes)
      } else if stream.index(below: 4) == 0 {
        known[id] = nil
        window.remove(id, into: &changes)
      } else {
        let (rank, content) = (stream.index(below: 70), stream.index(below: 5))
        known[id] = Letter(id: rank, look: content)
        window.set(id, rank: rank, content: content, into: &changes)
      }
      let admitted = (0..<40).compactMap { id in
        known[id].flatMap { row in
          rule.admits(id, rank: row.id, content: row.look)
            ? (rank: row.id, row: Letter(id: id, look: row.look)) : nil
        }
      }.sorted { ($0.rank, $0.row.id) < ($1.rank, $1.row.id) }.map(\.row)
      let next = Array(
        end == .first ? admitted.prefix(window.limit) : admitted.suffix(window.limit))
      #expect(breach(from: shown, to: next, changes) == nil, "\(shown) → \(next): \(changes)")
      #expect((0..<window.count).map { window.row(at: $0).id } == next.map(\.id))
      shown = next
    }
  }
}

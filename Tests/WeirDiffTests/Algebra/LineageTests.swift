// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff

@Suite struct LineageTests {
  @Test func `a lineage knows every row of a flat list, both ways`() {
    let lineage = diff(values: ["a", "b", "c", "d"], to: ["d", "a", "x", "c"]).lineage(oldCount: 4)
    #expect((0..<4).map { lineage.origin(of: $0) } == [3, 0, nil, 2])
    #expect((0..<4).map { lineage.target(of: $0) } == [1, nil, 3, 0])
    #expect(ChangeSet().lineage(oldCount: 2).origin(of: 1) == 1)
  }

  @Test
  func `a row that moves into a new section has a lineage, and its neighbours there have none`() {
    let changes = ChangeSet(
      moves: [.init(from: 1, to: Place(section: 1, row: 1))],
      sections: SectionChanges(deletes: [0], inserts: [1]))
    let lineage = changes.lineage(old: [2, 1], new: [1, 3])
    #expect(lineage.origin(of: Place(section: 1, row: 1)) == Place(section: 0, row: 1))
    #expect(lineage.origin(of: Place(section: 1, row: 0)) == nil)
    #expect(lineage.target(of: Place(section: 0, row: 0)) == nil)
    #expect(lineage.target(of: Place(section: 0, row: 1)) == Place(section: 1, row: 1))
    #expect(lineage.target(ofSection: 0) == nil)
    #expect(lineage.origin(ofSection: 1) == nil)
    #expect(lineage.target(ofSection: 1) == 0)
  }

  @Test func `a row that is not there has no lineage, and says so`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ChangeSet().lineage(oldCount: 2).origin(of: 2)
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("no row 2 in the new list of 2 rows") == true)
  }

  @Test func `rows that change go and come, and what moved for their sake no longer does`() {
    let changes = ChangeSet(moves: [.init(from: 1, to: 0)], updates: [.init(old: 0, new: 1)])
    #expect("\(changes.replacingUpdates(oldCount: 2))" == "deletes [0], inserts [1]")
    let both = ChangeSet(moves: [.init(from: 1, to: 0)], updates: [.init(old: 1, new: 0)])
    #expect("\(both.replacingUpdates(oldCount: 2))" == "deletes [1], inserts [0]")
    let headers = ChangeSet(sections: SectionChanges(updates: [.init(old: 0, new: 0)]))
    #expect(headers.replacingUpdates(old: [1], new: [1]) == headers)
  }
}

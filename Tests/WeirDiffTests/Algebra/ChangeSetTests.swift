// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff

@Suite struct ChangeSetTests {
  @Test func `rows that nothing names keep their order, contents and all`() {
    let changes = ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)])
    #expect(changes.applying(to: ["a", "b", "c"], contents: ["C", "A", "D"]) == ["c", "a", "D"])
  }

  @Test func `a row that moves and changes takes its new look along`() {
    let changes = ChangeSet(
      moves: [.init(from: 2, to: 0)], updates: [.init(old: 0, new: 1), .init(old: 2, new: 0)])
    #expect(changes.applying(to: ["a", "b", "c"], contents: ["C", "A", "B"]) == ["C", "A", "b"])
  }

  @Test
  func `every operation on rows and sections is counted, and counts against the limit of a plan`() {
    let sections = [
      SectionChanges(deletes: [0]), SectionChanges(inserts: [0]),
      SectionChanges(moves: [.init(from: 1, to: 0)]),
      SectionChanges(updates: [.init(old: 0, new: 0)]),
    ]
    let rows = [
      ChangeSet(deletes: [0]), ChangeSet(inserts: [0]), ChangeSet(moves: [.init(from: 1, to: 0)]),
      ChangeSet(updates: [.init(old: 0, new: 0)]),
    ]
    for changes in rows + sections.map({ ChangeSet(sections: $0) }) {
      #expect(changes.count == 1, "\(changes)")
      let none: [[Int]] = []
      #expect(Plan(changes, from: none, to: none, style: .staged, reloadOver: 0).isReload)
    }
  }

  @Test func `forgetting every change leaves the empty change set`() {
    var changes = ChangeSet(
      deletes: [0], inserts: [0], moves: [.init(from: 1, to: 1)], updates: [.init(old: 2, new: 2)],
      sections: SectionChanges(
        deletes: [0], inserts: [0], moves: [.init(from: 2, to: 1)],
        updates: [.init(old: 1, new: 2)]))
    #expect(!changes.isEmpty)
    changes.removeAll()
    #expect(changes == ChangeSet())
    #expect(changes.isEmpty)
  }

  @Test func `a change set that keeps its promise has no breach`() {
    let changes = ChangeSet(
      deletes: [0, 3], inserts: [1], moves: [.init(from: 4, to: 0), .init(from: 1, to: 3)],
      updates: [.init(old: 2, new: 2), .init(old: 4, new: 0)])
    #expect(changes.checkShape(oldCount: 5, newCount: 4) == nil)
    #expect(ChangeSet().checkShape(oldCount: 0, newCount: 0) == nil)
  }

  @Test(arguments: [
    (ChangeSet(deletes: [3]), "delete of row 3 in a list of 3"),
    (ChangeSet(deletes: [-1]), "delete of row -1 in a list of 3"),
    (ChangeSet(deletes: [1, 1]), "delete of row 1 twice"),
    (ChangeSet(deletes: [1, 0]), "delete of row 0 after row 1"),
    (ChangeSet(inserts: [3]), "insert of row 3 in a list of 3"),
    (ChangeSet(moves: [.init(from: 0, to: 3)]), "move to of row 3 in a list of 3"),
    (ChangeSet(moves: [.init(from: 3, to: 0)]), "move from of row 3 in a list of 3"),
    (
      ChangeSet(moves: [.init(from: 0, to: 1), .init(from: 1, to: 0)]),
      "move to of row 0 after row 1"
    ),
    (ChangeSet(moves: [.init(from: 0, to: 1), .init(from: 0, to: 2)]), "move from of row 0 twice"),
    (ChangeSet(updates: [.init(old: 3, new: 0)]), "update of row 3 in a list of 3"),
    (
      ChangeSet(deletes: [0], moves: [.init(from: 0, to: 1)]), "row 0 is deleted and moved"
    ),
    (
      ChangeSet(inserts: [1], moves: [.init(from: 0, to: 1)]), "row 1 is inserted and moved to"
    ),
    (ChangeSet(deletes: [0]), "3 rows less 1 and 0 more are not 3"),
    (
      ChangeSet(updates: [.init(old: 0, new: 1)]),
      "update of row 0, which does not become row 1"
    ),
    (
      ChangeSet(updates: [.init(old: 0, new: 9)]),
      "update of row 0, which does not become row 9"
    ),
    (
      ChangeSet(deletes: [0], inserts: [0], updates: [.init(old: 0, new: 0)]),
      "update of row 0, which does not become row 0"
    ),
  ])
  func `a breach is said in words`(changes: ChangeSet, words: String) {
    #expect(changes.checkShape(oldCount: 3, newCount: 3) == words)
  }

  @Test func `applying refuses a change set that breaks its promise`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ChangeSet(deletes: [3]).applying(to: [1, 2, 3], contents: [1, 2])
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("cannot be applied: delete of row 3 in a list of 3") == true)
  }
}

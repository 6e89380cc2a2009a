// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff

import WeirLists

@Suite struct StrictListViewTests {
  /// A batch that breaks a rule, and one as near to it as can be that does not.
  struct Case: Sendable, CustomStringConvertible {
    var rule: ListViewRule
    var old: String
    var new: String
    var bad: ChangeSet
    /// The words that the reason must contain.
    var words: String
    var good: ChangeSet
    /// The data source of the near miss, where it must be another.
    var goodNew: String?
    var description: String { "\(rule): \(words)" }
  }

  @Test func `a change set that a view has performed plainly another one performs again`() {
    let changes = ChangeSet(deletes: [0], inserts: [1], updates: [.init(old: 1, new: 0)])
    let (old, new) = (letters("abc"), letters("b'xc"))
    var (judging, repeating) = (StrictListView(rows: old), StrictListView(rows: old))
    let wasPlain = judging.performPlainly(changes, to: new)
    let wasRepeated = repeating.performAgain(changes, to: new)
    #expect(wasPlain && wasRepeated)
    #expect(repeating.rows == new)
    #expect(repeating.counters == judging.counters)
    let isWrong = judging.performPlainly(ChangeSet(deletes: [9]), to: old)
    #expect(!isWrong && judging.rows == new)
    // Where the view has to keep its place it looks at the change set itself.
    repeating.viewport = Viewport(count: 2)
    let wasRepeatedWithPlace = repeating.performAgain(ChangeSet(), to: new)
    #expect(!wasRepeatedWithPlace)
  }

  static let cases: [Case] = [
    Case(
      rule: .rowCount, old: "ab", new: "b", bad: ChangeSet(),
      words: "after the update (1) must be equal to", good: ChangeSet(deletes: [0])),
    Case(
      rule: .rowCount, old: "ab", new: "ab", bad: ChangeSet(deletes: [0]),
      words: "(0 inserted, 1 deleted)", good: ChangeSet(deletes: [0], inserts: [0])),
    Case(
      rule: .rowCount, old: "ab", new: "abc", bad: ChangeSet(inserts: [1, 2]),
      words: "(2 inserted, 0 deleted)", good: ChangeSet(inserts: [2])),
    Case(
      rule: .deleteOutOfBounds, old: "ab", new: "a", bad: ChangeSet(deletes: [2]),
      words: "attempt to delete row 2 from section 0 which only contains 2 rows before the update",
      good: ChangeSet(deletes: [1])),
    Case(
      rule: .deleteOutOfBounds, old: "ab", new: "a", bad: ChangeSet(deletes: [-1]),
      words: "attempt to delete row -1", good: ChangeSet(deletes: [1])),
    Case(
      rule: .deleteOutOfBounds, old: "ab", new: "abc",
      bad: ChangeSet(inserts: [2], updates: [.init(old: 2, new: 2)]),
      words: "attempt to reconfigure row 2 from section 0",
      good: ChangeSet(inserts: [2], updates: [.init(old: 1, new: 1)])),
    Case(
      rule: .insertOutOfBounds, old: "ab", new: "abc", bad: ChangeSet(inserts: [3]),
      words: "attempt to insert row 3 into section 0, but there are only 3 rows in section 0 after",
      good: ChangeSet(inserts: [2])),
    Case(
      rule: .insertOutOfBounds, old: "ab", new: "a",
      bad: ChangeSet(deletes: [1], updates: [.init(old: 0, new: 1)]),
      words: "attempt to reconfigure row 1 into section 0, but there are only 1 rows",
      good: ChangeSet(deletes: [1], updates: [.init(old: 0, new: 0)])),
    Case(
      rule: .moveFromOutOfBounds, old: "ab", new: "ba",
      bad: ChangeSet(moves: [.init(from: 2, to: 0)]),
      words: "attempt to move index path (0 - 2) that does not exist - there are only 2 rows",
      good: ChangeSet(moves: [.init(from: 1, to: 0)])),
    Case(
      rule: .moveToOutOfBounds, old: "ab", new: "ba",
      bad: ChangeSet(moves: [.init(from: 0, to: 2)]),
      words: "attempt to move row to index path (0 - 2), but there are only 2 rows",
      good: ChangeSet(moves: [.init(from: 0, to: 1)])),
    Case(
      rule: .deleteAndMove, old: "abc", new: "cb",
      bad: ChangeSet(deletes: [0], moves: [.init(from: 0, to: 1)]),
      words: "attempt to perform a delete and a move from the same index path (0 - 0)",
      good: ChangeSet(deletes: [0], moves: [.init(from: 1, to: 1)])),
    Case(
      rule: .insertAndMove, old: "ab", new: "bac",
      bad: ChangeSet(inserts: [0], moves: [.init(from: 1, to: 0)]),
      words: "attempt to perform an insert and a move to the same index path (0 - 0)",
      good: ChangeSet(inserts: [2], moves: [.init(from: 1, to: 0)])),
    Case(
      rule: .deleteAndReload, old: "ab", new: "b",
      bad: ChangeSet(deletes: [0], updates: [.init(old: 0, new: 0)]),
      words: "attempt to delete and reconfigure the same index path (0 - 0)",
      good: ChangeSet(deletes: [0], updates: [.init(old: 1, new: 0)])),
    Case(
      rule: .moveTwice, old: "abc", new: "bca",
      bad: ChangeSet(moves: [.init(from: 0, to: 1), .init(from: 0, to: 2)]),
      words: "attempt to move index path (0 - 0) to more than one place",
      good: ChangeSet(moves: [.init(from: 2, to: 1), .init(from: 0, to: 2)])),
    Case(
      rule: .moveTwice, old: "abc", new: "bca",
      bad: ChangeSet(moves: [.init(from: 0, to: 2), .init(from: 1, to: 2)]),
      words: "attempt to move more than one row to the same index path (0 - 2)",
      good: ChangeSet(moves: [.init(from: 0, to: 2), .init(from: 1, to: 0)])),
    Case(
      rule: .sameTwice, old: "abc", new: "c", bad: ChangeSet(deletes: [0, 0]),
      words: "attempt to delete row 0 of section 0 more than once",
      good: ChangeSet(deletes: [0, 1])),
    Case(
      rule: .sameTwice, old: "a", new: "abc", bad: ChangeSet(inserts: [1, 1]),
      words: "attempt to insert row 1 of section 0 more than once",
      good: ChangeSet(inserts: [2, 1])),
    Case(
      rule: .sameTwice, old: "ab", new: "a'b",
      bad: ChangeSet(updates: [.init(old: 0, new: 0), .init(old: 0, new: 0)]),
      words: "attempt to reconfigure row 0 of section 0 more than once",
      good: ChangeSet(updates: [.init(old: 0, new: 0), .init(old: 1, new: 1)])),
    Case(
      rule: .staleCell, old: "ab", new: "ba", bad: ChangeSet(),
      words: "the cell at (0 - 0) shows another row", good: ChangeSet(), goodNew: "ab"),
    Case(
      rule: .staleCell, old: "abc", new: "bc", bad: ChangeSet(deletes: [1]),
      words: "the cell at (0 - 0) shows another row", good: ChangeSet(deletes: [0])),
    Case(
      rule: .staleCell, old: "ab", new: "ab'", bad: ChangeSet(),
      words: "the cell at (0 - 1) shows its row as it was",
      good: ChangeSet(updates: [.init(old: 1, new: 1)])),
    Case(
      rule: .staleCell, old: "abc", new: "c'ab",
      bad: ChangeSet(moves: [.init(from: 2, to: 0)], updates: [.init(old: 2, new: 2)]),
      words: "row (0 - 2) is reconfigured at (0 - 2), but comes to lie at (0 - 0)",
      good: ChangeSet(moves: [.init(from: 2, to: 0)], updates: [.init(old: 2, new: 0)])),
  ]

  @Test(arguments: cases)
  func `each rule is broken by a small batch and kept by the next one`(example: Case) {
    var view = StrictListView(rows: letters(example.old))
    let fault = view.apply(example.bad, to: letters(example.new))
    #expect(fault?.rule == example.rule)
    #expect(fault?.reason.contains(example.words) == true, "\(fault?.reason ?? "no fault")")
    #expect(fault?.countsBefore == [letters(example.old).count])
    #expect(fault?.countsAfter == [letters(example.new).count])
    #expect(fault?.updates == BatchUpdates(example.bad))
    #expect(view.rows == letters(example.new))
    #expect(view.counters.faults == 1)

    let new = letters(example.goodNew ?? example.new)
    var nearMiss = StrictListView(rows: letters(example.old))
    #expect(nearMiss.apply(example.good, to: new) == nil)
    #expect(nearMiss.rows == new)
    #expect(nearMiss.counters.faults == 0)
  }

  @Test func `the first fault is the first in the order of the rules, and the others follow`() {
    var view = StrictListView(rows: letters("abc"))
    let fault = view.apply(
      ChangeSet(
        deletes: [0, 0, 9], inserts: [1, 7], moves: [.init(from: 0, to: 1), .init(from: 8, to: 2)],
        updates: [.init(old: 0, new: 0)]),
      to: letters("abcd"))
    #expect(
      fault?.breaches.map(\.rule) == [
        .sameTwice, .deleteAndReload, .deleteOutOfBounds, .insertOutOfBounds, .moveFromOutOfBounds,
        .deleteAndMove, .insertAndMove, .rowCount,
      ])
    #expect(fault?.severity == .undefined)
  }

  @Test func `a fault says the rule, the reason, the counts and the updates`() {
    var view = StrictListView(rows: letters("ab"))
    let fault = view.apply(ChangeSet(deletes: [2]), to: letters("b"))
    #expect(
      fault?.description == """
        LV-4 (crash): attempt to delete row 2 from section 0 which only contains 2 rows before the update
          rows before: [2], after: [1]
          updates: delete row (0 - 2)
        """)
  }

  @Test func `counters count what was performed, and faults and reloads apart`() {
    var view = StrictListView(rows: letters("abc"))
    let changes = ChangeSet(
      deletes: [0], inserts: [2], moves: [.init(from: 2, to: 0)], updates: [.init(old: 1, new: 1)])
    #expect(view.apply(changes, to: letters("cb'x")) == nil)
    #expect(view.apply(changes, to: letters("zzzz")) != nil)
    view.reloadData(letters("q"))
    #expect(view.rows == letters("q"))
    var wanted = ListViewCounters()
    wanted.batches = 2
    (wanted.inserted, wanted.removed, wanted.moved, wanted.changed) = (1, 1, 1, 1)
    (wanted.faults, wanted.degraded) = (1, 1)
    #expect(view.counters == wanted)
  }

  @Test func `a copy of a view goes its own way`() {
    var view = StrictListView(rows: letters("ab"))
    let copy = view
    #expect(view.apply(ChangeSet(deletes: [0]), to: letters("b")) == nil)
    #expect(copy.rows == letters("ab"))
    #expect(copy.counters.batches == 0)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct GrammarCheckerTests {
  private static let name = "grammar"

  /// Client 1 shows a1 b2 c3 d4, and then other rows by the given changes.
  private func judge(
    _ rows: [(String, UInt64)], _ changes: ChangeSet, reloads: [Place] = [],
    isFirst: Bool = false
  ) -> String {
    var play = Play()
    play.show(1, 10, [("a", 1), ("b", 2), ("c", 3), ("d", 4)])
    let sections = [rows.map { Row(key: Key($0.0), stamp: $0.1) }]
    play.publish(1, 20, sections, by: changes, reloads: reloads, isFirst: isFirst)
    return play.words(Self.name)
  }

  @Test func `a change set as diffs make them holds`() {
    let changes = ChangeSet(
      deletes: [0], inserts: [2], moves: [.init(from: 3, to: 0)],
      updates: [.init(old: 3, new: 0)])
    #expect(judge([("d", 5), ("b", 2), ("e", 6), ("c", 3)], changes) == "held")
  }

  @Test(
    arguments: [
      (ChangeSet(deletes: [4]), "row 4 cannot be deleted"),
      (ChangeSet(deletes: [Place(section: 1, row: 0)]), "row 0 of section 1 cannot be deleted"),
      (ChangeSet(inserts: [2]), "row 2 cannot be inserted"),
      (ChangeSet(moves: [.init(from: -1, to: 0)]), "row -1 cannot be moved away"),
      (ChangeSet(moves: [.init(from: 0, to: 2)]), "a row cannot be moved to 2"),
      (ChangeSet(deletes: [1, 0]), "the deletes are not in rising order"),
      (ChangeSet(deletes: [1, 1]), "the deletes are not in rising order"),
      (ChangeSet(inserts: [1, 0]), "the inserts are not in rising order"),
      (
        ChangeSet(moves: [.init(from: 0, to: 1), .init(from: 1, to: 0)]),
        "the moves are not in the order of their targets"
      ),
      (
        ChangeSet(updates: [.init(old: 1, new: 1), .init(old: 0, new: 0)]),
        "the updates are not in rising order"
      ),
      (
        ChangeSet(moves: [.init(from: 0, to: 0), .init(from: 0, to: 1)]), "a row is moved twice"
      ),
      (
        ChangeSet(deletes: [0], moves: [.init(from: 0, to: 1)]), "row 0 is deleted and moved"
      ),
      (
        ChangeSet(inserts: [1], moves: [.init(from: 0, to: 1)]),
        "row 1 is inserted, and another row moved there"
      ),
      (
        ChangeSet(deletes: [1], updates: [.init(old: 1, new: 1)]), "row 1 is deleted and updated"
      ),
      (ChangeSet(), "a publication tells nothing"),
    ])
  func `a change set in a wrong form is told`(_ changes: ChangeSet, _ words: String) {
    #expect(
      judge([("a", 1), ("b", 2)], changes)
        == "broken at 0.02s, because client 1: \(words)")
  }

  @Test func `a row that is reloaded may neither move nor go, nor be reloaded twice`() {
    let rows: [(String, UInt64)] = [("a", 1), ("b", 2)]
    #expect(judge(rows, ChangeSet(deletes: [2, 3]), reloads: [1]) == "held")
    #expect(
      judge(rows, ChangeSet(deletes: [2, 3]), reloads: [3])
        .hasSuffix("row 3 is reloaded and deleted"))
    #expect(
      judge(rows, ChangeSet(moves: [.init(from: 1, to: 0)]), reloads: [1])
        .hasSuffix("row 1 is reloaded and moved"))
    #expect(judge(rows, ChangeSet(), reloads: [1, 1]).hasSuffix("a row is reloaded twice"))
  }

  @Test func `one publication is the first, and says so`() {
    #expect(
      judge([], ChangeSet(deletes: [0, 1, 2, 3]), isFirst: true)
        .hasSuffix("a publication is said to be the first, but is not"))
    var silent = Play()
    silent.publish(0, 10, [[]], isFirst: false)
    #expect(
      silent.words(Self.name)
        .hasSuffix("client 0: the first publication is not said to be the first"))
    var anew = Play()
    anew.show(0, 10, [])
    anew.happen(20, .killed, 0)
    anew.open(30, 0)
    anew.show(0, 40, [])
    #expect(anew.words(Self.name) == "held")
  }

  @Test func `a publication may change nothing if the app hears something with it`() {
    var play = Play()
    play.show(0, 10, [])
    play.publish(0, 20, [[]], hasNews: true)
    #expect(play.words(Self.name) == "held")
  }
}

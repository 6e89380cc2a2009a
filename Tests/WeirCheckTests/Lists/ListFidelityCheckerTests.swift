// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTree

import WeirCheck

@Suite struct ListFidelityCheckerTests {
  /// Client 1 shows a1 b2 c3, and then other rows by the given changes.
  private func judge(_ rows: [(String, UInt64)], _ changes: ChangeSet?) -> String {
    var play = Play()
    play.show(1, 10, [("a", 1), ("b", 2), ("c", 3)])
    play.show(1, 20, rows, by: changes)
    // A later, right batch does not make good for a wrong one.
    play.show(1, 30, [])
    return play.words("lists")
  }

  private static let target: [(String, UInt64)] = [("b", 7), ("c", 3), ("d", 4)]

  @Test func `a right change set holds, whether made by the diff or by hand`() {
    #expect(judge(Self.target, nil) == "held")
    let changes = ChangeSet(deletes: [0], inserts: [2], updates: [.init(old: 1, new: 0)])
    #expect(judge(Self.target, changes) == "held")
    #expect(
      judge(
        [("c", 3), ("a", 1), ("b", 2)], ChangeSet(moves: [.init(from: 2, to: 0)])) == "held")
  }

  /// Client 0 shows a1, and then a1 b2 by a publication that others may share; client 1 shows `rows`, and then the same.
  private func judgeShared(_ rows: [Row], number: UInt32) -> Play {
    let (a, b) = (Row(key: Key("a"), stamp: 1), Row(key: Key("b"), stamp: 2))
    var play = Play()
    let shared = Publication.Identity(number: 1, from: 1, to: 2)
    play.publish(0, 10, [[a]], identity: .init(number: 0, from: 0, to: 1))
    play.publish(0, 20, [[a, b]], by: ChangeSet(inserts: [1]), identity: shared)
    play.publish(1, 30, [rows], identity: .init(number: 0, from: 0, to: number))
    play.publish(1, 40, [[a, b]], by: ChangeSet(inserts: [1]), identity: shared)
    return play
  }

  @Test func `a publication that clients share is counted for each of them`() {
    let play = judgeShared([Row(key: Key("a"), stamp: 1)], number: 1)
    #expect(play.words("lists") == "held")
    #expect(play.findings.first { $0.checker == "lists" }?.opportunities == 4)
    #expect(play.words("grammar") == "held")
  }

  @Test func `a publication that clients share is judged again after other rows`() {
    let play = judgeShared([Row(key: Key("c"), stamp: 3)], number: 3)
    #expect(play.words("lists").hasSuffix("row 0 should be 'c' after the changes, but is 'a'"))
  }

  @Test func `rows that could have stayed do not move`() {
    // One row to the front, and not two to the back.
    let changes = ChangeSet(moves: [.init(from: 0, to: 1), .init(from: 1, to: 2)])
    #expect(
      judge([("c", 3), ("a", 1), ("b", 2)], changes).hasSuffix(
        "client 1: the moves in section 0 are 2, where 1 would do"))
    let reversed = ChangeSet(moves: [.init(from: 1, to: 1), .init(from: 2, to: 0)])
    #expect(judge([("c", 3), ("b", 2), ("a", 1)], reversed) == "held")
    // A row that only slides as others come and go has not moved.
    let slide = ChangeSet(deletes: [0], moves: [.init(from: 2, to: 1)])
    #expect(
      judge([("b", 2), ("c", 3)], slide).hasSuffix(
        "the moves in section 0 are 1, where 0 would do"))
  }

  @Test(
    arguments: [
      (ChangeSet(inserts: [2], updates: [.init(old: 1, new: 0)]), "row 0 should be 'a'"),
      (ChangeSet(deletes: [0], updates: [.init(old: 1, new: 0)]), "row 2 appeared without"),
      (ChangeSet(deletes: [0], inserts: [2]), "row 0 ('b') shows something else"),
      (
        ChangeSet(deletes: [1], inserts: [2], updates: [.init(old: 1, new: 0)]),
        "row 0 should be 'a'"
      ),
      (
        ChangeSet(deletes: [0], inserts: [1], updates: [.init(old: 1, new: 0)]),
        "row 2 should be 'c'"
      ),
      (ChangeSet(deletes: [0, 0], inserts: [2]), "row 0 is deleted twice"),
      (ChangeSet(deletes: [0], inserts: [2, 2]), "row 2 is inserted twice"),
      (ChangeSet(deletes: [3]), "row 3 is deleted, but is not there"),
      (ChangeSet(deletes: [-1]), "row -1 is deleted, but is not there"),
      (ChangeSet(inserts: [3]), "row 3 is inserted past the end"),
      (
        ChangeSet(deletes: [0], inserts: [2], updates: [.init(old: 2, new: 0)]),
        "row 2 is updated as 0, where another row stands"
      ),
      (
        ChangeSet(deletes: [0], inserts: [2], updates: [.init(old: 1, new: 3)]),
        "row 1 is updated as 3, but one of them is not there"
      ),
      (
        ChangeSet(deletes: [0], inserts: [2], moves: [.init(from: 1, to: 0)]),
        "row 0 ('b') shows something else"
      ),
      (ChangeSet(moves: [.init(from: 0, to: 0)]), "row 0 is moved to 0, where another row stands"),
      (
        ChangeSet(deletes: [0], inserts: [2], moves: [.init(from: 2, to: 9)]),
        "row 2 is moved to 9, but one of them is not there"
      ),
      (
        ChangeSet(deletes: [2], inserts: [2], moves: [.init(from: 2, to: 1)]),
        "row 2 is moved to 1, but one of them is taken"
      ),
    ])
  func `a change set with one fault is told at the moment it is applied`(
    changes: ChangeSet, fault: String
  ) {
    let words = judge(Self.target, changes)
    #expect(words.hasPrefix("broken at 0.02s, because client 1: \(fault)"), "\(words)")
  }

  @Test func `a row that vanished without a delete is told`() {
    #expect(
      judge([("a", 1), ("b", 2)], ChangeSet())
        == "broken at 0.02s, because client 1: row 2 ('c') vanished without a delete")
  }

  @Test func `a fault of a list view breaks the promise`() {
    var play = Play()
    play.show(1, 10, [("a", 1)])
    play.fault(12, 1, rule: 4)
    #expect(
      play.words("lists")
        == "broken at 0.012s, because the list view of client 1 faulted by rule LV-4")
  }

  @Test func `no publication is no evidence`() {
    #expect(Play().verdict("lists") == .notReached)
  }
}

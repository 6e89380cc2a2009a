// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff

import WeirLists

@Suite struct ListViewProfileTests {
  /// A batch, and the verdict of each view on it: the number of the rule, `reload` or `undefined`,
  /// or nothing.
  struct Row: Sendable, CustomStringConvertible {
    var description: String
    var old: String
    var new: String
    var updates: BatchUpdates
    var table: String
    var collection: String
    var collectionPre164: String
    var strict: String
  }

  static let table: [Row] = [
    Row(
      description: "rows do not add up", old: "abc", new: "ab", updates: BatchUpdates(),
      table: "2", collection: "3", collectionPre164: "reload", strict: "2"),
    Row(
      description: "sections do not add up", old: "a|b", new: "a", updates: BatchUpdates(),
      table: "1", collection: "3", collectionPre164: "reload", strict: "1"),
    Row(
      description: "a reload in a section that moves", old: "ab|cd", new: "c'd|ab",
      updates: BatchUpdates(reloads: [at(1, 0)], sectionMoves: [moveSection(1, 0)]),
      table: "20", collection: "20", collectionPre164: "reload", strict: "20"),
    Row(
      description: "out of bounds", old: "ab", new: "a", updates: BatchUpdates(deletes: [2]),
      table: "4", collection: "4", collectionPre164: "4", strict: "4"),
    Row(
      description: "a reload onto a move", old: "ab", new: "ba'",
      updates: BatchUpdates(moves: [move(1, 0)], reloads: [0]),
      table: "15", collection: "15", collectionPre164: "15", strict: "15"),
    Row(
      description: "deleted twice", old: "abc", new: "c", updates: BatchUpdates(deletes: [0, 0]),
      table: "undefined", collection: "undefined", collectionPre164: "undefined", strict: "22"),
    Row(
      description: "a change in a section that moves", old: "ab|cd", new: "d|ab",
      updates: BatchUpdates(deletes: [at(1, 0)], sectionMoves: [moveSection(1, 0)]),
      table: "undefined", collection: "undefined", collectionPre164: "undefined", strict: "21"),
    Row(
      description: "an insert in a new section", old: "a", new: "a|b",
      updates: BatchUpdates(inserts: [at(1, 0)], sectionInserts: [1]),
      table: "", collection: "", collectionPre164: "", strict: "23"),
    Row(
      description: "a delete in a section that goes", old: "a|b", new: "a",
      updates: BatchUpdates(deletes: [at(1, 0)], sectionDeletes: [1]),
      table: "", collection: "", collectionPre164: "", strict: "23"),
    Row(
      description: "a stale cell", old: "ab", new: "ba", updates: BatchUpdates(),
      table: "27", collection: "27", collectionPre164: "27", strict: "27"),
    Row(
      description: "legal", old: "ab|c", new: "b|xc",
      updates: BatchUpdates(deletes: [0], inserts: [at(1, 0)]),
      table: "", collection: "", collectionPre164: "", strict: ""),
  ]

  @Test(arguments: table)
  func `each view makes of a batch what it does`(row: Row) {
    let wanted: [ListViewProfile: String] = [
      .tableView: row.table, .collectionView: row.collection,
      .collectionViewPre164: row.collectionPre164, .strict: row.strict,
    ]
    for profile in ListViewProfile.allCases {
      var view = StrictListView(sections: sections(row.old), profile: profile)
      let fault = view.perform(row.updates, to: sections(row.new))
      var outcome = fault.map { "\($0.rule.rawValue)" } ?? ""
      if view.counters.degraded == 1 { outcome = "reload" }
      if view.counters.undefined == 1 { outcome = "undefined" }
      #expect(outcome == wanted[profile], "\(profile)")
      #expect(view.counters.faults == (fault == nil ? 0 : 1))
      #expect(view.sections == sections(row.new))
    }
  }

  @Test func `a fault names its rule, what else is wrong, the counts and the updates`() {
    var view = StrictListView(sections: sections("ab|c"), profile: .tableView)
    let fault = view.perform(
      BatchUpdates(deletes: [2], inserts: [at(1, 5)], sectionReloads: [1]), to: sections("b|c"))
    #expect(
      fault?.description == """
        LV-4 (crash): attempt to delete row 2 from section 0 which only contains 2 rows before the update
          and LV-6: attempt to insert row 5 into section 1, but there are only 1 rows in section 1 after \
        the update
          rows before: [2, 1], after: [1, 1]
          updates: reload section (1), delete row (0 - 2), insert row (1 - 5)
        """)
  }

  @Test func `a collection view speaks of items`() {
    var view = StrictListView(sections: sections("a"), profile: .collectionView)
    let fault = view.perform(BatchUpdates(moves: [move(0, 3)]), to: sections("a"))
    #expect(
      fault?.reason
        == "attempt to move item to index path (0 - 3), but there are only 1 items in section 0 "
        + "after the update")
    #expect(fault?.description.contains("items before: [1], after: [1]") == true)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff

import WeirLists

/// Crashes that apps reported in public, and two reports of batches that are legal.
///
/// The numbers are those of the specification of the list view.
@Suite struct CrashReportTests {
  @Test func `G1: a reload that lands where a row moves to breaks LV-15`() {
    var view = StrictListView(rows: letters("abcd"))
    let fault = view.perform(
      BatchUpdates(deletes: [1], moves: [move(0, 1), move(3, 0)], reloads: [2]),
      to: sections("dac'"))
    #expect(fault?.breaches.map(\.rule) == [.reloadOntoMove])
    #expect(
      fault?.reason
        == "attempt to perform an insert and a move to the same index path (0 - 1)")
  }

  @Test func `G2: a row that moves to where another is reloaded breaks LV-15`() {
    var view = StrictListView(rows: letters("ab"))
    let fault = view.perform(
      BatchUpdates(moves: [move(1, 0)], reloads: [0]), to: sections("ba'"))
    #expect(fault?.rule == .reloadOntoMove)
    #expect(fault?.reason.hasSuffix("(0 - 0)") == true)
  }

  @Test func `G3: a section reload that lands where a section moves to breaks LV-17`() {
    var view = StrictListView(sections: sections("a|b|c|d|e"))
    let fault = view.perform(
      BatchUpdates(
        sectionDeletes: [4], sectionInserts: [2], sectionMoves: [moveSection(2, 4)],
        sectionReloads: [3]),
      to: sections("a|b|x|d|c"))
    #expect(fault?.rule == .sectionConflict)
    #expect(fault?.reason == "attempt to perform an insert and a move to the same section (4)")
  }

  @Test func `G4: a row reloaded in a section that moves breaks LV-20, which a view calls LV-2`() {
    var view = StrictListView(sections: sections("abc|def"))
    let fault = view.perform(
      BatchUpdates(reloads: [at(1, 0)], sectionMoves: [moveSection(1, 0)]),
      to: sections("d'ef|abc"))
    #expect(fault?.rule == .reloadInMovedSection)
    #expect(fault?.rule.shownAs == .rowCount)
    #expect(
      fault?.reason == """
        Invalid update: invalid number of rows in section 0.  The number of rows contained in an \
        existing section after the update (3) must be equal to the number of rows contained in that \
        section before the update (3), plus or minus the number of rows inserted or deleted from that \
        section (0 inserted, 1 deleted) and plus or minus the number of rows moved into or out of that \
        section (0 moved in, 0 moved out).
        """)
  }

  @Test func `G5: reloads, inserts and deletes in three sections are legal`() {
    var view = StrictListView(sections: sections([10, 20, 30]))
    var new = view.sections
    new[0].insert(Letter(id: 100), at: 0)
    new[1][1].look = 1
    new[1].insert(Letter(id: 101), at: 2)
    new[2].remove(at: 1)
    let updates = BatchUpdates(
      deletes: [at(2, 1)], inserts: [at(0, 0), at(1, 2)], reloads: [at(1, 1)])
    #expect(view.perform(updates, to: new) == nil)
    #expect(view.sections.map(\.count) == [11, 21, 29])
  }

  @Test(arguments: [ListViewProfile.tableView, .collectionView, .strict])
  func `G6: one row less after a delete and an insert at one place breaks LV-3`(
    profile: ListViewProfile
  ) {
    var view = StrictListView(rows: rows(27_386), profile: profile)
    let fault = view.apply(ChangeSet(deletes: [5], inserts: [5]), to: rows(27_385))
    let wanted = profile == .collectionView ? ListViewRule.inconsistentCounts : .rowCount
    #expect(fault?.breaches.map(\.rule) == [wanted])
    #expect(fault?.countsBefore == [27_386])
    #expect(fault?.countsAfter == [27_385])
  }

  @Test func `G7: three rows that become none by two deletes break LV-3`() {
    var view = StrictListView(rows: rows(3), profile: .collectionView)
    #expect(view.apply(ChangeSet(deletes: [0, 1]), to: [])?.rule == .inconsistentCounts)
    var rightly = StrictListView(rows: rows(3), profile: .collectionView)
    #expect(rightly.apply(ChangeSet(deletes: [0, 1, 2]), to: []) == nil)
  }

  @Test func `G8: four rows that become one without any update break LV-3`() {
    var view = StrictListView(rows: rows(4), profile: .collectionView)
    let fault = view.apply(ChangeSet(), to: rows(1))
    #expect(fault?.rule == .inconsistentCounts)
    #expect(fault?.reason.hasSuffix("Updates = [  ]") == true)
    #expect(fault?.description.contains("updates: none") == true)
  }

  @Test func `G9: a row that goes and one that moves into its place are legal`() {
    var view = StrictListView(rows: letters("ab"))
    let changes = ChangeSet(deletes: [0], moves: [.init(from: 1, to: 0)])
    #expect(view.apply(changes, to: letters("b")) == nil)

    var quoted = StrictListView(rows: letters("12345"))
    let legal = ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 1)])
    #expect(quoted.apply(legal, to: letters("13645")) == nil)
  }

  @Test func `G10: a reload in the new index space lies out of the old bounds and breaks LV-4`() {
    var view = StrictListView(rows: rows(20, from: 20))
    let inserts = (0..<20).map { Place($0) }
    let fault = view.perform(BatchUpdates(inserts: inserts, reloads: [20]), to: [rows(40)])
    #expect(fault?.breaches.map(\.rule) == [.deleteOutOfBounds])
    #expect(
      fault?.reason
        == "attempt to delete row 20 from section 0 which only contains 20 rows before the update")
  }

  @Test func `G11: a move from a row that does not exist breaks LV-8`() {
    var view = StrictListView(rows: rows(1))
    let fault = view.apply(ChangeSet(moves: [.init(from: 1, to: 0)]), to: rows(1))
    #expect(fault?.rule == .moveFromOutOfBounds)
  }

  @Test func `G12: a row that moves into a new section breaks LV-19, out of a deleted one LV-18`() {
    var view = StrictListView(sections: sections("ab|c"))
    let into = view.perform(
      BatchUpdates(moves: [move(1, at(1, 0))], sectionInserts: [1]), to: sections("a|b|c"))
    #expect(into?.rule == .moveIntoInsertedSection)

    var other = StrictListView(sections: sections("a|b"), profile: .collectionView)
    let out = other.perform(
      BatchUpdates(moves: [move(at(1, 0), 1)], sectionDeletes: [1]), to: sections("ab"))
    #expect(out?.rule == .moveOutOfDeletedSection)
    #expect(out?.reason == "cannot move an item from a deleted section (1)")
  }

  @Test func `G13: a row deleted and reloaded breaks LV-13`() {
    var view = StrictListView(rows: rows(2))
    let fault = view.perform(BatchUpdates(deletes: [1], reloads: [1]), to: [rows(1)])
    #expect(fault?.rule == .deleteAndReload)
    #expect(fault?.reason == "attempt to delete and reload the same index path (0 - 1)")
  }

  @Test func `G14: one row deleted twice breaks LV-22 before anything else`() {
    var view = StrictListView(rows: rows(3))
    let fault = view.apply(ChangeSet(deletes: [1, 1]), to: rows(1))
    #expect(fault?.rule == .sameTwice)
    #expect(fault?.severity == .undefined)
  }
}

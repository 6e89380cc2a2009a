import Testing
import WeirDiff
import WeirLists

/// Crashes that apps with one flat list reported in public, and one report of a batch that is legal.
///
/// The numbers are those of the specification of the list view.
@Suite struct CrashReportTests {
  @Test func `G6: one row less after a delete and an insert at one place breaks LV-2`() {
    var view = StrictListView(rows: rows(27_386))
    let fault = view.apply(ChangeSet(deletes: [5], inserts: [5]), to: rows(27_385))
    #expect(fault?.rule == .rowCount)
    #expect(fault?.breaches.count == 1)
    #expect(fault?.countsBefore == [27_386])
    #expect(fault?.countsAfter == [27_385])
  }

  @Test func `G7: three rows that become none by two deletes break LV-2`() {
    var view = StrictListView(rows: rows(3))
    #expect(view.apply(ChangeSet(deletes: [0, 1]), to: [])?.rule == .rowCount)
    var rightly = StrictListView(rows: rows(3))
    #expect(rightly.apply(ChangeSet(deletes: [0, 1, 2]), to: []) == nil)
  }

  @Test func `G8: four rows that become one without any update break LV-2`() {
    var view = StrictListView(rows: rows(4))
    let fault = view.apply(ChangeSet(), to: rows(1))
    #expect(fault?.rule == .rowCount)
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

  @Test func `G10: an update in the new index space lies out of the old bounds and breaks LV-4`() {
    var view = StrictListView(rows: rows(20, from: 20))
    let fault = view.apply(
      ChangeSet(inserts: (0..<20).map { Place($0) }, updates: [.init(old: 20, new: 20)]),
      to: rows(40))
    #expect(fault?.rule == .deleteOutOfBounds)
    #expect(
      fault?.reason.contains("reconfigure row 20 from section 0 which only contains 20 rows")
        == true)
  }

  @Test func `G11: a move from a row that does not exist breaks LV-8`() {
    var view = StrictListView(rows: rows(1))
    #expect(
      view.apply(ChangeSet(moves: [.init(from: 1, to: 0)]), to: rows(1))?.rule
        == .moveFromOutOfBounds)
  }

  @Test func `G13: a row deleted and reloaded breaks LV-13`() {
    var view = StrictListView(rows: rows(2))
    #expect(
      view.apply(ChangeSet(deletes: [1], updates: [.init(old: 1, new: 0)]), to: rows(1))?.rule
        == .deleteAndReload)
  }

  @Test func `G14: one row deleted twice breaks LV-22 before anything else`() {
    var view = StrictListView(rows: rows(3))
    let fault = view.apply(ChangeSet(deletes: [1, 1]), to: rows(1))
    #expect(fault?.rule == .sameTwice)
    #expect(fault?.severity == .undefined)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

import WeirLists

@Suite struct ListSnapshotTests {
  private var one: ListSnapshot<String, Letter> {
    var snapshot = ListSnapshot<String, Letter>()
    snapshot.appendSections(["x", "y"])
    snapshot.appendItems(rows(3), to: "x")
    snapshot.appendItems(rows(2, from: 10))
    return snapshot
  }

  private func ids(_ snapshot: ListSnapshot<String, Letter>) -> [[Int]] {
    snapshot.sections.map { $0.map(\.id) }
  }

  @Test func `items and sections are put, moved and taken out by their identifiers`() {
    var snapshot = one
    #expect(snapshot.insertItems([Letter(id: 5)], before: 1) == nil)
    #expect(snapshot.insertItems([Letter(id: 6)], after: 11) == nil)
    #expect(snapshot.deleteItems([0]) == nil)
    #expect(snapshot.moveItem(2, before: 5) == nil)
    #expect(snapshot.moveItem(1, after: 10) == nil)
    #expect(snapshot.moveItem(2, after: 2) == nil)
    #expect(ids(snapshot) == [[2, 5], [10, 1, 11, 6]])
    #expect(snapshot.moveSection("y", before: "x") == nil)
    #expect(snapshot.sectionIDs == ["y", "x"])
    #expect(ids(snapshot) == [[10, 1, 11, 6], [2, 5]])
    #expect(snapshot.deleteSections(["y"]) == nil)
    #expect(snapshot.appendItems([Letter(id: 10)]) == nil)
    #expect(snapshot.setItems(rows(2, from: 2), of: "x") == nil)
    #expect(ids(snapshot) == [[2, 3]])
  }

  @Test func `identifiers are unique in a snapshot`() {
    var snapshot = one
    let twice = snapshot.appendItems([Letter(id: 7), Letter(id: 1), Letter(id: 7)], to: "y")
    #expect(twice?.rule == .duplicateItems)
    #expect(
      twice?.reason
        == "Fatal: supplied item identifiers are not unique. Duplicate identifiers: 1, 7")
    #expect(snapshot.appendSections(["z", "x"])?.rule == .duplicateSections)
    let own = snapshot.setItems([Letter(id: 8), Letter(id: 8)], of: "x")
    #expect(own?.reason == "Identifiers in a section snapshot must be unique.")
    #expect(snapshot.setItems([Letter(id: 10)], of: "x")?.rule == .duplicateItems)
    // After a fault nothing is different.
    #expect(ids(snapshot) == ids(one))
    #expect(snapshot.sectionIDs == ["x", "y"])
  }

  @Test func `what is unknown is not reloaded, reconfigured, deleted, moved or put beside`() {
    var snapshot = one
    let reload = snapshot.reloadItems([1, 77])
    #expect(
      reload?.reason
        == "Attempted to reload item identifier that does not exist in the snapshot: 77")
    #expect(snapshot.reloadedItems.isEmpty)
    let faults = [
      snapshot.reconfigureItems([77]), snapshot.deleteItems([77]),
      snapshot.moveItem(77, before: 1), snapshot.moveItem(1, after: 77),
      snapshot.insertItems(rows(1, from: 50), before: 77),
      snapshot.insertItems(rows(1, from: 50), after: 77), snapshot.replaceItem(Letter(id: 77)),
    ]
    #expect(faults.allSatisfy { $0?.rule == .unknownItem })
    let sectionFaults = [
      snapshot.appendItems(rows(1, from: 50), to: "q"), snapshot.deleteSections(["q"]),
      snapshot.reloadSections(["q"]), snapshot.moveSection("x", before: "q"),
      snapshot.moveSection("q", before: "x"), snapshot.setItems([], of: "q"),
    ]
    #expect(sectionFaults.allSatisfy { $0?.rule == .unknownSection })
    #expect(ids(snapshot) == ids(one))
    var empty = ListSnapshot<String, Letter>()
    #expect(empty.appendItems(rows(1))?.rule == .unknownSection)
  }
}

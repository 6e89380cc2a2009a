// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff

import WeirLists

@Suite struct CallTests {
  private let two = StrictListView(sections: sections("ab|c"))

  private func fault<Value>(_ result: Result<Value, ListViewFault>) -> ListViewFault? {
    if case .failure(let fault) = result { return fault }
    return nil
  }

  @Test func `a count is asked for a section that exists, or LV-26 is broken`() {
    var view = two
    #expect(view.numberOfSections == 2)
    #expect(view.numberOfRows(inSection: 1) == .success(1))
    let missing = fault(view.numberOfRows(inSection: 2))
    #expect(missing?.rule == .callOutOfPlace)
    #expect(
      missing?.reason == "Requested the number of rows for section (2) which is out of bounds.")
    #expect(view.counters.faults == 1)
  }

  @Test func `a cell is asked for at a place that exists, or LV-26 is broken`() {
    var view = two
    #expect(view.cell(at: at(1, 0)) == .success(letters("c")[0]))
    #expect(
      fault(view.cell(at: at(1, 1)))?.reason
        == "attempt to ask for the cell at (1 - 1), but there are only 1 rows in section 1")
    #expect(
      fault(view.cell(at: at(2, 0)))?.reason
        == "attempt to ask for the cell at (2 - 0), but there are only 2 sections")
    #expect(fault(view.cell(at: -1))?.rule == .callOutOfPlace)
  }

  @Test func `a place that was right before a batch is stale after it`() {
    var view = two
    #expect(view.scroll(to: 1) == nil)
    #expect(view.perform(BatchUpdates(deletes: [0]), to: sections("b|c")) == nil)
    #expect(view.scroll(to: 1)?.rule == .callOutOfPlace)
  }

  @Test func `scrolling moves the viewport as far as the list goes`() {
    var view = StrictListView(sections: sections("abc|def"))
    view.viewport = Viewport(count: 2)
    #expect(view.scroll(to: at(1, 0)) == nil)
    #expect(view.viewport?.first == 3)
    #expect(view.scroll(to: at(1, 2)) == nil)
    #expect(view.viewport?.first == 4)
  }

  @Test func `only the main lane may call`() {
    var view = two
    #expect(fault(view.numberOfRows(inSection: 0, on: .background))?.rule == .callOutOfPlace)
    #expect(fault(view.cell(at: 0, on: .background))?.rule == .callOutOfPlace)
    #expect(view.scroll(to: 0, on: .background)?.rule == .callOutOfPlace)
    #expect(view.beginUpdates(on: .background)?.rule == .callOutOfPlace)
    let fault = view.perform(
      BatchUpdates(deletes: [0]), to: sections("b|c"), on: .background)
    #expect(
      fault?.reason
        == "attempt to call the table view from the background lane; only the main lane may")
    #expect(view.sections == sections("b|c"))
    #expect(view.counters.batches == 0)
    // The near miss: the same from the main lane.
    #expect(view.perform(BatchUpdates(deletes: [at(0, 0)]), to: sections("|c")) == nil)
  }

  @Test func `what was not begun is neither added to nor ended`() {
    var view = two
    #expect(view.add(BatchUpdates(deletes: [0]))?.rule == .callOutOfPlace)
    #expect(view.endUpdates(to: sections("b|c"))?.rule == .callOutOfPlace)
    #expect(view.beginUpdates() == nil)
    #expect(view.endUpdates(to: sections("ab|c")) == nil)
    #expect(view.endUpdates(to: sections("ab|c"))?.rule == .callOutOfPlace)
  }
}

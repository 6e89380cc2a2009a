// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff

import WeirLists

@Suite struct NestedBatchTests {
  @Test func `nested blocks are one batch, performed when the outermost ends`() {
    var view = StrictListView(rows: letters("abc"))
    #expect(view.beginUpdates() == nil)
    view.add(BatchUpdates(deletes: [0]))
    #expect(view.beginUpdates() == nil)
    view.add(BatchUpdates(inserts: [2]))
    #expect(view.endUpdates(to: sections("bcx")) == nil)
    #expect(view.rows == letters("abc"))
    #expect(view.counters.batches == 0)
    #expect(view.endUpdates(to: sections("bcx")) == nil)
    #expect(view.rows == letters("bcx"))
    #expect(view.counters.batches == 1)
    #expect(view.counters.inserted == 1 && view.counters.removed == 1)
  }

  @Test func `a change set applied in an open batch is a block of it`() {
    var view = StrictListView(rows: letters("ab"))
    #expect(view.beginUpdates() == nil)
    #expect(view.apply(ChangeSet(deletes: [0]), to: letters("b")) == nil)
    #expect(view.apply(ChangeSet(inserts: [1]), to: letters("bc")) == nil)
    #expect(view.endUpdates(to: sections("bc")) == nil)
    #expect(view.counters.batches == 1)
    // And the next one is a batch of its own again.
    #expect(view.apply(ChangeSet(deletes: [0]), to: letters("c")) == nil)
    #expect(view.counters.batches == 2)
  }

  @Test func `a nested block that changes the model without a word breaks LV-25`() {
    func fault(inner: BatchUpdates, outer: BatchUpdates) -> ListViewFault? {
      var view = StrictListView(rows: letters("abc"))
      _ = view.beginUpdates(from: sections("abc"))
      _ = view.beginUpdates(from: sections("abc"))
      view.add(inner)
      _ = view.endUpdates(to: sections("bc"))
      view.add(outer)
      return view.endUpdates(to: sections("bc"))
    }
    let silent = fault(inner: BatchUpdates(), outer: BatchUpdates())
    #expect(silent?.breaches.map(\.rule) == [.recountInBatch])
    #expect(
      silent?.reason.hasPrefix("Invalid update: invalid number of rows in section 0.") == true)
    #expect(fault(inner: BatchUpdates(deletes: [0]), outer: BatchUpdates()) == nil)
    // The outer block says what the inner one did: the view never learns who did it.
    #expect(fault(inner: BatchUpdates(), outer: BatchUpdates(deletes: [0])) == nil)
  }

  @Test func `everything reloaded in a batch that has operations breaks LV-25`() {
    var view = StrictListView(rows: letters("abc"))
    _ = view.beginUpdates()
    view.add(BatchUpdates(deletes: [0]))
    view.reloadData(letters("bc"))
    let fault = view.endUpdates(to: sections("bc"))
    #expect(fault?.breaches.map(\.rule) == [.recountInBatch])
    #expect(fault?.reason.hasPrefix("Invalid update: invalid number of rows in section 0.") == true)
    #expect(view.counters.degraded == 1)

    var same = StrictListView(rows: letters("abc"))
    _ = same.beginUpdates()
    same.add(BatchUpdates(deletes: [0], inserts: [2]))
    same.reloadData(letters("abc"))
    #expect(same.endUpdates(to: sections("bcx"))?.rule == .recountInBatch)

    var alone = StrictListView(rows: letters("abc"))
    _ = alone.beginUpdates()
    alone.reloadData(letters("bc"))
    #expect(alone.endUpdates(to: sections("bc")) == nil)
    #expect(alone.counters.degraded == 1)
  }

  @Test func `a collection view says of a nested block what it says of all counts`() {
    var view = StrictListView(rows: letters("abc"), profile: .collectionView)
    _ = view.beginUpdates(from: sections("abc"))
    _ = view.beginUpdates(from: sections("abc"))
    _ = view.endUpdates(to: sections("bc"))
    let fault = view.endUpdates(to: sections("bc"))
    #expect(fault?.breaches.map(\.rule) == [.recountInBatch])
    #expect(fault?.reason.hasPrefix("Invalid batch updates detected") == true)
  }

  /// One block reloads `b`, another inserts before it or behind it.
  private func reloadBesideInsert(
    at insert: Place, nested: Bool = true, profile: ListViewProfile = .strict,
    viewport: Viewport? = nil
  ) -> ListViewFault? {
    var view = StrictListView(rows: letters("abc"), profile: profile)
    view.viewport = viewport
    _ = view.beginUpdates()
    view.add(BatchUpdates(inserts: [insert]))
    if nested { _ = view.beginUpdates() }
    view.add(BatchUpdates(reloads: [1]))
    let new = sections(insert.row < 2 ? "xab'c" : "ab'cx")
    if nested { _ = view.endUpdates(to: new) }
    return view.endUpdates(to: new)
  }

  @Test func `a visible cell reloaded in one block and pushed by another breaks LV-24`() {
    let fault = reloadBesideInsert(at: 0)
    #expect(fault?.breaches.map(\.rule) == [.twoAnimations])
    #expect(fault?.reason.hasPrefix("Attempt to create two animations for cell") == true)
    #expect(reloadBesideInsert(at: 0, profile: .tableView)?.rule == .twoAnimations)
    #expect(reloadBesideInsert(at: 0, profile: .collectionView) == nil)
    #expect(reloadBesideInsert(at: 3) == nil)
    #expect(reloadBesideInsert(at: 0, nested: false) == nil)
  }

  @Test func `a cell that nobody sees has no animation`() {
    #expect(reloadBesideInsert(at: 0, viewport: Viewport(count: 1)) == nil)
    #expect(
      reloadBesideInsert(at: 0, viewport: Viewport(first: 1, count: 1))?.rule == .twoAnimations)
  }
}

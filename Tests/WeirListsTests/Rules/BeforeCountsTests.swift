// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff

import WeirLists

@Suite struct BeforeCountsTests {
  /// An app that changes its model before the batch, and one that changes it within.
  @Test(arguments: BeforeCounts.allCases, [false, true])
  func `a model that changes too early is found out where the view asks again`(
    policy: BeforeCounts, isLaidOut: Bool
  ) {
    let new = sections("b")
    var early = StrictListView(rows: letters("ab"), beforeCounts: policy)
    if isLaidOut { early.layOut() }
    let fault = early.perform(BatchUpdates(deletes: [0]), from: new, to: new)
    if policy == .cached && isLaidOut {
      #expect(fault == nil)
    } else {
      #expect(fault?.rule == .rowCount)
      #expect(fault?.countsBefore == [1])
    }

    var within = StrictListView(rows: letters("ab"), beforeCounts: policy)
    if isLaidOut { within.layOut() }
    #expect(within.perform(BatchUpdates(deletes: [0]), from: sections("ab"), to: new) == nil)
    #expect(within.counters.removed == 1)
  }

  @Test func `a view that was reloaded knows its counts again once it is laid out`() {
    var view = StrictListView<Letter>(rows: [])
    view.reloadData(letters("ab"))
    let tooEarly = view.perform(BatchUpdates(deletes: [0]), from: sections("b"), to: sections("b"))
    #expect(tooEarly?.rule == .rowCount)

    view.reloadData(letters("ab"))
    view.layOut()
    #expect(view.perform(BatchUpdates(deletes: [0]), from: sections("b"), to: sections("b")) == nil)
    // Performing a batch lays out.
    #expect(view.perform(BatchUpdates(deletes: [0]), from: [[]], to: [[]]) == nil)
    #expect(view.counters.degraded == 2)
  }

  @Test func `the adversary looks at both, and a batch that only the cache forgives is at fault`() {
    // The model was changed early, and the app leaves the operation out: only asking again is legal.
    var view = StrictListView(rows: letters("ab"), beforeCounts: .adversarial)
    view.layOut()
    let fault = view.perform(BatchUpdates(), from: sections("b"), to: sections("b"))
    #expect(fault?.rule == .rowCount)
    #expect(fault?.countsBefore == [2])

    var asking = StrictListView(rows: letters("ab"), beforeCounts: .queryAtBatchStart)
    asking.layOut()
    #expect(asking.perform(BatchUpdates(), from: sections("b"), to: sections("b")) == nil)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

import WeirLists

@Suite struct ListViewRuleTests {
  @Test(arguments: RuleCase.all)
  func `each rule is broken alone by a small batch and kept by the next one`(example: RuleCase) {
    let old = sections(example.old)
    let new = sections(example.new)
    var view = StrictListView(sections: old, profile: example.profile)
    let fault = view.perform(example.bad, to: new)
    #expect(fault?.breaches.map(\.rule) == [example.rule] + example.also)
    #expect(fault?.reason.hasPrefix(example.words) == true, "\(fault?.reason ?? "no fault")")
    #expect(fault?.countsBefore == old.map(\.count))
    #expect(fault?.countsAfter == new.map(\.count))
    #expect(fault?.updates == example.bad)
    #expect(view.sections == new)
    #expect(view.counters.faults == 1)

    let goodNew = sections(example.goodNew ?? example.new)
    var nearMiss = StrictListView(
      sections: sections(example.goodOld ?? example.old), profile: example.profile)
    let surprise = nearMiss.perform(example.good, to: goodNew)
    #expect(surprise == nil, "\(surprise?.description ?? "")")
    #expect(nearMiss.sections == goodNew)
    #expect(nearMiss.counters.faults == 0)
    #expect(nearMiss.counters.undefined + nearMiss.counters.degraded == 0)
  }

  /// Nested batches and calls have suites of their own.
  @Test func `every rule of batches has its case`() {
    let elsewhere: [ListViewRule] = [.twoAnimations, .recountInBatch, .callOutOfPlace]
    #expect(
      Set(RuleCase.all.map(\.rule)).union(elsewhere) == Set(ListViewRule.allCases))
  }

  @Test func `rules are known by their numbers, 1 to 27`() {
    #expect(ListViewRule.allCases.map(\.rawValue) == Array(1...27))
    #expect(ListViewRule.reloadOntoMove.description == "LV-15")
  }

  @Test func `what happens in a real view is undefined for three rules and nothing for one`() {
    let undefined = ListViewRule.allCases.filter { $0.severity == .undefined }
    #expect(undefined.map(\.rawValue) == [21, 22, 23])
    #expect(ListViewRule.allCases.filter { $0.severity == .ours } == [.staleCell])
  }

  @Test func `rules that a view does not tell apart are shown as one`() {
    #expect(ListViewRule.reloadAndMove.shownAs == .deleteAndMove)
    #expect(ListViewRule.reloadOntoMove.shownAs == .insertAndMove)
    #expect(ListViewRule.reloadInMovedSection.shownAs == .rowCount)
    #expect(ListViewRule.recountInBatch.shownAs == .rowCount)
    #expect(ListViewRule.deleteAndMove.shownAs == .deleteAndMove)
  }
}

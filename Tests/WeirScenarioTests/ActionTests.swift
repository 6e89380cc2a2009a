// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

import WeirScenario

@Suite struct ActionTests {
  @Test
  func `every action has a number of its own, and a sentence`() {
    let verbs = Scenario.Work.Action.standard.map(\.verb)
    #expect(Set(verbs.map(\.number)).count == verbs.count)
    #expect(Set(verbs.map(\.name)).count == verbs.count)
    #expect(verbs.allSatisfy { (1..<64).contains($0.number) && $0.about.hasSuffix(".") })
  }

  @Test func `an action of a family has a number that follows from its name alone`() {
    let nudge = Scenario.Work.Action("nudge", .own, "Nudges.")
    #expect(nudge == Scenario.Work.Action("nudge", .write, "Nudges more."))
    #expect(nudge != Scenario.Work.Action("shove", .own, "Shoves."))
    #expect(nudge.verb.number >= 1 << 31 && nudge.verb.number < 1 << 32)
    #expect(nudge.verb.isOfStack && nudge.verb.asksNobody && !nudge.verb.isWrite)
  }

  @Test func `an action has one effect`() {
    for action in Scenario.Work.Action.standard {
      let verb = action.verb
      let effects = [verb.isWrite, verb.takesAway, verb.asksNobody].count { $0 }
      #expect(effects == (action == .page ? 0 : 1), "\(action)")
      #expect(verb.isWrite || !verb.isOfResources)
    }
    let away = Scenario.Work.Action.standard.filter(\.verb.takesAway)
    #expect(away == [.leave, .restart, .reopen])
  }
}

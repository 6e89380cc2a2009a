import Testing

import WeirScenario

@Suite struct ActionTests {
  @Test
  func `every action has a number of its own, which steps can hold in a mask, and a sentence`() {
    let verbs = Scenario.Work.Action.allCases.map(\.verb)
    #expect(Set(verbs.map(\.number)).count == verbs.count)
    #expect(verbs.allSatisfy { (1..<64).contains($0.number) && $0.about.hasSuffix(".") })
  }

  @Test func `an action has one effect`() {
    for action in Scenario.Work.Action.allCases {
      let verb = action.verb
      let effects = [verb.isWrite, verb.takesAway, verb.asksNobody].count { $0 }
      #expect(effects == (action == .page ? 0 : 1), "\(action)")
      #expect(verb.isWrite || !verb.isOfResources)
    }
    let away = Scenario.Work.Action.allCases.filter(\.verb.takesAway)
    #expect(away == [.leave, .restart, .reopen])
  }
}

public import WeirScenario
public import WeirTrace

extension Scenario.Work.Action {
  /// The action that steps call by a number; nil if none is called so.
  public init?(number: UInt64) {
    guard let action = Self.allCases.first(where: { $0.verb.number == number }) else { return nil }
    self = action
  }
}

extension StepNames {
  /// The names that the steps of a world use, whose lists have these paths.
  public init(ofWorldWith lists: [String]) {
    var actions: [UInt64: String] = [:]
    for action in Scenario.Work.Action.allCases { actions[action.verb.number] = action.rawValue }
    self.init(lists: lists, actions: actions, points: Antics.names)
  }
}

public import WeirScenario

extension Scenario.Work.Action {
  /// The action that steps call by a number; nil if none is called so.
  public init?(number: UInt64) {
    guard let action = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = action
  }
}

internal import WeirCore

/// What `weir list` was asked to show.
struct ListOptions: Hashable {
  /// What can be listed.
  enum Subject: String, Hashable, CaseIterable {
    /// Scenario files.
    case scenarios
    /// Metrics that a scenario may hold against a bound.
    case metrics
    /// Checkers that watch every run.
    case checkers
    /// Stacks that are wrong on purpose.
    case mutants
    /// Keys of the scenario format.
    case keys
  }

  /// What to list.
  var subject: Subject
  /// The folder, for scenarios.
  var folder: String

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    subject = invocation.operands.first.flatMap(Subject.init) ?? .scenarios
    folder = invocation.operands.dropFirst().first ?? "Scenarios"
    if subject != .scenarios, invocation.operands.count > 1 {
      throw Problems([
        Problem(
          message: "'\(folder)' is too much: only scenarios are listed by folder",
          remedy: "write weir list \(subject.rawValue)")
      ])
    }
  }
}

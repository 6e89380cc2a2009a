internal import WeirCore

/// The options of `weir list`.
struct ListOptions: Hashable {
  /// The things that can be listed.
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
    /// Parts of the format that scenarios use.
    case features
    /// Pairs of parts that no scenario has together.
    case pairs

    /// `true` if it is about the scenarios of a folder.
    var isOfFolder: Bool { self == .scenarios || self == .features || self == .pairs }
  }

  /// The things to list.
  var subject: Subject
  /// The folder, for what is about scenarios.
  var folder: String

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    subject = invocation.operands.first.flatMap(Subject.init) ?? .scenarios
    folder = invocation.operands.dropFirst().first ?? "Scenarios"
    if !subject.isOfFolder, invocation.operands.count > 1 {
      throw Problems([
        Problem(
          message:
            "'\(folder)' is too much: only scenarios, features and pairs are listed by folder",
          remedy: "write weir list \(subject.rawValue)")
      ])
    }
  }
}

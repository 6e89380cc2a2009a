// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirScenario

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
    /// Pairs of parts that scenarios have together, and the faults that hit them.
    case triples

    /// `true` if it is about the scenarios of a folder.
    var isOfFolder: Bool {
      switch self {
      case .scenarios, .features, .pairs, .triples: true
      case .metrics, .checkers, .mutants, .keys: false
      }
    }
  }

  /// The things to list.
  var subject: Subject
  /// The folder, for what is about scenarios.
  var folder: String
  /// The fault whose missing pairs are listed, instead of a table of all faults.
  var fault: Scenario.Fault.Kind?

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    subject = invocation.operands.first.flatMap(Subject.init) ?? .scenarios
    folder = invocation.operands.dropFirst().first ?? "Scenarios"
    if !subject.isOfFolder, invocation.operands.count > 1 {
      throw Problems([
        Problem(
          message:
            "'\(folder)' is too much: only scenarios, features, pairs and triples are listed by folder",
          remedy: "write weir list \(subject.rawValue)")
      ])
    }
    fault = invocation.value("fault").flatMap(Scenario.Fault.Kind.init)
    if fault != nil, subject != .triples {
      throw Problems([
        Problem(
          message: "--fault goes with triples only",
          remedy: "write weir list triples --fault \(fault?.rawValue ?? "")")
      ])
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirReport

/// The exit codes of the command, the same for every verb.
///
/// A script may rely on each number. 1 is never used, so that the crash of a wrapper cannot be
/// mistaken for a verdict.
public enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// All is well.
  case pass = 0
  /// A checker was broken: a promise of the stack, a list view's rule, or convergence.
  case checkerBroken = 10
  /// An expectation of the scenario was missed.
  case expectationMissed = 11
  /// An exact number differs from the baseline.
  case differs = 12
  /// Slower than allowed.
  case slower = 13
  /// Two runs that had to be the same were not.
  case notDeterministic = 14
  /// The program of a stack broke off, was silent, or said what is not agreed.
  case programFailed = 15
  /// It cannot be told within the time allowed.
  case cannotTell = 20
  /// Nothing was measured: no sample, no metric, no baseline, or a child that crashed.
  case nothingMeasured = 21
  /// The measurement is not valid.
  case measurementInvalid = 22
  /// The baseline is of another toolchain or format and must be recorded again.
  case baselineOutdated = 23
  /// The command line is wrong.
  case usage = 64
  /// The scenario is wrong.
  case scenarioWrong = 65
  /// A file is missing.
  case fileMissing = 66
  /// A file cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed midway.
  case ioFailed = 74
  /// Interrupted; what is known is written.
  case interrupted = 130
  /// An invariant of Weir itself broke: the number that a shell shows for the trap.
  case ours = 132
  /// Terminated; what is known is written.
  case terminated = 143
}

extension ExitCode {
  /// The codes from the least to the most serious.
  ///
  /// The rule: a code is more serious the more it puts the others in doubt. A verdict about the
  /// stack ranks below doubt about the input it was given, that below doubt about where the results
  /// went, that below doubt about the harness itself, and a run that the user stopped ranks above
  /// all. So a folder with one broken scenario and one missing file ends with 66: not everything
  /// that was asked for was looked at.
  public static let bySeriousness: [ExitCode] = [
    .pass, .baselineOutdated, .cannotTell, .slower, .differs, .expectationMissed, .checkerBroken,
    .programFailed, .nothingMeasured, .scenarioWrong, .fileMissing, .usage, .cannotCreate,
    .ioFailed, .measurementInvalid, .notDeterministic, .ours, .terminated, .interrupted,
  ]

  /// Returns the most serious of several codes.
  ///
  ///     ExitCode.mostSerious([.pass, .expectationMissed, .checkerBroken])  // .checkerBroken
  ///     ExitCode.mostSerious([])  // .nothingMeasured: to have done nothing is not to have passed
  public static func mostSerious(_ codes: some Sequence<ExitCode>) -> ExitCode {
    codes.max { $0.seriousness < $1.seriousness } ?? .nothingMeasured
  }

  private var seriousness: Int { Self.bySeriousness.firstIndex(of: self) ?? .max }

  /// The code for a file that could not be read or written.
  public init(_ failure: FileFailure) {
    switch failure.stage {
    case .missing: self = .fileMissing
    case .create: self = .cannotCreate
    case .midway: self = .ioFailed
    }
  }

  /// The meaning of the code, in a few words, for the manual.
  public var meaning: String {
    switch self {
    case .pass: "pass"
    case .checkerBroken: "a checker was broken: the stack broke a promise"
    case .expectationMissed: "an expectation of the scenario was missed"
    case .differs: "an exact number differs from the baseline"
    case .slower: "slower than allowed"
    case .notDeterministic: "two runs that had to be the same were not"
    case .programFailed: "the program of a stack broke off, was silent, or said what is not agreed"
    case .cannotTell: "cannot tell within the time allowed"
    case .nothingMeasured: "nothing was measured; never a pass"
    case .measurementInvalid: "the measurement is not valid"
    case .baselineOutdated: "the baseline must be made anew"
    case .usage: "the command line is wrong"
    case .scenarioWrong: "the scenario is wrong"
    case .fileMissing: "a file is missing or cannot be opened"
    case .cannotCreate: "a file cannot be created"
    case .ioFailed: "reading or writing failed midway"
    case .interrupted: "interrupted; what is known is written"
    case .ours: "an invariant of Weir itself broke: please report it"
    case .terminated: "terminated; what is known is written"
    }
  }
}

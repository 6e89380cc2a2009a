// SPDX-License-Identifier: GPL-3.0-or-later
extension OptionTable {
  private static let programFormats = GateOptions.Format.allCases.map(\.rawValue)

  /// `weir gate`.
  static let gate = Verb(
    name: "gate",
    summary: "Hold scenarios against their baselines, or one build against another.",
    examples: [
      .init(line: "weir gate Scenarios", about: "Every exact number against its baseline."),
      .init(
        line: "weir gate --accept --reason \"one request less a page\" Scenarios",
        about: "Make the numbers of today the baseline."),
      .init(
        line: "weir gate --against main Scenarios/first-steps.yaml",
        about: "Processor time against another commit."),
      .init(
        line: "weir gate --self-check --gates 1000 Scenarios/first-steps.yaml",
        about: "How often this machine would cry wolf."),
    ],
    operand: Operand(
      name: "FILE", count: .oneOrMore, values: .files,
      about: "A scenario file, or a folder of them."),
    flags: [
      Flag(
        name: "baseline", value: "DIR", values: .folders,
        about: "The folder of baselines, a file for each scenario (\(GateOptions.usualFolder))."),
      Flag(name: "accept", about: "Write the baselines anew; it takes a reason."),
      Flag(
        name: "reason", value: "TEXT", about: "Why the numbers may change; kept in the baseline."),
      Flag(
        name: "keep-steps",
        about: "Keep every step beside an accepted baseline, so that the first that differs can be "
          + "named."),
      Flag(
        name: "allow", value: "METRIC=SHARE", values: .setting, repeats: true,
        about: "Let a metric be off its baseline by a share, such as messages=2%."),
      Flag(
        name: "against", value: "BUILD",
        about: "Compare processor time with another weir: a program, or a revision to build."),
      Flag(
        name: "relinked", value: "FILE", values: .files,
        about: "The program to compare with, linked once more in another order: what that is worth "
          + "must not decide."),
      Flag(
        name: "budget", value: "SHARE",
        about: "From which slow-down on the time lane must not pass (\(GateOptions.usualBudget))."),
      Flag(
        name: "max-time", value: "SECONDS", values: .number,
        about: "How long the time lane may take for a scenario (\(GateOptions.usualSeconds))."),
      Flag(
        name: "seed", value: "N", values: .number,
        about: "Draw the order of pairs from this seed (1)."),
      Flag(name: "self-check", about: "Play gates of this program against itself."),
      Flag(
        name: "gates", value: "N", values: .number,
        about: "How many gates the self-check plays (\(GateOptions.usualChecks))."),
      timeout,
      jobs,
      Flag(
        name: "out", value: "DIR", values: .folders,
        about: "Write regressions.csv, gate.html, and pairs.csv of the time lane to this folder."),
      Flag(
        name: "history", value: "FILE", values: .files,
        about: "Add the rows of this run to a table, for weir trend."),
      Flag(name: "head", value: "NAME", about: "What is measured, for tables: a commit."),
      set,
      allowOutside,
      Flag(name: "quiet", short: "q", about: "Print the verdict only."),
      Flag(
        name: "format", value: "FORMAT", values: .words(programFormats),
        about: "How to print the findings: text, github, junit, markdown, json or csv."),
      Flag(name: "no-progress", about: "Show no progress, even on a terminal."),
      Flag(name: "measure", hidden: true, about: "Print the exact numbers of one scenario."),
      Flag(name: "warm", hidden: true, about: "Run another seed in the same process before."),
      Flag(
        name: "work", value: "NS", values: .number, hidden: true,
        about: "Handle one scenario up to a moment of virtual time, and print what it cost."),
      Flag(
        name: "rounds", value: "N", values: .number, hidden: true,
        about: "With --work: how often, each time with another seed."),
      Flag(
        name: "tries", value: "N", values: .number, hidden: true,
        about: "With --work: how often each seed, of which the least cost counts."),
      Flag(
        name: "baton", value: "PLACE", values: .words(["first", "second"]), hidden: true,
        about: "With --work: in turns with another process, and which of them is first."),
      Flag(
        name: "core", value: "N", values: .number, hidden: true,
        about: "With --work: which processor does the work."),
    ],
    notes: [
      "Exact numbers have no noise: one event more is seen. A baseline of another toolchain, format or scenario "
        + "is never a regression: the code is 23, and --accept makes it anew.",
      "The time lane starts short processes of both programs in pairs of random order and counts which is "
        + "slower. It fails a program only if it is slower twice than half of the budget with 99.9 %, and passes "
        + "it when it is not slower by the budget. No time that was measured before is ever compared.",
      "Nothing measured is never a pass.",
    ])

  private static let timeout = Flag(
    name: "timeout", value: "SECONDS", values: .number,
    about: "After how long a process is taken for hung (\(GateOptions.usualTimeout)).")

  private static let jobs = Flag(
    name: "jobs", short: "j", value: "N", values: .number,
    about: "How many processes run side by side; all cores without.")

  /// `weir verify`.
  static let verify = Verb(
    name: "verify",
    summary: "Run scenarios in several unlike processes and see that all are the same.",
    examples: [
      .init(line: "weir verify Scenarios", about: "Every scenario, four times each.")
    ],
    operand: Operand(
      name: "FILE", count: .oneOrMore, values: .files,
      about: "A scenario file, or a folder of them."),
    flags: [
      Flag(
        name: "times", value: "N", values: .number,
        about: "How often each is run, at least 3 (\(VerifyOptions.usualTimes))."),
      jobs,
      timeout,
      set,
      allowOutside,
      Flag(name: "quiet", short: "q", about: "Print the verdict only."),
      Flag(
        name: "format", value: "FORMAT", values: .words(programFormats),
        about: "How to print the findings: text, github, junit, markdown, json or csv."),
      Flag(name: "no-progress", about: "Show no progress, even on a terminal."),
    ],
    notes: [
      "The processes differ in their hash seeds, addresses, size of environment, time zone, locale, number of "
        + "cores, and in what was run before in the same process. Every number and the digest of all steps "
        + "must be the same; otherwise the code is 14 and the first step that differs is named."
    ])

  /// `weir trend`.
  static let trend = Verb(
    name: "trend",
    summary: "Show when numbers changed over the runs of the gate.",
    examples: [
      .init(line: "weir trend history.csv", about: "Changes of every metric, with their commits.")
    ],
    operand: Operand(
      name: "FILE", count: .one, values: .files, about: "What weir gate --history has written."),
    flags: [
      Flag(
        name: "alpha", value: "SHARE",
        about: "How often a calm series may be said to have changed (1%).")
    ],
    notes: [
      "Exact numbers change when they are another one. Ratios of times are searched for a change of level that "
        + "shuffles of the same values rarely show. All of it is advice; the code is 0 whatever is found."
    ])
}

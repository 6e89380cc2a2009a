// SPDX-License-Identifier: GPL-3.0-or-later
extension OptionTable {
  /// `weir shrink`.
  static let shrink = Verb(
    name: "shrink",
    summary: "Make a failing scenario small, as long as it fails in the same way.",
    examples: [
      .init(
        line: "weir shrink chat.yaml --seed 92",
        about: "Look for a minute, and write the smallest scenario that still fails."),
      .init(
        line: "weir shrink chat.yaml --seed 92 --checker lists --runs 500 --out small.yaml",
        about: "What breaks this promise, the same on every machine."),
    ],
    operand: Operand(
      name: "FILE", count: .one, values: .files,
      about: "A scenario file, or - for the standard input."),
    flags: [
      Flag(
        name: "seed", value: "N", values: .number,
        about: "The seed with which it fails; the scenario's without."),
      Flag(
        name: "checker", value: "NAME", values: .checkers(or: []),
        about:
          "The checker that must be broken; the one that the scenario expects to be, or the first "
          + "that is, without."),
      set,
      allowOutside,
      Flag(
        name: "budget", value: "TIME",
        about:
          "Stop after so long, such as 60s or 5min; \(ShrinkOptions.usualBudget) without, none with --runs."
      ),
      Flag(
        name: "runs", value: "N", values: .number,
        about: "Stop after so many runs; the same number gives the same result everywhere."),
      Flag(
        name: "out", value: "FILE", values: .files,
        about: "Write the small scenario to this file instead of one in \(RunOptions.usualFolder)."),
      Flag(
        name: "format", value: "FORMAT",
        values: .words(ShrinkOptions.Format.allCases.map(\.rawValue)),
        about: "How to print the sizes: text or csv."),
      Flag(name: "quiet", short: "q", about: "Print one line only."),
      Flag(name: "no-progress", about: "Show no progress, even on a terminal."),
    ],
    notes: [
      "It takes away clients, work, time, data, faults and keys, makes numbers simpler, and tries other "
        + "seeds, while the same checker says the same of other rows. The file that it writes is read and run "
        + "again before it is praised; it says what broke, and expects that.",
      "Ctrl-C writes the smallest so far and ends with 130. The code is 0 if the file that was written "
        + "fails as the scenario did, and 21 if the scenario breaks no promise.",
    ])
}

// SPDX-License-Identifier: GPL-3.0-or-later
extension OptionTable {
  /// `weir compare`.
  static let compare = Verb(
    name: "compare",
    summary: "Compare the results of two runs or sweeps, seed by seed.",
    examples: [
      .init(
        line: "weir compare results/before results/after",
        about: "What two folders of results differ in, with all that is below them."),
      .init(
        line: "weir compare sweeps/main sweeps/mine --out Reports/latest/compare",
        about: "Two sweeps, paired by seed, with a table to keep."),
    ],
    operand: Operand(
      name: "BASE HEAD", count: .oneOrTwo, values: .folders,
      about: "Two folders that weir run or weir sweep has written with --out."),
    flags: [
      Flag(
        name: "out", value: "DIR", values: .folders,
        about: "Write compare.txt, compare.csv and the page index.html to this folder."),
      Flag(
        name: "format", value: "FORMAT",
        values: .words(CompareOptions.Format.allCases.map(\.rawValue)),
        about: "How to print the comparison: text or csv."),
    ],
    notes: [
      "Runs are read from metrics.csv, sweeps from sweep.csv. Numbers of virtual time have no noise: with one seed "
        + "on both sides any difference is a change of behaviour. Many seeds are paired, and the difference "
        + "gets an interval.",
      "The code is 0 when all is the same, 12 when something differs, 20 when the seeds are not the same, and 21 "
        + "when there is nothing to compare.",
    ])
}

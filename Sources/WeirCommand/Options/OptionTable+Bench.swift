// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirBenchmarks

extension OptionTable {
  /// `weir bench`.
  static let bench = Verb(
    name: "bench",
    summary: "Measure the list diff on this machine.",
    examples: [
      .init(line: "weir bench diff", about: "The whole table, in a few minutes."),
      .init(
        line: "weir bench diff --quick", about: "Small lists, in seconds; the figures are rough."),
      .init(
        line: "weir bench diff --sizes 1k,1M --patterns edits1,shuffle --keys int,string",
        about: "Some cells of it."),
      .init(
        line: "weir bench diff --rounds 31 --out Reports/latest/bench",
        about: "Narrower intervals, and files to keep."),
    ],
    operand: Operand(
      name: "diff", count: .one, values: .words(["diff"]), about: "What to measure: diff."),
    flags: [
      Flag(
        name: "sizes", value: "N,…",
        about:
          "Rows of the old list, such as 500,1k,1M (\(BenchOptions.usualSizes)); the exponent of "
          + "growth needs three."),
      Flag(
        name: "patterns", value: "NAME,…",
        about: "What happens between the lists: usual, adverse, all, or some of "
          + names(EditPattern.allCases.map(\.rawValue)) + " (usual)."),
      Flag(
        name: "keys", value: "KIND,…",
        about: "By what rows are told apart: all, or some of "
          + names(KeyKind.allCases.map(\.rawValue)) + " (all)."),
      Flag(
        name: "rounds", value: "N", values: .number,
        about: "How often each cell is measured (\(BenchOptions.usualRounds)); intervals need "
          + "\(MedianEstimate.leastCount)."),
      Flag(
        name: "seed", value: "N", values: .number,
        about: "Make the lists and draw the order of measuring from this seed (1)."),
      Flag(
        name: "quick",
        about: "Small lists and little repetition (\(BenchOptions.quickSizes) rows, "
          + "\(BenchOptions.quickRounds) rounds), unless other flags say more."),
      Flag(
        name: "processor",
        about: "Take the processor's time instead of the clock's, on a machine with other work."),
      Flag(
        name: "csv", value: "FILE", values: .files,
        about: "Write the table as CSV to this file; - prints it in the table's place."),
      Flag(
        name: "out", value: "DIR", values: .folders,
        about: "Write diff.txt and diff.csv to this folder."),
      Flag(name: "quiet", short: "q", about: "Print the bare tables only."),
      Flag(name: "no-progress", about: "Show no progress, even on a terminal."),
    ],
    notes: [
      "Each cell is a pattern of edits, a kind of key and a size. In every round the cells come in an "
        + "order drawn from the seed. Beside the diff stand its twin, which hashes every row, and two "
        + "floors of the same lists in the same run: hashing each key once, and reading the memory. "
        + "Ratios of one run can be compared between machines; nanoseconds cannot.",
      "Ctrl-C shows and writes what is known and ends with 130; a second one ends at once.",
    ])

  private static func names(_ names: [String]) -> String { names.joined(separator: ", ") }
}

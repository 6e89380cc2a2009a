// SPDX-License-Identifier: GPL-3.0-or-later
extension OptionTable {
  static let mutants = Verb(
    name: "mutants",
    summary: "Run what is wrong on purpose, and say which checker caught each.",
    examples: [
      .init(line: "weir mutants", about: "Every mutant in its scenario, with a hundred seeds."),
      .init(
        line: "weir mutants --seeds 1000 --out Reports/mutants",
        about: "With a thousand, and with tables."),
      .init(
        line: "weir mutants --matrix", about: "Also which checker was broken by which mutant."),
    ],
    operand: Operand(
      name: "DIR", count: .optional, values: .folders,
      about: "The folder with a scenario for each mutant; Scenarios/mutants without."),
    flags: [
      Flag(
        name: "seeds", value: "N", values: .number,
        about: "How many seeds each mutant gets; \(MutantsOptions.usualSeeds) without."),
      Flag(
        name: "out", value: "DIR", values: .folders,
        about: "Write mutants.csv and matrix.csv to this folder."),
      Flag(
        name: "cores", value: "N", values: .number,
        about: "Run so many seeds side by side instead of one on each core."),
      Flag(name: "matrix", about: "Print which checker was broken by which mutant."),
      Flag(
        name: "worker", hidden: true, about: "Run the seeds that come through the standard input."),
    ],
    notes: [
      "In each scenario the control, a stack of the same making without a bug, and the streams take the mutant's "
        + "place with the same seeds, and must break no promise.",
      "How many seeds are needed is the median of an exponential fit, with its interval. What is printed is the "
        + "same whatever the number of cores.",
      "A mutant that no seed has caught gets \(MutantsOptions.usualPatience) before it counts as a "
        + "survivor. The code is 10 if one survives, or if what has no bug is caught, and 22 if a seed "
        + "misses the canary.",
    ])
}

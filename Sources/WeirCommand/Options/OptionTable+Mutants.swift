extension OptionTable {
  static let mutants = Verb(
    name: "mutants",
    summary: "Run the stacks that are wrong on purpose, and say which checker caught each.",
    examples: [
      .init(line: "weir mutants", about: "Every mutant in its scenario, with a hundred seeds."),
      .init(
        line: "weir mutants --seeds 1000 --out Reports/mutants",
        about: "With a thousand, and with tables."),
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
    ],
    notes: [
      "In each scenario the control, a stack of the same making without a bug, and the streams take the mutant's "
        + "place with the same seeds, and must break no promise.",
      "A mutant that no seed has caught gets \(MutantsOptions.usualPatience) before it counts as a "
        + "survivor. The code is 10 if one survives, or if a stack without a bug is caught.",
    ])
}

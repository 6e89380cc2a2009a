// SPDX-License-Identifier: GPL-3.0-or-later
extension OptionTable {
  /// `weir new`.
  static let new = Verb(
    name: "new",
    summary: "Write a package with a stack of your own, and a program that knows it.",
    examples: [
      .init(
        line: "weir new my-weir",
        about: "Write a stack in Swift, a scenario and a test; all of it builds."),
      .init(
        line: "weir new my-weir --weir ../weir",
        about: "The same, with the Weir that lies there."),
      .init(
        line: "weir new my-weir --weir https://example.com/weir.git",
        about: "The same, with the Weir of an address, and with a job for CI."),
    ],
    operand: Operand(
      name: "DIR", count: .one, values: .folders,
      about: "The folder; its last part is the name of the package."),
    flags: [
      Flag(
        name: "weir", value: "PATH|URL", values: .folders,
        about: "The Weir that it depends on, instead of the one that this program was built from.")
    ],
    notes: [
      "The program of the package is Weir with your stacks: my-weir run, my-weir sweep and all other verbs.",
      "With a path there is no job for CI: no other machine could find Weir there.",
      "Nothing that is there already is written over.",
    ])
}

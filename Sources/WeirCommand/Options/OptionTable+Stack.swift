// SPDX-License-Identifier: GPL-3.0-or-later
extension OptionTable {
  /// `weir stack`.
  static let stack = Verb(
    name: "stack",
    summary: "Try a program of yours as a stack, in small worlds.",
    examples: [
      .init(
        line: "weir stack check ./live-list",
        about:
          "Start it in this folder, and play a calm, a busy, a ranked, a rough and a refused world with it, twice."
      ),
      .init(
        line: "weir stack check ./live-list --seeds 1..50",
        about: "The same with fifty seeds each."),
    ],
    operand: Operand(
      name: "check COMMAND", count: .oneOrTwo, values: .words(["check"]),
      about: "The command that starts the program, as a shell takes it."),
    flags: [
      Flag(name: "seeds", value: "A..B", about: "Play with these seeds instead of 1..3."),
      Flag(
        name: "world", value: "NAME", values: .words(StackWorld.allCases.map(\.rawValue)),
        about: "Play this world alone: calm, busy, ranked, rough, refused, paged or tapped."),
      Flag(
        name: "scenario",
        about: "Print the scenario of the world, or of the first, and play nothing."),
    ],
    notes: [
      "The agreement, weir-stack/1, is explained in the article on stacks in any language: lines of JSON, each "
        + "answered by one line, while time stands still.",
      "The worlds paged and tapped are for programs whose first answer says that they do this: "
        + "{\"weir-stack\":1,\"does\":[\"page\",\"act\"]}.",
      "A program that breaks off, is silent or says what is not agreed ends with 15; a broken promise with 10; two "
        + "runs of one seed that differ, with the first line that the program answers otherwise, with 14.",
    ])
}

// SPDX-License-Identifier: GPL-3.0-or-later
extension OptionTable {
  /// `weir follow`.
  static let follow = Verb(
    name: "follow",
    summary: "Tell the life of one message, from the wish to every list.",
    examples: [
      .init(
        line: "weir follow chat.yaml --seed 92",
        about: "List the messages on which promises broke, or else the first ones."),
      .init(line: "weir follow chat.yaml --seed 92 17", about: "Tell the life of message 17."),
    ],
    operand: Operand(
      name: "FILE [JOURNEY]", count: .oneOrTwo, values: .files,
      about: "A scenario file, or - for the standard input, and the number of a journey."),
    flags: [
      Flag(
        name: "seed", value: "N", values: .number,
        about: "Use this seed instead of the scenario's."),
      set,
      allowOutside,
      Flag(name: "no-progress", about: "Show no progress, even on a terminal."),
    ],
    notes: [
      "A journey is what comes of one wish of a person: every step of it is told with its moment, the row and "
        + "the room of the table of a message's journey, and who took it. The numbers stand in reports of "
        + "failures, in trace.jsonl, and in the list that this verb prints without one."
    ])

  /// `--around` of `weir run`.
  static let around = Flag(
    name: "around", value: "NAME", values: .checkers(or: ["first"]),
    about:
      "Also print the last steps before this checker, or the first one, was broken: a column each for "
      + "the server and the clients.")
}

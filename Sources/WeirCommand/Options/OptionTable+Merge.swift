// SPDX-License-Identifier: GPL-3.0-or-later
extension OptionTable {
  /// `weir merge`.
  static let merge = Verb(
    name: "merge",
    summary: "Put the shards of a sweep together.",
    examples: [
      .init(line: "weir merge shards", about: "Print what the sweep found, as on one machine."),
      .init(
        line: "weir merge shards --out sweeps/chat",
        about: "With the tables and the page that the sweep would have written."),
    ],
    operand: Operand(
      name: "DIR", count: .one, values: .folders,
      about: "The folder with the files that weir sweep --shard has written."),
    flags: [
      Flag(
        name: "out", value: "DIR", values: .folders,
        about: "Write what weir sweep --out writes to this folder."),
      Flag(name: "quiet", short: "q", about: "Print the verdict only."),
    ],
    notes: [
      "Every file in the folder that ends in .weir must be a shard of the same sweep, of the same program and scenario, "
        + "and all must be there: of those that are missing the command is said that makes them. The output has the same "
        + "bytes as that of the same sweep on one machine.",
      "The code is that of the sweep; 66 if a shard is missing, and 65 if a file is cut off, damaged or of another "
        + "sweep.",
    ])
}

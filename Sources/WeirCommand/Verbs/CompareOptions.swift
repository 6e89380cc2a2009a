// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The options of `weir compare`.
struct CompareOptions: Hashable {
  /// The formats in which the comparison is printed.
  enum Format: String, Hashable, CaseIterable {
    /// For people.
    case text
    /// For programs.
    case csv
  }

  /// The folder of the old results.
  var base: String
  /// The folder of the new results.
  var head: String
  /// The format in which the comparison is printed.
  var format: Format
  /// The folder for `compare.txt`, `compare.csv` and the page; nil: none.
  var out: String?

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    guard invocation.operands.count == 2 else {
      throw Problems([
        Problem(
          message: "compare needs two result folders", remedy: "name two: weir compare BASE HEAD")
      ])
    }
    base = invocation.operands[0]
    head = invocation.operands[1]
    format = invocation.value("format").flatMap(Format.init) ?? .text
    out = invocation.value("out")
  }
}

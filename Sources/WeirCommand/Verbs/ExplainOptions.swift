// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The options of `weir explain`.
struct ExplainOptions: Hashable {
  /// A key of the scenario format, or a file; nil: everything.
  var subject: String?
  /// `true` if the JSON Schema is wanted.
  var wantsSchema: Bool

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    subject = invocation.operands.first
    wantsSchema = invocation.has("schema")
    if wantsSchema, let subject {
      throw Problems([
        Problem(
          message: "'\(subject)' is one operand too many: the schema is of the whole format",
          remedy: "write weir explain --schema")
      ])
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirRun

/// `weir help`: texts made from the table, without a look at any file.
enum Help {
  /// Prints what was asked for.
  ///
  /// Behind a verb its own first word may follow, as in `weir help stack check`.
  static func perform(
    _ invocation: Invocation, in environment: CommandEnvironment
  ) throws(Problems) -> ExitCode {
    let verb = invocation.operands.first.flatMap(OptionTable.verb(named:))
    if invocation.operands.count == 2,
      verb?.operand?.name.hasPrefix(invocation.operands[1] + " ") != true
    {
      throw Problems([
        Problem(
          message: "'\(invocation.operands[1])' is too much",
          remedy: "write weir help \(invocation.operands[0])")
      ])
    }
    if invocation.has("man") {
      let out = environment.out
      out.write(
        verbatim: ProgramName.saying(
          out.program, in: ManPage.text, before: OptionTable.verbWords))
    } else {
      show(verb, in: environment)
    }
    return .pass
  }

  /// Prints the help of a verb, or of the whole command.
  static func show(_ verb: Verb?, in environment: CommandEnvironment) {
    environment.out.write(verb.map(HelpText.of) ?? HelpText.overview)
  }
}

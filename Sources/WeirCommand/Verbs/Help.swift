// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// `weir help`: texts made from the table, without a look at any file.
enum Help {
  /// Prints what was asked for.
  static func perform(_ invocation: Invocation, in environment: CommandEnvironment) -> ExitCode {
    if invocation.has("man") {
      environment.out.write(verbatim: ManPage.text)
    } else {
      show(invocation.operands.first.flatMap(OptionTable.verb(named:)), in: environment)
    }
    return .pass
  }

  /// Prints the help of a verb, or of the whole command.
  static func show(_ verb: Verb?, in environment: CommandEnvironment) {
    environment.out.write(verb.map(HelpText.of) ?? HelpText.overview)
  }
}

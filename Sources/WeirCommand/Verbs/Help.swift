internal import WeirCore

/// `weir help`: texts made from the table, without a look at any file.
enum Help {
  /// Prints what was asked for.
  static func perform(_ invocation: Invocation, in surroundings: Surroundings) -> ExitCode {
    if invocation.has("man") {
      surroundings.out.write(verbatim: ManPage.text)
    } else {
      show(invocation.operands.first.flatMap(OptionTable.verb(named:)), in: surroundings)
    }
    return .pass
  }

  /// Prints the help of a verb, or of the whole command.
  static func show(_ verb: Verb?, in surroundings: Surroundings) {
    surroundings.out.write(verb.map(HelpText.of) ?? HelpText.overview)
  }
}

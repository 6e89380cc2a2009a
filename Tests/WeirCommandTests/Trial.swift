@testable import WeirCommand

/// The command in a world of its own: what it printed, what it said, how it ended.
struct Trial {
  /// The exit code.
  let code: ExitCode
  /// What went to the standard output.
  let printed: String
  /// What went to the standard error.
  let said: String

  /// Carries out `weir` with `words`.
  init(_ words: String..., variables: [String: String] = [:]) {
    let out = Output(nil, called: "standard output")
    let err = Output(nil, called: "standard error")
    let surroundings = Surroundings(
      out: out, err: err, readInput: { [] }, variable: { variables[$0] })
    code = Command.perform(words, in: surroundings)
    printed = out.kept
    said = err.kept
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirScenario

import WeirCommand

/// The command in a world of its own: what it printed, what it said, how it ended.
struct Trial {
  /// The exit code.
  let code: ExitCode
  /// The standard output.
  let printed: String
  /// The standard error.
  let said: String

  /// Carries out `weir` with `words`, where only `files` can be read.
  init(
    _ words: [String], variables: [String: String] = [:], files: [String: String] = [:],
    program: String? = nil, lastWorld: LastWorld? = nil,
    clock: @escaping () -> UInt64 = { 0 }, terminal: Bool = false
  ) {
    let out = Output(nil, called: "standard output")
    let err = Output(nil, called: "standard error")
    let loader = FileLoader { path in
      files[path].map { .success(Array($0.utf8)) } ?? .failure(.missing)
    }
    var environment = CommandEnvironment(
      out: out, err: err, files: loader,
      variables: variables.merging(terminal ? ["TERM": "xterm", "NO_COLOR": "1"] : [:]) { $1 },
      errIsTerminal: terminal, lastWorld: lastWorld, wallClock: clock, processorClock: clock)
    if let program { environment.program = program }
    code = Command.perform(words, in: environment)
    printed = out.kept
    said = err.kept
  }

  /// Makes a trial of what was seen elsewhere.
  init(code: ExitCode, printed: String, said: String) {
    (self.code, self.printed, self.said) = (code, printed, said)
  }

  /// Carries out `weir` with `words`, where nothing can be read.
  init(_ words: String...) { self.init(words) }
}

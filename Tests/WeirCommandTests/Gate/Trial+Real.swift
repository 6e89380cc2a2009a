// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

import WeirCommand

extension Trial {
  /// Carries out `weir` with `words` in this world, with its files and clocks; `program` is started where more
  /// processes are wanted.
  init(real words: [String], program: String, isTimed: Bool = false) {
    var environment = CommandEnvironment.ofProcess
    environment.out = Output(nil, called: "standard output")
    environment.err = Output(nil, called: "standard error")
    (environment.outIsTerminal, environment.errIsTerminal) = (false, false)
    environment.program = program
    if !isTimed { environment.wallClock = { 0 } }
    self.init(
      code: Command.perform(words, in: environment), printed: environment.out.kept,
      said: environment.err.kept)
  }
}

import Glibc

import WeirCommand

extension Trial {
  /// Carries out `weir` with `words` in this world, with its files and clocks; `program` is started where more
  /// processes are wanted.
  init(real words: [String], program: String, isTimed: Bool = false) {
    var surroundings = Surroundings.ofProcess
    surroundings.out = Output(nil, called: "standard output")
    surroundings.err = Output(nil, called: "standard error")
    (surroundings.outIsTerminal, surroundings.errIsTerminal) = (false, false)
    surroundings.program = program
    if !isTimed { surroundings.wallClock = { 0 } }
    self.init(
      code: Command.perform(words, in: surroundings), printed: surroundings.out.kept,
      said: surroundings.err.kept)
  }
}

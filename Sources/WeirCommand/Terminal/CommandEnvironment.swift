// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore
internal import WeirMutants
package import WeirRun
package import WeirScenario

/// The environment of the command: everything that it touches outside of itself; a test replaces
/// them.
package struct CommandEnvironment {
  /// The stacks that can be run, with what judges and measures them.
  package var catalogue = Catalogue.complete
  /// The destination of results.
  package var out: Output
  /// The destination of messages about the run.
  package var err: Output
  /// The source of scenarios; `-` is the standard input.
  var files: FileLoader = .files
  /// The environment variables.
  var variables: [String: String] = [:]
  /// `true` if ``out`` is a terminal.
  package var outIsTerminal = false
  /// `true` if ``err`` is a terminal.
  package var errIsTerminal = false
  /// The program that is started where more processes are wanted: this one.
  package var program = "/proc/self/exe"
  /// Where the world of the last run waits for the end of the process; nil: it is given back when its run is over.
  var lastWorld: LastWorld?
  /// Nanoseconds of the wall clock, from any beginning; for the progress line and benchmarks alone.
  package var wallClock: () -> UInt64 = { 0 }
  /// Nanoseconds that the processor has worked for this process; for benchmarks alone.
  var processorClock: () -> UInt64 = { 0 }

  package init(
    out: Output, err: Output, files: FileLoader = .files, variables: [String: String] = [:],
    outIsTerminal: Bool = false, errIsTerminal: Bool = false, program: String = "/proc/self/exe",
    lastWorld: LastWorld? = nil,
    wallClock: @escaping () -> UInt64 = { 0 }, processorClock: @escaping () -> UInt64 = { 0 }
  ) {
    self.out = out
    self.err = err
    self.files = files
    self.variables = variables
    self.outIsTerminal = outIsTerminal
    self.errIsTerminal = errIsTerminal
    self.program = program
    self.lastWorld = lastWorld
    self.wallClock = wallClock
    self.processorClock = processorClock
  }

  /// The process's own.
  package static var ofProcess: CommandEnvironment {
    CommandEnvironment(
      out: Output(1, called: "standard output", of: ProgramName.current),
      err: Output(2, called: "standard error", of: ProgramName.current),
      variables: processEnvironment(),
      outIsTerminal: isatty(1) == 1,
      errIsTerminal: isatty(2) == 1,
      wallClock: { nanoseconds(of: CLOCK_MONOTONIC) },
      processorClock: { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) })
  }

  /// The names that a checker can have on the command line.
  var checkers: [String] { catalogue.promises.map(\.name) + ["oracle"] }

  /// Colours for ``out``.
  var outInk: Ink { Ink(onTerminal: outIsTerminal, variables: variables) }
  /// Colours for ``err``.
  var errInk: Ink { Ink(onTerminal: errIsTerminal, variables: variables) }

  /// Says something about the run, after everything that was printed before it.
  func say(_ words: String) {
    out.flush()
    err.write(words.hasSuffix("\n") ? words : words + "\n")
    err.flush()
  }

  /// Says what is wrong and what to do, with the word `error` in colour if colours are wanted.
  func report(_ problem: Problem) {
    let place = CleanText.line(problem.mark.map { "\($0): " } ?? "\(err.program): ")
    out.flush()
    err.write(place)
    err.write("error:", errInk.alarm)
    err.write(
      " \(CleanText.line(problem.message))\n  remedy: \(CleanText.line(problem.remedy))\n")
    err.flush()
  }

  /// Says something about the run in a tone.
  func say(_ words: String, _ tone: Ink.Tone) {
    out.flush()
    err.write(words, tone)
    err.write("\n")
    err.flush()
  }

  /// Prints a text whose lines may begin with a verdict, which gets its colour.
  ///
  /// The two blanks behind a verdict tell it from words of a scenario, whose blanks are folded.
  func show(_ text: String) {
    let ink = outInk
    guard ink.isColoured else { return out.write(text) }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let verdict = Self.verdicts.first { line.hasPrefix("\($0.word)  ") }
      if let verdict {
        out.write(verdict.word, verdict.isGood ? ink.good : ink.alarm)
        out.write(String(line.dropFirst(verdict.word.count)) + "\n")
      } else {
        out.write(line + "\n")
      }
    }
  }

  /// The verdicts that get a colour.
  private static let verdicts: [(word: String, isGood: Bool)] = [
    ("PASS", true), ("BROKEN", false), ("MISSED", false), ("NOTHING MEASURED", false),
    ("CRASHED", false), ("REFUSED", false), ("INTERRUPTED", false), ("FAILED", false),
    ("DIFFERS", false), ("SLOWER", false), ("NOT DETERMINISTIC", false), ("ACCEPTED", true),
  ]
}

/// Returns the time of a clock of the system.
private func nanoseconds(of clock: clockid_t) -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Returns the environment variables of the process; of two with one name the first counts.
private func processEnvironment() -> [String: String] {
  var variables: [String: String] = [:]
  guard var next = unsafe Optional(environ) else { return variables }
  while let entry = unsafe next.pointee {
    let words = unsafe String(cString: entry).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(words[0])
    if words.count == 2, variables[name] == nil { variables[name] = String(words[1]) }
    unsafe next += 1
  }
  return variables
}

internal import Glibc
internal import WeirReport

/// Everything that the command touches outside of itself. A test gives it another one.
struct Surroundings {
  /// Where results go.
  var out: Output
  /// Where words about the run go.
  var err: Output
  /// What the standard input holds.
  var readInput: () throws(FileFailure) -> [UInt8]
  /// The value of an environment variable.
  var variable: (String) -> String?
  /// Whether ``out`` is a terminal.
  var outIsTerminal = false
  /// Whether ``err`` is a terminal.
  var errIsTerminal = false
  /// Nanoseconds of the wall clock, from any beginning; for the progress line alone.
  var wallClock: () -> UInt64 = { 0 }

  /// The process's own.
  static var ofProcess: Surroundings {
    Surroundings(
      out: Output(1, called: "standard output"),
      err: Output(2, called: "standard error"),
      readInput: WholeFile.readStandardInput,
      variable: { name in unsafe getenv(name).map { text in unsafe String(cString: text) } },
      outIsTerminal: isatty(1) == 1,
      errIsTerminal: isatty(2) == 1,
      wallClock: {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
      })
  }

  /// Colours for ``out``.
  var outInk: Ink { Ink(onTerminal: outIsTerminal, variable: variable) }
  /// Colours for ``err``.
  var errInk: Ink { Ink(onTerminal: errIsTerminal, variable: variable) }

  /// Says something about the run, after everything that was printed before it.
  func say(_ words: String) {
    out.flush()
    err.write(words.hasSuffix("\n") ? words : words + "\n")
    err.flush()
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirBenchmarks
internal import WeirCore
internal import WeirReport

/// `weir bench`: measures the fast parts on this machine.
enum Bench {
  /// Measures until all is done or the user stops it, and shows the results.
  static func perform(_ options: BenchOptions, in environment: CommandEnvironment) -> ExitCode {
    do throws(FileFailure) {
      // A user who cannot write should hear it before the measuring, not after.
      let files = try Files(options)
      Interruption.listen()
      let benchmark = measure(options, in: environment)
      let page = DiffBenchPage(benchmark)
      environment.out.write(options.file == "-" ? page.csv : page.text(isBare: options.isQuiet))
      if benchmark.doneCount < benchmark.count {
        environment.say("stopped after \(benchmark.doneCount) of \(benchmark.count) measurements")
      }
      try files.commit(page)
      if !options.isQuiet {
        for name in files.names { environment.say("results: \(name)") }
      }
      return Interruption.code ?? (benchmark.doneCount > 0 ? .pass : .nothingMeasured)
    } catch {
      environment.report(error.problem)
      return .mostSerious([ExitCode(error)] + [Interruption.code].compactMap { $0 })
    }
  }

  private static func measure(
    _ options: BenchOptions, in environment: CommandEnvironment
  ) -> DiffBenchmark {
    let clock = options.isOfProcessor ? environment.processorClock : environment.wallClock
    var benchmark = DiffBenchmark(
      cells: options.cells, rounds: options.rounds, seed: options.seed, effort: options.effort,
      clock: clock)
    let progress = ProgressLine(in: environment, wanted: options.showsProgress && !options.isQuiet)
    while Interruption.code == nil, benchmark.advance() {
      progress.update(done: benchmark.doneCount, of: benchmark.count, "measurements")
    }
    progress.clear()
    return benchmark
  }

  /// The files that were asked for, begun; each appears whole at the end, or not at all.
  private struct Files {
    private var table: WholeFile?
    private var tables: [WholeFile] = []

    init(_ options: BenchOptions) throws(FileFailure) {
      if let folder = options.folder {
        table = try WholeFile(at: "\(folder)/diff.txt")
        tables.append(try WholeFile(at: "\(folder)/diff.csv"))
      }
      if let file = options.file, file != "-" { tables.append(try WholeFile(at: file)) }
    }

    var names: [String] { (tables + [table].compactMap { $0 }).map(\.path) }

    func commit(_ page: DiffBenchPage) throws(FileFailure) {
      try table?.append(page.text(isBare: false))
      for file in tables { try file.append(page.csv) }
      for file in tables + [table].compactMap({ $0 }) { try file.commit() }
    }
  }
}

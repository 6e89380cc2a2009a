// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirGate
internal import WeirReport
internal import WeirScenario

/// The sweep that a scenario asks its gate for: `gate: { sweep: 20 }`.
///
/// It is the sweep that `weir sweep` does, with its processes, its log and its files, so that what is compared with
/// the baseline is what people get.
enum GateSweep {
  /// The number of processes that run seeds: more than one, so that results come in another order than the seeds.
  private static let cores = 2

  /// Sweeps the seeds from 1 on, and returns the tables; nil if the user interrupted it.
  static func tables(
    of file: String, settings: [String], seeds count: Int, in environment: CommandEnvironment
  ) throws(Problems) -> Baseline.SweepTables? {
    guard let folder = TemporaryFolder.make(in: environment) else {
      throw problem("no folder can be made in '\(TemporaryFolder.place(in: environment))'")
    }
    defer { TemporaryFolder.remove(folder) }
    var options = SweepOptions(files: [file], seeds: 1...UInt64(count), settings: settings)
    (options.folder, options.cores) = (folder, cores)
    (options.countsSituations, options.isQuiet) = (true, true)
    var silent = environment
    silent.out = Output(nil, called: "standard output")
    let code = Sweep.perform(options, in: silent)
    if Interruption.code != nil { return nil }
    func read(_ name: String) throws(Problems) -> [UInt8] {
      if case .success(let bytes) = FileLoader.files.read("\(folder)/\(name)") { return bytes }
      throw Self.problem("the sweep of '\(file)' wrote no \(name), and ended with \(code.rawValue)")
    }
    return Baseline.SweepTables(
      seeds: try read("sweep.csv"), checkers: try read("checkers.csv"),
      coverage: try read("coverage.csv"))
  }

  private static func problem(_ message: String) -> Problems {
    Problems([
      Problem(message: message, remedy: "set TMPDIR to a folder with room, or leave the sweep out")
    ])
  }
}

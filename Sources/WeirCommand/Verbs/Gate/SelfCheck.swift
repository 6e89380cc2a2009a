// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirGate
internal import WeirReport

/// `weir gate --self-check`: many gates of this program against itself, or against the one that is named.
///
/// It says how often this machine would cry wolf, and how long the gates of a scenario take here.
struct SelfCheck {
  let options: GateOptions
  let environment: CommandEnvironment

  init(_ options: GateOptions, in environment: CommandEnvironment) {
    self.options = options
    self.environment = environment
  }

  /// Plays so many gates of each file, and prints a table for each.
  func perform(_ count: Int, of files: [String]) throws(FileFailure) -> ExitCode {
    let own = Machine.file(of: environment.program)
    let base =
      try options.against.map { name throws(FileFailure) in
        try OtherBuild.program(name, timeout: options.timeout, in: environment).program
      } ?? own
    let programs = try TimeLane.Programs(
      base: base, head: own, relinked: try options.relinkedProgram, width: options.pairsAtOnce)
    defer { programs.remove() }
    let lane = TimeLane(options, programs, in: environment)
    let silent = ProgressLine(in: environment, wanted: false)
    let progress = ProgressLine(
      in: environment, wanted: options.showsProgress && !options.isQuiet)
    var codes: [ExitCode] = []
    for file in files {
      var record = GateRecord()
      for number in 0..<count {
        let seed = options.seed << 32 ^ UInt64(number)
        let (finding, trials) = lane.finding(of: file, alpha: 0.001, seed: seed, silent)
        if finding.verdict == .interrupted { break }
        if trials.isEmpty {
          environment.report(
            Problem(
              message: "\(file): \(finding.sentence)",
              remedy: "run it alone: weir gate --against \(base) \(file)"))
          codes.append(ExitCode(finding.verdict))
          break
        }
        record.take(finding, trials)
        progress.update(done: number + 1, of: count, "gates")
      }
      progress.clear()
      environment.out.write("\(file)\n\(record.text)\n")
      if record.count == 0 {
        codes.append(.nothingMeasured)
      } else {
        codes.append(options.against == nil && record.criesWolf ? .measurementInvalid : .pass)
      }
      if let code = Interruption.code {
        codes.append(code)
        break
      }
    }
    return .mostSerious(codes)
  }
}

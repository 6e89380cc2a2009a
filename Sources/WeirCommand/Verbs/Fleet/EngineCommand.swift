// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport

/// A command of an engine that runs tasks on many machines: one process, to its end.
///
///     let command = try EngineCommand("squeue", of: "Slurm", in: environment)
///     try command.run(["--noheader"]).output  // the lines that it printed
struct EngineCommand {
  /// The result of a command.
  struct Answer {
    /// The text that it printed.
    var output: String
    /// `true` if it ended with 0.
    var isGood: Bool
    /// The last line of what it said.
    var lastWords: String
  }

  private let name: String
  private let path: String
  private let environment: CommandEnvironment

  /// Finds a command in the folders of `PATH`.
  init(_ name: String, of engine: String, in environment: CommandEnvironment) throws(Refusal) {
    let folders = (environment.variables["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: Machine.isProgram) else {
      throw Refusal(
        problems: [
          Problem(
            message: "there is no '\(name)' here, the command of \(engine)",
            remedy:
              "start it on a machine from which jobs are submitted (Debian: slurm-client), or let another engine "
              + "run the shards with --shard I/N")
        ], code: .fileMissing)
    }
    self.name = name
    self.path = path
    self.environment = environment
  }

  /// Runs the command; an interruption ends it, unless it is what follows an interruption.
  func run(_ words: [String], evenInterrupted: Bool = false) throws(Refusal) -> Answer {
    do throws(FileFailure) {
      let child = try ChildProcess(program: path, words: [name] + words)
      var output: [UInt8] = []
      while true {
        ChildProcess.wait(for: [child], milliseconds: 100)
        while let bytes = child.read() {
          if bytes.isEmpty { break }
          output += bytes
        }
        if child.isOver { break }
        if Interruption.code != nil, !evenInterrupted { child.kill() }
      }
      let isGood = child.end() == .exited(0)
      return Answer(
        output: String(decoding: output, as: UTF8.self), isGood: isGood, lastWords: child.lastWords)
    } catch {
      throw Refusal(error)
    }
  }
}

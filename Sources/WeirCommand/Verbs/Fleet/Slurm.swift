// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport

/// Slurm as the engine of a fleet: an array of tasks, known by the name of its job.
///
/// The name is made of the hash of the sweep, so that tasks are found again by whoever starts the same sweep, also after
/// the process that submitted them was killed.
struct Slurm {
  /// A task that waits or runs.
  struct QueuedTask {
    /// The number of its shard.
    var shard: Int
    /// `true` if it runs.
    var isRunning: Bool
    /// The reason for which it waits.
    var reason: String
  }

  private let name: String
  private let sbatch: EngineCommand
  private let squeue: EngineCommand
  private let scancel: EngineCommand

  /// Finds the commands of Slurm.
  init(name: String, in environment: CommandEnvironment) throws(Refusal) {
    self.name = name
    sbatch = try EngineCommand("sbatch", of: "Slurm", in: environment)
    squeue = try EngineCommand("squeue", of: "Slurm", in: environment)
    scancel = try EngineCommand("scancel", of: "Slurm", in: environment)
  }

  /// Submits tasks that run a script, and returns the number of the job; nil if an interruption came first.
  func submit(
    _ shards: [Int], script: String, logs: String, cores: Int
  ) throws(Refusal) -> String? {
    let place = logs.replacing("%", with: "%%")
    let answer = try sbatch.run([
      "--parsable", "--job-name=\(name)", "--array=\(Self.array(shards))", "--requeue",
      "--open-mode=append", "--output=\(place)/%a.log", "--cpus-per-task=\(cores)", script,
    ])
    if answer.isGood {
      return String(answer.output.prefix { $0 != ";" && $0 != "\n" })
    }
    if Interruption.code != nil { return nil }
    let isTooLarge = answer.lastWords.contains("array")
    throw Refusal(
      problems: [
        Problem(
          message: "sbatch refuses: \(answer.lastWords)",
          remedy: isTooLarge
            ? "use fewer shards than MaxArraySize of `scontrol show config`, or let the administrator raise it"
            : "see `sinfo`; partition, account and time limit are taken from SBATCH_PARTITION, SBATCH_ACCOUNT and "
              + "SBATCH_TIMELIMIT")
      ], code: .ioFailed)
  }

  /// Returns the tasks that wait or run; nil with a reason if Slurm does not say it.
  func tasks() throws(Refusal) -> (tasks: [QueuedTask]?, words: String) {
    let answer = try squeue.run([
      "--noheader", "--array", "--name=\(name)", "--format=%K %t %r",
    ])
    guard answer.isGood else { return (nil, answer.lastWords) }
    let tasks = answer.output.split(separator: "\n").compactMap { line -> QueuedTask? in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, let shard = Int(words[0]) else { return nil }
      return QueuedTask(
        shard: shard, isRunning: words[1] != "PD", reason: words.count > 2 ? String(words[2]) : "")
    }
    return (tasks, "")
  }

  /// Cancels all tasks; false if Slurm does not answer.
  func cancel() throws(Refusal) -> Bool {
    try scancel.run(["--quiet", "--name=\(name)"], evenInterrupted: true).isGood
  }

  /// Returns numbers as an array of Slurm names them: `0-3,7`.
  static func array(_ numbers: [Int]) -> String {
    ShardSet.ranges(numbers, most: .max).replacing("..", with: "-").replacing(", ", with: ",")
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirSweep

/// The choice of a shard on the command line: `3/50`, or what an engine says about itself.
///
///     try ShardChoice.reading("3/50", [:])                             // 3/50
///     try ShardChoice.reading("auto", ["SLURM_ARRAY_TASK_ID": "3", …]) // 3/50, in an array of 0-49
///     try ShardChoice.reading("auto/50", ["JOB_COMPLETION_INDEX": "3"])
///
/// Shards are counted from 0, as the tasks of Slurm, Kubernetes and most others are. GitLab alone counts from 1, and one
/// is taken off.
package enum ShardChoice {
  /// Reads what stands behind `--shard`; `variables` are those of the environment.
  package static func reading(
    _ text: String, _ variables: [String: String]
  ) throws(Problem) -> Shard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let first = parts.first else { throw notOne(text) }
    if first == "auto" {
      guard parts.count == 2 else { return try shard(of: try engine(variables), nil) }
      guard let count = number(parts[1]) else { throw notOne(text) }
      return try shard(of: try engine(variables), count)
    }
    guard parts.count == 2, let index = number(first), let count = number(parts[1]) else {
      throw notOne(text)
    }
    guard let shard = Shard(index, of: count) else { throw beyond("'\(text)'", index, count) }
    return shard
  }

  /// The words of an engine about the task that it runs.
  private struct EngineTask {
    var engine: String
    /// The number of the task, from 0.
    var index: Int
    /// The number of tasks; nil if the engine does not say it.
    var count: Int?
  }

  private static func shard(of task: EngineTask, _ count: Int?) throws(Problem) -> Shard {
    if let count, let said = task.count, count != said {
      throw Problem(
        message: "--shard auto/\(count) speaks of \(count) shards, and \(task.engine) of \(said)",
        remedy: "leave the number out, or start as many tasks")
    }
    guard let known = count ?? task.count else {
      throw Problem(
        message: "\(task.engine) does not say how many tasks there are",
        remedy: "write it: --shard auto/N")
    }
    guard let shard = Shard(task.index, of: known) else {
      throw beyond("the task \(task.index) of \(task.engine)", task.index, known)
    }
    return shard
  }

  /// Asks the variables of the engines that are known.
  private static func engine(_ variables: [String: String]) throws(Problem) -> EngineTask {
    let tasks = [
      try slurm(variables), try kubernetes(variables), try matrix(variables),
    ].compactMap(\.self)
    guard let task = tasks.first else {
      throw Problem(
        message:
          "--shard auto finds no engine: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX and "
          + "CI_NODE_INDEX is set",
        remedy: "write the shard, such as --shard 0/50")
    }
    guard tasks.count == 1 else {
      throw Problem(
        message:
          "--shard auto finds two engines: \(tasks.map(\.engine).joined(separator: " and "))",
        remedy: "write the shard, such as --shard \"$SLURM_ARRAY_TASK_ID/50\"")
    }
    return task
  }

  private static func slurm(_ variables: [String: String]) throws(Problem) -> EngineTask? {
    guard let index = try value("SLURM_ARRAY_TASK_ID", variables) else { return nil }
    // A part of an array that is submitted again has fewer tasks than there are shards, and says so in no variable.
    guard let count = try value("SLURM_ARRAY_TASK_COUNT", variables),
      try value("SLURM_ARRAY_TASK_MIN", variables) ?? 0 == 0,
      try value("SLURM_ARRAY_TASK_MAX", variables) ?? count - 1 == count - 1
    else { return EngineTask(engine: "Slurm", index: index) }
    return EngineTask(engine: "Slurm", index: index, count: count)
  }

  private static func kubernetes(_ variables: [String: String]) throws(Problem) -> EngineTask? {
    try value("JOB_COMPLETION_INDEX", variables).map { EngineTask(engine: "Kubernetes", index: $0) }
  }

  private static func matrix(_ variables: [String: String]) throws(Problem) -> EngineTask? {
    guard let index = try value("CI_NODE_INDEX", variables) else { return nil }
    guard index > 0 else {
      throw Problem(
        message: "CI_NODE_INDEX is 0, and GitLab, whose variable it is, counts from 1",
        remedy: "write the shard, such as --shard \"$CI_NODE_INDEX/$CI_NODE_TOTAL\"")
    }
    return EngineTask(
      engine: "GitLab", index: index - 1, count: try value("CI_NODE_TOTAL", variables))
  }

  private static func value(
    _ name: String, _ variables: [String: String]
  ) throws(Problem) -> Int? {
    guard let text = variables[name], !text.isEmpty else { return nil }
    if let value = number(text) { return value }
    throw Problem(
      message: "\(name) is '\(text)', which is no number",
      remedy: "unset it, or write the shard, such as --shard 0/50")
  }

  private static func number(_ text: String) -> Int? {
    SeedRange.number(text.utf8).flatMap { $0 <= UInt64(Shard.most) ? Int($0) : nil }
  }

  private static func notOne(_ text: String) -> Problem {
    Problem(
      message: "'\(text)' is not a shard",
      remedy:
        "write its number from 0 and how many there are, such as --shard 3/50, or auto where an engine says them"
    )
  }

  private static func beyond(_ what: String, _ index: Int, _ count: Int) -> Problem {
    guard count > 0, count <= Shard.most else {
      return Problem(
        message: "\(what): there cannot be \(count) shards", remedy: "use from 1 to \(Shard.most)")
    }
    return Problem(
      message: "\(what) is beyond the last of \(count) shards",
      remedy: "they are counted from 0: write --shard 0/\(count) to \(count - 1)/\(count)")
  }
}

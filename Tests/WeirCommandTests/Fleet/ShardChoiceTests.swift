// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirSweep

import WeirCommand

@Suite struct ShardChoiceTests {
  private static let slurm = [
    "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "50", "SLURM_ARRAY_TASK_MIN": "0",
    "SLURM_ARRAY_TASK_MAX": "49",
  ]

  private static func problem(_ text: String, _ variables: [String: String] = [:]) -> String {
    do throws(Problem) {
      return "\(try ShardChoice.reading(text, variables))"
    } catch {
      return "\(error.message); \(error.remedy)"
    }
  }

  @Test func `a shard is its number from 0 and how many there are`() throws {
    #expect(try ShardChoice.reading("0/1", [:]) == Shard(0, of: 1))
    #expect(try ShardChoice.reading("49/50", Self.slurm) == Shard(49, of: 50))
    for text in ["0/1000001", "0/18446744073709551615"] {
      #expect(Self.problem(text).hasSuffix("use from 1 to 1000000"), "\(text)")
    }
    #expect(
      Self.problem("50/50") == "'50/50' is beyond the last of 50 shards; "
        + "they are counted from 0: write --shard 0/50 to 49/50")
    #expect(Self.problem("0/0").contains("there cannot be 0 shards"))
    for text in ["", "3", "3/", "/3", "-1/3", "3/4/5", "a/b", "auto/", "auto/x"] {
      #expect(Self.problem(text).hasPrefix("'\(text)' is not a shard; "), "\(text)")
    }
  }

  @Test func `each engine says which shard a task is`() throws {
    #expect(try ShardChoice.reading("auto", Self.slurm) == Shard(3, of: 50))
    #expect(
      try ShardChoice.reading("auto/8", ["JOB_COMPLETION_INDEX": "7"]) == Shard(7, of: 8))
    // GitLab counts from 1.
    let gitlab = ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"]
    #expect(try ShardChoice.reading("auto", gitlab) == Shard(0, of: 4))
    #expect(
      try ShardChoice.reading("auto", ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "4"])
        == Shard(3, of: 4))
    #expect(Self.problem("auto", ["CI_NODE_INDEX": "0"]).contains("GitLab, whose variable it is"))
  }

  @Test func `a part of an array that is submitted again needs the number of shards`() throws {
    // --array=3,17 of what was --array=0-49
    var again = Self.slurm
    again["SLURM_ARRAY_TASK_COUNT"] = "2"
    again["SLURM_ARRAY_TASK_MIN"] = "3"
    again["SLURM_ARRAY_TASK_MAX"] = "17"
    #expect(Self.problem("auto", again).contains("write it: --shard auto/N"))
    #expect(try ShardChoice.reading("auto/50", again) == Shard(3, of: 50))
    // --array=0,3 looks whole by its first task and its number of tasks.
    again["SLURM_ARRAY_TASK_MIN"] = "0"
    again["SLURM_ARRAY_TASK_MAX"] = "3"
    #expect(Self.problem("auto", again).contains("write it: --shard auto/N"))
  }

  @Test func `what contradicts itself or says too little is refused`() {
    #expect(Self.problem("auto").contains("finds no engine"))
    #expect(
      Self.problem("auto/40", Self.slurm)
        == "--shard auto/40 speaks of 40 shards, and Slurm of 50; "
        + "leave the number out, or start as many tasks")
    #expect(
      Self.problem("auto", Self.slurm.merging(["JOB_COMPLETION_INDEX": "1"]) { $1 })
        .hasPrefix("--shard auto finds two engines: Slurm and Kubernetes"))
    #expect(Self.problem("auto", ["JOB_COMPLETION_INDEX": "1"]).contains("--shard auto/N"))
    #expect(
      Self.problem("auto/3", ["JOB_COMPLETION_INDEX": "3"])
        .hasPrefix("the task 3 of Kubernetes is beyond the last of 3 shards"))
    #expect(Self.problem("auto/3", ["JOB_COMPLETION_INDEX": "x"]).contains("is no number"))
  }
}

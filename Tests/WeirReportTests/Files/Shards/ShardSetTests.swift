// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirReport
import WeirSweep
import WeirTestSupport

@Suite struct ShardSetTests {
  private static let rules = ShardSet.Rules(seeds: 1...9)

  /// Reads all results of a folder, and the problem if one is found.
  private static func read(
    _ folder: String, _ rules: ShardSet.Rules = rules
  ) throws -> (seeds: [UInt64], problem: Problem?) {
    var seeds: [UInt64] = []
    let damage = try ShardSet(in: folder).read(by: rules) { seeds.append($0.seed) }
    return (seeds, damage?.problem)
  }

  private static func write(_ index: Int, _ seeds: [UInt64], in folder: String) throws {
    try ShardFileTests.write(index, of: 3, seeds, in: folder)
  }

  @Test func `shards that are all there give every result once and in order`() throws {
    try withTemporaryFolder { folder in
      // In another order than that of their numbers, and beside files that are none of a merge's business.
      try Self.write(2, [7, 8, 9], in: folder)
      try Self.write(0, [1, 2, 3], in: folder)
      try Self.write(1, [4, 5, 6], in: folder)
      try FileManager.default.moveItem(
        atPath: "\(folder)/shard-2-of-3.weir", toPath: "\(folder)/a renamed one.weir")
      try WholeFile.write("so far", to: "\(folder)/shard-1-of-3.partial")
      let set = try ShardSet(in: folder)
      #expect(set.problems.isEmpty && set.missing.isEmpty && set.absence == nil)
      #expect(set.description == ShardFileTests.description)
      let (seeds, problem) = try Self.read(folder)
      #expect(seeds == Array(1...9) && problem == nil)
    }
  }

  @Test func `missing shards are named, with the command that makes the first`() throws {
    try withTemporaryFolder { folder in
      try ShardFileTests.write(5, of: 9, [6], in: folder)
      try ShardFileTests.write(3, of: 9, [4], in: folder)
      let set = try ShardSet(in: folder)
      #expect(set.missing == [0, 1, 2, 4, 6, 7, 8])
      #expect(set.absence?.message == "shards 0..2, 4, 6..8 of 9 are missing in '\(folder)'")
      #expect(
        set.absence?.remedy
          == "run `weir sweep --seeds=1..9 --shard 0/9 --out \(folder) -- a.yaml`, "
          + "and so on for the others")
      #expect(try ShardSet(in: "\(folder)").problems.isEmpty)
    }
  }

  @Test func `a folder without shards says nothing of any sweep`() throws {
    try withTemporaryFolder { folder in
      let set = try ShardSet(in: folder)
      #expect(set.description == nil && set.missing.isEmpty && set.absence == nil)
      #expect(throws: FileFailure.self) { try ShardSet(in: "\(folder)/nowhere") }
    }
  }

  @Test(arguments: ["seeds", "scenario", "program", "count"])
  func `a shard of another sweep is refused, and the difference is named`(what: String) throws {
    try withTemporaryFolder { folder in
      try Self.write(0, [1, 2, 3], in: folder)
      var other = ShardFileTests.description
      let words: String
      switch what {
      case "seeds":
        other.words[1] = "--seeds=1..8"
        words = "it is of another sweep\n  there: weir sweep --seeds=1..8 -- a.yaml\n"
      case "scenario":
        other.items[0].fingerprint = 8
        words = "it ran another 'a.yaml': its content has the hash 8, and here 7"
      case "program":
        other.build = "0.2.0"
        words = "it was run by another program: 0.2.0, and here 0.1.0-ab"
      default: words = "it is one of 4 shards, and here there are 3"
      }
      let path = try ShardFileTests.write(
        1, of: what == "count" ? 4 : 3, [4, 5, 6], in: folder, other)
      let set = try ShardSet(in: folder)
      #expect(set.problems.count == 1 && set.missing == [1, 2])
      let message = try #require(set.problems.first?.message)
      #expect(message.hasPrefix("'\(path)' does not belong to '\(folder)/shard-0-of-3.weir': "))
      #expect(message.contains(words))
    }
  }

  @Test func `a shard that is there twice is refused`() throws {
    try withTemporaryFolder { folder in
      try Self.write(0, [1, 2, 3], in: folder)
      try FileManager.default.copyItem(
        atPath: "\(folder)/shard-0-of-3.weir", toPath: "\(folder)/copy.weir")
      let problems = try ShardSet(in: folder).problems
      #expect(problems.map(\.message).first?.hasSuffix("are both shard 0/3") == true)
    }
  }

  @Test func `files that are no shards, or cut off, are named one by one`() throws {
    try withTemporaryFolder { folder in
      try Self.write(0, [1, 2, 3], in: folder)
      try WholeFile.write("hello\n", to: "\(folder)/a.weir")
      try WholeFile.write("weir-shard 1\n", to: "\(folder)/b.weir")
      try WholeFile.write("weir-shard 9\n", to: "\(folder)/c.weir")
      let messages = try ShardSet(in: folder).problems.map(\.message)
      #expect(
        messages == [
          "'\(folder)/a.weir' is not the file of a shard", "'\(folder)/b.weir' is cut off",
          "'\(folder)/c.weir' is of the format 'weir-shard 9', and this program reads 'weir-shard 1'",
        ])
    }
  }

  // Whole files with other runs than their shard must hold, as a wrong program would write them.
  @Test(
    arguments: [[4, 6], [4, 5], [4, 5, 5], [4, 5, 6, 7], [5, 4, 6], [3, 4, 5], []] as [[UInt64]])
  func `a run that is lost, counted twice, exchanged or of another shard is found`(
    seeds: [UInt64]
  ) throws {
    try withTemporaryFolder { folder in
      try Self.write(0, [1, 2, 3], in: folder)
      try Self.write(1, seeds, in: folder)
      try Self.write(2, [7, 8, 9], in: folder)
      let problem = try #require(try Self.read(folder).problem)
      #expect(problem.message.hasPrefix("'\(folder)/shard-1-of-3.weir' is damaged in line "))
      #expect(problem.remedy.contains("--shard 1/3 --out"))
    }
  }

  @Test func `a limit counts failures over all shards, and a shard may end at its own`() throws {
    try withTemporaryFolder { folder in
      // Seeds that are divisible by four fail; the shards stop at their first failure.
      try Self.write(0, [1, 2, 3], in: folder)
      try Self.write(1, [4], in: folder)
      try Self.write(2, [7, 8], in: folder)
      let (seeds, problem) = try Self.read(folder, ShardSet.Rules(seeds: 1...9, limit: 1))
      #expect(seeds == [1, 2, 3, 4] && problem == nil)
      #expect(try Self.read(folder, ShardSet.Rules(seeds: 1...9, limit: 2)).problem != nil)
    }
  }
}

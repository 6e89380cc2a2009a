// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct MergeTests {
  /// Runs a sweep in so many shards, the last one first.
  private static func shards(_ count: Int, _ words: [String], in folder: String) {
    for index in (0..<count).reversed() {
      let trial = SweepTests.sweep(["--shard", "\(index)/\(count)", "--out", folder] + words)
      #expect(trial.code == .pass && trial.printed == "", "shard \(index): \(trial.said)")
    }
  }

  private static func merge(_ words: String...) -> Trial {
    Trial(["merge"] + words, program: SweepTests.program)
  }

  /// Every file of a folder.
  private static func files(in folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
    }
    return files
  }

  @Test(
    arguments: [
      (1, ["--seeds", "3..12", "flaky.yaml"]),
      (5, ["--seeds", "3..12", "--set", "clients.0.count=3", "flaky.yaml", "good.yaml"]),
      (7, ["--seeds", "1..30", "--limit", "2", "flaky.yaml", "good.yaml", "missed.yaml"]),
      (4, ["--seeds", "1..30", "--until-failure", "flaky.yaml"]),
      (3, ["--seeds", "1..9", "--expect-broken", "converge", "flaky.yaml"]),
      (4, ["--seeds", "1..9", "--checker", "lists", "--coverage", "flaky.yaml", "good.yaml"]),
      (
        6,
        [
          "--seeds", "1..3", "--vary", "network.delay=10ms..200ms", "--points", "5", "--measure",
          "post-to-seen.p50", "flaky.yaml", "good.yaml",
        ]
      ),
      (3, ["--seeds", "1..3", "nothing.yaml"]),
    ])
  func `shards give what one machine gives, byte for byte`(count: Int, words: [String]) throws {
    try withTemporaryFolder { folder in
      let alone = SweepTests.sweep(["--out", "\(folder)/alone"] + words)
      Self.shards(count, words, in: "\(folder)/shards")
      let merged = Self.merge("\(folder)/shards", "--out", "\(folder)/merged")
      #expect(merged.code == alone.code && merged.printed == alone.printed)
      #expect(merged.said == "results: \(folder)/merged\n")
      let expected = try Self.files(in: "\(folder)/alone")
      #expect(expected.count >= 4)
      #expect(try Self.files(in: "\(folder)/merged") == expected)
      let short = Self.merge("\(folder)/shards", "--quiet")
      #expect(short.code == alone.code && alone.printed.hasSuffix("\n\(short.printed)"))
    }
  }

  @Test
  func `a shard that is done is not run again, one that is cut off is, and no other is touched`()
    throws
  {
    try withTemporaryFolder { folder in
      let words = ["--seeds", "1..9", "flaky.yaml"]
      Self.shards(3, words, in: folder)
      let before = try Self.files(in: folder)
      let again = SweepTests.sweep(
        ["--shard", "1/3", "--out", folder] + words, program: "/bin/false")
      #expect(again.code == .cannotCreate && again.said.contains("with another program"))
      let same = SweepTests.sweep(["--shard", "1/3", "--out", folder] + words)
      #expect(same.code == .pass)
      #expect(same.said == "shard 1/3 is done already: \(folder)/shard-1-of-3.weir\n")
      let path = "\(folder)/shard-1-of-3.weir"
      let bytes = try #require(before["shard-1-of-3.weir"])
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
      let torn = Self.merge(folder)
      #expect(torn.code == .fileMissing && torn.printed == "")
      #expect(torn.said.contains("error: '\(path)' is cut off\n"))
      #expect(torn.said.contains("error: shard 1 of 3 is missing in '\(folder)'\n"))
      // Whole at both ends, so that only reading all of it shows what is wrong.
      var changed = bytes
      changed[bytes.count / 2] ^= 1
      try changed.write(to: URL(fileURLWithPath: path))
      let damaged = Self.merge(folder, "--out", "\(folder)/tables")
      #expect(damaged.code == .scenarioWrong && damaged.printed == "")
      #expect(damaged.said.contains("error: '\(path)' is damaged in line "))
      let tables = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/tables")
      #expect(tables.isEmpty)
      try FileManager.default.removeItem(atPath: "\(folder)/tables")
      #expect(SweepTests.sweep(["--shard", "1/3", "--out", folder] + words).code == .pass)
      #expect(try Self.files(in: folder) == before)
    }
  }

  @Test func `the command that a missing shard names makes it`() throws {
    try withTemporaryFolder { folder in
      let words = ["--seeds", "1..9", "--set", "clients.0.count=3", "--limit", "2", "flaky.yaml"]
      Self.shards(3, words, in: folder)
      let path = "\(folder)/shard-2-of-3.weir"
      let before = FileManager.default.contents(atPath: path)
      try FileManager.default.removeItem(atPath: path)
      let said = Self.merge(folder).said
      let start = try #require(said.range(of: "run `weir "))
      let command = said[start.upperBound...].prefix { $0 != "`" }
      let again = Trial(
        command.split(separator: " ").map(String.init), files: SweepTests.files,
        program: SweepTests.program)
      #expect(again.code == .pass, "\(command): \(again.said)")
      #expect(FileManager.default.contents(atPath: path) == before)
    }
  }

  @Test func `wrong use is answered with its code, its place and a remedy`() throws {
    try withTemporaryFolder { folder in
      #expect(Self.merge("\(folder)/nowhere").code == .fileMissing)
      let empty = Self.merge(folder)
      #expect(empty.code == .fileMissing && empty.said.contains("there is no shard in '\(folder)'"))
      Self.shards(2, ["--seeds", "1..4", "good.yaml"], in: folder)
      let other = SweepTests.sweep([
        "--seeds", "1..5", "--shard", "0/2", "--out", folder, "good.yaml",
      ])
      #expect(other.code == .cannotCreate && other.said.contains("is of another sweep"))
      Self.shards(2, ["--seeds", "1..5", "--fresh", "good.yaml"], in: folder)
      #expect(Self.merge(folder).printed.contains("seeds 1..5"))
      try WholeFile.write("hello\n", to: "\(folder)/a.weir")
      let foreign = Self.merge(folder)
      #expect(foreign.code == .scenarioWrong && foreign.said.contains("a.weir' is not the file"))
      let blocked = Self.merge(folder, "--out", "\(folder)/a.weir")
      #expect(blocked.printed == "" && blocked.code != .pass)
    }
  }

  @Test func `a shard needs a folder, a file and a run`() {
    let no = SweepTests.sweep(["--shard", "3/2", "-"])
    #expect(no.code == .usage)
    #expect(no.said.contains("'3/2' is beyond the last of 2 shards"))
    #expect(no.said.contains("'--shard' without '--out' has no place for its file"))
    #expect(no.said.contains("a shard cannot read its scenario from the standard input"))
    let many = SweepTests.sweep([
      "--shard", "0/9", "--seeds", "1..4", "--out", "/nowhere", "good.yaml", "flaky.yaml",
    ])
    #expect(many.code == .usage)
    #expect(many.said.contains("a sweep of 8 runs cannot have 9 shards"))
    let auto = Trial(
      ["sweep", "--shard", "auto", "--out", "x", "good.yaml"],
      variables: ["JOB_COMPLETION_INDEX": "1"], files: SweepTests.files)
    #expect(auto.code == .usage && auto.said.contains("Kubernetes does not say how many"))
  }
}

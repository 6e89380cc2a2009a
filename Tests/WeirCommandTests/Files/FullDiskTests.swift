// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

/// Tests of results that do not fit on the disk, here because no file may be larger than a limit.
@Suite struct FullDiskTests {
  /// Every file below a folder, by its path there.
  private static func files(in folder: String) -> [String: [UInt8]] {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    var files: [String: [UInt8]] = [:]
    for name in names {
      var isFolder = false
      guard FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder),
        !isFolder
      else { continue }
      files[name] = [UInt8](FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
    }
    return files
  }

  /// Carries out `weir` in a process whose files may have so many kilobytes.
  private static func weir(_ words: [String], kilobytes: Int?) throws -> (code: Int32, said: String)
  {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    let limit = kilobytes.map { "ulimit -f \($0); " } ?? ""
    process.arguments = ["-c", "\(limit)exec \"$0\" \"$@\"", SweepTests.program] + words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  /// Checks that every file is there as a whole or not at all, for all sizes of the disk, and that
  /// the user is told.
  private static func check(
    _ words: (_ folder: String) -> [String], room: [Int], grows: Set<String> = []
  ) throws {
    try withTemporaryFolder { folder in
      try WholeFile.write(GateTests.text(), to: "\(folder)/a.yaml")
      let whole = try weir(words(folder) + ["--out", "\(folder)/whole"], kilobytes: nil)
      #expect(whole.code == 0)
      let expected = files(in: "\(folder)/whole")
      #expect(!expected.isEmpty)
      for kilobytes in room {
        let out = "\(folder)/out-\(kilobytes)"
        let (code, said) = try weir(words(folder) + ["--out", out], kilobytes: kilobytes)
        #expect(code == ExitCode.ioFailed.rawValue && said.contains("remedy: free some space"))
        for (name, bytes) in files(in: out) where !grows.contains(name) {
          #expect(expected[name] == bytes, "\(name) with room for \(kilobytes) kB a file")
        }
      }
    }
  }

  @Test func `a run leaves whole files only`() throws {
    try Self.check({ ["run", "--quiet", "\($0)/a.yaml"] }, room: [0, 1, 2, 4])
  }

  @Test func `a gate leaves whole files only`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write(GateTests.text(), to: "\(folder)/a.yaml")
      let words = ["gate", "--baseline", "\(folder)/baselines", "\(folder)/a.yaml"]
      let accept = words + ["--accept", "--reason", "the first"]
      let refused = try Self.weir(accept, kilobytes: 0)
      #expect(refused.code == ExitCode.ioFailed.rawValue)
      #expect(Self.files(in: "\(folder)/baselines").isEmpty)
      #expect(try Self.weir(accept, kilobytes: nil).code == 0)
      let before = Self.files(in: "\(folder)/baselines")
      #expect(before.count == 1)
      // A baseline that cannot be written anew stays what it was.
      let again = words + ["--accept", "--reason", "the second", "--set", "seed=2"]
      #expect(try Self.weir(again, kilobytes: 0).code == ExitCode.ioFailed.rawValue)
      #expect(Self.files(in: "\(folder)/baselines") == before)
    }
  }

  @Test func `a sweep leaves whole tables only, and a log to go on from`() throws {
    try Self.check(
      { ["sweep", "--seeds", "1..60", "--quiet", "\($0)/a.yaml"] }, room: [0, 1],
      grows: ["sweep.partial"])
  }

  @Test func `a shard leaves a whole file only, and a log to go on from`() throws {
    try Self.check(
      { ["sweep", "--seeds", "1..120", "--shard", "1/2", "--quiet", "\($0)/a.yaml"] },
      room: [0, 1, 8], grows: ["shard-1-of-2.partial"])
  }

  @Test func `a merge leaves whole tables only`() throws {
    try withTemporaryFolder { shards in
      try WholeFile.write(GateTests.text(), to: "\(shards)/a.yaml")
      let words = [
        "sweep", "--seeds", "1..60", "--shard", "0/1", "--out", shards, "\(shards)/a.yaml",
      ]
      #expect(try Self.weir(words, kilobytes: nil).code == 0)
      try Self.check({ _ in ["merge", "--quiet", shards] }, room: [0, 1])
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirTestSupport

import WeirCommand

/// Tests of shards whose process is ended, or that two processes run at once.
@Suite struct ShardEndingTests {
  private static let name = "shard-1-of-2"

  /// Writes a scenario all of whose seeds fail, so that with room for few words a sweep waits to tell of them.
  private static func scenario(in folder: String) throws -> String {
    let file = "\(folder)/flaky.yaml"
    try SweepTests.text("expect: { post-to-seen: { p99: { under: 1ms } } }", settle: "120ms")
      .write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  private static func words(_ file: String, _ folder: String) -> [String] {
    ["--seeds", "1..160", "--shard", "1/2", "--out", folder, file]
  }

  private static func result(in folder: String) throws -> Data {
    try #require(FileManager.default.contents(atPath: "\(folder)/\(name).weir"))
  }

  @Test func `a shard that is killed again and again loses nothing and runs nothing twice`() throws
  {
    try withTemporaryFolder { folder in
      let file = try Self.scenario(in: folder)
      let (whole, torn) = ("\(folder)/whole", "\(folder)/torn")
      let undisturbed = try RunningSweep(Self.words(file, whole) + ["--quiet"])
      undisturbed.process.waitUntilExit()
      #expect(undisturbed.process.terminationStatus == 0)
      var chance = RandomStream(seed: UInt64(getpid()), "kill")
      let log = "\(torn)/\(Self.name).partial"
      for _ in 0..<3 {
        let before = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        let lines = before.utf8.count { $0 == UInt8(ascii: "\n") } + 2 + chance.index(below: 3)
        let sweep = try RunningSweep(Self.words(file, torn), room: 900)
        #expect(sweep.waits(for: log, lines: lines))
        let children = sweep.children
        kill(sweep.process.processIdentifier, SIGKILL)
        sweep.process.waitUntilExit()
        for child in children { while SweepEndingTests.isAlive(child) { usleep(1000) } }
        #expect(!FileManager.default.fileExists(atPath: "\(torn)/\(Self.name).weir"))
      }
      // As if the last kill had come while the file was written.
      try "weir-sh".write(
        toFile: "\(torn)/.\(Self.name).weir.weir-1-0", atomically: false, encoding: .utf8)
      let last = try RunningSweep(Self.words(file, torn) + ["--quiet"])
      last.process.waitUntilExit()
      #expect(last.process.terminationStatus == 0)
      #expect(try last.words(last.errors).hasPrefix("going on: "))
      #expect(try Self.result(in: torn) == Self.result(in: whole))
      #expect(try FileManager.default.contentsOfDirectory(atPath: torn) == ["\(Self.name).weir"])
    }
  }

  @Test func `of two processes on one shard the second waits, and then finds it done`() throws {
    try withTemporaryFolder { folder in
      let file = try Self.scenario(in: folder)
      // The first one has room for few words, and goes on when they are read.
      let first = try RunningSweep(Self.words(file, folder), room: 900)
      #expect(first.waits(for: "\(folder)/\(Self.name).partial", lines: 3))
      let second = try RunningSweep(Self.words(file, folder))
      #expect(second.process.isRunning)
      let said = try first.words(first.errors)
      first.process.waitUntilExit()
      second.process.waitUntilExit()
      #expect(said.contains("shard 1/2: 80 runs, 80 failed\n"))
      #expect(first.process.terminationStatus == 0 && second.process.terminationStatus == 0)
      #expect(try second.words(second.errors).contains("shard 1/2 is done already: "))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
          == ["flaky.yaml", "\(Self.name).weir"])
    }
  }

  @Test func `a shard that is interrupted keeps what is known, also while it waits`() throws {
    try withTemporaryFolder { folder in
      let file = try Self.scenario(in: folder)
      let first = try RunningSweep(Self.words(file, folder), room: 900)
      #expect(first.waits(for: "\(folder)/\(Self.name).partial", lines: 3))
      let second = try RunningSweep(Self.words(file, folder))
      let waiting = Data("another process is at work on shard 1/2: waiting for it\n".utf8)
      #expect(try second.errors.fileHandleForReading.read(upToCount: waiting.count) == waiting)
      kill(second.process.processIdentifier, SIGINT)
      second.process.waitUntilExit()
      #expect(second.process.terminationStatus == 130)
      #expect(try second.words(second.errors).contains("another process is at work on"))
      kill(first.process.processIdentifier, SIGTERM)
      #expect(
        try first.words(first.errors).hasSuffix("seeds; the same command goes on from there\n"))
      first.process.waitUntilExit()
      #expect(first.process.terminationStatus == 143)
      #expect(FileManager.default.fileExists(atPath: "\(folder)/\(Self.name).partial"))
    }
  }
}

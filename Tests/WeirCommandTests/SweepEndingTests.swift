// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirTestSupport

import WeirCommand

/// Tests of sweeps that are ended, or one of whose processes is.
@Suite struct SweepEndingTests {
  static func isAlive(_ number: String) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else {
      return false
    }
    return text.split(separator: ")").last?.hasPrefix(" Z") != true
  }

  /// A program that is `weir` but for what it does when it is given a seed; `action` is in the words of bash.
  static func program(seed: Int, _ action: String, in folder: String) throws -> String {
    let path = "\(folder)/weir-\(seed)"
    let text = """
      #!/bin/bash
      while IFS= read -r line; do
        if [ "$line" = "0 \(seed)" ]; then \(action); fi
        printf '%s\\n' "$line"
      done | \(SweepTests.program) "$@"

      """
    try writeProgram(text, to: path)
    return path
  }

  @Test func `a sweep that is killed again and again loses nothing and runs nothing twice`() throws
  {
    try withTemporaryFolder { folder in
      let file = "\(folder)/flaky.yaml"
      try SweepTests.text("expect: { post-to-seen: { p99: { under: 1ms } } }", settle: "120ms")
        .write(toFile: file, atomically: true, encoding: .utf8)
      let (whole, torn) = ("\(folder)/whole", "\(folder)/torn")
      let log = "\(torn)/sweep.partial"
      let words = ["--seeds", "1..80", file]
      let undisturbed = try RunningSweep(words + ["--out", whole, "--cores", "1", "--quiet"])
      undisturbed.process.waitUntilExit()
      #expect(undisturbed.process.terminationStatus == 10)

      // Another moment in every process, and one that can be read in the failure.
      var chance = RandomStream(seed: UInt64(getpid()), "kill")
      for more in [3, 1 + chance.index(below: 3), 1 + chance.index(below: 3)] {
        let before = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        let lines = before.utf8.count { $0 == UInt8(ascii: "\n") } + more
        // Every seed fails, and is told of: with room for few of them no sweep ends by itself, however late this
        // thread gets its turn.
        let sweep = try RunningSweep(words + ["--out", torn, "--cores", "3"], room: 900)
        #expect(sweep.waits(for: log, lines: lines))
        let children = sweep.children
        #expect(!children.isEmpty)
        kill(sweep.process.processIdentifier, SIGKILL)
        sweep.process.waitUntilExit()
        // The processes that ran its seeds notice that nobody waits for them.
        for child in children { while Self.isAlive(child) { usleep(1000) } }
        // As if the kill had come in the middle of a line.
        let handle = try #require(FileHandle(forWritingAtPath: log))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("0\t39\tpass\t12".utf8))
        try handle.close()
      }
      let known = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        .dropFirst().dropLast()
      let seeds = known.map { $0.split(separator: "\t")[1] }
      #expect(Set(seeds).count == seeds.count && (4..<80).contains(seeds.count))

      // As if the last kill had come while the tables were written.
      try "1,fla".write(toFile: "\(torn)/.sweep.csv.weir-1-0", atomically: false, encoding: .utf8)
      let last = try RunningSweep(words + ["--out", torn, "--quiet"])
      last.process.waitUntilExit()
      #expect(last.process.terminationStatus == 10)
      #expect(
        try last.words(last.errors).hasPrefix("going on: \(seeds.count) of 80 seeds are done, "))
      for name in ["sweep.csv", "checkers.csv", "sweep.txt"] {
        #expect(try SweepTests.read(name, in: torn) == SweepTests.read(name, in: whole))
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: torn).sorted()
      #expect(names == ["checkers.csv", "index.html", "sweep.csv", "sweep.txt"])
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGQUIT, 143)] as [(Int32, Int32)])
  func `a sweep that is interrupted says what is known, keeps it, and can be continued`(
    signal: Int32, code: Int32
  ) throws {
    try withTemporaryFolder { folder in
      let file = "\(folder)/flaky.yaml"
      try SweepTests.text(settle: "120ms").write(toFile: file, atomically: true, encoding: .utf8)
      let sweep = try RunningSweep(["--seeds", "1..1000000", "--out", folder, file])
      #expect(sweep.waits(for: "\(folder)/sweep.partial", lines: 8, with: 4))
      kill(sweep.process.processIdentifier, signal)
      let page = try sweep.words(sweep.output)
      let said = try sweep.words(sweep.errors)
      sweep.process.waitUntilExit()
      #expect(sweep.process.terminationStatus == code)
      #expect(page.contains("\nINTERRUPTED  1 scenario, ") && !page.contains("PASS"))
      #expect(page.contains("seed 4: converge broke at "))
      #expect(said.contains("of 1000000 seeds; the same command goes on from there\n"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/sweep.csv"))

      let other = SweepTests.sweep(["--seeds", "1..9", "--out", folder, "good.yaml"])
      #expect(other.code == .cannotCreate && other.printed == "")
      #expect(other.said.contains("is of another sweep that is unfinished"))
      let fresh = SweepTests.sweep(["--seeds", "1..3", "--out", folder, "--fresh", "good.yaml"])
      #expect(fresh.code == .pass)
    }
  }

  @Test func `a run that crashes is a failed seed with its last words, and the sweep goes on`()
    throws
  {
    try withTemporaryFolder { folder in
      let program = try Self.program(
        seed: 5,
        "echo 'Room/File.swift:9: Fatal error: invariant broken: five' >&2; kill -ILL $$; exit",
        in: folder)
      let words = ["--seeds", "1..12", "--out", folder, "good.yaml"]
      let trial = SweepTests.sweep(words, program: program)
      #expect(trial.code == .ours)
      let crash = "crashed: Room/File.swift:9: Fatal error: invariant broken: five"
      #expect(trial.said.contains("seed 5 of good.yaml: \(crash) (132)\n"))
      #expect(trial.said.contains("  replay: weir run good.yaml --seed 5\n"))
      #expect(trial.printed.contains("12 seeds, 1 failed (1 crashed)"))
      let rows = try SweepTests.read("sweep.csv", in: folder).split(separator: "\r\n")
      #expect(rows.count == 13 && rows.count { $0.contains(",pass,") } == 11)
      #expect(rows[5].hasPrefix("1,good,good.yaml,5,crashed,,,Room/File.swift:9: "))
    }
  }

  @Test func `a process that is killed from outside costs nothing, and always killed is a crash`()
    throws
  {
    try withTemporaryFolder { folder in
      let once = try Self.program(
        seed: 4, "if mkdir \(folder)/killed 2>/dev/null; then kill -KILL $$; exit; fi", in: folder)
      let words = ["--seeds", "1..6", "flaky.yaml"]
      let disturbed = SweepTests.sweep(words, program: once)
      #expect(FileManager.default.fileExists(atPath: "\(folder)/killed"))
      #expect(disturbed.printed == SweepTests.sweep(words).printed)
      let always = try Self.program(seed: 3, "kill -KILL $$; exit", in: folder)
      let trial = SweepTests.sweep(words, program: always)
      #expect(trial.code == .ours)
      #expect(trial.said.contains("seed 3 of flaky.yaml: crashed: its process was killed 3 times"))
      #expect(trial.printed.contains("6 seeds, 2 failed (1 crashed, 1 broken)"))
    }
  }

  @Test func `a program that cannot do the work ends the sweep, and says so`() {
    let absent = SweepTests.sweep(["good.yaml"], program: "/nowhere/weir")
    #expect(absent.code == .ioFailed)
    #expect(absent.said.contains("cannot start another process: No such file"))
    let other = SweepTests.sweep(["good.yaml"], program: "/bin/false")
    #expect(other.code == .ioFailed)
    #expect(other.said.contains("a process of the sweep ended with 1"))
    let strange = SweepTests.sweep(["good.yaml"], program: "/bin/echo")
    #expect(strange.code == .ioFailed)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirGate
import WeirReport
import WeirTestSupport

import WeirCommand

/// The time lane with real processes, and with programs that say what they cost.
@Suite struct TimeLaneTests {
  /// A program that answers at once with what its work is said to have cost, in nanoseconds.
  private static func fake(
    _ name: String, costs: String, in folder: String, more: String = ""
  ) throws -> String {
    let path = "\(folder)/\(name)"
    try writeProgram(
      """
      #!/bin/bash
      \(more)
      echo "weir-work 2 \(costs) \(costs) 100 5000000 0"
      """, to: path)
    return path
  }

  private static func gate(
    head: String, base: String, _ folder: String, _ words: [String] = []
  ) throws -> Trial {
    try WholeFile.write(GateTests.text(), to: "\(folder)/a.yaml")
    return Trial(
      real: ["gate", "--against", base] + words + ["\(folder)/a.yaml"], program: head,
      isTimed: true)
  }

  @Test func `a program that costs more by more than the budget is slower, twice`() throws {
    try withTemporaryFolder { folder in
      let (base, head) = (
        try Self.fake("base", costs: "1000000", in: folder),
        try Self.fake("head", costs: "1030000", in: folder)
      )
      let trial = try Self.gate(head: head, base: base, folder, ["--out", "\(folder)/out"])
      #expect(trial.code == .slower)
      #expect(trial.printed.contains("slower by more than 1 %, twice: +3 %"))
      let pairs = try String(contentsOfFile: "\(folder)/out/pairs.csv", encoding: .utf8)
      // Two trials of 20 pairs and 2 controls, two processes each, and the heading.
      #expect(pairs.split(separator: "\r\n").count == 1 + 2 * 22 * 2)
      let same = try Self.gate(head: base, base: base, folder)
      #expect(same.code == .pass && same.printed.contains("20 pairs"))
    }
  }

  @Test func `a base or head that measures nothing is never a pass`() throws {
    try withTemporaryFolder { folder in
      let good = try Self.fake("good", costs: "1000000", in: folder)
      for more in ["kill -SEGV $$", "exit 0", "exit 64", "exit 70"] {
        let bad = try Self.fake("bad", costs: "1000000", in: folder, more: more)
        #expect(try Self.gate(head: good, base: bad, folder).code == .nothingMeasured)
        #expect(try Self.gate(head: bad, base: good, folder).code == .nothingMeasured)
      }
      let hung = try Self.fake("hung", costs: "1", in: folder, more: "exec sleep 60")
      let late = try Self.gate(head: hung, base: good, folder, ["--timeout", "1"])
      #expect(late.code == .nothingMeasured && late.printed.contains("head hung"))
      // Who waits for the baton of one that hangs is not to blame alone.
      let waiting = try Self.fake("waiting", costs: "1", in: folder, more: "read -r -n 1 byte")
      let both = try Self.gate(head: hung, base: waiting, folder, ["--timeout", "1"])
      #expect(both.code == .nothingMeasured && both.printed.contains("both were ended"))
      let none = try Self.gate(head: good, base: "\(folder)/nobody", folder)
      #expect(none.code == .fileMissing && none.said.contains("nor a revision"))
    }
  }

  @Test func `another link of the base stands in for its copy`() throws {
    try withTemporaryFolder { folder in
      let base = try Self.fake("base", costs: "1000000", in: folder)
      let relinked = try Self.fake("relinked", costs: "1000001", in: folder)
      func text(of programs: TimeLane.Programs, _ arm: TimeTrial.Arm) throws -> String {
        try String(contentsOfFile: programs.program(of: arm), encoding: .utf8)
      }
      for other in [nil, relinked] {
        let programs = try TimeLane.Programs(base: base, head: base, relinked: other)
        defer { programs.remove() }
        try programs.renew(.twin)
        #expect(try text(of: programs, .twin).contains("1000001") == (other != nil))
        #expect(try text(of: programs, .base).contains("1000001") == false)
      }
      let words = ["--relinked", relinked]
      #expect(try Self.gate(head: base, base: base, folder, words).code == .pass)
      let none = try Self.gate(head: base, base: base, folder, ["--relinked", "\(folder)/nobody"])
      #expect(none.code == .fileMissing && none.said.contains("is not a program"))
      let alone = Trial(["gate", "--relinked", base, "a.yaml"])
      #expect(alone.code == .usage && alone.said.contains("--against BUILD"))
    }
  }

  @Test func `a process that claims more work than the system saw is not valid`() throws {
    try withTemporaryFolder { folder in
      let liar = try Self.fake("liar", costs: "99000000000", in: folder)
      #expect(try Self.gate(head: liar, base: liar, folder).code == .measurementInvalid)
    }
  }

  @Test func `when time is up nothing is told`() throws {
    try withTemporaryFolder { folder in
      let base = try Self.fake("base", costs: "1000000", in: folder)
      let trial = try Self.gate(head: base, base: base, folder, ["--max-time", "0"])
      #expect(trial.code == .cannotTell)
    }
  }

  @Test func `real processes of one program are measured and compared`() throws {
    try withTemporaryFolder { folder in
      let trial = try Self.gate(
        head: SweepTests.program, base: SweepTests.program, folder,
        ["--budget", "100%", "--format", "json"])
      // A debug build on a busy machine may not be told, but it is measured.
      #expect([.pass, .cannotTell].contains(trial.code))
      #expect(trial.printed.contains("\"clock\":\"cpu\"") && trial.printed.contains("\"pairs\":"))
      let check = Trial(
        real: [
          "gate", "--self-check", "--gates", "1", "--budget", "100%", "\(folder)/a.yaml",
        ], program: SweepTests.program, isTimed: true)
      #expect(check.code == .pass && check.printed.contains("1 gate played"))
    }
  }

  /// Returns what a process prints whose clock is `late` by a good deal at every so many readings.
  private static func work(tries: Int, late: Int?) -> GateWorker.Piece? {
    var (now, readings) = (UInt64(0), 0)
    let trial = Trial(
      ["gate", "--work", "20000000000", "--tries", "\(tries)", "a.yaml"],
      files: ["a.yaml": GateTests.text(every: "50ms")],
      clock: {
        readings += 1
        now += late.map { readings % $0 == 0 } ?? false ? 1_000_000 : 1_000
        return now
      })
    return GateWorker.Piece(Array(trial.printed.utf8))
  }

  @Test func `a disturbance that does not come back at the same moment leaves no trace`() throws {
    let calm = try #require(Self.work(tries: 1, late: nil))
    let disturbed = try #require(Self.work(tries: 1, late: 37))
    let repeated = try #require(Self.work(tries: 3, late: 37))
    #expect(calm.events > 200 && disturbed.processor > 10 * calm.processor)
    #expect(repeated.line == calm.line)
  }

  @Test func `a line of work is read back, and nothing else is`() {
    let line = "weir-work 2 5 6 7 8 1\n"
    #expect(GateWorker.Piece(Array(line.utf8))?.line == line)
    for line in ["", "weir-work 1 5 6 7 8 1", "weir-work 2 0 6 7 8 1", "weir-work 2 5 6 0 8 1"] {
      #expect(GateWorker.Piece(Array(line.utf8)) == nil)
    }
  }
}

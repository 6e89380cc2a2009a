// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct FleetTests {
  /// A folder with an engine and a scenario.
  private struct Place {
    let folder: String
    let slurm: FakeSlurm
    var file: String { "\(folder)/flaky.yaml" }
    var out: String { "\(folder)/out put" }

    init(_ folder: String) throws {
      self.folder = folder
      slurm = try FakeSlurm(in: "\(folder)/slurm")
      try WholeFile.write(SweepTests.text(settle: "120ms"), to: file)
    }

    var words: [String] { ["--seeds", "1..23", "--set", "clients.0.count=3", file] }

    /// Sweeps on the engine in this process.
    func fleet(path: String? = nil, _ more: String...) throws -> Trial {
      Trial(
        ["sweep", "--on", "slurm", "--shards", "5", "--out", out] + more + words,
        variables: ["PATH": path ?? slurm.path],
        files: [file: SweepTests.text(settle: "120ms")], program: SweepTests.program)
    }

    /// Starts a sweep on the engine in a process of its own.
    func start() throws -> RunningSweep {
      try RunningSweep(
        ["--on", "slurm", "--shards", "5", "--out", out] + words, path: slurm.path)
    }

    /// Waits until the engine was called so often; false if the process ended before.
    func waits(for calls: Int, of sweep: RunningSweep) -> Bool {
      while sweep.process.isRunning {
        if slurm.calls.count >= calls, slurm.hasTasks { return true }
        usleep(1000)
      }
      return false
    }

    /// Checks that the tables are those of a sweep on one machine.
    func checkTables(_ printed: String) throws {
      let alone = Trial(
        ["sweep", "--out", "\(folder)/alone"] + words,
        files: [file: SweepTests.text(settle: "120ms")], program: SweepTests.program)
      #expect(printed == alone.printed)
      for name in ["sweep.csv", "checkers.csv", "sweep.txt", "index.html"] {
        #expect(try SweepTests.read(name, in: out) == SweepTests.read(name, in: "\(folder)/alone"))
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: out).sorted()
          == ["checkers.csv", "index.html", "shards", "slurm", "sweep.csv", "sweep.txt"])
    }
  }

  @Test func `a fleet gives what one machine gives, and submits again what died`() throws {
    try withTemporaryFolder { folder in
      let place = try Place(folder)
      try place.slurm.set("die", "2\n4\n2\n")
      let trial = try place.fleet()
      #expect(trial.code == .checkerBroken)
      try place.checkTables(trial.printed)
      #expect(trial.said.contains("submitted 5 shards as job 7\n"))
      #expect(trial.said.contains("shard 2 died, and is submitted again: weir: error: no memory\n"))
      let arrays = place.slurm.calls.map { $0.split(separator: " ")[3] }
      #expect(arrays.first == "--array=0-4" && arrays.count >= 3)
      // All is there: nothing is submitted, and the tables are written again.
      let again = try place.fleet()
      #expect(again.code == .checkerBroken && place.slurm.calls.count == arrays.count)
      #expect(again.printed == trial.printed)
    }
  }

  @Test func `a shard that always dies ends the fleet, and the same command goes on`() throws {
    try withTemporaryFolder { folder in
      let place = try Place(folder)
      try place.slurm.set("die", "3\n3\n3\n3\n3\n")
      let trial = try place.fleet("--quiet")
      #expect(trial.code == .ioFailed && trial.printed == "")
      #expect(trial.said.contains("error: shard 3 died 4 times: weir: error: no memory\n"))
      #expect(trial.said.contains("remedy: run `weir sweep --seeds=1..23"))
      #expect(place.slurm.calls.count { $0.hasPrefix("sbatch") } == 4)
      place.slurm.clear("die")
      let again = try place.fleet()
      try place.checkTables(again.printed)
      #expect(place.slurm.calls.last?.contains("--array=3 ") == true)
    }
  }

  @Test func `a file that is cut off or changed after it was written is made again`() throws {
    try withTemporaryFolder { folder in
      let place = try Place(folder)
      #expect(try place.fleet().code == .checkerBroken)
      for (index, isCut) in [(1, true), (3, false)] {
        let path = "\(place.out)/shards/shard-\(index)-of-5.weir"
        var bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        if isCut { bytes.removeLast(bytes.count / 2) } else { bytes[bytes.count / 2] ^= 1 }
        try WholeFile.write(bytes, to: path)
      }
      let again = try place.fleet()
      try place.checkTables(again.printed)
      #expect(again.said.contains("shard-1-of-5.weir' is cut off\n"))
      #expect(!again.said.contains("died"))
      #expect(again.said.contains("shard-3-of-5.weir' is damaged in line "))
    }
  }

  @Test func `an engine that is missing, refuses or does not answer is told with a remedy`() throws
  {
    try withTemporaryFolder { folder in
      let place = try Place(folder)
      let absent = try place.fleet(path: "/nowhere")
      #expect(absent.code == .fileMissing && absent.said.contains("there is no 'sbatch' here"))
      try place.slurm.set(
        "refuse", "sbatch: error: Batch job submission failed: Invalid job array\n")
      let refused = try place.fleet()
      #expect(refused.code == .ioFailed && !refused.said.contains("cancelled"))
      #expect(refused.said.contains("error: sbatch refuses: sbatch: error: Batch job"))
      #expect(refused.said.contains("remedy: use fewer shards than MaxArraySize"))
      try place.slurm.set("refuse", "sbatch: error: invalid partition specified\n")
      #expect(try place.fleet().said.contains("taken from SBATCH_PARTITION"))
      try place.slurm.set("dumb")
      let dumb = try place.fleet()
      #expect(dumb.code == .ioFailed && dumb.said.contains("squeue does not answer: squeue: error"))
      place.slurm.clear("dumb")
      place.slurm.clear("refuse")
      try place.checkTables(try place.fleet().printed)
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a fleet that is interrupted cancels its tasks, and the same command goes on`(
    signal: Int32, code: Int32
  ) throws {
    try withTemporaryFolder { folder in
      let place = try Place(folder)
      try place.slurm.set("hold")
      let sweep = try place.start()
      #expect(place.waits(for: 1, of: sweep))
      kill(sweep.process.processIdentifier, signal)
      let said = try sweep.words(sweep.errors)
      sweep.process.waitUntilExit()
      #expect(sweep.process.terminationStatus == code)
      #expect(said.contains("the tasks that Slurm had of this sweep are cancelled\n"))
      #expect(said.hasSuffix("5 of 5 shards are missing; the same command goes on from there\n"))
      #expect(place.slurm.calls.last?.hasPrefix("scancel --quiet --name=weir-") == true)
      let again = try place.fleet()
      try place.checkTables(again.printed)
    }
  }

  @Test func `a fleet that is killed finds its tasks again, and submits none of them twice`() throws
  {
    try withTemporaryFolder { folder in
      let place = try Place(folder)
      try place.slurm.set("hold")
      let sweep = try place.start()
      #expect(place.waits(for: 1, of: sweep))
      kill(sweep.process.processIdentifier, SIGKILL)
      sweep.process.waitUntilExit()
      let again = try place.start()
      let found = "Slurm has 5 tasks of this sweep already\n"
      let head = try again.errors.fileHandleForReading.read(upToCount: found.utf8.count)
      #expect(head.map { String(decoding: $0, as: UTF8.self) } == found)
      // Meanwhile the folder is taken.
      let other = try place.fleet()
      #expect(other.code == .cannotCreate && other.said.contains("another process is at work on"))
      place.slurm.clear("hold")
      let printed = try again.words(again.output)
      again.process.waitUntilExit()
      #expect(again.process.terminationStatus == 10)
      try place.checkTables(printed)
      #expect(place.slurm.calls.count == 1)
    }
  }

  @Test func `an engine needs a folder and a number of shards, and no other shard`() {
    let none = SweepTests.sweep(["--on", "slurm", "good.yaml"])
    #expect(none.code == .usage)
    #expect(none.said.contains("'--on' without '--shards' is no division"))
    #expect(none.said.contains("'--on' without '--out' has no place for its files"))
    let both = SweepTests.sweep([
      "--on", "slurm", "--shards", "0", "--shard", "0/2", "--out", "x", "good.yaml",
    ])
    #expect(both.said.contains("there cannot be 0 shards"))
    #expect(both.said.contains("'--on' and '--shard' exclude each other"))
    #expect(SweepTests.sweep(["--shards", "3", "good.yaml"]).said.contains("name the engine"))
    #expect(SweepTests.sweep(["--on", "ray", "good.yaml"]).said.contains("use one of: slurm"))
  }

  @Test func `the progress line says what is done, running and waiting`() {
    #expect(
      FleetWords.progress(
        done: 16, inherited: 0, of: 50, running: 4, waiting: 30, after: 16_000_000_000)
        == " 32%  16 of 50 shards  4 running  30 waiting  about 34 s left")
    #expect(
      FleetWords.progress(done: 3, inherited: 3, of: 4, running: 0, waiting: 0, after: 1)
        == " 75%  3 of 4 shards")
  }
}

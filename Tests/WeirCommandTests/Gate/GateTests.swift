// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirGate
import WeirReport
import WeirTestSupport

import WeirCommand

/// The gate over real files and real processes: each way in which it can end has its code and its words.
@Suite struct GateTests {
  /// Two phones; posts come in the last moment when `settle` is short.
  static func text(
    _ more: String = "", every: String = "1s", lasts: String = "4s"
  ) -> String {
    """
    weir: 1
    about: Two phones in one chat room.
    network:  { delay: { exponential: 40ms } }
    clients:  [ { count: 2, list: rooms/lobby, newest: 50 } ]
    workload: [ { each: client, does: post, every: \(every), for: \(lasts) } ]
    \(more)

    """
  }

  /// A folder with a scenario and its baseline.
  struct Place {
    var folder: String
    var file: String { "\(folder)/Scenarios/small.yaml" }
    var baseline: String { "\(folder)/baselines/small.csv" }

    func write(_ text: String = text()) throws { try WholeFile.write(text, to: file) }

    func gate(_ words: [String], program: String = SweepTests.program) -> Trial {
      Trial(
        real: ["gate", "--baseline", "\(folder)/baselines"] + words + [file], program: program)
    }

    func accept(_ words: String...) -> Trial { gate(["--accept", "--reason", "first"] + words) }

    func read(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    /// A program that is `weir` but for what `script` does before.
    func program(_ script: String) throws -> String {
      let path = "\(folder)/other-weir"
      try writeProgram(
        "#!/bin/bash\n\(script)\nexec \(SweepTests.program) \"$@\"\n", to: path)
      return path
    }
  }

  static func inPlace(_ body: (Place) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let place = Place(folder: folder)
      try place.write()
      try body(place)
    }
  }

  @Test func `what was accepted passes, the reason is kept, and nothing changes without cause`()
    throws
  {
    try Self.inPlace { place in
      let first = place.accept()
      #expect(first.code == .pass && first.printed.hasPrefix("ACCEPTED  1 scenario\n"))
      #expect(try place.read(place.baseline).contains("note,,reason,,,first\r\n"))
      let passed = place.gate([])
      #expect(passed.code == .pass && passed.printed.hasPrefix("PASS  1 scenario\n"))
      let before = try place.read(place.baseline)
      let again = place.gate(["--accept", "--reason", "no reason at all"])
      #expect(again.code == .pass && again.printed.contains("the baseline and its reason stay"))
      #expect(try place.read(place.baseline) == before)
    }
  }

  @Test func `without a baseline nothing is measured, and a damaged one is wrong`() throws {
    try Self.inPlace { place in
      let missing = place.gate([])
      #expect(missing.code == .nothingMeasured)
      #expect(
        missing.printed.contains("there is no baseline") && missing.printed.contains("--accept"))
      _ = place.accept()
      let whole = try place.read(place.baseline)
      for text in [String(whole.dropLast(60)), "", "odd\r\n", whole + whole] {
        try WholeFile.write(text, to: place.baseline)
        let trial = place.gate([])
        #expect(trial.code == .scenarioWrong)
        #expect(trial.printed.contains("not a sound baseline"))
      }
      try WholeFile.remove(place.baseline)
      try WholeFile.makeFolder(place.baseline)
      #expect(place.gate([]).code == .nothingMeasured)
    }
  }

  @Test func `a baseline of another toolchain or scenario asks to be made anew`() throws {
    try Self.inPlace { place in
      _ = place.accept()
      var baseline = try Baseline(
        reading: Array(place.read(place.baseline).utf8), named: place.baseline)
      try place.write(Self.text(every: "2s"))
      let edited = place.gate([])
      #expect(edited.code == .baselineOutdated)
      #expect(edited.printed.contains("fingerprint: "))
      try place.write()
      baseline.key[0].value = "swift-1 pdp-11"
      try WholeFile.write(baseline.text, to: place.baseline)
      let foreign = place.gate([])
      #expect(foreign.code == .baselineOutdated && foreign.printed.contains("toolchain: swift-1"))
    }
  }

  @Test func `a number that differs is named with what it was, and so is the first step`() throws {
    try Self.inPlace { place in
      #expect(place.accept("--keep-steps").code == .pass)
      // The same scenario by its fingerprint, other things happen: what a change of the code would do.
      let other = try place.program(
        """
        for word in "$@"; do if [ "$word" = --measure ]; then measure=1; fi; done
        if [ "$measure" ]; then
          exec \(SweepTests.program) gate --measure --set seed=2 -- "${@: -1}"
        fi
        if [ "$1" = run ]; then set -- run --seed 2 "${@:2}"; fi
        """)
      var baseline = try Baseline(
        reading: Array(place.read(place.baseline).utf8), named: place.baseline)
      let now = place.gate([], program: other)
      #expect(now.code == .baselineOutdated)
      // With the key of the other seed it is a difference.
      let measured = Trial(
        real: ["gate", "--measure", "--set", "seed=2", place.file], program: SweepTests.program)
      baseline.key = try Baseline(reading: Array(measured.printed.utf8), named: "now").key
      try WholeFile.write(baseline.text, to: place.baseline)
      let trial = place.gate([], program: other)
      #expect(trial.code == .differs)
      #expect(trial.printed.contains(" → ") && trial.printed.contains("first step that differs: "))
      #expect(trial.printed.contains("    baseline: "))
      #expect(place.gate(["--quiet"], program: other).printed.hasPrefix("DIFFERS  "))
    }
  }

  @Test func `a metric that is gone is not valid, samples that are gone are nothing`() throws {
    try Self.inPlace { place in
      _ = place.accept()
      let baseline = try Baseline(
        reading: Array(place.read(place.baseline).utf8), named: place.baseline)
      var more = baseline
      more.entries.append(
        Baseline.Entry(
          kind: .cost, group: "all", metric: "bytes", stat: "n", unit: "1", value: "7"))
      try WholeFile.write(more.text, to: place.baseline)
      let dropped = place.gate([])
      #expect(dropped.code == .measurementInvalid && dropped.printed.contains("bytes"))
      var full = baseline
      for number in full.entries.indices where full.entries[number].metric == "jumps" {
        full.entries[number].value = "3"
      }
      try WholeFile.write(full.text, to: place.baseline)
      let emptied = place.gate([])
      #expect(emptied.code == .nothingMeasured && emptied.printed.contains("jumps"))
    }
  }

  @Test func `a sweep that the scenario asks for is held seed by seed, and leaves nothing behind`()
    throws
  {
    try Self.inPlace { place in
      try place.write(Self.text("gate: { sweep: 3 }"))
      #expect(place.accept().code == .pass)
      let baseline = try Baseline(
        reading: Array(place.read(place.baseline).utf8), named: place.baseline)
      #expect(
        baseline.entries.filter { $0.metric == "sweep" && $0.stat == "verdict" }.map(\.group)
          == ["seed 1", "seed 2", "seed 3"])
      #expect(baseline.entries.contains { $0.name == "checker lists (all seeds) held" })
      #expect(place.gate([]).code == .pass)
      // The second seed ends otherwise, or a sum is another one.
      for name in ["sweep (seed 2) digest", "checker lists (all seeds) opportunities"] {
        var other = baseline
        let number = try #require(other.entries.firstIndex { $0.name == name })
        other.entries[number].value = "7"
        try WholeFile.write(other.text, to: place.baseline)
        let trial = place.gate([])
        #expect(trial.code == .differs && trial.printed.contains(name), "\(trial.printed)")
      }
      // A gate that sweeps no more has lost its numbers.
      try WholeFile.write(baseline.text, to: place.baseline)
      try place.write()
      #expect(place.gate([]).code == .measurementInvalid)
      let folder = "\(place.folder)/tmp"
      try WholeFile.makeFolder(folder)
      try place.write(Self.text("gate: { sweep: 3 }"))
      #expect(place.gate([], program: try place.program("export TMPDIR='\(folder)'")).code == .pass)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      let full = try place.program("export TMPDIR='\(folder)/none'")
      #expect(place.gate([], program: full).code == .scenarioWrong)
    }
  }

  @Test func `an allowance for a metric that nobody knows is refused`() {
    let trial = Trial(["gate", "--allow", "mesages=2%", "Scenarios"])
    #expect(trial.code == .usage)
    #expect(trial.said.contains("'--allow' names an unknown metric: 'mesages'"))
    #expect(trial.said.contains("did you mean 'messages'?"))
    for metric in ["allocations", "allocated-bytes", "steps", "checker converge"] {
      let known = Trial(["gate", "--allow", "\(metric)=2%", "nowhere.yaml"])
      #expect(known.code != .usage, "\(metric): \(known.said)")
    }
  }

  @Test func `one request for memory more is seen, and an allowance lets it off`() throws {
    try Self.inPlace { place in
      _ = place.accept()
      let plain = try Baseline(
        reading: Array(place.read(place.baseline).utf8), named: place.baseline
      ).withoutMemory()
      /// A program that says it has counted so many requests, whether it is a release build or not.
      func counting(_ number: UInt64) throws -> String {
        let path = "\(place.folder)/numbers-\(number).csv"
        try WholeFile.write(
          plain.counting(.init(allocations: number, bytes: 99_000, allocator: "glibc 2")).text,
          to: path)
        return try place.program("cat '\(path)'; exit 0")
      }
      let accepted = try place.gate(
        ["--accept", "--reason", "first"], program: counting(1204))
      #expect(accepted.code == .pass, "\(accepted.said)")
      #expect(try place.gate([], program: counting(1204)).code == .pass)
      let more = try counting(1205)
      let differs = place.gate([], program: more)
      #expect(differs.code == .differs)
      #expect(differs.printed.contains("allocations n: 1,204 → 1,205"))
      #expect(place.gate(["--allow", "allocations=1%"], program: more).code == .pass)
      #expect(place.gate(["--allow", "allocated-bytes=1%"], program: more).code == .differs)
      // A program that counts nothing has all the rest compared, and says what it has not.
      let silent = try place.program("cat '\(place.folder)/plain.csv'; exit 0")
      try WholeFile.write(plain.text, to: "\(place.folder)/plain.csv")
      let uncounted = place.gate([], program: silent)
      #expect(uncounted.code == .pass)
      #expect(uncounted.printed.contains("the memory asked for is not compared"))
    }
  }

  @Test func `an allowance lets its metric off`() throws {
    try Self.inPlace { place in
      _ = place.accept()
      var baseline = try Baseline(
        reading: Array(place.read(place.baseline).utf8), named: place.baseline)
      let number = try #require(baseline.entries.firstIndex { $0.metric == "messages" })
      let value = try #require(Int(baseline.entries[number].value))
      baseline.entries[number].value = "\(value + 1)"
      try WholeFile.write(baseline.text, to: place.baseline)
      #expect(place.gate([]).code == .differs)
      #expect(place.gate(["--allow", "messages=50%"]).code == .pass)
      #expect(place.gate(["--allow", "events=50%"]).code == .differs)
      // The scenario may say so itself, without becoming another one.
      try place.write(Self.text("gate: { allow: [ { metric: messages, by: 50% } ] }"))
      #expect(place.gate([]).code == .pass)
      #expect(place.gate(["--allow", "messages=0%"]).code == .differs)
    }
  }

  @Test func `a process that crashes, hangs or says half of it measured nothing`() throws {
    try Self.inPlace { place in
      _ = place.accept()
      let crashed = place.gate([], program: try place.program("kill -SEGV $$"))
      #expect(crashed.code == .nothingMeasured && crashed.printed.contains("ended by signal 11"))
      let odd = place.gate([], program: try place.program("exit 3"))
      #expect(odd.code == .nothingMeasured && odd.printed.contains("ended with 3"))
      let silent = place.gate([], program: try place.program("exit 0"))
      #expect(silent.code == .nothingMeasured)
      let half = try place.program("\(SweepTests.program) \"$@\" | head -c 900; exit 0")
      #expect(place.gate([], program: half).code == .nothingMeasured)
      let hung = Trial(
        real: ["gate", "--timeout", "1", "--baseline", "\(place.folder)/baselines", place.file],
        program: try place.program("exec sleep 60"), isTimed: true)
      #expect(hung.code == .nothingMeasured && hung.printed.contains("hung"))
    }
  }

  @Test func `what the run says of itself weighs more than what has changed`() throws {
    try Self.inPlace { place in
      try place.write(Self.text("expect: { post-to-seen: { p99: { under: 1ms } } }"))
      #expect(place.accept().code == .expectationMissed)
      #expect(place.gate([]).code == .expectationMissed)
      try place.write(Self.text("settle: 1ms", lasts: "4010ms"))
      let broken = place.accept()
      #expect(broken.code == .checkerBroken && broken.printed.contains("converge"))
      try place.write("weir: 1\n")
      #expect(place.gate([]).code == .scenarioWrong)
    }
  }

  @Test func `a folder without scenarios and a file that is not there are no pass`() throws {
    try withTemporaryFolder { folder in
      #expect(Trial(real: ["gate", folder], program: SweepTests.program).code == .fileMissing)
      #expect(Trial("gate").code == .usage)
      let trial = Trial(real: ["gate", "\(folder)/no.yaml"], program: SweepTests.program)
      #expect(trial.code == .scenarioWrong || trial.code == .fileMissing)
    }
  }

  @Test func `a baseline that cannot be written says so, and the old one stays`() throws {
    try Self.inPlace { place in
      try WholeFile.write("in the way", to: "\(place.folder)/baselines")
      let trial = place.accept()
      #expect(trial.code == .cannotCreate && trial.said.contains("cannot create"))
      #expect(try place.read("\(place.folder)/baselines") == "in the way")
    }
  }

  @Test func `rows go to a table and a history, and the history shows its changes`() throws {
    try Self.inPlace { place in
      _ = place.accept()
      let history = "\(place.folder)/history.csv"
      for name in ["one", "two"] {
        let words = ["--history", history, "--head", name, "--out", "\(place.folder)/out"]
        #expect(place.gate(words).code == .pass)
      }
      let rows = try GateTable.read(Array(place.read(history).utf8), named: history)
      #expect(rows.map { $0["head_ref"] } == ["one", "two"])
      #expect(try place.read("\(place.folder)/out/regressions.csv").hasPrefix("schema_version,"))
      let trend = Trial(real: ["trend", history], program: SweepTests.program)
      #expect(trend.code == .pass && trend.printed.hasPrefix("no change in "))
      let odd = place.gate(["--history", place.file])
      #expect(odd.code == .cannotCreate && odd.said.contains("not a gate history"))
    }
  }

  @Test func `flags that contradict themselves are all said at once`() {
    let trial = Trial([
      "gate", "--accept", "--budget", "0.1%", "--allow", "messages=much", "-",
    ])
    #expect(trial.code == .usage)
    for words in ["without a reason", "'--budget' cannot", "is not an allowance", "only once"] {
      #expect(trial.said.contains(words), "\(words)")
    }
    #expect(Trial("gate", "--reason", "x", "a.yaml").said.contains("without '--accept'"))
  }

  @Test func `a moment is what the calendar says`() {
    for (seconds, words) in [
      (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (1_795_282_199, "2026-11-21T17:29:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    ] {
      #expect(Machine.moment(seconds) == words)
    }
  }

  @Test func `a scenario has one place among the baselines, however it was named`() {
    for (file, place) in [
      ("Scenarios/streams/roster.yaml", "streams/roster"), ("./Scenarios/a.yaml", "a"),
      ("/any/Scenarios/load/b.c.yml", "load/b.c"), ("../x/y.yaml", "x/y"), ("y.yaml", "y"),
    ] {
      #expect(GateOptions.place(of: file) == place)
    }
    #expect(GateOptions.share("2%") == 0.02 && GateOptions.share("0.005") == 0.005)
    #expect(GateOptions.share("-1%") == nil && GateOptions.share("%") == nil)
  }
}

/// Tests of gates that are stopped.
@Suite struct GateEndingTests {
  @Test func `an interrupted gate ends its processes, says so, and writes no half of anything`()
    throws
  {
    try GateTests.inPlace { place in
      let slow = try place.program("exec sleep 600")
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      // The gate is the real program; the processes that it starts are `/proc/self/exe`, the same.
      process.arguments = [
        "--default-signal=INT", SweepTests.program, "gate", "--against", slow, "--accept",
        "--reason", "first", "--baseline", "\(place.folder)/baselines", place.file,
      ]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      var (all, before) = (sigset_t(), sigset_t())
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_UNBLOCK, &all, &before)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
      // The exact lane is done when its baseline is there; then the time lane waits for the sleeper.
      while process.isRunning, !FileManager.default.fileExists(atPath: place.baseline) {
        usleep(2000)
      }
      usleep(200_000)
      process.interrupt()
      let printed = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 130)
      #expect(printed.contains("INTERRUPTED"))
      let left = try FileManager.default.contentsOfDirectory(atPath: "\(place.folder)/baselines")
      #expect(left == ["small.csv"])
    }
  }
}

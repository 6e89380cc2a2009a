// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirTestSupport

/// A family of stacks that exists in a test alone is known to every verb of the command, by its registration and
/// nothing else.
///
/// The program is `Tests/ToyWeir`: somebody else's package would look the same.
@Suite struct ToyFamilyTests {
  private struct Result {
    var code: Int32
    var printed: String
    var said: String
  }

  private static let scenario = """
    weir: 1
    about: Three phones nudge what they see.
    server: { tree: { rooms: { lobby: { a: { word: w, nudges: 0 }, b: { word: w } } } } }
    network: { delay: 20ms }
    clients: [ { count: 3, list: rooms/lobby, newest: 10, stack: { nudger: { strength: 3 } } } ]
    workload: [ { each: client, does: { post: 50%, nudge: 50% }, think: 200ms, for: 5s } ]
    expect:
      nudges: held
      nudges-done: { value: { at-least: 5 } }
      nudge-time: { max: { at-most: 100ms } }

    """

  private static let wrong =
    scenario.replacingOccurrences(
      of: "strength: 3 }", with: "strength: 3 }, mutant: nudged-twice"
    ).replacingOccurrences(of: "nudges: held", with: "nudges: broken")

  private static let asleep = wrong.replacingOccurrences(of: "nudged-twice", with: "top-asleep")
    .replacingOccurrences(of: "nudges: broken", with: "converge: broken")

  private static let forgetful = """
    weir: 1
    about: Three phones nudge, share photos, and are killed.
    server: { tree: { rooms: { lobby: { a: { word: w, nudges: 0 } } } } }
    network: { delay: 20ms }
    clients: [ { count: 3, list: rooms/lobby, stack: { nudger: { fails: 20% } } } ]
    workload:
      - { each: client, does: { nudge: 80%, photo: 10%, leave: 5%, restart: 5% }, away: 1s, think: 200ms, for: 30s }
    expect: { nudges: held, totals-recalled: { value: { at-least: 6 } } }

    """

  private static let forgetting = forgetful.replacingOccurrences(
    of: "{ fails: 20% } }", with: "{ fails: 20% }, mutant: total-forgotten }"
  ).replacingOccurrences(
    of: "nudges: held, totals-recalled: { value: { at-least: 6 } }", with: "nudges: broken")

  /// Runs the toy in a folder of its own, which has a good scenario and a wrong one.
  private func toy(_ words: String..., in folder: String) throws -> Result {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let process = Process()
    process.executableURL = own.deletingLastPathComponent().appendingPathComponent("ToyWeir")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let (out, err) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (out, err)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // What is said is short; what is printed may not be.
    let printed = out.fileHandleForReading.readDataToEndOfFile()
    let said = err.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      code: process.terminationStatus, printed: String(decoding: printed, as: UTF8.self),
      said: String(decoding: said, as: UTF8.self))
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/mutants", withIntermediateDirectories: true)
      try Self.scenario.write(toFile: "\(folder)/toy.yaml", atomically: true, encoding: .utf8)
      try Self.wrong.write(
        toFile: "\(folder)/mutants/nudged-twice.yaml", atomically: true, encoding: .utf8)
      try Self.asleep.write(
        toFile: "\(folder)/mutants/top-asleep.yaml", atomically: true, encoding: .utf8)
      try Self.forgetting.write(
        toFile: "\(folder)/mutants/total-forgotten.yaml", atomically: true, encoding: .utf8)
      try body(folder)
    }
  }

  private func read(_ name: String, in folder: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  @Test func `lists, explanations and the schema tell of it`() throws {
    try withFolder { folder in
      func printed(_ words: [String]) throws -> String {
        let own =
          try words.count == 1 ? toy(words[0], in: folder) : toy(words[0], words[1], in: folder)
        #expect(own.code == 0, "\(words): \(own.said)")
        return own.printed
      }
      #expect(try printed(["list", "checkers"]).contains("A nudge is over once"))
      #expect(try printed(["list", "metrics"]).contains("nudge-time"))
      #expect(try printed(["list", "mutants"]).contains(#/nudged-twice +nudges/#))
      #expect(try printed(["list", "keys"]).contains("clients.stack.nudger.strength"))
      let option = try printed(["explain", "clients.stack.nudger.strength"])
      #expect(option.contains("How much a nudge adds.") && option.contains("default  1"))
      #expect(option.contains("from 1 to 9") || option.contains("1 to 9"), "\(option)")
      #expect(try printed(["explain", "workload.does.nudge"]).contains("Nudges the first row"))
      #expect(try printed(["explain", "nudges"]).contains("an answer is told twice"))
      #expect(
        try printed(["explain", "toy.yaml"]).contains("clients.0.stack.nudger.strength = 3"))
      let schema = try printed(["explain", "--schema"])
      #expect(schema.contains("\"stack-nudger\"") && schema.contains("\"nudge\""))
    }
  }

  @Test func `what is wrong with it is said with a place and a remedy`() throws {
    try withFolder { folder in
      func check(_ strength: String, _ words: String...) throws {
        let text = Self.scenario.replacingOccurrences(of: "strength: 3", with: strength)
        try text.write(toFile: "\(folder)/toy.yaml", atomically: true, encoding: .utf8)
        let result = try toy("run", "toy.yaml", in: folder)
        #expect(result.code == 65, "\(strength)")
        for word in words { #expect(result.said.contains(word), "\(result.said)") }
      }
      try check("strength: 12", "toy.yaml:5:84: error", "1 to 9")
      try check("strenght: 3", "unknown key 'strenght'", "did you mean 'strength'?")
      try check("strength: 7", "toy.yaml:5:84: error: 7 is unlucky", "write 6 or 8")
      let page = Self.scenario.replacingOccurrences(of: "nudge: 50%", with: "page: 50%")
      try page.write(toFile: "\(folder)/toy.yaml", atomically: true, encoding: .utf8)
      #expect(try toy("check", "toy.yaml", in: folder).said.contains("does not know it"))
      let plain = Self.scenario.replacingOccurrences(
        of: "{ nudger: { strength: 3 } }", with: "streams")
      try plain.write(toFile: "\(folder)/toy.yaml", atomically: true, encoding: .utf8)
      #expect(try toy("check", "toy.yaml", in: folder).said.contains("cannot 'nudge'"))
    }
  }

  @Test func `a run carries its checker, reports its metrics and traces its notes`() throws {
    try withFolder { folder in
      let run = try toy("run", "toy.yaml", "--trace", "--out", "out", in: folder)
      #expect(run.code == 0, "\(run.said)")
      #expect(run.printed.contains("nudges: held") && run.printed.contains("nudges-done"))
      let metrics = try read("out/toy/metrics.csv", in: folder)
      #expect(metrics.contains("nudge-time"))
      let trace = try read("out/toy/trace.jsonl", in: folder)
      #expect(trace.contains("\"note\":\"nudge-wanted\",\"strength\":3"))
      #expect(try read("out/toy/report.html", in: folder).contains("nudges-done"))
      // Somebody nudged: the page of a journey says so in the family's words.
      let line = try #require(
        trace.split(separator: "\n").first { $0.contains("\"note\":\"nudge-done\"") })
      let journey = try #require(line.firstMatch(of: #/"journey":(\d+)/#)?.1)
      let follow = try toy("follow", "toy.yaml", String(journey), in: folder)
      #expect(follow.code == 0 && follow.printed.contains("means to nudge"), "\(follow.said)")
      #expect(follow.printed.contains("by 3") && follow.printed.contains("is done with the nudge"))
      #expect(try toy("verify", "toy.yaml", in: folder).code == 0)
    }
  }

  @Test func `whatever it tells people to type begins with its own name`() throws {
    try withFolder { folder in
      let run = try toy("run", "toy.yaml", "--out", "out", in: folder)
      #expect(run.printed.contains("replay: ToyWeir run toy.yaml --seed"), "\(run.printed)")
      #expect(try read("out/toy/report.txt", in: folder).contains("replay: ToyWeir run toy.yaml"))
      let wrong = try toy("run", in: folder)
      #expect(wrong.said.hasPrefix("ToyWeir: error: `ToyWeir run` lacks FILE\n"), "\(wrong.said)")
      #expect(wrong.said.contains("write ToyWeir run [flags] FILE"))
      for words in [
        ["help", "run"], ["help", "--man"], ["--generate-completion-script", "bash"],
      ] {
        let text = try toy(words[0], words[1], in: folder).printed
        #expect(text.contains("ToyWeir") && !text.contains(#/(?m)^ *weir run/#), "\(words)")
      }
      let shrink = try toy(
        "shrink", "mutants/nudged-twice.yaml", "--runs", "5", "--out", "small.yaml", in: folder)
      #expect(shrink.printed.hasPrefix("ToyWeir shrink · "), "\(shrink.printed)")
      #expect(
        try read("small.yaml", in: folder).contains("# Replay it with:  ToyWeir run small.yaml\n"))
    }
  }

  @Test func `sweeps count its actions and note its metrics`() throws {
    try withFolder { folder in
      let sweep = try toy(
        "sweep", "toy.yaml", "--seeds", "1..4", "--coverage", "--measure", "nudges-done.count",
        "--checker", "nudges", "--out", "sweep", in: folder)
      #expect(sweep.code == 0, "\(sweep.said)")
      #expect(try read("sweep/coverage.csv", in: folder).contains("pair,nothing,nudge,,reached,4"))
      #expect(try read("sweep/sweep.csv", in: folder).contains("nudges-done"))
      #expect(try read("sweep/checkers.csv", in: folder).contains("nudges"))
    }
  }

  @Test func `its mutant is caught, by its checker alone, and made small`() throws {
    try withFolder { folder in
      let mutants = try toy("mutants", "mutants", "--seeds", "2", in: folder)
      #expect(mutants.code == 0, "\(mutants.said)")
      #expect(mutants.printed.contains("3 of 3 mutants caught"), "\(mutants.printed)")
      let shrink = try toy(
        "shrink", "mutants/nudged-twice.yaml", "--runs", "120", "--out", "small.yaml", in: folder)
      #expect(shrink.code == 0, "\(shrink.said)")
      let small = try read("small.yaml", in: folder)
      #expect(small.contains("nudges: broken") && small.contains("nudged-twice"))
      #expect(!small.contains("post: 50%"))
      #expect(try toy("run", "small.yaml", in: folder).code == 0)
    }
  }

  @Test func `what it shows beside its list is judged, and told by its name everywhere`() throws {
    try withFolder { folder in
      let file = "mutants/top-asleep.yaml"
      let run = try toy(
        "run", file, "--around", "first", "--trace", "--export", "viewer.json", "--out", "out",
        in: folder)
      // The scenario expects it, and gets it.
      #expect(run.code == 0, "\(run.said)")
      #expect(run.printed.contains("converge broke") && run.printed.contains("'s top shows"))
      let trace = try read("out/top-asleep/trace.jsonl", in: folder)
      let published = trace.split(separator: "\n").filter {
        $0.contains("\"published\"") && $0.contains("\"client\":1,")
      }
      // Of the row beside its list each phone shows the first state alone.
      #expect(published.count { $0.contains("\"surface\":\"top\"") } == 1)
      #expect(published.count > 5)
      #expect(try read("viewer.json", in: folder).contains("client 1's top"))
      let page = try read("out/top-asleep/report.html", in: folder)
      #expect(page.contains("'s top shows") || page.contains("&#39;s top shows"))
      let journey = try #require(
        trace.split(separator: "\n").first { $0.contains("\"kind\":\"wrote\"") }?
          .firstMatch(of: #/"journey":(\d+)/#)?.1)
      let follow = try toy("follow", "toy.yaml", String(journey), in: folder)
      #expect(follow.code == 0 && follow.printed.contains("client 0"), "\(follow.said)")
    }
  }

  @Test func `its store outlives the app, and its files go on where they broke off`() throws {
    try withFolder { folder in
      func run(_ text: String) throws -> Result {
        try text.write(toFile: "\(folder)/forgetful.yaml", atomically: true, encoding: .utf8)
        return try toy("run", "forgetful.yaml", "--trace", "--out", "out", in: folder)
      }
      #expect(try run(Self.forgetful).code == 0)
      let trace = try read("out/forgetful/trace.jsonl", in: folder)
      let recalled = trace.split(separator: "\n").filter { $0.contains("\"nudges-recalled\"") }
      #expect(recalled.contains { !$0.contains("\"total\":0}") })
      #expect(trace.contains("\"kind\":\"stored\"") && trace.contains("\"failed\":true"))
      let moves = trace.split(separator: "\n").filter { $0.contains("\"transferred\"") }
      #expect(moves.contains { $0.contains("\"end\":\"interrupted\"") })
      #expect(moves.contains { $0.contains("\"end\":\"done\"") })
      #expect(try toy("verify", "forgetful.yaml", in: folder).code == 0)
      #expect(
        try toy("sweep", "forgetful.yaml", "--seeds", "1..20", "--out", "sweep", in: folder).code
          == 0)

      // A photo of 300 kB at 1 MB/s takes 300 ms after the 50 ms until its first byte moves.
      let sure = Self.forgetful.replacingOccurrences(
        of: "{ nudger: { fails: 20% } }", with: "nudger"
      )
      .replacingOccurrences(of: "10%, leave: 5%, restart: 5% }, away: 1s", with: "20% }")
      .replacingOccurrences(of: "at-least: 6", with: "at-least: 3")
      let timed = try run(sure)
      #expect(timed.code == 0, "\(timed.printed)")
      #expect(
        timed.printed.contains(#/photo-time +\d+ +350ms +0ns( +350ms){5}/#), "\(timed.printed)")

      let broken = try run(Self.forgetting)
      #expect(broken.code == 0 && broken.printed.contains("were saved"), "\(broken.printed)")
    }
  }

  @Test func `it is drawn, with its options and its actions, and keeps its promises`() throws {
    try withFolder { folder in
      let draw = try toy("draw", "1..12", "--out", "drawn", in: folder)
      #expect(draw.code == 0, "\(draw.said)")
      let texts = try (1...12).map { try read("drawn/drawn-\($0).yaml", in: folder) }
      #expect(texts.contains { $0.contains("stack: { nudger: { strength: ") })
      #expect(texts.contains { $0.contains("stack: nudger") })
      #expect(texts.contains { $0.contains("nudge: ") })
      let run = try toy("run", "drawn", "--out", "out", in: folder)
      #expect(run.code == 0 && run.printed.contains("12 scenarios: 12 passed"), "\(run.said)")
    }
  }

  @Test func `the gate holds its numbers against a baseline`() throws {
    try withFolder { folder in
      let accept = try toy(
        "gate", "toy.yaml", "--accept", "--reason", "first numbers", "--baseline", "base",
        in: folder)
      #expect(accept.code == 0, "\(accept.said)")
      #expect(try toy("gate", "toy.yaml", "--baseline", "base", in: folder).code == 0)
      #expect(try read("base/toy.csv", in: folder).contains("exact,all,nudges-done,n,1,"))
      let allowed = try toy(
        "gate", "toy.yaml", "--baseline", "base", "--allow", "nudges-done=2%", in: folder)
      #expect(allowed.code == 0, "\(allowed.said)")
      let unknown = try toy(
        "gate", "toy.yaml", "--baseline", "base", "--allow", "nudge-done=2%", in: folder)
      #expect(unknown.code == 64 && unknown.said.contains("did you mean 'nudges-done'?"))
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct SweepResponseTests {
  @Test func `a key is varied in its range, and each point is a row`() throws {
    try withTemporaryFolder { folder in
      let words = [
        "--vary", "network.delay=10ms..500ms", "--vary", "clients.count=1..4", "--points", "6",
        "--seeds", "1..2", "--measure", "commits", "--measure", "post-to-seen.p99", "good.yaml",
      ]
      let trial = SweepTests.sweep(words + ["--out", "\(folder)/a"])
      #expect(trial.code == .pass, "\(trial.said)")
      #expect(trial.printed.contains("network.delay"))
      #expect(trial.printed.hasSuffix("PASS  6 points, 12 runs, none failed\n"))
      let table = try SweepTests.read("responses.csv", in: "\(folder)/a")
      let rows = table.split(separator: "\r\n")
      #expect(rows.count == 7)
      #expect(
        rows[0].hasPrefix("schema_version,scenario,file,point,network.delay,network.delay_number,"))
      #expect(rows[1].hasPrefix("1,good,good.yaml,1,255ms,0.255,3,3,2,0,PASS,,"))
      // However many processes there are.
      _ = SweepTests.sweep(words + ["--out", "\(folder)/b", "--cores", "1"])
      for file in ["responses.csv", "sweep.csv", "sweep.txt"] {
        #expect(
          try SweepTests.read(file, in: "\(folder)/a") == SweepTests.read(file, in: "\(folder)/b"))
      }
    }
  }

  @Test func `a point that fails is told with the line that runs it again`() throws {
    let trial = SweepTests.sweep([
      "--vary", "network.delay=10ms..400ms", "--points", "4", "--seeds", "1..3", "flaky.yaml",
    ])
    #expect(trial.code == .checkerBroken)
    #expect(trial.printed.contains("weir run flaky.yaml --seed 1 --set network.delay="))
    #expect(trial.printed.contains("weir follow flaky.yaml --seed 1 --set network.delay="))
  }

  @Test(arguments: [
    (
      "netwrok.delay=1ms..2ms", "--vary netwrok.delay: unknown key 'netwrok'",
      "did you mean 'network'"
    ),
    ("clients.0.count=0..3", "--vary clients.0.count: ", ""),
    ("network.loss=1ms..2ms", "--vary network.loss: ", ""),
  ])
  func `a key that cannot be varied is the flag's fault`(
    vary: String, words: String, remedy: String
  ) {
    let trial = SweepTests.sweep(["--vary", vary, "--seeds", "1..2", "good.yaml"])
    #expect(trial.code == .scenarioWrong)
    #expect(trial.said.contains("weir: error: \(words)"), "\(trial.said)")
    #expect(trial.said.contains(remedy))
  }

  @Test func `what was never exercised is named`() throws {
    try withTemporaryFolder { folder in
      let trial = SweepTests.sweep([
        "--coverage", "--seeds", "1..3", "--out", folder, "good.yaml",
      ])
      #expect(trial.code == .pass)
      #expect(trial.printed.contains("pairs and "))
      let table = try SweepTests.read("coverage.csv", in: folder)
      #expect(table.hasPrefix("schema_version,of,fault,operation,shape,status,runs\r\n"))
      #expect(table.contains("1,pair,,post,newest by key,reached,3\r\n"))
      #expect(table.contains("1,pair,kill,post,,unreachable,0\r\n"))
    }
  }

  @Test func `what cannot be varied or measured is refused, all at once`() {
    let trial = Trial(
      "sweep", "chat.yaml", "--vary", "a", "--measure", "speed", "--seed-limit", "soon")
    #expect(trial.code == .usage)
    #expect(trial.said.split(separator: "\n").count { $0.contains("error: ") } == 3)
    #expect(Trial("sweep", "chat.yaml", "--points", "3").said.contains("--vary"))
    let outside = SweepTests.sweep(["--vary", "clients.0.cuont=1..3", "good.yaml"])
    #expect(outside.code == .scenarioWrong && outside.said.contains("did you mean 'count'?"))
  }

  @Test func `a seed that takes too long is given up, and the others are not`() {
    let endless = SweepTests.text().replacing("for: 2s", with: "for: 30000d")
    let clock = ContinuousClock()
    let start = clock.now
    let trial = Trial(
      ["sweep", "--seeds", "1..1", "--seed-limit", "3s", "endless.yaml", "good.yaml"],
      files: SweepTests.files.merging(["endless.yaml": endless]) { $1 },
      program: SweepTests.program,
      clock: { UInt64(start.duration(to: clock.now) / .nanoseconds(1)) })
    #expect(trial.code == .ours)
    #expect(trial.printed.contains("it took longer than 3s by the clock on the wall"))
    #expect(trial.printed.contains("2 scenarios, 2 runs, 1 failed"))
  }
}

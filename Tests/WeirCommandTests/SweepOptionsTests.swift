// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirRun

import WeirCommand
import WeirSweep

@Suite struct SweepOptionsTests {
  private func options(_ words: String...) throws -> SweepOptions {
    guard case .perform(let invocation) = try Parser.parse(["sweep", "chat.yaml"] + words) else {
      throw Problems([Problem(message: "not carried out", remedy: "")])
    }
    return try SweepOptions(invocation)
  }

  @Test func `seeds are a first and a last one`() throws {
    #expect(try options().seeds == 1...100)
    #expect(try options("--seeds", "7..7").seeds == 7...7)
    #expect(try options("--seeds=0..999999999").seeds == 0...999_999_999)
    #expect(
      try options("--seeds", "18446744073709551000..18446744073709551615").seeds.upperBound == .max)
  }

  @Test(
    arguments: [
      "7", "..", "1..", "..9", "1...9", "9..1", "1..18446744073709551616", "-1..3", "+1..3", "a..b",
      "1..1000000001", "0..18446744073709551615", " 1..2", "1.2", "1..2..3",
    ])
  func `what is no range of seeds is refused with a remedy`(text: String) throws {
    let trial = Trial("sweep", "chat.yaml", "--seeds=\(text)")
    #expect(trial.code == .usage)
    #expect(trial.said.contains("'\(text)'") && trial.said.contains("remedy: "))
  }

  @Test func `flags that contradict each other are refused, all at once`() {
    let trial = Trial(
      "sweep", "chat.yaml", "--until-failure", "--limit", "3", "--checker", "lists",
      "--expect-broken", "lists", "--fresh", "--cores", "0", "--seeds", "3")
    #expect(trial.code == .usage)
    #expect(trial.said.split(separator: "\n").count { $0.contains("error: ") } == 5)
    #expect(Trial("sweep", "chat.yaml", "--checker", "list").said.contains("did you mean 'lists'"))
    #expect(Trial("sweep").code == .usage)
  }

  @Test func `every sweep notes latencies of each seed, or what is asked for`() throws {
    #expect(try options().measures.map(\.name) == SweepOptions.usualMeasures)
    #expect(try options("--measure", "commits").measures.map(\.name) == ["commits.count"])
    #expect(
      Set(SweepOptions.usualMeasures).isSuperset(of: ["post-to-seen.p99", "write-to-ack.p99"]))
  }

  @Test func `a metric that is unknown is told those that are near`() {
    func said(_ measure: String) -> String {
      Trial("sweep", "chat.yaml", "--vary", "seed=1..2", "--measure", measure).said
    }
    #expect(said("post-to-sen.p99").contains("did you mean 'post-to-seen'"))
    #expect(said("seen").contains("post-to-seen' or 'commit-to-seen'"))
    #expect(said("post-to-seen.p42").contains("'post-to-seen' has no such statistic"))
    #expect(!said("zebra").contains("did you mean"))
  }

  @Test func `what counts as a failure, and how many`() throws {
    #expect(try options().aim == .anything && options().limit == nil)
    #expect(try options("--until-failure").limit == 1)
    #expect(try options("--limit", "4").limit == 4)
    #expect(try options("--checker", "lists").aim == .checker("lists"))
    let expecting = try options("--expect-broken", "oracle")
    #expect(expecting.aim == .checker("oracle") && expecting.expectedBroken == "oracle")
  }

  @Test func `the progress line tells share, seeds, speed, failures and time left`() {
    #expect(
      SweepWords.progress(done: 312, inherited: 0, of: 1000, failures: 2, after: 8_000_000_000)
        == " 31%  312 of 1000 seeds  39.0/s  2 failures  about 18 s left")
    // Before the first seed has ended there is a sign of life, too.
    #expect(
      SweepWords.progress(done: 0, inherited: 0, of: 9, failures: 0, after: 4_200_000_000)
        == "  0%  0 of 9 seeds  the first run for 4 s now")
    #expect(
      SweepWords.progress(done: 0, inherited: 0, of: 9, failures: 0, after: 1)
        == "  0%  0 of 9 seeds")
    // What was done before the process began says nothing about its speed.
    #expect(
      SweepWords.progress(done: 312, inherited: 302, of: 1000, failures: 1, after: 1_000_000_000)
        == " 31%  312 of 1000 seeds  10.0/s  1 failure  about 69 s left")
    #expect(
      SweepWords.progress(done: 5, inherited: 5, of: 5, failures: 0, after: 0)
        == "100%  5 of 5 seeds")
    #expect(
      SweepWords.progress(done: 0, inherited: 0, of: 9, failures: 0, after: 5)
        == "  0%  0 of 9 seeds")
  }
}

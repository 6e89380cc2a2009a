// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirCommand

@Suite struct ParserTests {
  @Test func `takes values after a space and after an equals sign alike`() throws {
    for words in [["--seed", "7"], ["--seed=7"]] {
      let options = try runOptions(words + ["a.yaml"])
      #expect(options.seed == 7)
      #expect(options.files == ["a.yaml"])
    }
  }

  @Test func `knows every option of run`() throws {
    var expected = try runOptions(["a", "-", "b"])
    #expect(expected.folder == "Reports/latest" && expected.format == .text)
    #expect(expected.seed == nil && expected.showsProgress && !expected.isQuiet)
    expected.seed = .max
    expected.settings = ["clients.0.count=9", "about=a=b"]
    expected.folder = "out"
    expected.isQuiet = true
    expected.format = .github
    expected.verifies = true
    expected.writesTrace = true
    expected.streamsSteps = true
    expected.showsProgress = false
    let words = [
      "a", "--seed", "18446744073709551615", "--set", "clients.0.count=9", "--set=about=a=b",
      "--out", "out", "-q", "-", "--format", "github", "--verify", "--trace", "--steps",
      "--no-progress", "b",
    ]
    #expect(try runOptions(words) == expected)
  }

  @Test func `two hyphens end the flags`() throws {
    let options = try runOptions(["--quiet", "--", "--seed", "-x"])
    #expect(options.files == ["--seed", "-x"])
    #expect(options.isQuiet && options.seed == nil)
  }

  @Test func `names the nearest verb and flag`() {
    expectUsage(["rnu", "a"], "unknown verb 'rnu'", "did you mean 'run'?")
    expectUsage(
      ["frobnicate"], "unknown verb 'frobnicate'",
      "use one of: run, sweep, shrink, follow, compare, merge, gate")
    expectUsage(["run", "--sed", "a"], "unknown flag '--sed'", "did you mean '--seed'?")
    expectUsage(["run", "-x", "a"], "unknown flag '-x'", "`weir help run` lists the flags")
    expectUsage(["--seed", "7", "run"], "'--seed' is before the verb", "weir run --seed")
  }

  @Test func `refuses missing, unwanted, wrong and repeated values`() {
    expectUsage(["run", "a", "--seed"], "'--seed' lacks its value", "write --seed N")
    expectUsage(["run", "a", "--out", "--quiet"], "'--out' lacks its value", "write --out DIR")
    expectUsage(["run", "a", "--out="], "'--out' lacks its value", "write --out DIR")
    expectUsage(["run", "a", "--quiet=yes"], "'--quiet' takes no value", "write --quiet alone")
    expectUsage(
      ["run", "a", "--seed=1", "--seed=2"], "'--seed' is given more than once", "keep one")
    expectUsage(["run", "a", "-q", "--quiet"], "'--quiet' is given more than once", "keep one")
    expectUsage(
      ["run", "a", "--format", "jsno"], "'--format' cannot be 'jsno'", "did you mean 'json'?")
    expectUsage(["run", "a", "--set", "=5"], "'=5' is not a setting", "write --set KEY=VALUE")
    expectUsage(["run", "a", "--set", "seed"], "'seed' is not a setting", "write --set KEY=VALUE")
  }

  @Test(arguments: ["-5", "+5", "1.5", "0x10", "18446744073709551616", "seven", "٣", " 1"])
  func `refuses as a seed what is not a whole number of 64 bits`(word: String) {
    expectUsage(
      ["run", "a", "--seed", word], "'\(word)' is not a number that '--seed' can take",
      "use a whole number from 0 to 18446744073709551615")
  }

  @Test func `counts what stands besides flags`() {
    expectUsage(["run"], "`weir run` lacks FILE", "write weir run [flags] FILE…")
    expectUsage(
      ["run", ""], "an empty word in place of FILE", "a variable of the script")
    expectUsage(["version", "x"], "'x' is too much", "write weir version")
    expectUsage(["explain", "a", "b"], "'b' is too much", "write weir explain")
    expectUsage(
      ["list"], "`weir list` lacks WHAT", "where WHAT is one of: scenarios, metrics, checkers")
    expectUsage(
      ["list", "metrix"], "`weir list` does not know 'metrix'", "did you mean 'metrics'?")
    expectUsage(["list", "metrics", "x"], "'x' is too much", "write weir list metrics")
    expectUsage(["help", "rum"], "`weir help` does not know 'rum'", "did you mean 'run'?")
    expectUsage([], "nothing to do", "`weir help` shows what there is")
  }

  @Test func `says every problem of the line at once`() {
    let problems = problems(of: ["run", "--sed=1", "--seed", "x", "--format", "xml"])
    #expect(problems.map(\.message).count == 3)
  }

  @Test func `a request for help wins over everything that is wrong`() throws {
    guard case .help(let verb) = try Parser.parse(["run", "--sed=1", "-h"]) else {
      Issue.record("no help was shown")
      return
    }
    #expect(verb?.name == "run")
  }

  @Test func `help is the value of a flag or a file when it stands as one`() throws {
    #expect(try runOptions(["--", "--help"]).files == ["--help"])
    #expect(try runOptions(["a", "--out=--help"]).folder == "--help")
  }

  @Test func `asks of the whole command work without a verb`() throws {
    guard case .version = try Parser.parse(["--version"]),
      case .completions("fish") = try Parser.parse(["--generate-completion-script", "fish"]),
      case .help(nil) = try Parser.parse(["--help"])
    else {
      Issue.record("a global flag was not understood")
      return
    }
    expectUsage(
      ["--generate-completion-script", "tcsh"],
      "'--generate-completion-script' cannot be 'tcsh'", "bash, zsh, fish")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `reads any jumble of words to an end, with a problem or without`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "parser")
    let pool = [
      "run", "check", "list", "--seed", "--seed=", "--seed=1", "--set", "a=b", "-q", "--", "-",
      "--help", "", "=", "--=", "---", "-é", "metrics", "--version", "--format", "json",
    ]
    let words = (0..<stream.below(8)).map { _ in pool[Int(stream.below(UInt64(pool.count)))] }
    do throws(Problems) {
      _ = try Parser.parse(words)
    } catch {
      #expect(!error.all.isEmpty)
      for problem in error.all { #expect(!problem.message.isEmpty && !problem.remedy.isEmpty) }
    }
  }

  private func runOptions(_ words: [String]) throws -> RunOptions {
    guard case .perform(let invocation) = try Parser.parse(["run"] + words) else {
      throw Problems([])
    }
    return RunOptions(invocation)
  }

  private func problems(of words: [String]) -> [Problem] {
    do throws(Problems) {
      _ = try Parser.parse(words)
      return []
    } catch {
      return error.all
    }
  }

  private func expectUsage(
    _ words: [String], _ message: String, _ remedy: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let trial = Trial(words)
    #expect(trial.code == .usage, sourceLocation: sourceLocation)
    #expect(trial.said.contains(message), sourceLocation: sourceLocation)
    #expect(trial.said.contains(remedy), sourceLocation: sourceLocation)
    #expect(trial.printed == "", sourceLocation: sourceLocation)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirTestSupport

import WeirCommand

@Suite struct CompletionTests {
  @Test(arguments: OptionTable.shells)
  func `the script is what was read and agreed to`(shell: String) {
    let trial = Trial("--generate-completion-script", shell)
    #expect(trial.code == .pass && trial.said == "")
    expectSnapshot(trial.printed, named: "completion.\(shell)")
  }

  @Test(arguments: OptionTable.shells)
  func `the shell finds no fault with its script`(shell: String) throws {
    guard let path = program(shell) else {
      try #require(shell != "bash", "bash is always there")
      return
    }
    let script = Completions.script(for: shell, ["lists", "oracle"])
    #expect(
      try outcome(of: path, ["-n", "/dev/stdin"], input: script) == Outcome(code: 0, output: ""))
  }

  @Test func `bash offers verbs, flags and words where they belong`() throws {
    #expect(try bashOffers("weir ch") == ["check"])
    #expect(try bashOffers("weir run --se") == ["--seed", "--set"])
    #expect(try bashOffers("weir run --format ") == ["text", "json", "csv", "github"])
    #expect(try bashOffers("weir check --format j") == ["json"])
    #expect(try bashOffers("weir list m") == ["metrics", "mutants"])
    #expect(try bashOffers("weir sweep --checker l") == ["lists"])
    #expect(try bashOffers("weir --generate-completion-script z") == ["zsh"])
    #expect(try bashOffers("weir run --seed ") == [])
    #expect(try bashOffers("weir run /etc/passw").contains("/etc/passwd"))
  }

  /// Returns what bash would offer at the end of a line.
  private func bashOffers(_ line: String) throws -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let script = """
      \(Completions.script(for: "bash", ["lists", "oracle"]))
      compopt() { :; }
      COMP_WORDS=(\(words.map(Completions.quoted).joined(separator: " "))) COMP_CWORD=\(words.count - 1)
      _weir
      for reply in "${COMPREPLY[@]}"; do echo "$reply"; done
      """
    let bash = try #require(program("bash"))
    let outcome = try outcome(of: bash, [], input: script)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private func program(_ name: String) -> String? {
    ["/bin/\(name)", "/usr/bin/\(name)"].first(where: FileManager.default.isExecutableFile)
  }

  private struct Outcome: Equatable {
    var code: Int32
    var output: String
  }

  private func outcome(of program: String, _ words: [String], input: String) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    let (ours, theirs) = (Pipe(), Pipe())
    process.standardInput = ours
    process.standardOutput = theirs
    process.standardError = theirs
    try process.run()
    try ours.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try ours.fileHandleForWriting.close()
    let output = try theirs.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(code: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }
}

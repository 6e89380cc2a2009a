// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirScenario

import WeirRun

/// The one core of a thread and the programs that it speaks with.
struct SharedCoreTests {
  /// The cores on which this thread may be, as the machine writes them: "0-3".
  private func cores() throws -> Substring {
    let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
    let line = try #require(
      status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list") })
    return line.split(separator: "\t").last ?? ""
  }

  /// A program that answers with the cores on which it may be.
  private let shell =
    "read -r line; echo {}; while read -r line; do while read -r name value; do "
    + "case $name in Cpus_allowed_list:) echo $value ;; esac; done < /proc/$$/status; done"

  @Test func `a program is on the core of whoever asks, who is free once he leaves`() throws {
    let before = try cores()
    let core = SharedCore()
    var program = try PipedProgram(shell, silence: .seconds(10), on: core)
    _ = try program.ask(Array("hello\n".utf8))
    for _ in 0..<3 {
      // Beyond a look for a core with less to do, too.
      for _ in 0..<400 { _ = try program.ask(Array("where?\n".utf8)) }
      let answer = String(decoding: try program.ask(Array("where?\n".utf8)), as: UTF8.self)
      #expect(Int(answer) != nil, "one core, not \(answer)")
      #expect(try answer == cores())
      core.leave()
      #expect(try cores() == before)
    }
  }

  @Test func `what a program has started comes with it, and what that has started, too`() throws {
    // It answers with its number, and with the cores of its child and its grandchild.
    let family =
      "(sleep 60 & wait) & child=$!; while read -r line; do case $line in {*) echo {} ;; *) "
      + "read -r grandchild < /proc/$child/task/$child/children; printf '%s ' $$; "
      + "for one in $child $grandchild; do while read -r name value; do "
      + "case $name in Cpus_allowed_list:) printf '%s ' $value ;; esac; "
      + "done < /proc/$one/status; done; echo ;; esac; done"
    var program = try PipedProgram(family, silence: .seconds(10))
    func ask() throws -> [Int] {
      // The grandchild is there a moment after the child.
      var numbers: [Int] = []
      for _ in 0..<1_000 where numbers.count != 3 {
        let answer = String(decoding: try program.ask(Array("where?\n".utf8)), as: UTF8.self)
        numbers = answer.split(separator: " ").compactMap { Int($0) }
      }
      return numbers
    }
    let number = try Int32(#require(ask().first))
    let highest = try cores().split { "-,".contains($0) }.last
    let last = try #require(Int32(highest ?? ""))
    for core in [last, 0, last] {
      SharedCore.bring(number, to: core)
      #expect(try ask().dropFirst() == [Int(core), Int(core)])
    }
  }

  @Test func `who lets go of a program, or waits for one in vain, is free, too`() throws {
    let before = try cores()
    do {
      var program = try PipedProgram("exit 3", silence: .seconds(10))
      #expect(throws: ProgramFault.self) { try program.ask(Array("hello\n".utf8)) }
    }
    #expect(try cores() == before)
  }

  @Test func `between two events a run keeps nobody anywhere`() throws {
    let before = try cores()
    let text = """
      weir: 1
      about: One list by a program.
      settle: 2s
      clients: [ { count: 1, list: lobby, stack: { run: "read -r line; echo '{\\"weir-stack\\":1}'; while read -r line; do echo '[]'; done" } } ]
      workload: [ { does: post, every: 1s, for: 3s } ]
      """
    let catalogue = Catalogue.standard
    let scenario = try Scenario(text: Array(text.utf8), named: "program", in: catalogue.schema)
    var world = try World(scenario, seed: 1, catalogue: catalogue)
    while world.advance(by: 1) { #expect(try cores() == before) }
    #expect(!world.outcome().hasFailedProgram && world.eventCount > 1)
  }
}

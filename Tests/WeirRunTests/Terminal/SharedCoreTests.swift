// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore

import WeirRun

/// The one core of a thread and the program that it speaks with.
struct SharedCoreTests {
  /// The cores on which this thread may be, as the machine writes them: "0-3".
  private func cores(of thread: String) throws -> Substring {
    let status = try String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8)
    let line = try #require(
      status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list") })
    return line.split(separator: "\t").last ?? ""
  }

  /// A program that answers with the cores on which it, or what it has started, may be.
  private let shell =
    "read -r line; echo {}; while read -r line; do set -- $(grep Cpus_allowed_list /proc/self/status); echo $2; done"

  @Test func `a program is on one core while it is asked, and whoever asks is free afterwards`()
    throws
  {
    let before = try cores(of: "thread-self")
    var program = try PipedProgram(shell, silence: .seconds(10))
    _ = try program.ask(Array("hello\n".utf8))
    for _ in 0..<3 {
      let answer = String(decoding: try program.ask(Array("where?\n".utf8)), as: UTF8.self)
      #expect(Int(answer) != nil, "one core, not \(answer)")
      #expect(try cores(of: "thread-self") == before)
    }
  }

  @Test func `who waits in vain is free, too`() throws {
    let before = try cores(of: "thread-self")
    var program = try PipedProgram("exit 3", silence: .seconds(10))
    #expect(throws: ProgramFault.self) { try program.ask(Array("hello\n".utf8)) }
    #expect(try cores(of: "thread-self") == before)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirReport
import WeirTestSupport

import WeirCommand

/// Tests of runs that are stopped.
@Suite struct InterruptionTests {
  /// A run that is deep inside one call for longer than anybody would wait, in every build: its first message is an hour
  /// under way, and each nanosecond of that the link changes.
  private static let endless = """
    weir: 1
    about: A link that goes down and comes back all the time.
    network:  { delay: 1h, outage: { every: 1ns, for: 1ns } }
    clients:  [ { count: 2, list: rooms/lobby, newest: 50 } ]
    workload: [ { each: client, does: post, every: 10min, for: 1h } ]
    """

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a run that does not come out of one step is stopped within two seconds`(
    number: Int32, code: Int32
  ) throws {
    try withTemporaryFolder { folder in
      try WholeFile.write(Self.endless, to: "\(folder)/endless.yaml")
      let process = Process()
      let errors = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "--default-signal=INT", "--default-signal=TERM", SweepTests.program, "run", "--out",
        "\(folder)/out", "\(folder)/endless.yaml",
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      process.standardInput = FileHandle.nullDevice
      var (all, before) = (sigset_t(), sigset_t())
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_UNBLOCK, &all, &before)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
      // The folder is there when the run begins.
      while process.isRunning, !FileManager.default.fileExists(atPath: "\(folder)/out") {
        usleep(1000)
      }
      usleep(300_000)
      #expect(process.isRunning)
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      #expect(process.terminationStatus == code)
      let words = String(
        decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      #expect(words.contains("stopped inside of one long step"))
    }
  }
}

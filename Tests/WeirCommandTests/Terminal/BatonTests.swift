// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import Synchronization
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct BatonTests {
  /// Returns the log of two threads with a baton between them, in the order in which they worked:
  /// `A0 B0 B1 A1`.
  private static func log(rounds: Int, tasks: Int) throws -> String {
    let ends = try #require(Baton.Ends())
    let log = Mutex<[String]>([])
    // Threads of their own: each of them waits for the other.
    let both = [("A", Baton.Place.first, ends.first), ("B", Baton.Place.second, ends.second)].map {
      name, place, own in
      let (inlet, outlet) = own
      return Thread {
        var baton = Baton(place, inlet: inlet, outlet: outlet)
        for round in 0..<rounds {
          baton.begin(round)
          for task in 0..<tasks {
            log.withLock { $0.append("\(name)\(task)") }
            baton.finishTurn()
          }
        }
        // As the end of a process does, for whoever waits.
        close(outlet)
      }
    }
    for thread in both { thread.start() }
    while !both.allSatisfy(\.isFinished) { usleep(1000) }
    for inlet in [ends.first.inlet, ends.second.inlet] { close(inlet) }
    return log.withLock { $0.joined(separator: " ") }
  }

  @Test func `each task is done by both in a row, and who followed leads next`() throws {
    #expect(try Self.log(rounds: 1, tasks: 4) == "A0 B0 B1 A1 A2 B2 B3 A3")
  }

  @Test func `what one leads in a round the other leads in the next`() throws {
    #expect(try Self.log(rounds: 2, tasks: 2) == "A0 B0 B1 A1 B0 A0 A1 B1")
    #expect(try Self.log(rounds: 2, tasks: 3) == "A0 B0 B1 A1 A2 B2 B0 A0 A1 B1 B2 A2")
  }

  @Test func `who has lost the other goes on alone`() throws {
    let ends = try #require(Baton.Ends())
    close(ends.second.outlet)
    var baton = Baton(.first, inlet: ends.first.inlet, outlet: ends.first.outlet)
    var count = 0
    for round in 0..<3 {
      baton.begin(round)
      for _ in 0..<5 {
        count += 1
        baton.finishTurn()
      }
    }
    #expect(count == 15)
    for end in [ends.first.inlet, ends.first.outlet, ends.second.inlet] { close(end) }
  }

  @Test func `two programs are started at once, each with an end of the baton`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/turns"
      // The first waits for a byte and sends one on, the second the other way round.
      try writeProgram(
        """
        #!/bin/bash
        if [ "$1" = second ]; then printf x >&3; fi
        read -r -n 1 byte
        printf "$byte$1"
        printf y >&3
        """, to: path)
      let first = MeteredProcess.Start(program: path, words: ["turns", "first"])
      let second = MeteredProcess.Start(program: path, words: ["turns", "second"])
      let results = try MeteredProcess.runInTurns(
        [(first, second), (first, second), (first, second)], timeout: 20)
      #expect(results.count == 3)
      for result in results {
        #expect(String(decoding: result.first.output, as: UTF8.self) == "xfirst")
        #expect(String(decoding: result.second.output, as: UTF8.self) == "ysecond")
      }
      let nobody = MeteredProcess.Start(program: "\(folder)/nobody", words: ["nobody"])
      #expect(throws: FileFailure.self) {
        try MeteredProcess.runInTurns([(first, second), (first, nobody)], timeout: 20)
      }
    }
  }

  @Test func `a thread stays on the processor that it is told to`() {
    let cores = Machine.cores
    #expect(!cores.isEmpty && cores == cores.sorted())
    let chosen = Mutex<[[Int]]>([])
    let thread = Thread {
      for core in cores + [-1, 1 << 20] {
        Machine.stay(on: core)
        chosen.withLock { $0.append(Machine.coresNow) }
      }
    }
    thread.start()
    while !thread.isFinished { usleep(1000) }
    // What there is not changes nothing.
    let last = cores.suffix(1)
    #expect(chosen.withLock { $0 } == cores.map { [$0] } + [Array(last), Array(last)])
  }
}

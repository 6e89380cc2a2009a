// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTestSupport

import WeirCommand

@Suite struct LastWorldTests {
  private static func text(_ clients: String, for span: String = "2s") -> String {
    """
    weir: 1
    about: Two phones in one chat room.
    network:  { delay: 40ms }
    clients:  [ { count: 2, list: rooms/lobby, newest: 50\(clients) } ]
    workload: [ { each: client, does: post, every: 1s, for: \(span) } ]
    """
  }

  private static let files = [
    "own.yaml": text(""),
    "other.yaml": text("", for: "3s"),
    "program.yaml": text(
      ", stack: { run: \"while read -r line; do echo '{\\\"weir-stack\\\":1}'; done\" }"),
    "wrong.yaml": text(", windows: 3"),
  ]

  private func run(_ words: String..., keepingIn lastWorld: LastWorld?) throws -> Trial {
    try withTemporaryFolder {
      Trial(["run", "--out", $0] + words, files: Self.files, lastWorld: lastWorld)
    }
  }

  @Test func `the world of the last run stays, and all else is as if it did not`() throws {
    let lastWorld = LastWorld()
    let kept = try run("--quiet", "own.yaml", "other.yaml", keepingIn: lastWorld)
    #expect(!lastWorld.isEmpty)
    let other = try run("--quiet", "own.yaml", "other.yaml", keepingIn: nil)
    #expect(kept.code == .pass && other.code == .pass)
    #expect(kept.printed == other.printed)
  }

  @Test func `of several runs none but the last stays`() throws {
    let lastWorld = LastWorld()
    _ = try run("own.yaml", "wrong.yaml", keepingIn: lastWorld)
    #expect(lastWorld.isEmpty)
    _ = try run("wrong.yaml", "own.yaml", keepingIn: lastWorld)
    #expect(!lastWorld.isEmpty)
  }

  @Test func `a program is not left behind`() throws {
    let lastWorld = LastWorld()
    let trial = try run("program.yaml", keepingIn: lastWorld)
    #expect(trial.code == .programFailed)
    #expect(lastWorld.isEmpty)
  }
}

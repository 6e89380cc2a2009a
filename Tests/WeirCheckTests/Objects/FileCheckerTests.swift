// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

/// The service for files and the rows of one list, as the checker of files sees them.
private struct FileStage: ~Copyable {
  private var checkers = Checkers(
    Checkers.objects, on: Ground(lists: [Path("l")], transactAction: 6))
  private var now = Instant.zero
  private var version: UInt64 = 0
  private var tree = Node.null

  private mutating func record(
    _ kind: Step.Kind, key: Key = Step.noKey, x: UInt64 = 0, y: UInt64 = 0,
    evidence: Evidence = .none
  ) {
    now = now + .milliseconds(1)
    checkers.observe(Step(at: now, kind, list: 0, key: key, x: x, y: y), evidence)
  }

  /// A transfer of a file: brought there (0) or taken away (2), and how it went on: 1 is the end.
  mutating func transfer(_ file: String, _ verb: UInt64, end: UInt64 = 1) {
    record(
      .transferred, key: Key(file),
      y: Step.Transferred.verb.holding(verb) | Step.Transferred.end.holding(end))
  }

  /// The server commits a row with these files; `word` is another field of it.
  mutating func commit(_ key: String, files: [String], word: String? = "ape") {
    version += 1
    let row = Node([
      (ObjectNotes.word, word.map { .text($0) } ?? .null),
      (ObjectNotes.photo, Node(files.map { (Key($0), .integer(1)) })),
    ])
    tree.set(row, at: Key(key))
    record(.committed, key: Key(key), x: row.fingerprint, y: version, evidence: .row(row))
  }

  mutating func rest() { record(.rested, evidence: .rest(FinalState(lists: [tree]))) }

  consuming func verdict() -> String {
    let verdict = checkers.findings.first { $0.checker == "files" }?.verdict
    return verdict.map { $0.isBroken ? "\($0)" : $0 == .held ? "held" : "not reached" } ?? ""
  }
}

@Suite struct FileCheckerTests {
  @Test func `a run in which no file moves says nothing of files`() {
    var stage = FileStage()
    stage.commit("a", files: ["f"])
    stage.rest()
    #expect(stage.verdict() == "not reached")
  }

  @Test func `each file at the service that a row has, and no other, keeps the promise`() {
    var stage = FileStage()
    stage.transfer("f", 0)
    stage.commit("a", files: ["f"])
    stage.transfer("g", 0)
    stage.commit("a", files: ["g"])
    stage.transfer("f", 2)
    stage.rest()
    #expect(stage.verdict() == "held")
  }

  @Test func `a file that broke off is not there`() {
    var stage = FileStage()
    stage.transfer("f", 0)
    stage.commit("a", files: ["f"])
    stage.transfer("g", 0, end: 0)
    stage.rest()
    #expect(stage.verdict() == "held")
  }

  @Test func `a file that no row has is left behind`() {
    var stage = FileStage()
    stage.transfer("f", 0)
    stage.rest()
    #expect(stage.verdict().contains("the file f is at the service, and no row has it"))
  }

  @Test func `a file that a row has and that was taken away is missing`() {
    var stage = FileStage()
    stage.transfer("f", 0)
    stage.commit("a", files: ["f"])
    stage.transfer("f", 2)
    stage.rest()
    #expect(stage.verdict().contains("'a' has the file f, which is not at the service"))
  }

  @Test func `two rows may have one file`() {
    var stage = FileStage()
    stage.transfer("f", 0)
    stage.commit("a", files: ["f"])
    stage.commit("b", files: ["f"])
    stage.rest()
    #expect(stage.verdict() == "held")
  }

  @Test func `a row that is made of a file alone was gone`() {
    var stage = FileStage()
    stage.transfer("f", 0)
    stage.commit("a", files: ["f"], word: nil)
    stage.rest()
    #expect(stage.verdict().contains("'a' is gone, and somebody has given it a file"))
  }
}

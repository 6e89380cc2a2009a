// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

/// An app with the preview of a form, as its checker sees it.
private struct PreviewStage: ~Copyable {
  private var checkers = Checkers(
    Checkers.objects,
    on: Ground(lists: [Path("board")], transactAction: 6, surfaces: SurfaceNumbers(clients: 1)))
  private(set) var now = Instant.zero

  mutating func wait(_ milliseconds: Int64) { now = now + .milliseconds(milliseconds) }

  mutating func record(_ kind: Step.Kind, key: Key = Step.noKey, x: UInt64 = 0, y: UInt64 = 0) {
    checkers.observe(Step(at: now, kind, client: 0, list: 0, key: key, x: x, y: y), .none)
  }

  mutating func feed(_ source: PreviewNotes.Source, _ value: UInt64) {
    record(.noted, key: Key("a"), x: value, y: PreviewNotes.fed.holding(source.rawValue))
  }

  mutating func begin(_ number: UInt64, _ line: PreviewNotes.Line, key: String = "a") {
    record(.noted, key: Key(key), x: number, y: PreviewNotes.began.holding(line.rawValue))
  }

  mutating func hear(_ number: UInt64, _ values: UInt64...) {
    record(
      .noted, key: Key("a"), x: PreviewNotes.stamp(of: values),
      y: PreviewNotes.heard.holding(number))
  }

  mutating func hear(_ number: UInt64, error: UInt64) {
    record(
      .noted, key: Key("a"), x: PreviewNotes.stamp(ofError: error),
      y: PreviewNotes.heard.holding(number))
  }

  mutating func end(_ number: UInt64) {
    record(.noted, key: Key("a"), x: number, y: PreviewNotes.ended.holding())
  }

  mutating func close(left: UInt64 = 0) {
    record(.noted, key: Key("a"), x: left, y: PreviewNotes.closed.holding())
  }

  mutating func rest() {
    wait(1)
    record(.rested)
  }

  consuming func fault() -> String? {
    let verdict = checkers.findings.first { $0.checker == "previews" }?.verdict
    return verdict.flatMap { $0.isBroken ? "\($0)" : nil }
  }
}

@Suite struct PreviewCheckerTests {
  @Test func `two who hear what has changed, and end, keep the promise`() {
    var stage = PreviewStage()
    stage.begin(1, .news)
    stage.begin(2, .news)
    for value: UInt64 in [7, 7, 8] {
      stage.wait(1)
      stage.feed(.heard, value)
      if value == 7, stage.now > .zero + .milliseconds(1) { continue }
      stage.hear(1, value)
      stage.hear(2, value)
    }
    stage.end(1)
    stage.end(2)
    stage.close()
    stage.wait(1)
    stage.record(.closed)
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test func `the second of two listeners that hears nothing breaks it`() {
    var stage = PreviewStage()
    stage.begin(1, .news)
    stage.begin(2, .news)
    stage.feed(.heard, 7)
    stage.hear(1, 7)
    stage.rest()
    #expect(stage.fault()?.contains("has not told number 2") == true)
  }

  @Test func `what is the same is not heard again`() {
    var stage = PreviewStage()
    stage.begin(1, .news)
    stage.feed(.heard, 7)
    stage.hear(1, 7)
    stage.feed(.heard, 7)
    stage.hear(1, 7)
    #expect(stage.fault()?.contains("is to hear nothing") == true)
  }

  @Test func `what is settled is heard when the time is over, and not before or after`() {
    func stage(after wait: Int64) -> PreviewStage {
      var stage = PreviewStage()
      stage.begin(1, .settled)
      stage.feed(.typed, 7)
      stage.wait(100)
      stage.feed(.typed, 8)
      stage.wait(wait)
      stage.feed(.heard, 1)
      stage.hear(1, 8)
      return stage
    }
    #expect(stage(after: 299).fault()?.contains("is to hear nothing") == true)
    #expect(stage(after: 301).fault()?.contains("has not told number 1") == true)
    var right = PreviewStage()
    right.begin(1, .settled)
    right.feed(.typed, 7)
    right.wait(100)
    right.feed(.typed, 8)
    right.wait(300)
    right.hear(1, 8)
    right.rest()
    #expect(right.fault() == nil)
  }

  @Test func `a source that is sampled is heard at once, and then once in a period`() {
    var stage = PreviewStage()
    stage.begin(1, .sampled)
    stage.feed(.typed, 1)
    stage.hear(1, 1)
    stage.wait(100)
    stage.feed(.typed, 2)
    stage.feed(.typed, 3)
    stage.wait(300)
    stage.hear(1, 3)
    stage.feed(.typed, 4)
    stage.wait(400)
    stage.hear(1, 4)
    stage.wait(401)
    stage.feed(.typed, 5)
    stage.hear(1, 5)
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test func `values are remembered, come in portions, and are combined`() {
    var stage = PreviewStage()
    stage.begin(1, .lately)
    stage.begin(2, .pairs)
    stage.begin(3, .both)
    for value: UInt64 in 1...4 {
      stage.feed(.heard, value)
      let last = (max(3, value) - 2)...value
      let memory: [UInt64] = value < 3 ? Array(1...value) : Array(last)
      stage.record(
        .noted, key: Key("a"), x: PreviewNotes.stamp(of: memory),
        y: PreviewNotes.heard.holding(1))
    }
    stage.feed(.typed, 5)
    stage.hear(3, 4, 5)
    stage.feed(.typed, 6)
    stage.hear(2, 5, 6)
    stage.hear(3, 4, 6)
    stage.feed(.typed, 7)
    stage.hear(3, 4, 7)
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test func `an error is heard at once, and stays what its source has`() {
    var stage = PreviewStage()
    stage.begin(1, .both)
    stage.begin(2, .settled)
    stage.feed(.typed, 5)
    stage.feed(.refused, 9)
    stage.hear(1, error: 9)
    stage.hear(2, error: 9)
    stage.feed(.heard, 4)
    stage.hear(1, error: 9)
    stage.feed(.typed, 6)
    stage.hear(1, 4, 6)
    stage.wait(300)
    stage.hear(2, 6)
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test func `what waits while a preview is folded away comes as one when it is not`() {
    var stage = PreviewStage()
    stage.begin(1, .unfolded)
    stage.feed(.heard, 1)
    stage.hear(1, 1)
    stage.feed(.unfolded, 0)
    for value: UInt64 in 2...4 { stage.feed(.heard, value) }
    stage.feed(.unfolded, 1)
    stage.hear(1, 3, 4)
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test func `a source that is switched away from is not heard`() {
    var stage = PreviewStage()
    stage.begin(1, .current)
    stage.feed(.typed, 1)
    stage.feed(.heard, 2)
    stage.hear(1, 2)
    stage.feed(.editing, 1)
    stage.feed(.heard, 3)
    stage.hear(1, 3)
    #expect(stage.fault()?.contains("is to hear nothing") == true)
  }

  @Test func `the first is heard once`() {
    var stage = PreviewStage()
    stage.begin(1, .first)
    stage.feed(.typed, 1)
    stage.hear(1, 1)
    stage.feed(.typed, 2)
    stage.hear(1, 2)
    #expect(stage.fault()?.contains("is to hear nothing") == true)
  }

  @Test func `a label waits, and shows the one before with it`() {
    var stage = PreviewStage()
    stage.begin(1, .label)
    stage.feed(.heard, 1)
    stage.wait(200)
    stage.hear(1, 1)
    stage.feed(.typed, 2)
    stage.feed(.typed, 2)
    stage.wait(200)
    stage.hear(1, 1, 2)
    stage.rest()
    #expect(stage.fault() == nil)
  }

  @Test func `two values in the wrong order break it`() {
    var stage = PreviewStage()
    stage.begin(1, .all)
    stage.feed(.heard, 1)
    stage.hear(1, 2)
    #expect(stage.fault()?.contains("hears something else as number 1") == true)
  }

  @Test func `somebody who is told after they have ended breaks it`() {
    var stage = PreviewStage()
    stage.begin(1, .settled)
    stage.feed(.typed, 7)
    stage.end(1)
    stage.close()
    stage.wait(300)
    stage.hear(1, 7)
    #expect(stage.fault()?.contains("which does not listen any more") == true)
  }

  @Test func `who still listens when a preview, or its app, is closed breaks it`() {
    var counted = PreviewStage()
    counted.begin(1, .all)
    counted.end(1)
    counted.close(left: 2)
    #expect(counted.fault()?.contains("and 2 still listen") == true)
    var forgotten = PreviewStage()
    forgotten.begin(1, .all)
    forgotten.close()
    #expect(forgotten.fault()?.contains("number 1 goes on to listen") == true)
    var another = PreviewStage()
    another.begin(1, .all)
    another.begin(2, .all, key: "b")
    #expect(another.fault()?.contains("number 1 still listens") == true)
    var closed = PreviewStage()
    closed.begin(1, .all)
    closed.record(.closed)
    closed.rest()
    #expect(closed.fault()?.contains("is closed, and number 1 still listens") == true)
  }

  @Test func `an app in the background hears late, and one that was killed hears nothing`() {
    var stage = PreviewStage()
    stage.begin(1, .settled)
    stage.feed(.typed, 7)
    stage.record(.paused, x: 1)
    stage.wait(1000)
    stage.record(.paused)
    stage.hear(1, 7)
    stage.feed(.typed, 8)
    stage.record(.killed)
    stage.wait(1000)
    stage.rest()
    #expect(stage.fault() == nil)
    var late = PreviewStage()
    late.begin(1, .settled)
    late.feed(.typed, 7)
    late.wait(301)
    late.record(.killed)
    #expect(late.fault()?.contains("has not told number 1") == true)
  }
}

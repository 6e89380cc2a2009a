// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

/// A list of sources as its checkers see it: what is heard, what is followed, and what is shown.
private struct Stage: ~Copyable {
  private var checkers: Checkers
  private var now = Instant.zero
  private var shown: [Row] = []
  private let screen: Screen

  init(_ filter: Filter = .everything) {
    screen = Screen(QueryBuilder(Path("l")).ordered(by: .value), filter: filter)
    checkers = Checkers(Checkers.sources, on: Ground(lists: [Path("l")], transactAction: 6))
    open()
  }

  mutating func open() {
    record(.opened, evidence: .screen(OpenedScreen(screen, lists: [0], atMost: .zero)))
  }

  mutating func record(
    _ kind: Step.Kind, key: Key = Step.noKey, x: UInt64 = 0, y: UInt64 = 0,
    evidence: Evidence = .none
  ) {
    now = now + .milliseconds(1)
    checkers.observe(Step(at: now, kind, client: 0, list: 0, key: key, x: x, y: y), evidence)
  }

  /// The server commits a row, and the client hears it.
  mutating func hear(_ name: String, _ content: Int64?) {
    let key = Key(name)
    let node = content.map { Node.integer($0) } ?? .null
    record(.committed, key: key, x: node.fingerprint, evidence: .row(node))
    let kind: DataEvent.Kind = content == nil ? .removed : .changed
    record(
      .heard, key: key, x: content == nil ? 0 : node.fingerprint,
      y: Step.Heard.event.holding(UInt64(kind.rawValue)))
  }

  mutating func follow(_ base: UInt64 = 0) {
    record(.noted, x: base, y: SourceNotes.followed.holding())
  }

  /// The list is told anew, with the change set that leads there unless another one is given.
  mutating func show(
    _ rows: [(String, Int64)], _ changes: ChangeSet? = nil, isFirst: Bool = false,
    isProvisional: Bool = false
  ) {
    let new = rows.map { Row(key: Key($0.0), stamp: Node.integer($0.1).fingerprint) }
    record(
      .published,
      evidence: .publication(
        Publication(
          changes ?? diff(from: shown, to: new), sections: [new], isFirst: isFirst,
          isProvisional: isProvisional)))
    shown = new
  }

  /// What the promises that are broken say.
  consuming func faults() -> [String] {
    checkers.findings.filter(\.verdict.isBroken).map { "\($0.checker): \($0.verdict)" }
  }
}

@Suite struct SourceCheckersTests {
  @Test func `a list that shows what it has heard keeps both promises`() {
    var stage = Stage()
    stage.hear("b", 1)
    stage.follow()
    stage.show([("b", 1)], isFirst: true)
    stage.hear("a", 2)
    stage.hear("b", 3)
    stage.show([("a", 2), ("b", 3)])
    stage.hear("a", nil)
    stage.follow(1)
    stage.show([("b", 3)])
    stage.record(.closed)
    stage.open()
    stage.hear("b", 3)
    stage.follow()
    stage.show([("b", 3)], isFirst: true)
    #expect(stage.faults() == [])
  }

  @Test func `whoever follows no sources promises nothing`() {
    var stage = Stage()
    stage.show([("x", 1)])
    stage.show([("x", 1)])
    #expect(stage.faults() == [])
  }

  @Test(
    arguments: [
      ([("a", 1), ("b", 3)], "otherwise than it has heard"), ([("a", 1)], "does not show 'b'"),
      ([("a", 1), ("b", 2), ("d", 4)], "gone or never was"),
      ([("b", 2), ("a", 1)], "out of its order"),
    ] as [([(String, Int64)], String)])
  func `rows that are not as they were heard are found`(
    rows: [(String, Int64)], words: String
  ) {
    var stage = Stage()
    stage.hear("a", 1)
    stage.hear("b", 2)
    stage.hear("c", 4)
    stage.follow()
    stage.show([("a", 1), ("b", 2), ("c", 4)], isFirst: true)
    stage.hear("c", nil)
    stage.show(rows)
    let faults = stage.faults()
    #expect(faults.count == 1 && faults[0].contains(words), "\(faults)")
  }

  @Test func `a filter is held against what the server has committed`() {
    let small = Filter.less(Path(""), .number(3))
    var stage = Stage(small)
    stage.hear("a", 1)
    stage.hear("b", 5)
    stage.follow()
    stage.show([("a", 1)], isFirst: true)
    #expect(stage.faults() == [])
    stage = Stage(small)
    stage.hear("a", 1)
    stage.hear("b", 5)
    stage.follow()
    stage.show([("a", 1), ("b", 5)], isFirst: true)
    let shown = stage.faults()
    #expect(shown.count == 1 && shown[0].contains("does not admit"), "\(shown)")
    stage = Stage(small)
    stage.hear("a", 1)
    stage.hear("c", 2)
    stage.follow()
    stage.show([("c", 2)], isFirst: true)
    let missing = stage.faults()
    #expect(missing.count == 1 && missing[0].contains("does not show 'a'"), "\(missing)")
  }

  @Test func `a row that was kept was heard once, however long ago`() {
    var stage = Stage()
    stage.hear("a", 1)
    stage.hear("b", 2)
    stage.record(.killed)
    stage.open()
    stage.follow(2)
    stage.show([("a", 1)], isFirst: true, isProvisional: true)
    #expect(stage.faults() == [])
    stage = Stage()
    stage.follow(2)
    stage.show([("a", 1)], isFirst: true, isProvisional: true)
    let faults = stage.faults()
    #expect(faults.count == 1 && faults[0].contains("never heard so"), "\(faults)")
  }

  @Test func `a list whose listen was taken away stays as it was`() {
    var stage = Stage()
    stage.hear("a", 1)
    stage.follow()
    stage.show([("a", 1)], isFirst: true)
    stage.record(.cancelled)
    stage.hear("a", nil)
    stage.follow()
    stage.show([("a", 1)], ChangeSet(updates: [.init(old: 0, new: 0)]))
    #expect(stage.faults() == [])
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a change that is told twice, of nothing, too early or as going and coming is found`(
    kind: Int
  ) {
    var stage = Stage()
    stage.hear("a", 1)
    stage.hear("b", 2)
    stage.follow()
    stage.show([("a", 1), ("b", 2)], isFirst: kind != 2)
    switch kind {
    case 0: stage.show([("a", 1), ("b", 2)])
    case 1: stage.show([("a", 1), ("b", 2)], isFirst: true)
    case 3: stage.show([("a", 1), ("b", 2)], ChangeSet(deletes: [1], inserts: [1]))
    default: break
    }
    let words = [
      "nothing is different", "the whole twice", "a change before the whole", "goes and comes",
    ]
    let faults = stage.faults()
    #expect(faults.count == 1 && faults[0].contains(words[kind]), "\(faults)")
  }
}

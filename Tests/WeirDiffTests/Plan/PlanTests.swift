// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

@Suite struct PlanTests {
  @Test func `a row that leaves a section that goes moves before the section goes`() {
    let (old, new) = ([letters("ab"), letters("c")], [letters("ac")])
    let changes = ChangeSet(
      moves: [.init(from: 0, to: 0)], sections: SectionChanges(deletes: [0]))
    let plan = Plan(changes, from: old, to: new, style: .staged)
    #expect(plan.stages.map(\.rows) == [[letters("b"), letters("ac")], new])
    #expect(
      plan.stages.map(\.changes) == [
        ChangeSet(moves: [.init(from: 0, to: Place(section: 1, row: 0))]),
        ChangeSet(sections: SectionChanges(deletes: [0])),
      ])
    let single = Plan(changes, from: old, to: new, style: .oneBatch)
    #expect(
      single.stages.map(\.changes)
        == [ChangeSet(inserts: [0], sections: SectionChanges(deletes: [0]))])
  }

  @Test func `more changes than the limit become a reload`() {
    let changes = ChangeSet(deletes: [0, 1])
    let old = [letters("abc")]
    #expect(Plan(changes, from: old, to: [letters("c")], style: .staged, reloadOver: 1).isReload)
    #expect(!Plan(changes, from: old, to: [letters("c")], style: .staged, reloadOver: 2).isReload)
  }

  @Test func `what a view accepts at once is one batch of a plan`() {
    let (old, new) = ([letters("ab"), letters("c")], [letters("ac"), letters("d")])
    // A section comes, a row leaves one that goes, and a header changes: only the row and its section are at odds.
    let changes = ChangeSet(
      moves: [.init(from: 0, to: 0)],
      sections: SectionChanges(deletes: [0], inserts: [1], updates: [.init(old: 1, new: 0)]))
    let plan = Plan(changes, from: old, to: new, style: .staged)
    #expect(
      plan.stages.map(\.changes) == [
        ChangeSet(
          moves: [.init(from: 0, to: Place(section: 1, row: 0))],
          sections: SectionChanges(inserts: [2])),
        ChangeSet(sections: SectionChanges(deletes: [0], updates: [.init(old: 1, new: 0)])),
      ])
    #expect(plan.stages.map(\.rows) == [[letters("b"), letters("ac"), letters("d")], new])
  }

  @Test(arguments: PlanStyle.allCases)
  func `a move to where the row would be anyway is in no plan`(style: PlanStyle) {
    let (old, new) = ([letters("abc"), letters("d")], [letters("abc"), letters("d")])
    let idle = ChangeSet(
      moves: [.init(from: 1, to: 1)], sections: SectionChanges(moves: [.init(from: 1, to: 1)]))
    #expect(Plan(idle, from: old, to: new, style: style).stages.isEmpty)
    // This one is not idle, for all others pass "c".
    let passed = diff(from: letters("abcde"), to: letters("decab"))
    #expect(passed.moves.contains(.init(from: 2, to: 2)))
    let plan = Plan(passed, from: [letters("abcde")], to: [letters("decab")], style: style)
    #expect(plan.stages.count == 1)
    if style != .deletesAndInserts { #expect(plan.stages[0].changes == passed) }
  }

  @Test(arguments: PlanStyle.allCases)
  func `a section that moves to where it would be anyway is in no plan`(style: PlanStyle) {
    let old = [letters("abc"), letters("d"), letters("e")]
    // Without a move of a row, so that the sections alone decide.
    for section in Int32(0)..<3 {
      let idle = ChangeSet(
        sections: SectionChanges(moves: [.init(from: section, to: section)]))
      #expect(Plan(idle, from: old, to: old, style: style).stages.isEmpty)
    }
    let all = ChangeSet(
      sections: SectionChanges(moves: (Int32(0)..<3).map { .init(from: $0, to: $0) }))
    #expect(Plan(all, from: old, to: old, style: style).stages.isEmpty)
  }

  @Test func `an idle move of a section is left out, and what else happens is not`() {
    let idle = SectionChanges.Move(from: 2, to: 2)
    let (old, new) = (
      [letters("abc"), letters("d"), letters("e")], [letters("ab"), letters("d"), letters("ex")]
    )
    // A row comes into the section that seems to move, which no view would take in one batch.
    let changes = ChangeSet(
      deletes: [2], inserts: [Place(section: 2, row: 1)],
      updates: [.init(old: Place(section: 1, row: 0), new: Place(section: 1, row: 0))],
      sections: SectionChanges(moves: [idle], updates: [.init(old: 0, new: 0)]))
    var expected = changes
    expected.sections.moves = []
    for style in [PlanStyle.oneBatch, .staged] {
      let plan = Plan(changes, from: old, to: new, style: style)
      #expect(plan.stages.map(\.changes) == [expected])
      #expect(plan.stages.map(\.rows) == [new])
    }
    let plain = Plan(changes, from: old, to: new, style: .deletesAndInserts)
    #expect(plain.stages.map(\.changes) == [expected.asDeletesAndInserts])
    // This one is not idle, for the others pass it.
    let passed = ChangeSet(
      sections: SectionChanges(
        moves: [.init(from: 2, to: 0), .init(from: 1, to: 1), .init(from: 0, to: 2)]))
    let reversed = Plan(passed, from: old, to: old.reversed(), style: .staged)
    let moves = reversed.stages.map { $0.changes.sections.moves }
    #expect(moves == [[.init(from: 2, to: 0), .init(from: 1, to: 1)]])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `every batch of every plan is legal and leads to its rows`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "plan")
    for _ in 0..<roundsOfLaws {
      let old = randomParts(&stream)
      let new = edited(old, &stream)
      let changes = diff(sections: old, to: new)
      for style in PlanStyle.allCases {
        let plan = Plan(changes, from: old.map(\.rows), to: new.map(\.rows), style: style)
        #expect(plan.stages.count <= (style == .staged ? 3 : 1))
        var rows = old.map(\.rows)
        for stage in plan.stages {
          let breach = stage.changes.checkShape(
            old: rows.map(\.count), new: stage.rows.map(\.count))
          #expect(breach == nil, "\(style): \(old) → \(new): \(stage.changes)")
          if breach != nil { return }
          #expect(stage.changes.isOneBatch)
          #expect(stage.changes.applying(toSections: rows, contents: stage.rows) == stage.rows)
          rows = stage.rows
        }
        #expect(rows == new.map(\.rows))
        if style == .deletesAndInserts {
          let said = plan.stages.map(\.changes)
          #expect(
            said.allSatisfy {
              $0.moves.isEmpty && $0.updates.isEmpty && $0.sections.moves.isEmpty
                && $0.sections.updates.isEmpty
            })
        }
      }
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

@Suite struct SectionDiffTests {
  private func part(_ id: Int, _ text: String) -> Part { Part(sectionID: id, rows: letters(text)) }

  @Test func `a row that crosses from a deleted section into another is one move`() {
    let changes = diff(
      sections: [part(1, "ab"), part(2, "c")], to: [part(2, "ac"), part(3, "d")])
    #expect(
      changes
        == ChangeSet(
          moves: [.init(from: Place(section: 0, row: 0), to: 0)],
          sections: SectionChanges(deletes: [0], inserts: [1])))
  }

  @Test
  func `a section that moves takes its rows along, and a new header is an update of the section`() {
    var last = part(2, "cd")
    last.header = 1
    let changes = diff(sections: [part(1, "ab"), part(2, "cd")], to: [last, part(1, "ab")])
    #expect(
      changes
        == ChangeSet(
          sections: SectionChanges(
            moves: [.init(from: 1, to: 0)], updates: [.init(old: 1, new: 0)])))
  }

  @Test func `the smallest pair that no single batch can show is told truly`() {
    let changes = diff(
      sections: [part(1, "a"), part(2, "b")], to: [part(2, "x"), part(1, "")])
    #expect(
      breach(from: [part(1, "a"), part(2, "b")], to: [part(2, "x"), part(1, "")], changes) == nil)
    #expect(changes.sections.moves == [.init(from: 1, to: 0)])
  }

  @Test func `rows that change are told section by section, however late they are found`() {
    // "c" changes where it is; "e", which stands nearer to the start of its section, moves besides.
    var (first, second) = (part(1, "abc"), part(2, "ed"))
    first.rows[2].look = 1
    second.rows[0].look = 1
    let e = (old: Place(section: 1, row: 1), new: Place(section: 1, row: 0))
    #expect(
      diff(sections: [part(1, "abc"), part(2, "de")], to: [first, second])
        == ChangeSet(
          moves: [.init(from: e.old, to: e.new)],
          updates: [.init(old: 2, new: 2), .init(old: e.old, new: e.new)]))
  }

  @Test func `of twins that cross sections, the first of the old list is the first of the new one`()
  {
    // A section that goes, or comes, stands before another that stays and has a twin, too.
    let (alone, beside) = ([part(1, "t"), part(2, "x")], [part(3, "t"), part(2, "xt")])
    let changes = diff(sections: alone, to: beside)
    #expect(changes.moves == [.init(from: 0, to: 0)])
    #expect(changes.inserts == [Place(section: 1, row: 1)])
    let back = diff(sections: beside, to: alone)
    #expect(back.moves == [.init(from: 0, to: 0)])
    #expect(back.deletes == [Place(section: 1, row: 1)])
  }

  @Test func `a change set that has had sections says nothing of them for flat lists`() {
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    var header = part(2, "b")
    header.header = 1
    let old = [part(1, ""), part(2, "b"), part(3, "c"), part(4, "d")]
    let new = [part(4, "d"), header, part(3, "c"), part(5, "")]
    diff(sections: old, to: new, into: &changes, workspace: &workspace)
    #expect(changes.sections.count == 4)
    diff(from: letters("ab"), to: letters("a"), into: &changes, workspace: &workspace)
    #expect(changes == ChangeSet(deletes: [1]))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `obeys the law on any sections, with twins, crossings and moves`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "sections")
    var workspace = DiffWorkspace()
    var changes = ChangeSet()
    for _ in 0..<roundsOfLaws {
      let old = randomParts(&stream)
      let new = edited(old, &stream)
      diff(sections: old, to: new, into: &changes, workspace: &workspace)
      #expect(breach(from: old, to: new, changes) == nil, "\(old) → \(new): \(changes)")
    }
  }
}

/// The number of pairs of lists that each seed tries: more where the tests run fast.
#if DEBUG
  let roundsOfLaws = 20
#else
  let roundsOfLaws = 1_000
#endif

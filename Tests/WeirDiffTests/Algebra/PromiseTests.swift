// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

/// Tests of what can be said of a change set alone, against its shape between lists that are long
/// enough for anything.
@Suite struct PromiseTests {
  private static let away = ChangeSet.Move(from: 0, to: Place(section: 1, row: 0))

  @Test(arguments: [
    ChangeSet(deletes: [1, 1]), ChangeSet(deletes: [1, 0]), ChangeSet(deletes: [-1]),
    ChangeSet(inserts: [2, 2]), ChangeSet(deletes: [Place(section: -1, row: 0)]),
    ChangeSet(deletes: [0], moves: [.init(from: 0, to: 1)]),
    ChangeSet(inserts: [1], moves: [.init(from: 0, to: 1)]),
    ChangeSet(moves: [.init(from: 0, to: 1), .init(from: 0, to: 2)]),
    ChangeSet(moves: [.init(from: 0, to: 1), .init(from: 2, to: 1)]),
    ChangeSet(updates: [.init(old: 1, new: 0)]),
    ChangeSet(deletes: [0], updates: [.init(old: 0, new: 0)]),
    ChangeSet(moves: [.init(from: 0, to: 1)], updates: [.init(old: 0, new: 0)]),
    ChangeSet(deletes: [0], sections: SectionChanges(deletes: [0])),
    ChangeSet(inserts: [0], sections: SectionChanges(inserts: [0])),
    ChangeSet(sections: SectionChanges(deletes: [1, 1])),
    ChangeSet(sections: SectionChanges(moves: [.init(from: 1, to: 0), .init(from: 1, to: 2)])),
    ChangeSet(sections: SectionChanges(updates: [.init(old: 0, new: 1)])),
  ])
  func `what no lists can do is no batch`(changes: ChangeSet) {
    #expect(!changes.isWellFormed)
    #expect(!changes.isOneBatch)
  }

  @Test(arguments: [
    ChangeSet(), ChangeSet(deletes: [0], updates: [.init(old: 1, new: 0)]),
    // A row may change in a section that moves, and so may what is above the rows.
    ChangeSet(
      updates: [.init(old: Place(section: 1, row: 4), new: 4)],
      sections: SectionChanges(moves: [.init(from: 1, to: 0)])),
    ChangeSet(
      deletes: [0], sections: SectionChanges(inserts: [1], updates: [.init(old: 1, new: 2)])),
    ChangeSet(
      sections: SectionChanges(
        moves: [.init(from: 1, to: 0)], updates: [.init(old: 1, new: 0)])),
    ChangeSet(moves: [away]),
  ])
  func `what a view may be told at once is one batch`(changes: ChangeSet) {
    #expect(changes.isWellFormed)
    #expect(changes.isOneBatch)
    #expect(changes.asOneBatch == changes)
  }

  @Test(arguments: [
    ChangeSet(moves: [away], sections: SectionChanges(inserts: [1])),
    ChangeSet(moves: [away], sections: SectionChanges(deletes: [0])),
    ChangeSet(deletes: [0], sections: SectionChanges(moves: [.init(from: 0, to: 1)])),
    ChangeSet(inserts: [0], sections: SectionChanges(moves: [.init(from: 1, to: 0)])),
  ])
  func `what is well formed and no batch becomes one`(changes: ChangeSet) {
    #expect(changes.isWellFormed)
    #expect(!changes.isOneBatch)
    #expect(changes.asOneBatch.isOneBatch)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a change set is well formed if lists can be found for it`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "promise")
    var (good, bad) = (0, 0)
    for _ in 0..<150 {
      let old = randomParts(&stream)
      let right = diff(sections: old, to: edited(old, &stream))
      #expect(right.isWellFormed)
      var wrong = right
      for _ in 0...stream.index(below: 2) { spoil(&wrong, &stream) }
      let isRight = hasLists(wrong)
      if isRight { good += 1 } else { bad += 1 }
      #expect(wrong.isWellFormed == isRight, "\(wrong)")
    }
    #expect(good > 5 && bad > 5)
  }

  /// `true` if the change set keeps its promise between twenty long sections and what it makes of them.
  private func hasLists(_ changes: ChangeSet) -> Bool {
    let old = [Int](repeating: 60, count: 20)
    var sections = old.indices.map { Optional($0) }
    for gone in (changes.sections.deletes + changes.sections.moves.map(\.from)).sorted(by: >) {
      guard sections.indices.contains(Int(gone)) else { return false }
      sections.remove(at: Int(gone))
    }
    let arrivals =
      changes.sections.inserts.map { (Int($0), Int?.none) }
      + changes.sections.moves.map { (Int($0.to), Optional(Int($0.from))) }
    for (place, origin) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      guard place >= 0, place <= sections.count else { return false }
      sections.insert(origin, at: place)
    }
    let new = sections.enumerated().map { section, origin in
      guard let origin else { return 60 }
      let less = (changes.deletes + changes.moves.map(\.from)).count { $0.section == origin }
      return 60 - less + (changes.inserts + changes.moves.map(\.to)).count { $0.section == section }
    }
    return changes.checkShape(old: old, new: new) == nil
  }

  /// Adds something, takes something away, or says something else of one row or section.
  private func spoil(_ changes: inout ChangeSet, _ stream: inout RandomStream) {
    func number(_ most: Int = 5) -> Int32 { Int32(stream.index(below: most)) }
    func place() -> Place { Place(section: number(4), row: number()) }
    let last = stream.index(below: 2) == 0
    switch stream.index(below: 12) {
    case 0: changes.deletes = (changes.deletes + [place()]).sorted()
    case 1: changes.inserts = (changes.inserts + [place()]).sorted()
    case 2:
      changes.moves.append(.init(from: place(), to: place()))
      changes.moves.sort { $0.to < $1.to }
    case 3:
      changes.updates.append(.init(old: place(), new: place()))
      changes.updates.sort { $0.old < $1.old }
    case 4 where !changes.updates.isEmpty:
      changes.updates[last ? changes.updates.count - 1 : 0].new = place()
    case 5 where !changes.deletes.isEmpty: changes.deletes.removeLast()
    case 6 where !changes.moves.isEmpty: changes.moves.removeFirst()
    case 7: changes.sections.deletes = (changes.sections.deletes + [number()]).sorted()
    case 8: changes.sections.inserts = (changes.sections.inserts + [number()]).sorted()
    case 9:
      changes.sections.moves.append(.init(from: number(), to: number()))
      changes.sections.moves.sort { $0.to < $1.to }
    case 10:
      changes.sections.updates.append(.init(old: number(), new: number()))
      changes.sections.updates.sort { $0.old < $1.old }
    default: if changes.deletes.count > 1 { changes.deletes.swapAt(0, 1) }
    }
  }
}

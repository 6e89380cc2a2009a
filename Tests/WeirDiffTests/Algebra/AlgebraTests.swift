// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

@Suite struct AlgebraTests {
  @Test func `the way back undoes the way there`() {
    let changes = ChangeSet(deletes: [1], moves: [.init(from: 2, to: 0)])
    #expect(changes.inverse == ChangeSet(inserts: [1], moves: [.init(from: 0, to: 2)]))
  }

  @Test func `what came and went again leaves no trace in the composition`() {
    let first = ChangeSet(inserts: [0])
    #expect(first.followed(by: ChangeSet(deletes: [0]), oldCount: 3).isEmpty)
  }

  @Test func `a script deletes from the back and inserts from the front, stretch by stretch`() {
    let changes = ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)])
    #expect(changes.script.batches == [[.delete(2), .delete(1)], [.insert(0)], [.insert(2)]])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `inverse, composition and script lead where applying leads`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "algebra")
    for _ in 0..<roundsOfLaws {
      let a = randomParts(&stream)
      let b = edited(a, &stream)
      let c = edited(b, &stream)
      let (first, next) = (diff(sections: a, to: b), diff(sections: b, to: c))
      #expect(first.inverse.inverse == first)
      #expect(first.inverse.checkShape(old: counts(b), new: counts(a)) == nil)
      #expect(
        first.inverse.applying(toSections: b.map(\.rows), contents: a.map(\.rows)) == a.map(\.rows))
      let whole = first.followed(by: next, old: counts(a), middle: counts(b), new: counts(c))
      #expect(whole.checkShape(old: counts(a), new: counts(c)) == nil)
      #expect(
        whole.applying(toSections: a.map(\.rows), contents: c.map(\.rows)) == c.map(\.rows),
        "\(a) → \(b) → \(c)")
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a script of a flat list obeys its grammar and leads to the new list`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "script")
    for _ in 0..<roundsOfLaws {
      let old = randomParts(&stream).flatMap(\.rows)
      let new = edited([Part(sectionID: 0, rows: old)], &stream).first?.rows ?? []
      let changes = diff(from: old, to: new)
      #expect(changes.script.applying(to: old, contents: new) == new)
      for batch in changes.script.batches { #expect(isGrammatical(batch)) }
      #expect(changes.followed(by: changes.inverse, oldCount: old.count).moves.isEmpty)
    }
  }
}

private func counts(_ parts: [Part]) -> [Int] { parts.map(\.rows.count) }

/// `true` if a batch holds descending updates and deletes, or ascending contiguous inserts.
private func isGrammatical(_ batch: [SequentialScript.Operation]) -> Bool {
  var last: (isInsert: Bool, place: Int32)?
  for operation in batch {
    let (isInsert, place) =
      switch operation {
      case .insert(let place): (true, place)
      case .delete(let place), .update(let place, _): (false, place)
      }
    if let last {
      guard last.isInsert == isInsert else { return false }
      guard isInsert ? place == last.place + 1 : place < last.place else { return false }
    }
    last = (isInsert, place)
  }
  return !batch.isEmpty
}

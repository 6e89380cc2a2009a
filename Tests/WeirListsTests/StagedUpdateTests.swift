// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

import WeirLists
import WeirTestSupport

@Suite struct StagedUpdateTests {
  private func randomParts(_ stream: inout RandomStream) -> [StagedUpdate.Part] {
    var ids = Array(0..<5)
    stream.shuffle(&ids)
    if stream.index(below: 3) > 0 { ids.sort() }
    var letters = Array(0..<24)
    stream.shuffle(&letters)
    if stream.index(below: 3) > 0 { letters.sort() }
    return ids.prefix(stream.index(below: 6)).map { id in
      let rows = letters.prefix(stream.index(below: 15))
      letters.removeFirst(rows.count)
      return StagedUpdate.Part(
        id: id, rows: rows.map { Letter(id: $0, look: stream.index(below: 6) / 5) })
    }
  }

  /// Twenty times 600 are 12,000 pairs of lists.
  @Test(arguments: fewerInDebug(0..<20))
  func `careful stages are never at fault, and all at once often are`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "stages")
    var rules: Set<Int> = []
    var (staged, rejected) = (0, 0)
    for _ in 0..<600 {
      let old = randomParts(&stream)
      let update = StagedUpdate(from: old, to: randomParts(&stream))
      var view = StrictListView(sections: old.map(\.rows))
      var atOnce = BatchUpdates()
      for stage in update.stages {
        if let fault = view.perform(stage.updates, to: stage.sections) {
          Issue.record("seed \(seed): \(old)\n\(fault)")
        }
        atOnce.add(stage.updates)
      }
      guard update.stages.count > 1 else { continue }
      staged += 1
      var hasty = StrictListView(sections: old.map(\.rows))
      if let fault = hasty.perform(atOnce, to: view.sections) {
        rejected += 1
        rules.formUnion(fault.breaches.map(\.rule.rawValue))
      }
    }
    // Places of a later stage count in another list, so a batch of all is hardly ever right.
    #expect(rejected * 2 > staged, "\(rejected) of \(staged)")
    #expect(rules.isSuperset(of: [2, 8, 11, 14, 15, 17, 18, 20, 21, 27]), "\(rules.sorted())")
  }

  /// The smallest update that no single batch of moves can do.
  @Test func `a row that leaves a section on the move for one that stays takes two stages`() {
    let old = [
      StagedUpdate.Part(id: 1, rows: rows(1, from: 1_111)),
      StagedUpdate.Part(id: 2, rows: rows(1, from: 2_222)),
    ]
    let new = [
      StagedUpdate.Part(id: 2, rows: rows(1, from: 0)), StagedUpdate.Part(id: 1, rows: []),
    ]
    var view = StrictListView(sections: old.map(\.rows))
    var atOnce = BatchUpdates()
    let update = StagedUpdate(from: old, to: new)
    for stage in update.stages {
      #expect(view.perform(stage.updates, to: stage.sections) == nil)
      atOnce.add(stage.updates)
    }
    #expect(view.sections == new.map(\.rows))
    var hasty = StrictListView(sections: old.map(\.rows))
    #expect(hasty.perform(atOnce, to: new.map(\.rows)) != nil)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

import WeirLists
import WeirTestSupport

@Suite struct PlannedBatchTests {
  /// A section for tests: who it is, what stands above its rows, and the rows.
  struct Part: ListSection {
    var sectionID: Int
    var header = 0
    var rows: [Letter]
    func headerShowsTheSame(as other: Part) -> Bool { header == other.header }
  }

  /// Up to five sections of up to fourteen rows; every other list has rows that are one another's twins.
  private func randomParts(_ stream: inout RandomStream) -> [Part] {
    var ids = Array(0..<6)
    stream.shuffle(&ids)
    if stream.index(below: 3) > 0 { ids.sort() }
    let hasTwins = stream.index(below: 2) == 0
    var letters = Array(0..<70)
    stream.shuffle(&letters)
    if stream.index(below: 3) > 0 { letters.sort() }
    return ids.prefix(stream.index(below: 6)).map { id in
      let names = letters.prefix(stream.index(below: 15))
      letters.removeFirst(names.count)
      let rows = names.map {
        Letter(id: hasTwins ? $0 % 12 : $0, look: stream.index(below: 6) / 5)
      }
      return Part(sectionID: id, header: stream.index(below: 8) / 7, rows: rows)
    }
  }

  /// Twenty times 600 are 12,000 pairs of lists, each planned in every style.
  @Test(arguments: fewerInDebug(0..<20))
  func `a plan in any style is never at fault and leads where it should`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "plans")
    var (hasty, refused) = (0, 0)
    for _ in 0..<600 {
      let (old, new) = (randomParts(&stream), randomParts(&stream))
      let changes = diff(sections: old, to: new)
      for style in PlanStyle.allCases {
        let plan = Plan(changes, from: old.map(\.rows), to: new.map(\.rows), style: style)
        var view = StrictListView(sections: old.map(\.rows))
        for stage in plan.stages {
          if let fault = view.perform(BatchUpdates(stage.changes), to: stage.rows) {
            Issue.record("seed \(seed), \(style): \(old) → \(new)\n\(fault)")
          }
        }
        if view.sections != new.map(\.rows) { Issue.record("seed \(seed), \(style): other rows") }
      }
      if changes.isOneBatch { continue }
      // The difference as it is, which is the truth and no batch.
      hasty += 1
      var view = StrictListView(sections: old.map(\.rows))
      if view.perform(BatchUpdates(changes), to: new.map(\.rows)) != nil { refused += 1 }
    }
    #expect(refused * 2 > hasty, "\(refused) of \(hasty)")
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

import WeirLists

@Suite struct JudgedBatchTests {
  /// Forty times 2,500 batches are 100,000.
  static let seeds = ProofSeeds.seeds(debug: 5, release: 40, of: 2_500)

  @Test(arguments: seeds)
  func `a legal batch of sections is never at fault, in no profile`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "legal batches")
    var legal = 0
    while legal < 2_500 {
      let batch = RandomBatch(&stream)
      guard batch.isLegal else { continue }
      legal += 1
      let profile = ListViewProfile.allCases[stream.index(below: 8) / 2]
      var view = StrictListView(sections: batch.old, profile: profile)
      if let fault = view.perform(batch.updates, to: batch.new) {
        Issue.record("seed \(seed): \(batch.old) → \(batch.new)\n\(fault)")
      }
      if view.counters.undefined + view.counters.degraded > 0 {
        Issue.record("seed \(seed): \(batch.old) → \(batch.new)\n\(batch.updates)")
      }
    }
  }

  @Test(arguments: seeds)
  func `a mutated batch breaks just the rules that the naive judge says`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "mutated batches")
    var seen: Set<Int> = []
    for _ in 0..<600 {
      var batch = RandomBatch(&stream)
      for _ in 0...stream.index(below: 3) { batch.mutate(&stream) }
      let judge = NaiveJudge(old: batch.old, new: batch.new, updates: batch.updates)
      var view = StrictListView(sections: batch.old)
      let fault = view.perform(batch.updates, to: batch.new)
      let found = Set(fault?.breaches.map(\.rule.rawValue) ?? [])
      let wanted = judge.brokenRules()
      seen.formUnion(found)
      if !agree(found, wanted) {
        Issue.record("\(found) instead of \(wanted): \(batch.old) → \(batch.new)\n\(batch.updates)")
      }
      if view.sections != batch.new { Issue.record("the view shows other rows") }
    }
    #expect(seen.count > 15, "\(seen.sorted())")
  }

  /// A reload in a section that moves takes the place of a wrong count there, and is not looked for
  /// where another count is wrong.
  private func agree(_ found: Set<Int>, _ wanted: Set<Int>) -> Bool {
    if !wanted.contains(20) || wanted.isDisjoint(with: [1, 2]) { return found == wanted }
    return found.subtracting([2, 20]) == wanted.subtracting([2, 20])
      && !found.isDisjoint(with: [1, 2, 20])
  }
}

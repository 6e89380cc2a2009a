// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

import WeirLists

@Suite struct BatchValidatorTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the thorough look finds something exactly where the quick look does`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "inquest")
    var fastPath = BatchFastPath()
    var legal = 0
    for _ in 0..<400 {
      // Nearly all rows are one another's twins, so that chance makes legal batches too.
      func some() -> [Letter] {
        (0..<stream.index(below: 4)).map { _ in Letter(id: stream.index(below: 8) / 7) }
      }
      let old = some()
      let new = some()
      let changes = anything(&stream)
      let isLegal = fastPath.passes(changes, old, to: new)
      var view = StrictListView(rows: old)
      let fault = view.perform(BatchUpdates(changes), to: [new])
      #expect(isLegal == (fault == nil), "\(old) → \(new): \(changes)")
      if isLegal { legal += 1 }
    }
    #expect(legal > 0)
  }
}

/// A few operations without rhyme or reason.
private func anything(_ stream: inout RandomStream) -> ChangeSet {
  func place() -> Place { Place(Int32(stream.index(below: 5)) - 1) }
  func some<T>(_ make: () -> T) -> [T] {
    (0..<[0, 0, 0, 1, 2][stream.index(below: 5)]).map { _ in make() }
  }
  return ChangeSet(
    deletes: some(place), inserts: some(place), moves: some { .init(from: place(), to: place()) },
    updates: some { .init(old: place(), new: place()) })
}

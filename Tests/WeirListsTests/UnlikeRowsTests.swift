// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirDiff
import WeirLists

/// The view holds rows that do not show the same as themselves against the same rule as the diff.
@Suite struct UnlikeRowsTests {
  struct Shy: ListRow {
    var id: Int
    var rowID: Int { id }
    func showsTheSame(as other: Shy) -> Bool { false }
  }

  @Test(arguments: [1, 15, 16, 40])
  func `what the diff says of rows with the same bytes is no fault`(count: Int) {
    let old = (0..<count).map { Shy(id: $0) }
    let new = old.reversed() + [Shy(id: -1)]
    var view = StrictListView(rows: old)
    #expect(view.apply(diff(from: old, to: new), to: new) == nil)
    var parted = StrictListView(sections: [old, []])
    let changes = ChangeSet(moves: [.init(from: 0, to: Place(section: 1, row: 0))])
    #expect(
      parted.perform(BatchUpdates(changes), to: [Array(old.dropFirst()), [Shy(id: 0)]]) == nil)
  }
}

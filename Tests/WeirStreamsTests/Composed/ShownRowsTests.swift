// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirLists
import WeirTree

import WeirStreams

/// A naive twin that sorts and diffs all rows again each time.
private struct NaiveShownRows {
  var isAscending: Bool
  var fixedSections: Int?
  var homes: [(key: Key, home: ShownRows.Home)] = []

  mutating func take(_ steps: [ShownRows.Step]) {
    for step in steps {
      homes.removeAll { $0.key == step.key }
      if let home = step.home { homes.append((step.key, home)) }
    }
  }

  var parts: [Part] {
    var values = (0..<(fixedSections ?? 0)).map { SortValue.integer(Int64($0)) }
    for (_, home) in homes where !values.contains(home.section) { values.append(home.section) }
    return values.sorted().map { value in
      let items = homes.filter { $0.home.section == value }.map(\.home.item)
      let sorted = items.sorted { isAscending ? $0.rank < $1.rank : $1.rank < $0.rank }
      return Part(sectionID: value, rows: sorted.map(\.row))
    }
  }
}

@Suite struct ShownRowsTests {
  private func step(_ chance: inout RandomStream, sections: Int) -> ShownRows.Step {
    let key = Key("k\(chance.below(40))")
    if chance.below(4) == 0 { return ShownRows.Step(key, nil) }
    // Ranks and looks go their own ways here, so that rows move without a change and change without a move.
    let rank = Rank(.integer(Int64(chance.below(8))), key)
    let item = StreamItem(
      key: key, node: .integer(Int64(chance.below(3))),
      local: chance.below(4) == 0 ? .integer(1) : .null, rank: rank)
    return ShownRows.Step(
      key, ShownRows.Home(section: .integer(Int64(chance.index(below: sections))), item: item))
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `says operation for operation what a diff of everything says`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "steps")
    let sections = 1 + chance.index(below: 4)
    let fixed = chance.below(2) == 0 ? sections : nil
    let isAscending = chance.below(2) == 0
    var shown = ShownRows(isAscending: isAscending, fixedSections: fixed)
    var naive = NaiveShownRows(isAscending: isAscending, fixedSections: fixed)
    var view = StrictListView(sections: naive.parts.map(\.rows))
    var changes = ChangeSet()
    for _ in 0..<60 {
      var steps: [ShownRows.Step] = []
      for _ in 0..<chance.index(below: seed % 2 == 0 ? 5 : 40) {
        let step = step(&chance, sections: sections)
        if !steps.contains(where: { $0.key == step.key }) { steps.append(step) }
      }
      let before = naive.parts
      naive.take(steps)
      shown.take(steps, into: &changes)
      let after = naive.parts
      #expect(changes == diff(sections: before, to: after).asOneBatch)
      #expect(view.perform(BatchUpdates(changes), to: after.map(\.rows)) == nil)
      var rows: [[Row]] = []
      shown.rows(into: &rows)
      #expect(rows == after.map(\.rows))
      #expect(shown.count == naive.homes.count)
    }
  }

  @Test func `a step that says what is shown already is no news and changes nothing`() {
    var shown = ShownRows(isAscending: true, fixedSections: 1)
    let item = StreamItem(key: Key("a"), node: .integer(1), rank: Rank(.none, Key("a")))
    let step = ShownRows.Step(Key("a"), ShownRows.Home(section: .integer(0), item: item))
    var changes = ChangeSet()
    #expect(shown.isNews(step))
    shown.take([step], into: &changes)
    #expect(changes == ChangeSet(inserts: [0]))
    #expect(!shown.isNews(step) && !shown.isNews(ShownRows.Step(Key("b"), nil)))
    shown.take([step, ShownRows.Step(Key("b"), nil)], into: &changes)
    #expect(changes.isEmpty)
  }
}

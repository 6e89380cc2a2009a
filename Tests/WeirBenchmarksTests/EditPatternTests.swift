// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBenchmarks
import WeirDiff

@Suite struct EditPatternTests {
  @Test(arguments: EditPattern.allCases)
  func `the same seed gives the same lists, and another one others`(pattern: EditPattern) {
    let (first, again) = (pattern.edit(900, seed: 3), pattern.edit(900, seed: 3))
    #expect(
      first.old.map(\.id) == again.old.map(\.id) && first.new.map(\.id) == again.new.map(\.id))
    #expect(first.new.map(\.stamp) == again.new.map(\.stamp))
    let isDrawn: [EditPattern] = [.edits1, .each1, .edits10, .blocks, .moves1, .shuffle]
    let other = pattern.edit(900, seed: 4)
    #expect((first.new.map(\.id) != other.new.map(\.id)) == isDrawn.contains(pattern))
  }

  /// Checks the promise of each pattern, in operations.
  @Test func `each pattern is what its name says`() {
    func changes(_ pattern: EditPattern, _ count: Int = 1_000) -> ChangeSet {
      let rows = pattern.edit(count).rows { NumberedRow(id: $0, stamp: $1) }
      return diff(from: rows.old, to: rows.new)
    }
    #expect(changes(.identical).isEmpty)
    #expect(changes(.append1).inserts.map(\.row) == Array(1_000..<1_010))
    #expect(changes(.prepend50).inserts.map(\.row) == Array(0..<50))
    for (pattern, least, most) in [
      (EditPattern.edits1, 5, 10), (.each1, 20, 30), (.edits10, 70, 100),
    ] {
      let found = changes(pattern)
      let count = found.deletes.count + found.inserts.count + found.updates.count
      #expect((least...most).contains(count), "\(pattern): \(count)")
      #expect(found.moves.isEmpty)
    }
    for pattern in [EditPattern.blocks, .moves1, .shuffle, .reversed, .interleaved] {
      let found = changes(pattern)
      #expect(!found.moves.isEmpty && found.count == found.moves.count, "\(pattern)")
    }
    #expect(changes(.moves1).moves.count <= 10)
    #expect(changes(.reversed).moves.count == 999)
    #expect(changes(.replace).deletes.count == 1_000)
    #expect(changes(.replace).inserts.count == 1_000)
    #expect(changes(.allEqual).deletes.count == 333)
  }

  @Test func `every kind of key tells the same rows apart`() {
    func changes<Row: BenchmarkRow>(_ row: Row.Type, _ pattern: EditPattern) -> ChangeSet {
      let rows = pattern.edit(700).rows(Row.numbered)
      return diff(from: rows.old, to: rows.new)
    }
    for pattern in EditPattern.allCases {
      let wanted = changes(NumberedRow.self, pattern)
      #expect(changes(KeyedRow.self, pattern) == wanted)
      #expect(changes(TextRow.self, pattern) == wanted)
      #expect(changes(GeneralRow.self, pattern) == wanted)
    }
  }

  @Test(arguments: EditPattern.allCases)
  func `two rows are enough`(pattern: EditPattern) {
    for count in 2..<40 { #expect(pattern.edit(count).old.count == count) }
  }
}

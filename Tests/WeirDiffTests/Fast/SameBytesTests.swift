// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

/// Rows that do not show the same as themselves: the rule for them must not depend on where they stand.
@Suite struct SameBytesTests {
  /// A row with a score, which may be no number and then is not even equal to itself.
  struct Rated: ListRow {
    var id: Int
    var score = Double.nan
    var rowID: Int { id }
    func showsTheSame(as other: Rated) -> Bool { score == other.score }
  }

  /// A row of eight bytes, of which sixteen are compared at once, that says of every other one that it looks different.
  struct Shy: ListRow {
    var id: Int
    var rowID: Int { id }
    func showsTheSame(as other: Shy) -> Bool { false }
  }

  /// A section of such rows that says the same of what stands above them.
  struct ShyPart: ListSection {
    var sectionID: Int
    var rows: [Shy]
    func headerShowsTheSame(as other: ShyPart) -> Bool { false }
  }

  @Test(arguments: 0...70)
  func `rows with the same bytes are never updated, however many there are`(count: Int) {
    let (rated, shy) = ((0..<count).map { Rated(id: $0) }, (0..<count).map { Shy(id: $0) })
    // Copied one by one, so that the arrays are two.
    #expect(diff(from: rated, to: rated.map { $0 }).isEmpty)
    #expect(diff(from: shy, to: shy.map { $0 }).isEmpty)
    #expect(diff(from: shy, to: [Shy(id: -1)] + shy).updates.isEmpty)
    #expect(diff(from: shy, to: shy + [Shy(id: -1)]).updates.isEmpty)
    #expect(diff(from: shy, to: shy.reversed()).updates.isEmpty)
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    diffHashingEverything(from: shy, to: shy.reversed(), into: &changes, workspace: &workspace)
    #expect(changes.updates.isEmpty)
    #expect(SharedList(shy).changes(since: SharedList(shy)).isEmpty)
  }

  @Test func `a row is updated if a byte differs and it says that it looks different`() {
    let old = (0..<40).map { Rated(id: $0) }
    for place in old.indices {
      var new = old
      new[place].score = 1
      #expect(
        diff(from: old, to: new)
          == ChangeSet(updates: [.init(old: Place(Int32(place)), new: Place(Int32(place)))]))
    }
  }

  @Test func `rows of one list are compared place by place, and with themselves not at all`() {
    let rows = [1, 2, 1, 2, 3].map { Rated(id: $0, score: 0.5) }
    for (from, to) in [(0, 0), (0, 2), (1, 3), (0, 1), (2, 3), (4, 4)] {
      for count in 0...(rows.count - max(from, to)) {
        let ids = (rows[from..<from + count].map(\.id), rows[to..<to + count].map(\.id))
        #expect(
          rows.rows(from, showTheSameAs: rows, to, count: count) == (ids.0 == ids.1),
          "\(count) from \(from) and \(to)")
      }
    }
  }

  @Test func `the rule holds for headers, and for rows that change sections`() {
    let (a, b) = ((0..<3).map { Shy(id: $0) }, (10..<12).map { Shy(id: $0) })
    let old = [ShyPart(sectionID: 1, rows: a), ShyPart(sectionID: 2, rows: b)]
    #expect(diff(sections: old, to: old.map { $0 }).isEmpty)
    let new = [ShyPart(sectionID: 1, rows: b), ShyPart(sectionID: 2, rows: a)]
    let changes = diff(sections: old, to: new)
    #expect(changes.moves.count == 5)
    #expect(changes.updates.isEmpty)
    // What is above the rows is not what it was: the sections have other rows.
    #expect(changes.sections.updates.count == 2)
  }

  @Test(arguments: 0...70)
  func `every byte of a row counts, the last one too, however many there are`(count: Int) {
    checkEveryByte(of: rowType(size: count), count)
  }

  private func checkEveryByte<Row: SizedRow>(of type: Row.Type, _ count: Int) {
    #expect(MemoryLayout<Row>.size == count)
    let old = [Row()]
    var same = [Row()]
    same.reserveCapacity(2)
    #expect(diff(from: old, to: same).isEmpty)
    for byte in 0..<count {
      var new = old
      unsafe new.withUnsafeMutableBytes { unsafe $0[byte] = 1 }
      #expect(diff(from: old, to: new) == ChangeSet(updates: [.init(old: 0, new: 0)]), "\(byte)")
      #expect(!old.row(0, showsTheSameAs: new, 0), "byte \(byte) of \(count)")
      // The row among others, of which many are compared at once.
      let others = [Row](repeating: Row(), count: 150)
      let (before, after) = (others + old + others, others + new + others)
      #expect(
        diff(from: before, to: after) == ChangeSet(updates: [.init(old: 150, new: 150)]),
        "byte \(byte) of \(count) in a long list")
    }
  }

  /// A row of nine bytes, behind which seven lie that belong to no row.
  struct Odd: ListRow {
    var id: Int
    var mark: UInt8 = 0
    var rowID: Int { id }
    func showsTheSame(as other: Odd) -> Bool { false }
  }

  @Test func `what lies behind a row in memory does not count`() {
    let old = (0..<40).map { Odd(id: $0) }
    var new = old
    unsafe new.withUnsafeMutableBytes { bytes in
      for row in 0..<40 {
        for behind in MemoryLayout<Odd>.size..<MemoryLayout<Odd>.stride {
          unsafe bytes[row * MemoryLayout<Odd>.stride + behind] = 0xA5
        }
      }
    }
    #expect(diff(from: old, to: new).isEmpty)
    #expect(diff(from: [old[3]], to: [new[3]]).isEmpty)
  }
}

/// A row that says of every other one that it looks different, so that its bytes alone decide.
private protocol SizedRow: ListRow where RowID == Int {
  /// Makes a row of zeros.
  init()
}

extension SizedRow {
  var rowID: Int { 0 }
  func showsTheSame(as other: Self) -> Bool { false }
  /// A type of rows with one byte more.
  static var longer: any SizedRow.Type { Longer<Self>.self }
}

private struct NoBytes: SizedRow {}

private struct Longer<Rest: SizedRow>: SizedRow {
  var rest = Rest()
  var last: UInt8 = 0
}

/// A type of rows with `size` bytes.
private func rowType(size: Int) -> any SizedRow.Type {
  var type: any SizedRow.Type = NoBytes.self
  for _ in 0..<size { type = type.longer }
  return type
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport

@Suite struct SharedListEditsTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `many edits at once lead to the same list as the same edits of an array`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "edits")
    var plain = (0..<stream.index(below: 6_000)).map { Letter(id: $0) }
    var list = SharedList(plain)
    for round in 0..<12 {
      let (old, shown) = (plain, list)
      let edits = Self.edits(of: old, round, &stream)
      plain = Self.applying(edits, to: old)
      list.edit(edits)
      #expect(list.rows == plain, "round \(round)")
      #expect(list.count == plain.count)
      #expect(list.breach == nil, "round \(round)")
      #expect(shown.rows == old)
    }
  }

  /// Draws edits: here and there, in one place, or of nearly every row.
  private static func edits(
    of rows: [Letter], _ round: Int, _ stream: inout RandomStream
  ) -> [SharedEdit<Letter>] {
    var edits: [SharedEdit<Letter>] = []
    let (rare, start) = ([3, 40, 700][stream.index(below: 3)], stream.index(below: rows.count + 1))
    let isShrinking = round % 3 == 1
    for index in 0...rows.count {
      if round % 4 == 3, index < start || index > start + 300 { continue }
      let row = Letter(id: 100_000 * (round + 1) + edits.count, look: round)
      if !isShrinking, stream.index(below: rare) == 0 {
        edits.append(SharedEdit(index: index, removes: false, row: row))
      }
      guard index < rows.count, stream.index(below: rare) == 0 || (isShrinking && rare == 3) else {
        continue
      }
      let row2 = Letter(id: rows[index].id, look: rows[index].look + 1)
      edits.append(
        SharedEdit(index: index, removes: true, row: stream.index(below: 3) == 0 ? row2 : nil))
    }
    return edits
  }

  private static func applying(_ edits: [SharedEdit<Letter>], to rows: [Letter]) -> [Letter] {
    var rows = rows
    for edit in edits.reversed() {
      if edit.removes { rows.remove(at: edit.index) }
      if let row = edit.row { rows.insert(row, at: edit.index) }
    }
    return rows
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `rows that hold references are edited like others`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "words")
    var plain = (0..<stream.index(below: 4_000)).map { SharedWord(id: $0, text: "\($0)") }
    var list = SharedList(plain)
    for round in 0..<10 {
      let (old, shown) = (plain, list)
      let edits = Self.edits(of: old.map { Letter(id: $0.id) }, round, &stream).map { edit in
        SharedEdit(
          index: edit.index, removes: edit.removes,
          row: edit.row.map { SharedWord(id: $0.id, text: "\(round)") })
      }
      for edit in edits.reversed() {
        if edit.removes { plain.remove(at: edit.index) }
        if let row = edit.row { plain.insert(row, at: edit.index) }
      }
      list.edit(edits)
      #expect(list.rows == plain && list.breach == nil, "round \(round)")
      #expect(shown.rows == old)
      #expect(list.changes(since: shown).applying(to: old, contents: plain) == plain)
      let border = stream.index(below: plain.count + 1)
      let before = Set(plain[..<border].map(\.id))
      #expect(list.countOfRows { before.contains($0.id) } == border)
    }
  }

  @Test func `parts without an edit are shared with the list before`() {
    var list = SharedList((0..<30_000).map { Letter(id: $0) })
    let shown = list
    list.edit([
      SharedEdit(index: 5, removes: true, row: nil),
      SharedEdit(index: 20_000, removes: false, row: Letter(id: -1)),
    ])
    #expect(list.changes(since: shown) == ChangeSet(deletes: [5], inserts: [19_999]))
    list.edit([])
    #expect(list.count == 30_000)
  }

  @Test func `all rows but one can go at once, and all can`() {
    for count in [1, 128, 129, 400, 5_000, 40_000] {
      let full = SharedList((0..<count).map { Letter(id: $0) })
      for kept in [nil, 0, count / 2, count - 1] {
        var list = full
        list.edit(
          (0..<count).filter { $0 != kept }.map { SharedEdit(index: $0, removes: true, row: nil) })
        #expect(list.rows.map(\.id) == (kept.map { [$0] } ?? []))
        #expect(list.breach == nil)
      }
    }
  }

  @Test func `a long stretch of rows can go but for one, and no part is left thin`() {
    let full = SharedList((0..<40_000).map { Letter(id: $0) })
    for start in stride(from: 0, to: 35_000, by: 900) {
      var list = full
      let stretch = start..<(start + 5_000)
      list.edit(
        stretch.filter { $0 != start + 2_500 }.map {
          SharedEdit(index: $0, removes: true, row: nil)
        })
      #expect(list.breach == nil, "from \(start)")
      #expect(list.count == 35_001 && list[start].id == start + 2_500)
    }
  }

  @Test func `an empty list takes rows in`() {
    for count in [1, 128, 5_000] {
      var list = SharedList<Letter>()
      list.edit((0..<count).map { SharedEdit(index: 0, removes: false, row: Letter(id: $0)) })
      #expect(list.rows.map(\.id) == Array(0..<count))
      #expect(list.breach == nil)
    }
  }

  @Test func `rows at the beginning are counted in any list`() {
    for count in [0, 1, 127, 129, 3_000, 20_000] {
      let list = SharedList((0..<count).map { Letter(id: 2 * $0) })
      for border in [
        -1, 0, 1, 255, 256, 257, count - 1, count, count + 1, 2 * count, 2 * count + 1,
      ] {
        let wanted = (0..<count).count { 2 * $0 < border }
        #expect(list.countOfRows { $0.id < border } == wanted, "\(border) in \(count) rows")
      }
    }
  }
}

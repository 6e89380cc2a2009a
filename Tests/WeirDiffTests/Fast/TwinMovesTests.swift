// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

/// The number of rows that move beyond the fewest where rows share an id; the doc comment of the
/// diff has the figures.
///
/// With the best pairing, all rows that can stay lie on a longest common subsequence of the ids, and the others move.
@Suite struct TwinMovesTests {
  /// The kinds of edit of a list.
  enum Edit: String, CaseIterable {
    case edited, movedAndEdited, reversed, shuffled, redrawn
  }

  @Test(arguments: [
    (4, 30, "edited 149, movedAndEdited 129, reversed 119, shuffled 115, redrawn 128"),
    (9, 30, "edited 110, movedAndEdited 115, reversed 110, shuffled 110, redrawn 120"),
    (30, 60, "edited 112, movedAndEdited 104, reversed 107, shuffled 105, redrawn 118"),
    (150, 200, "edited 101, movedAndEdited 101, reversed 103, shuffled 104, redrawn 110"),
  ])
  func `so many moves are made, in percent of the fewest`(
    ids: Int, rows: Int, percents: String
  ) {
    var words: [String] = []
    for edit in Edit.allCases {
      var stream = RandomStream(seed: 1, "\(ids) ids in \(rows) rows, \(edit.rawValue)")
      var (moves, least) = (0, 0)
      for _ in 0..<60 {
        let old = (0..<rows).map { _ in stream.index(below: ids) }
        let new = edited(old, edit, ids, &stream)
        let changes = diff(values: old, to: new)
        moves += changes.moves.count
        least += old.count - changes.deletes.count - longestCommon(old, new)
      }
      words.append("\(edit.rawValue) \((100 * moves + least / 2) / max(1, least))")
    }
    #expect(words.joined(separator: ", ") == percents)
  }

  private func edited(
    _ old: [Int], _ edit: Edit, _ ids: Int, _ stream: inout RandomStream
  ) -> [Int] {
    var new = old
    switch edit {
    case .edited, .movedAndEdited:
      for _ in 0..<(old.count / 6) {
        let place = stream.index(below: new.count)
        if edit == .movedAndEdited || stream.index(below: 3) == 0 {
          let row = new.remove(at: place)
          new.insert(row, at: stream.index(below: new.count + 1))
        } else if stream.index(below: 2) == 0 {
          new.remove(at: place)
        } else {
          new.insert(stream.index(below: ids), at: place)
        }
      }
    case .reversed: new.reverse()
    case .shuffled: stream.shuffle(&new)
    case .redrawn: new = old.map { _ in stream.index(below: ids) }
    }
    return new
  }

  /// The length of a longest common subsequence, by the book.
  private func longestCommon(_ a: [Int], _ b: [Int]) -> Int {
    var lengths = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (place, y) in b.enumerated() {
        let above = lengths[place + 1]
        lengths[place + 1] = x == y ? diagonal + 1 : max(above, lengths[place])
        diagonal = above
      }
    }
    return lengths[b.count]
  }
}

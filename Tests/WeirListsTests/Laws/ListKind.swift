// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff

/// A section for tests: who it is, what stands above its rows, and the rows.
struct Chapter: ListSection {
  var sectionID: Int
  var rows: [Letter] = []
  var header = 0
  func headerShowsTheSame(as other: Chapter) -> Bool { header == other.header }
}

/// The kinds of lists that the laws are tried on.
enum ListKind: String, CaseIterable {
  /// Flat lists whose rows have ids of their own.
  case unique
  /// Flat lists in which many rows share an id.
  case twins
  /// Sections; in every third trial many rows share an id, also across sections.
  case sections

  /// A list to begin with.
  func list(_ stream: inout RandomStream) -> [Chapter] {
    guard self == .sections else {
      return [Chapter(sectionID: 0, rows: rows(stream.index(below: 33), &stream))]
    }
    var chapters = (0..<stream.index(below: 6)).map { Chapter(sectionID: $0) }
    stream.shuffle(&chapters)
    for place in chapters.indices { chapters[place].rows = rows(stream.index(below: 8), &stream) }
    return chapters
  }

  /// Returns a list after a few edits, or many, or a new order of everything.
  func edited(_ old: [Chapter], _ stream: inout RandomStream) -> [Chapter] {
    var chapters = old
    for _ in 0..<[0, 1, 2, 5, 12, 30][stream.index(below: 6)] {
      if self == .sections, stream.index(below: 4) == 0 { editSections(&chapters, &stream) }
      if !chapters.isEmpty { editRows(&chapters, &stream) }
    }
    if stream.index(below: 8) == 0 { reorder(&chapters, &stream) }
    return chapters
  }

  private func editSections(_ chapters: inout [Chapter], _ stream: inout RandomStream) {
    let place = stream.index(below: chapters.count + 1)
    switch stream.index(below: 4) {
    case 0 where chapters.count < 7:
      let fresh = 10 + stream.index(below: 1_000_000)
      if chapters.contains(where: { $0.sectionID == fresh }) { return }
      let count = stream.index(below: 4)
      chapters.insert(Chapter(sectionID: fresh, rows: rows(count, &stream)), at: place)
    case 1 where place < chapters.count: chapters.remove(at: place)
    case 2 where place < chapters.count:
      let chapter = chapters.remove(at: place)
      chapters.insert(chapter, at: stream.index(below: chapters.count + 1))
    case 3 where place < chapters.count: chapters[place].header += 1
    default: break
    }
  }

  private func editRows(_ chapters: inout [Chapter], _ stream: inout RandomStream) {
    let section = stream.index(below: chapters.count)
    let count = chapters[section].rows.count
    let row = stream.index(below: count + 1)
    switch stream.index(below: 4) {
    case 0 where count < 40: chapters[section].rows.insert(self.row(&stream), at: row)
    case 1 where row < count: chapters[section].rows.remove(at: row)
    case 2 where row < count: chapters[section].rows[row].look ^= 1
    case 3 where row < count:
      let length = min(count - row, 1 + stream.index(below: 6) / 3 * stream.index(below: 6))
      let block = Array(chapters[section].rows[row..<(row + length)])
      chapters[section].rows.removeSubrange(row..<(row + length))
      let target = stream.index(below: chapters.count)
      chapters[target].rows.insert(
        contentsOf: block, at: stream.index(below: chapters[target].rows.count + 1))
    default: break
    }
  }

  private func reorder(_ chapters: inout [Chapter], _ stream: inout RandomStream) {
    if self == .sections { stream.shuffle(&chapters) }
    for place in chapters.indices {
      switch stream.index(below: 3) {
      case 0: stream.shuffle(&chapters[place].rows)
      case 1: chapters[place].rows.reverse()
      default: chapters[place].rows = rows(chapters[place].rows.count, &stream)
      }
    }
  }

  private func rows(_ count: Int, _ stream: inout RandomStream) -> [Letter] {
    (0..<count).map { _ in row(&stream) }
  }

  /// A row: one of few, or one that was never there before.
  private func row(_ stream: inout RandomStream) -> Letter {
    let isTwin = self == .twins || self == .sections && stream.index(below: 3) == 0
    return Letter(
      id: isTwin ? stream.index(below: 9) : Int(truncatingIfNeeded: stream.next() >> 2),
      look: stream.index(below: 2))
  }
}

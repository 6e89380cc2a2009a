// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff

/// The old place of every row of the new list, worked out by the book: one list and one operation
/// at a time.
///
/// It shares nothing with the house's own applying: what goes is taken out from the back, what comes is put
/// in from the front.
struct BookedWay: Equatable {
  /// An operation of a change set that cannot be done.
  struct Breach: Error {
    var words: String
  }

  /// The place that each row of each new section had before; nil: it is new.
  private(set) var origins: [[Place?]] = []
  /// The number that each new section had before; nil: it is new.
  private(set) var sections: [Int?]

  /// Follows `changes` from sections of so many rows to others.
  init(_ changes: ChangeSet, from old: [Int], to new: [Int]) throws(Breach) {
    sections = try Self.sections(changes.sections, from: old.count, to: new.count)
    let left = try Self.rowsThatStay(changes, in: old)
    for (section, origin) in sections.enumerated() {
      var arrivals = changes.moves.filter { $0.to.section == section }
        .map { (row: Int($0.to.row), from: Place?.some($0.from)) }
      let inserts = changes.inserts.filter { $0.section == section }
      if origin == nil, let first = inserts.first {
        throw Breach(words: "insert of row \(first), whose section is new")
      }
      arrivals += inserts.map { (row: Int($0.row), from: nil) }
      arrivals.sort { $0.row < $1.row }
      // A new section brings its rows along, and those that move to it come between them.
      var rows =
        origin.map { left[$0].map(Optional.some) }
        ?? [Place?](repeating: nil, count: max(0, new[section] - arrivals.count))
      for (row, from) in arrivals {
        guard row >= 0, row <= rows.count else {
          throw Breach(words: "row \(row) of section \(section)")
        }
        rows.insert(from, at: row)
      }
      guard rows.count == new[section] else {
        throw Breach(words: "section \(section) has \(rows.count) rows, not \(new[section])")
      }
      origins.append(rows)
    }
    let all = origins.joined().compactMap { $0 }
    guard Set(all).count == all.count else { throw Breach(words: "a row comes twice") }
  }

  /// The way that leads along this one and then along `next`.
  func followed(by next: BookedWay) -> BookedWay {
    var whole = next
    whole.origins = next.origins.map { rows in
      rows.map { place in place.flatMap { origins[Int($0.section)][Int($0.row)] } }
    }
    whole.sections = next.sections.map { section in section.flatMap { sections[$0] } }
    return whole
  }

  private static func sections(
    _ changes: SectionChanges, from old: Int, to new: Int
  ) throws(Breach) -> [Int?] {
    var sections = (0..<old).map(Optional.some)
    for gone in (changes.deletes + changes.moves.map(\.from)).sorted(by: >) {
      guard gone >= 0, gone < old, sections.firstIndex(of: Int(gone)) == Int(gone) else {
        throw Breach(words: "section \(gone) goes twice, or is not there")
      }
      sections.remove(at: Int(gone))
    }
    let arrivals =
      changes.inserts.map { (Int($0), Int?.none) }
      + changes.moves.map { (Int($0.to), Int?.some(Int($0.from))) }
    for (place, origin) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      guard place >= 0, place <= sections.count else { throw Breach(words: "section \(place)") }
      sections.insert(origin, at: place)
    }
    guard sections.count == new else {
      throw Breach(words: "\(sections.count) sections instead of \(new)")
    }
    return sections
  }

  private static func rowsThatStay(
    _ changes: ChangeSet, in old: [Int]
  ) throws(Breach) -> [[Place]] {
    var goes = old.map { [Bool](repeating: false, count: $0) }
    for place in changes.deletes + changes.moves.map(\.from) {
      let (section, row) = (Int(place.section), Int(place.row))
      guard goes.indices.contains(section), goes[section].indices.contains(row),
        !goes[section][row]
      else { throw Breach(words: "row \(place) goes twice, or is not there") }
      goes[section][row] = true
    }
    for place in changes.deletes where changes.sections.deletes.contains(place.section) {
      throw Breach(words: "delete of row \(place), whose section goes")
    }
    return goes.enumerated().map { section, goes in
      goes.indices.filter { !goes[$0] }.map { Place(section: Int32(section), row: Int32($0)) }
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff

/// A section for tests.
struct Part: ListSection, Hashable {
  var sectionID: Int
  var rows: [Letter]
  var header = 0
  func headerShowsTheSame(as other: Part) -> Bool { header == other.header }
}

/// A few sections of a few rows; one time in three with twins.
func randomParts(_ stream: inout RandomStream) -> [Part] {
  let ids = stream.index(below: 3) == 0 ? 8 : 1_000
  var parts = (0..<stream.index(below: 5)).map { Part(sectionID: $0, rows: []) }
  for place in parts.indices {
    parts[place].rows = (0..<stream.index(below: 8)).map { _ in Letter(id: stream.index(below: ids))
    }
  }
  stream.shuffle(&parts)
  return parts
}

/// Returns sections after a few edits.
func edited(_ old: [Part], _ stream: inout RandomStream) -> [Part] {
  var parts = old
  for _ in 0..<[0, 1, 2, 5, 20][stream.index(below: 5)] {
    let kind = stream.index(below: 8)
    let section = stream.index(below: parts.count + 1)
    if kind == 0, parts.count < 8 {
      let fresh = 100 + stream.index(below: 1_000)
      if !parts.contains(where: { $0.sectionID == fresh }) {
        parts.insert(
          Part(sectionID: fresh, rows: [Letter(id: stream.index(below: 1_000))]), at: section)
      }
    }
    guard section < parts.count else { continue }
    if kind == 1, stream.index(below: 2) == 0 { parts.remove(at: section); continue }
    if kind == 2 {
      parts.insert(parts.remove(at: section), at: stream.index(below: parts.count + 1))
    }
    guard section < parts.count else { continue }
    if kind == 3 { parts[section].header += 1 }
    let row = stream.index(below: parts[section].rows.count + 1)
    if kind == 4 { parts[section].rows.insert(Letter(id: stream.index(below: 1_000)), at: row) }
    guard row < parts[section].rows.count else { continue }
    switch kind {
    case 5: parts[section].rows[row].look += 1
    case 6: parts[section].rows.remove(at: row)
    case 7:
      let gone = parts[section].rows.remove(at: row)
      let target = stream.index(below: parts.count)
      parts[target].rows.insert(gone, at: stream.index(below: parts[target].rows.count + 1))
    default: break
    }
  }
  return parts
}

/// The first way in which a change of sections breaks the law of the diff, or `nil`.
func breach(from old: [Part], to new: [Part], _ changes: ChangeSet) -> String? {
  if let breach = changes.checkShape(old: old.map(\.rows.count), new: new.map(\.rows.count)) {
    return breach
  }
  let shown = changes.applying(toSections: old.map(\.rows), contents: new.map(\.rows))
  if shown != new.map(\.rows) { return "applying leads to \(shown)" }
  // Where each row comes from is seen by applying the changes to places instead of rows.
  var plain = changes
  plain.updates = []
  let oldPlaces = old.enumerated().map { section, part in
    part.rows.indices.map { Place(section: Int32(section), row: Int32($0)) }
  }
  let nowhere = Place(section: -1, row: -1)
  let origins = plain.applying(
    toSections: oldPlaces, contents: new.map { $0.rows.map { _ in nowhere } })
  var spare: [Int: Int] = [:]
  for row in old.flatMap(\.rows) { spare[row.id, default: 0] += 1 }
  var mayStay = 0
  for row in new.flatMap(\.rows) where spare[row.id, default: 0] > 0 {
    spare[row.id, default: 0] -= 1
    mayStay += 1
  }
  let stays = origins.joined().filter { $0 != nowhere }.count
  if stays != mayStay { return "\(stays) rows stay, \(mayStay) could" }
  var least = 0
  for (section, places) in origins.enumerated() {
    let home = old.firstIndex { $0.sectionID == new[section].sectionID } ?? -2
    let natives = places.filter { $0.section == home }.map { Int($0.row) }
    least += places.filter { $0 != nowhere }.count - longestRise(natives)
  }
  if changes.moves.count != least { return "\(changes.moves.count) moves, \(least) are enough" }
  return nil
}

/// The length of the longest increasing subsequence, by trying every end.
private func longestRise(_ numbers: [Int]) -> Int {
  var lengths: [Int] = []
  for (place, number) in numbers.enumerated() {
    lengths.append(
      1
        + (lengths.indices.filter { $0 < place && numbers[$0] < number }.map { lengths[$0] }.max()
          ?? 0))
  }
  return lengths.max() ?? 0
}

// SPDX-License-Identifier: Apache-2.0

/// The sections between two lists: those of the new one, and those that are about to go.
///
/// A section that goes is placed behind the one before it in the old list that stays without moving, so that it
/// needs no move of its own.
struct SectionLayout {
  /// The sections in order, with their numbers in both lists.
  private(set) var sections: [(old: Int?, new: Int?)] = []
  private let changes: SectionChanges
  private var placeOfOld: [Int]
  private var placeOfNew: [Int]

  init(_ changes: SectionChanges, oldCount: Int, newCount: Int) {
    self.changes = changes
    let origins = changes.origins(oldCount: oldCount, newCount: newCount)
    var followers = [[Int]](repeating: [], count: oldCount + 1)
    var moves = [Bool](repeating: false, count: oldCount)
    var goes = [Bool](repeating: false, count: oldCount)
    for move in changes.moves { moves[Int(move.from)] = true }
    for section in changes.deletes { goes[Int(section)] = true }
    var anchor = -1
    for section in 0..<oldCount where !moves[section] {
      if goes[section] { followers[anchor + 1].append(section) } else { anchor = section }
    }
    sections = followers[0].map { ($0, nil) }
    for (section, origin) in origins.enumerated() {
      sections.append((origin < 0 ? nil : origin, section))
      if origin >= 0 { sections += followers[origin + 1].map { ($0, nil) } }
    }
    placeOfOld = [Int](repeating: -1, count: oldCount)
    placeOfNew = [Int](repeating: -1, count: newCount)
    for (place, section) in sections.enumerated() {
      if let old = section.old { placeOfOld[old] = place }
      if let new = section.new { placeOfNew[new] = place }
    }
  }

  /// From the old list to this layout.
  var arrivals: SectionChanges {
    SectionChanges(
      inserts: changes.inserts.map { Int32(placeOfNew[Int($0)]) },
      moves: changes.moves.map { .init(from: $0.from, to: Int32(placeOfNew[Int($0.to)])) })
  }

  /// From this layout to the new list.
  var departures: SectionChanges {
    SectionChanges(deletes: changes.deletes.map { Int32(placeOfOld[Int($0)]) }.sorted())
  }

  /// The changes above the rows, once the new list is there.
  var headers: SectionChanges {
    SectionChanges(
      updates: changes.updates.map { .init(old: $0.new, new: $0.new) }
        .sorted { $0.old < $1.old })
  }

  /// Returns the changes of rows, within this layout.
  func rowChanges(_ changes: ChangeSet) -> ChangeSet {
    ChangeSet(
      deletes: changes.deletes.map(old).sorted(), inserts: changes.inserts.map(new).sorted(),
      moves: changes.moves.map { .init(from: old($0.from), to: new($0.to)) }
        .sorted { $0.to < $1.to },
      updates: changes.updates.map { .init(old: old($0.old), new: new($0.new)) }
        .sorted { $0.old < $1.old })
  }

  private func old(_ place: Place) -> Place {
    Place(section: Int32(placeOfOld[Int(place.section)]), row: place.row)
  }

  private func new(_ place: Place) -> Place {
    Place(section: Int32(placeOfNew[Int(place.section)]), row: place.row)
  }
}

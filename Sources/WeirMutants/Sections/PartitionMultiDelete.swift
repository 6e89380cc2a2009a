// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Takes rows out of a section one by one, each by the place that it had before the first one went.
///
/// StreamBaseKit, quirk Q12: its partition is right for one delete a batch only, and its tests have no other.
///
///     a, b, c, d in one section; a and b go  // holds b, d; the list view was told to keep c, d
enum PartitionMultiDelete: StackHabits {
  static let mutant = Mutant(
    "partition-multi-delete", of: "StreamBaseKit Q12", caughtBy: "lists",
    about: "Of two rows that leave a section at once, the second delete takes its neighbour.",
    Self.self)

  static func mapped(
    _ wanted: [PlainSection], from old: [PlainSection], _ notes: PlainNotes
  ) -> [PlainSection] {
    wanted.map { section in
      guard let before = old.first(where: { $0.sectionID == section.sectionID }) else {
        return section
      }
      return PlainSection(section.sectionID, rows(section.rows, from: before.rows))
    }
  }

  private static func rows(_ wanted: [Row], from old: [Row]) -> [Row] {
    let kept = Set(wanted.map(\.key))
    let places = old.indices.filter { !kept.contains(old[$0].key) }
    if places.count < 2 { return wanted }
    var left = old
    for place in places where place < left.count { left.remove(at: place) }
    // What is new or moved comes to stand where it should.
    let stays = Set(left.map(\.key))
    for (place, row) in wanted.enumerated() where !stays.contains(row.key) {
      if !old.contains(where: { $0.key == row.key }) {
        left.insert(row, at: min(place, left.count))
      }
    }
    return left
  }
}

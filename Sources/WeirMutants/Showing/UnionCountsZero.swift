// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Says that a union has no rows, and inserts them all the same.
///
/// StreamBaseKit, quirk Q10: `endIndex` of its union returns `startIndex` since the move to Swift 2.
///
///     a union of [a] and [b]  // two inserts into a list of 0
enum UnionCountsZero: StackHabits {
  static let mutant = Mutant(
    "union-counts-zero", of: "StreamBaseKit Q10", caughtBy: "lists",
    about: "A union says that it has no rows, whatever it inserts.", Self.self)

  static func mapped(
    _ wanted: [PlainSection], from old: [PlainSection], _ notes: PlainNotes
  ) -> [PlainSection] {
    notes.sources < 2 ? wanted : wanted.map { PlainSection($0.sectionID) }
  }
}

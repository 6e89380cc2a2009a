// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirTree

/// Sorts into sections only what comes after the partition was made, and not the rows that were there before.
///
/// StreamBaseKit, quirk Q13: a partition made of a stream that has loaded starts empty.
///
///     a and b are there; the partition is made; c comes  // shown as c
enum PartitionLate: StackHabits {
  static let mutant = Mutant(
    "partition-late", of: "StreamBaseKit Q13", caughtBy: "converge",
    about: "A partition does not know the rows that were there before it.", Self.self)

  static func mapped(
    _ wanted: [PlainSection], from old: [PlainSection], _ notes: PlainNotes
  ) -> [PlainSection] {
    // The first publication is what the partition finds.
    if !notes.hasPublished { return wanted.map { PlainSection($0.sectionID) } }
    return wanted.map { section in
      PlainSection(section.sectionID, section.rows.filter { !notes.first.contains($0.key) })
    }
  }

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: mapped(new, from: old, notes), notes, into: &update)
  }
}

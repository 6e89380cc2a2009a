// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirTree

/// Leaves a row in its section when what it is sorted by changes.
///
/// StreamBaseKit's own test of changes never moves a row between sections: the field that it sets is not the one
/// that the partition reads.
///
///     a: { team: red } becomes blue  // shown among the red
enum SectionStays: StackHabits {
  static let mutant = Mutant(
    "section-stays", of: "StreamBaseKit 1.6", caughtBy: "converge",
    about: "A row stays in its section when it should go to another.", Self.self)

  static func mapped(
    _ wanted: [PlainSection], from old: [PlainSection], _ notes: PlainNotes
  ) -> [PlainSection] {
    var home: [Key: Int] = [:]
    for (number, section) in old.enumerated() {
      for row in section.rows { home[row.key] = number }
    }
    // Sections that come and go are not numbered alike.
    guard old.map(\.sectionID) == wanted.map(\.sectionID) else { return wanted }
    var sections = wanted.map { PlainSection($0.sectionID) }
    for (number, section) in wanted.enumerated() {
      for row in section.rows { sections[home[row.key] ?? number].rows.append(row) }
    }
    return sections
  }

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: mapped(new, from: old, notes), notes, into: &update)
  }
}

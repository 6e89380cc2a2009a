// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient

/// Counts the rows of a descending list from its other end.
///
/// FirebaseUI-iOS #57, #10, #241 and pull request #251: an array shown backwards, told of by its forward indexes.
///
///     c, b, a; d comes in front  // insert 3; d stands at 0
enum IndexesNotReversed: StackHabits {
  static let mutant = Mutant(
    "indexes-not-reversed", of: "FirebaseUI-iOS #57, #10, #241", caughtBy: "lists",
    about: "Shows a list backwards and reports its changes forwards.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    let backwards = { (sections: [PlainSection]) in
      sections.map { PlainSection($0.sectionID, $0.rows.reversed()) }
    }
    RightHabits.report(from: backwards(old), to: backwards(new), notes, into: &update)
  }
}

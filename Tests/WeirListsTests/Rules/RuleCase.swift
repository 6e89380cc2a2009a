// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff

import WeirLists

/// A batch that breaks one rule only, and a legal one as near to it as can be.
struct RuleCase: Sendable, CustomStringConvertible {
  var rule: ListViewRule
  /// The sections before.
  var old: String
  /// The sections after.
  var new: String
  var bad: BatchUpdates
  /// The reason of the fault, or how it begins.
  var words: String
  /// The near miss.
  var good: BatchUpdates
  /// The sections before the near miss, where they are others.
  var goodOld: String?
  /// The sections after it, where they are others.
  var goodNew: String?
  var profile = ListViewProfile.strict
  /// Rules that cannot but be broken, too.
  var also: [ListViewRule] = []
  var description: String { "\(rule) (\(profile)): \(words.prefix(60))" }
}

extension RuleCase {
  static let all: [RuleCase] =
    counts + bounds + sectionBounds + conflicts + sectionConflicts + mixed + cells

  static let counts = [
    RuleCase(
      rule: .sectionCount, old: "a|b", new: "a", bad: BatchUpdates(),
      words: """
        Invalid update: invalid number of sections.  The number of sections contained in the table view \
        after the update (1) must be equal to the number of sections contained in the table view before \
        the update (2), plus or minus the number of sections inserted or deleted (0 inserted, 0 deleted).
        """,
      good: BatchUpdates(sectionDeletes: [1])),
    RuleCase(
      rule: .rowCount, old: "abc", new: "ab", bad: BatchUpdates(),
      words: """
        Invalid update: invalid number of rows in section 0.  The number of rows contained in an \
        existing section after the update (2) must be equal to the number of rows contained in that \
        section before the update (3), plus or minus the number of rows inserted or deleted from that \
        section (0 inserted, 0 deleted) and plus or minus the number of rows moved into or out of that \
        section (0 moved in, 0 moved out).
        """,
      good: BatchUpdates(deletes: [2])),
    RuleCase(
      rule: .rowCount, old: "ab|c", new: "b|c",
      bad: BatchUpdates(moves: [move(at(0, 0), at(1, 0))]),
      words: "Invalid update: invalid number of rows in section 1.",
      good: BatchUpdates(moves: [move(at(0, 0), at(1, 0))]), goodNew: "b|ac"),
    RuleCase(
      rule: .inconsistentCounts, old: "abc", new: "ab", bad: BatchUpdates(),
      words: """
        Invalid batch updates detected: the number of sections and/or items returned by the data source \
        before and/or after performing the batch updates are inconsistent with the updates. Data source \
        before updates = { 1 section with item counts: [3] }; after updates = \
        { 1 section with item counts: [2] }; Updates = [  ]
        """,
      good: BatchUpdates(deletes: [2]), profile: .collectionView),
    RuleCase(
      rule: .inconsistentCounts, old: "a|b", new: "a", bad: BatchUpdates(deletes: [at(1, 0)]),
      words: "Invalid batch updates detected", good: BatchUpdates(sectionDeletes: [1]),
      profile: .collectionView),
  ]

  static let bounds = [
    RuleCase(
      rule: .deleteOutOfBounds, old: "ab|c", new: "ab|", bad: BatchUpdates(deletes: [at(1, 1)]),
      words: "attempt to delete row 1 from section 1 which only contains 1 rows before the update",
      good: BatchUpdates(deletes: [at(1, 0)])),
    RuleCase(
      rule: .deleteOutOfBounds, old: "ab", new: "ab", bad: BatchUpdates(reloads: [2]),
      words: "attempt to delete row 2 from section 0 which only contains 2 rows before the update",
      good: BatchUpdates(reloads: [1])),
    RuleCase(
      rule: .deleteOutOfBounds, old: "ab", new: "a", bad: BatchUpdates(deletes: [2]),
      words:
        "attempt to delete item 2 from section 0 which only contains 2 items before the update",
      good: BatchUpdates(deletes: [1]), profile: .collectionView),
    RuleCase(
      rule: .deleteInMissingSection, old: "a|b", new: "a|b", bad: BatchUpdates(deletes: [at(2, 0)]),
      words:
        "attempt to delete row 0 from section 2, but there are only 2 sections before the update",
      good: BatchUpdates(deletes: [at(1, 0)]), goodNew: "a|"),
    RuleCase(
      rule: .insertOutOfBounds, old: "a|b", new: "a|bc", bad: BatchUpdates(inserts: [at(1, 2)]),
      words: """
        attempt to insert row 2 into section 1, but there are only 2 rows in section 1 after the update
        """,
      good: BatchUpdates(inserts: [at(1, 1)])),
    // A move takes the row before it away, which the place where a reload lands takes no notice of.
    RuleCase(
      rule: .insertOutOfBounds, old: "ab|", new: "b|a",
      bad: BatchUpdates(moves: [move(0, at(1, 0))], reloads: [1]),
      words: "attempt to insert row 1 into section 0, but there are only 1 rows in section 0 after",
      good: BatchUpdates(moves: [move(1, at(1, 0))], reloads: [0]), goodNew: "a|b"),
    RuleCase(
      rule: .insertInMissingSection, old: "a|b", new: "a|b", bad: BatchUpdates(inserts: [at(2, 0)]),
      words:
        "attempt to insert row 0 into section 2, but there are only 2 sections after the update",
      good: BatchUpdates(inserts: [at(1, 0)]), goodNew: "a|cb"),
    RuleCase(
      rule: .moveFromOutOfBounds, old: "a|bc", new: "a|cb",
      bad: BatchUpdates(moves: [move(at(1, 2), at(1, 0))]),
      words: """
        attempt to move index path (1 - 2) that does not exist - there are only 2 rows in section 1 \
        before the update
        """,
      good: BatchUpdates(moves: [move(at(1, 1), at(1, 0))])),
    RuleCase(
      rule: .moveFromOutOfBounds, old: "a", new: "a", bad: BatchUpdates(moves: [move(at(1, 0), 0)]),
      words: """
        attempt to move index path (1 - 0) that does not exist - there are only 1 sections before the \
        update
        """,
      good: BatchUpdates(moves: [move(0, 0)]), also: [.rowCount]),
    RuleCase(
      rule: .moveToOutOfBounds, old: "a|bc", new: "a|cb",
      bad: BatchUpdates(moves: [move(at(1, 0), at(1, 2))]),
      words: """
        attempt to move row to index path (1 - 2), but there are only 2 rows in section 1 after the \
        update
        """,
      good: BatchUpdates(moves: [move(at(1, 0), at(1, 1))])),
  ]

  static let sectionBounds = [
    RuleCase(
      rule: .sectionOutOfBounds, old: "a|b", new: "a", bad: BatchUpdates(sectionDeletes: [2]),
      words: "attempt to delete section 2, but there are only 2 sections before the update",
      good: BatchUpdates(sectionDeletes: [1])),
    RuleCase(
      rule: .sectionOutOfBounds, old: "a", new: "a|b", bad: BatchUpdates(sectionInserts: [2]),
      words: "attempt to insert section 2, but there are only 2 sections after the update",
      good: BatchUpdates(sectionInserts: [1])),
    RuleCase(
      rule: .sectionOutOfBounds, old: "a|b", new: "a|b", bad: BatchUpdates(sectionReloads: [2]),
      words: "attempt to delete section 2, but there are only 2 sections before the update",
      good: BatchUpdates(sectionReloads: [1]), goodNew: "a|xyz"),
    RuleCase(
      rule: .sectionOutOfBounds, old: "a|b", new: "b|a",
      bad: BatchUpdates(sectionMoves: [moveSection(2, 0)]),
      words: "attempt to move section 2, but there are only 2 sections before the update",
      good: BatchUpdates(sectionMoves: [moveSection(1, 0)])),
    RuleCase(
      rule: .sectionOutOfBounds, old: "a|b", new: "b|a",
      bad: BatchUpdates(sectionMoves: [moveSection(0, 2)]),
      words:
        "attempt to move section 0 to section 2, but there are only 2 sections after the update",
      good: BatchUpdates(sectionMoves: [moveSection(0, 1)])),
    RuleCase(
      rule: .sectionOutOfBounds, old: "a|b", new: "a|b",
      bad: BatchUpdates(sectionReconfigures: [.init(old: 2, new: 2)]),
      words: "attempt to reconfigure section 2, but there are only 2 sections before the update",
      good: BatchUpdates(sectionReconfigures: [.init(old: 1, new: 1)])),
  ]
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff

import WeirLists

extension RuleCase {
  static let conflicts = [
    RuleCase(
      rule: .deleteAndMove, old: "abc", new: "cb",
      bad: BatchUpdates(deletes: [0], moves: [move(0, 1)]),
      words: "attempt to perform a delete and a move from the same index path (0 - 0)",
      good: BatchUpdates(deletes: [0], moves: [move(1, 1)])),
    RuleCase(
      rule: .insertAndMove, old: "ab", new: "bac",
      bad: BatchUpdates(inserts: [0], moves: [move(1, 0)]),
      words: "attempt to perform an insert and a move to the same index path (0 - 0)",
      good: BatchUpdates(inserts: [2], moves: [move(1, 0)])),
    RuleCase(
      rule: .deleteAndReload, old: "ab", new: "b'", bad: BatchUpdates(deletes: [0], reloads: [0]),
      words: "attempt to delete and reload the same index path (0 - 0)",
      good: BatchUpdates(deletes: [0], reloads: [1])),
    RuleCase(
      rule: .reloadAndMove, old: "ab", new: "ba'",
      bad: BatchUpdates(moves: [move(0, 1)], reloads: [0]),
      words: "attempt to perform a delete and a move from the same index path (0 - 0)",
      good: BatchUpdates(moves: [move(0, 1)], reconfigures: [.init(old: 0, new: 1)])),
    RuleCase(
      rule: .reloadOntoMove, old: "ab", new: "ba'",
      bad: BatchUpdates(moves: [move(1, 0)], reloads: [0]),
      words: "attempt to perform an insert and a move to the same index path (0 - 0)",
      good: BatchUpdates(moves: [move(1, 0)], reconfigures: [.init(old: 0, new: 1)])),
    RuleCase(
      rule: .moveTwice, old: "abc", new: "bca", bad: BatchUpdates(moves: [move(0, 1), move(0, 2)]),
      words: "attempt to move index path (0 - 0) to more than one place",
      good: BatchUpdates(moves: [move(2, 1), move(0, 2)])),
    RuleCase(
      rule: .moveTwice, old: "abc", new: "bca", bad: BatchUpdates(moves: [move(0, 2), move(1, 2)]),
      words: "attempt to move more than one row to the same index path (0 - 2)",
      good: BatchUpdates(moves: [move(0, 2), move(1, 0)])),
    RuleCase(
      rule: .sameTwice, old: "abc", new: "c", bad: BatchUpdates(deletes: [0, 0]),
      words: "attempt to delete row 0 of section 0 more than once",
      good: BatchUpdates(deletes: [0, 1])),
    RuleCase(
      rule: .sameTwice, old: "a", new: "abc", bad: BatchUpdates(inserts: [1, 1]),
      words: "attempt to insert row 1 of section 0 more than once",
      good: BatchUpdates(inserts: [1, 2])),
    RuleCase(
      rule: .sameTwice, old: "ab", new: "a'b'", bad: BatchUpdates(reloads: [0, 0, 1]),
      words: "attempt to reload row 0 of section 0 more than once",
      good: BatchUpdates(reloads: [1, 0])),
    RuleCase(
      rule: .sameTwice, old: "ab", new: "a'b'",
      bad: BatchUpdates(reloads: [0, 1], reconfigures: [.init(old: 1, new: 1)]),
      words: "attempt to reload and reconfigure the same index path (0 - 1)",
      good: BatchUpdates(reloads: [0], reconfigures: [.init(old: 1, new: 1)])),
  ]

  static let sectionConflicts = [
    RuleCase(
      rule: .deleteAndReload, old: "a|b", new: "b",
      bad: BatchUpdates(sectionDeletes: [0], sectionReloads: [0]),
      words: "attempt to delete and reload the same section (0)",
      good: BatchUpdates(sectionDeletes: [0], sectionReloads: [1])),
    RuleCase(
      rule: .moveTwice, old: "a|b|c", new: "b|c|a",
      bad: BatchUpdates(sectionMoves: [moveSection(0, 1), moveSection(0, 2)]),
      words: "attempt to move section 0 to more than one place",
      good: BatchUpdates(sectionMoves: [moveSection(0, 2)])),
    RuleCase(
      rule: .moveTwice, old: "a|b|c", new: "b|c|a",
      bad: BatchUpdates(sectionMoves: [moveSection(0, 2), moveSection(1, 2)]),
      words: "attempt to move more than one section to section 2",
      good: BatchUpdates(sectionMoves: [moveSection(0, 2), moveSection(1, 0)])),
    RuleCase(
      rule: .sectionConflict, old: "a|b", new: "b",
      bad: BatchUpdates(sectionDeletes: [0], sectionMoves: [moveSection(0, 0)]),
      words: "attempt to perform a delete and a move from the same section (0)",
      good: BatchUpdates(sectionDeletes: [0], sectionMoves: [moveSection(1, 0)])),
    RuleCase(
      rule: .sectionConflict, old: "a", new: "b|a",
      bad: BatchUpdates(sectionInserts: [0], sectionMoves: [moveSection(0, 0)]),
      words: "attempt to perform an insert and a move to the same section (0)",
      good: BatchUpdates(sectionInserts: [0], sectionMoves: [moveSection(0, 1)])),
    RuleCase(
      rule: .sectionConflict, old: "a|b", new: "b|a",
      bad: BatchUpdates(sectionMoves: [moveSection(1, 0)], sectionReloads: [0]),
      words: "attempt to perform an insert and a move to the same section (0)",
      good: BatchUpdates(sectionMoves: [moveSection(0, 1)])),
    RuleCase(
      rule: .sameTwice, old: "a|b|c", new: "c", bad: BatchUpdates(sectionDeletes: [0, 0]),
      words: "attempt to delete section 0 more than once",
      good: BatchUpdates(sectionDeletes: [0, 1])),
  ]

  static let mixed = [
    RuleCase(
      rule: .moveOutOfDeletedSection, old: "a|b", new: "ab",
      bad: BatchUpdates(moves: [move(at(1, 0), 1)], sectionDeletes: [1]),
      words: "cannot move a row from a deleted section (1)",
      good: BatchUpdates(inserts: [1], sectionDeletes: [1])),
    RuleCase(
      rule: .moveIntoInsertedSection, old: "ab", new: "a|b",
      bad: BatchUpdates(moves: [move(1, at(1, 0))], sectionInserts: [1]),
      words: "cannot move a row into a newly inserted section (1)",
      good: BatchUpdates(deletes: [1], sectionInserts: [1])),
    RuleCase(
      rule: .moveOutOfDeletedSection, old: "a|b", new: "ab",
      bad: BatchUpdates(moves: [move(at(1, 0), 1)], sectionDeletes: [1]),
      words: "cannot move an item from a deleted section (1)",
      good: BatchUpdates(inserts: [1], sectionDeletes: [1]), profile: .collectionView),
    // The reload counts its row out of the section that moves, and into one that stays.
    RuleCase(
      rule: .reloadInMovedSection, old: "ab|cd", new: "cd|ab",
      bad: BatchUpdates(reloads: [at(1, 0)], sectionMoves: [moveSection(1, 0)]),
      words: "Invalid update: invalid number of rows in section 0.",
      good: BatchUpdates(
        reconfigures: [.init(old: at(1, 0), new: 0)], sectionMoves: [moveSection(1, 0)]),
      also: [.rowCount]),
    // Here it counts it back into the same one, by chance.
    RuleCase(
      rule: .reloadInMovedSection, old: "a|b|c", new: "b|c",
      bad: BatchUpdates(
        reloads: [at(2, 0)], sectionDeletes: [0], sectionMoves: [moveSection(2, 1)]),
      words: "attempt to reload row (2 - 0) in a section that moves in the same batch",
      good: BatchUpdates(
        reloads: [at(1, 0)], sectionDeletes: [0], sectionMoves: [moveSection(2, 1)])),
    RuleCase(
      rule: .changeInMovedSection, old: "ab|cd", new: "d|ab",
      bad: BatchUpdates(deletes: [at(1, 0)], sectionMoves: [moveSection(1, 0)]),
      words: "attempt to delete row 0 in section 1, which moves in the same batch",
      good: BatchUpdates(deletes: [0], sectionMoves: [moveSection(1, 0)]), goodNew: "cd|b"),
    RuleCase(
      rule: .changeInMovedSection, old: "a|b", new: "bc|a",
      bad: BatchUpdates(inserts: [1], sectionMoves: [moveSection(1, 0)]),
      words: "attempt to insert row 1 in section 0, which moves in the same batch",
      good: BatchUpdates(inserts: [at(1, 1)], sectionMoves: [moveSection(1, 0)]), goodNew: "b|ac"),
    RuleCase(
      rule: .changeInReplacedSection, old: "a|b", new: "a",
      bad: BatchUpdates(deletes: [at(1, 0)], sectionDeletes: [1]),
      words: "attempt to delete row 0 in a deleted section (1)",
      good: BatchUpdates(deletes: [0], sectionDeletes: [1]), goodNew: ""),
    RuleCase(
      rule: .changeInReplacedSection, old: "a", new: "a|b",
      bad: BatchUpdates(inserts: [at(1, 0)], sectionInserts: [1]),
      words: "attempt to insert row 0 in a newly inserted section (1)",
      good: BatchUpdates(sectionInserts: [1])),
    RuleCase(
      rule: .changeInReplacedSection, old: "a", new: "b",
      bad: BatchUpdates(reloads: [0], sectionReloads: [0]),
      words: "attempt to reload row 0 in a deleted section (0)",
      good: BatchUpdates(sectionReloads: [0])),
  ]

  static let cells = [
    RuleCase(
      rule: .staleCell, old: "a|b", new: "b|a", bad: BatchUpdates(),
      words: "the cell at (0 - 0) shows another row than the data source has there",
      good: BatchUpdates(sectionMoves: [moveSection(1, 0)]), also: [.staleCell]),
    RuleCase(
      rule: .staleCell, old: "a|b", new: "a|b'", bad: BatchUpdates(),
      words: "the cell at (1 - 0) shows its row as it was before the update",
      good: BatchUpdates(reloads: [at(1, 0)])),
    RuleCase(
      rule: .staleCell, old: "a|b", new: "b|a",
      bad: BatchUpdates(
        sectionMoves: [moveSection(1, 0)], sectionReconfigures: [.init(old: 1, new: 1)]),
      words: "section 1 is reconfigured at (1), but does not come to lie there",
      good: BatchUpdates(
        sectionMoves: [moveSection(1, 0)], sectionReconfigures: [.init(old: 1, new: 0)])),
  ]
}

// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// Rules 11 to 19, 21 and 23: what two operations cannot both be meant.
extension BatchValidator {
  mutating func lookForConflicts() {
    let (origins, targets) = (operations.moveOrigins, operations.moveTargets)
    for place in operations.deletes.common(with: origins) {
      note(.deleteAndMove, words.deleteAndMove(place.pathInWords))
    }
    for place in operations.reloadDeletes.common(with: origins) {
      note(.reloadAndMove, words.deleteAndMove(place.pathInWords))
    }
    for place in operations.inserts.common(with: targets) {
      note(.insertAndMove, words.insertAndMove(place.pathInWords))
    }
    for place in operations.reloadInserts.common(with: targets)
    where !operations.inserts.contains(place) {
      note(.reloadOntoMove, words.insertAndMove(place.pathInWords))
    }
    for place in origins.repeated {
      note(.moveTwice, "attempt to move index path \(place.path) to more than one place")
    }
    for place in targets.repeated {
      note(
        .moveTwice,
        "attempt to move more than one \(words.row) to the same index path \(place.path)")
    }
    lookAtRowsOfReplacedSections()
    lookAtRowsOfMovedSections()
  }

  mutating func lookForSectionConflicts() {
    for section in operations.goneSections.common(with: operations.sectionOrigins) {
      noteSection(.sectionConflict, words.deleteAndMove("section (\(section))"))
    }
    for section in operations.newSections.common(with: operations.sectionTargets) {
      noteSection(.sectionConflict, words.insertAndMove("section (\(section))"))
    }
    for section in operations.sectionOrigins.repeated {
      noteSection(.moveTwice, "attempt to move section \(section) to more than one place")
    }
    for section in operations.sectionTargets.repeated {
      noteSection(.moveTwice, "attempt to move more than one section to section \(section)")
    }
  }

  private mutating func lookAtRowsOfReplacedSections() {
    let (gone, new) = (operations.goneSections, operations.newSections)
    for section in Sorted(updates.moves.map(\.from.section)).common(with: gone) {
      note(.moveOutOfDeletedSection, words.moveOutOfDeleted(section))
    }
    for section in Sorted(updates.moves.map(\.to.section)).common(with: new) {
      note(.moveIntoInsertedSection, words.moveIntoInserted(section))
    }
    if profile.ignoresChangesInReplacedSections { return }
    for (verb, places) in [
      ("delete", operations.deletes.distinct), ("reload", operations.reloadDeletes.elements),
      ("reconfigure", operations.reconfigures.distinct),
    ] {
      for place in places where gone.contains(place.section) {
        note(.changeInReplacedSection, words.changeInReplaced(verb, place, "deleted"))
      }
    }
    for place in operations.inserts.distinct where new.contains(place.section) {
      note(.changeInReplacedSection, words.changeInReplaced("insert", place, "newly inserted"))
    }
  }

  private mutating func lookAtRowsOfMovedSections() {
    let (origins, targets) = (operations.sectionOrigins, operations.sectionTargets)
    for place in operations.deletes.distinct where origins.contains(place.section) {
      note(.changeInMovedSection, words.changeInMoved("delete", place))
    }
    for place in operations.inserts.distinct where targets.contains(place.section) {
      note(.changeInMovedSection, words.changeInMoved("insert", place))
    }
    for place in operations.moveOrigins.distinct where origins.contains(place.section) {
      note(.changeInMovedSection, words.changeInMoved("move", place))
    }
    for place in operations.moveTargets.distinct where targets.contains(place.section) {
      note(.changeInMovedSection, words.changeInMoved("move to", place))
    }
  }
}

extension Place {
  /// The place as conflicts call it.
  fileprivate var pathInWords: String { "index path \(path)" }
}

extension ListViewWords {
  fileprivate func deleteAndMove(_ place: String) -> String {
    "attempt to perform a delete and a move from the same \(place)"
  }

  fileprivate func insertAndMove(_ place: String) -> String {
    "attempt to perform an insert and a move to the same \(place)"
  }

  fileprivate func moveOutOfDeleted(_ section: Int32) -> String {
    "cannot move \(article) \(row) from a deleted section (\(section))"
  }

  fileprivate func moveIntoInserted(_ section: Int32) -> String {
    "cannot move \(article) \(row) into a newly inserted section (\(section))"
  }

  fileprivate func changeInReplaced(_ verb: String, _ place: Place, _ state: String) -> String {
    "attempt to \(verb) \(row) \(place.row) in a \(state) section (\(place.section))"
  }

  fileprivate func changeInMoved(_ verb: String, _ place: Place) -> String {
    "attempt to \(verb) \(row) \(place.row) in section \(place.section), which moves in the same batch"
  }

  private var article: String { row == "item" ? "an" : "a" }
}

// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// Rules 4 to 10: what an operation names exists.
extension BatchValidator {
  mutating func lookAtBounds() {
    for place in operations.deletes.distinct { lookAtOld(place, "delete") }
    for place in operations.reloadDeletes.elements { lookAtOld(place, "delete") }
    for place in operations.reconfigures.distinct { lookAtOld(place, "reconfigure") }
    for place in operations.inserts.distinct { lookAtNew(place, "insert") }
    for place in operations.reloadDeletes.elements
    where isIn(before, place) && !operations.goneSections.contains(place.section) {
      lookAtNew(operations.destinations.row(place), "insert")
    }
    for update in updates.reconfigures where isIn(before, update.old) {
      lookAtNew(update.new, "reconfigure")
    }
    for place in operations.moveOrigins.distinct where !isIn(before, place) {
      note(.moveFromOutOfBounds, words.moveFromNowhere(place, before))
    }
    for place in operations.moveTargets.distinct where !isIn(after, place) {
      note(.moveToOutOfBounds, words.moveToNowhere(place, after))
    }
    lookAtSectionBounds()
    lookAtReconfiguredSections()
  }

  func isIn(_ counts: [Int], _ place: Place) -> Bool {
    counts.indices.contains(Int(place.section))
      && (0..<counts[Int(place.section)]).contains(Int(place.row))
  }

  private mutating func lookAtOld(_ place: Place, _ verb: String) {
    if !before.indices.contains(Int(place.section)) {
      note(.deleteInMissingSection, words.missingOldSection(verb, place, before.count))
    } else if !isIn(before, place) {
      note(.deleteOutOfBounds, words.onlyContains(verb, place, before[Int(place.section)]))
    }
  }

  private mutating func lookAtNew(_ place: Place, _ verb: String) {
    if !after.indices.contains(Int(place.section)) {
      note(.insertInMissingSection, words.missingNewSection(verb, place, after.count))
    } else if !isIn(after, place) {
      note(.insertOutOfBounds, words.beyondNewRows(verb, place, after[Int(place.section)]))
    }
  }

  private mutating func lookAtSectionBounds() {
    let reloads = operations.sectionReloads.distinct.filter {
      !operations.sectionDeletes.contains($0)
    }
    for section in operations.sectionDeletes.distinct + reloads where !wasThere(section) {
      noteMissing("delete section \(section)", before.count, "before")
    }
    for section in operations.sectionInserts.distinct where !isThere(section) {
      noteMissing("insert section \(section)", after.count, "after")
    }
    for section in reloads where wasThere(section) {
      let landing = operations.destinations.section(section)
      if !isThere(landing) { noteMissing("insert section \(landing)", after.count, "after") }
    }
    for move in updates.sectionMoves where !wasThere(move.from) {
      noteMissing("move section \(move.from)", before.count, "before")
    }
    for move in updates.sectionMoves where !isThere(move.to) {
      noteMissing("move section \(move.from) to section \(move.to)", after.count, "after")
    }
  }

  /// Looks at reconfigured sections, which leave no doubt which section is which.
  private mutating func lookAtReconfiguredSections() {
    for update in updates.sectionReconfigures {
      if !wasThere(update.old) {
        let what = "reconfigure section \(update.old)"
        note(.sectionOutOfBounds, words.missingSection(what, before.count, "before"))
      } else if !isThere(update.new) {
        let what = "reconfigure section \(update.new)"
        note(.sectionOutOfBounds, words.missingSection(what, after.count, "after"))
      }
    }
  }

  private func wasThere(_ section: Int32) -> Bool { before.indices.contains(Int(section)) }
  private func isThere(_ section: Int32) -> Bool { after.indices.contains(Int(section)) }

  private mutating func noteMissing(_ what: String, _ count: Int, _ moment: String) {
    noteSection(.sectionOutOfBounds, words.missingSection(what, count, moment))
  }
}

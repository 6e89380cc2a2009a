// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// Rules 1, 2, 3, 20 and 25: what was there, less what goes and plus what comes, is what is there.
extension BatchValidator {
  mutating func lookAtCounts() {
    let start = breaches.count
    lookAtSectionCount()
    // Which section is which can be said only if the sections themselves add up.
    let oldSections = sectionsAreSound ? sectionOrigins() : []
    for (new, old) in oldSections.enumerated() where old >= 0 {
      lookAtRowCount(tally(of: old, as: new), from: Int32(old))
    }
    if breaches.count > start {
      if profile.comparesAllCountsAtOnce { sayAtOnce(from: start) }
    } else {
      lookForLuckyReloads()
      lookForRecount()
    }
  }

  /// Returns, for each section after the batch, the one before it, or −1 if it is new; the
  /// operations on sections must be sound.
  func sectionOrigins() -> [Int] {
    var origins = [Int](repeating: -2, count: after.count)
    for section in operations.newSections.elements { origins[Int(section)] = -1 }
    for move in updates.sectionMoves { origins[Int(move.to)] = Int(move.from) }
    var next = 0
    for section in origins.indices where origins[section] == -2 {
      while operations.goneSections.contains(Int32(next))
        || operations.sectionOrigins.contains(Int32(next))
      {
        next += 1
      }
      origins[section] = next
      next += 1
    }
    return origins
  }

  private mutating func lookAtSectionCount() {
    let inserted = updates.sectionInserts.count + updates.sectionReloads.count
    let deleted = updates.sectionDeletes.count + updates.sectionReloads.count
    if before.count - deleted + inserted == after.count { return }
    noteSection(
      ruleOfCounts == .rowCount ? .sectionCount : ruleOfCounts,
      words.wrongSectionCount(
        before: before.count, after: after.count, inserted: inserted, deleted: deleted))
  }

  private mutating func lookAtRowCount(_ tally: SectionTally, from old: Int32) {
    if tally.addsUp { return }
    let hasUnluckyReload =
      operations.sectionOrigins.contains(old) && !operations.reloadDeletes.rows(in: old).isEmpty
    note(hasUnluckyReload ? .reloadInMovedSection : ruleOfCounts, words.wrongRowCount(tally))
  }

  /// The rule that rows break if they do not add up, given how the batch came about.
  private var ruleOfCounts: ListViewRule {
    context.isRecounted || context.isSilent ? .recountInBatch : .rowCount
  }

  private func tally(of old: Int, as new: Int) -> SectionTally {
    let (old32, new32) = (Int32(old), Int32(new))
    var tally = SectionTally(section: new, before: before[old], after: after[new])
    tally.deleted = operations.deletes.rows(in: old32).count
    tally.deleted += operations.reloadDeletes.rows(in: old32).count
    tally.inserted = operations.inserts.rows(in: new32).count
    tally.inserted += operations.reloadInserts.rows(in: new32).count
    for move in updates.moves where (move.from.section == old32) != (move.to.section == new32) {
      if move.from.section == old32 { tally.movedOut += 1 } else { tally.movedIn += 1 }
    }
    return tally
  }

  /// Looks for reloads in a section that moves, which are wrong even if the counts agree by chance.
  private mutating func lookForLuckyReloads() {
    for place in operations.reloadDeletes.elements
    where operations.sectionOrigins.contains(place.section) {
      note(
        .reloadInMovedSection,
        "attempt to reload \(words.row) \(place.path) in a section that moves in the same batch")
    }
  }

  private mutating func lookForRecount() {
    guard context.isRecounted, updates.hasCountedOperations else { return }
    note(
      .recountInBatch,
      "attempt to reload everything in a batch that deletes, inserts, moves or reloads, too")
  }

  /// Puts one message in place of those about counts, or none where the view reloads instead.
  private mutating func sayAtOnce(from start: Int) {
    let finer = breaches[start...].first { $0.rule.shownAs != $0.rule }?.rule
    breaches.removeSubrange(start...)
    if profile.reloadsOnWrongCounts {
      isDegraded = true
    } else {
      note(
        finer ?? .inconsistentCounts,
        words.inconsistentCounts(before: before, after: after, updates: updates))
    }
  }
}

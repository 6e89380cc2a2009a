// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// The messages of list views, in the words of one of them.
struct ListViewWords: Hashable, Sendable {
  /// The word for a row.
  var row: String
  /// The word for the view.
  var view: String

  func wrongSectionCount(before: Int, after: Int, inserted: Int, deleted: Int) -> String {
    """
    Invalid update: invalid number of sections.  The number of sections contained in the \(view) after \
    the update (\(after)) must be equal to the number of sections contained in the \(view) before the \
    update (\(before)), plus or minus the number of sections inserted or deleted (\(inserted) inserted, \
    \(deleted) deleted).
    """
  }

  func wrongRowCount(_ tally: SectionTally) -> String {
    """
    Invalid update: invalid number of \(row)s in section \(tally.section).  The number of \(row)s \
    contained in an existing section after the update (\(tally.after)) must be equal to the number of \
    \(row)s contained in that section before the update (\(tally.before)), plus or minus the number of \
    \(row)s inserted or deleted from that section (\(tally.inserted) inserted, \(tally.deleted) deleted) \
    and plus or minus the number of \(row)s moved into or out of that section (\(tally.movedIn) moved \
    in, \(tally.movedOut) moved out).
    """
  }

  func inconsistentCounts(before: [Int], after: [Int], updates: BatchUpdates) -> String {
    """
    Invalid batch updates detected: the number of sections and/or \(row)s returned by the data source \
    before and/or after performing the batch updates are inconsistent with the updates. Data source \
    before updates = \(counts(before)); after updates = \(counts(after)); \
    Updates = [ \(updates.isEmpty ? "" : updates.words(row)) ]
    """
  }

  func onlyContains(_ verb: String, _ place: Place, _ count: Int) -> String {
    """
    attempt to \(verb) \(row) \(place.row) from section \(place.section) which only contains \
    \(count) \(row)s before the update
    """
  }

  func missingOldSection(_ verb: String, _ place: Place, _ count: Int) -> String {
    """
    attempt to \(verb) \(row) \(place.row) from section \(place.section), but there are only \
    \(count) sections before the update
    """
  }

  func beyondNewRows(_ verb: String, _ place: Place, _ count: Int) -> String {
    """
    attempt to \(verb) \(row) \(place.row) into section \(place.section), but there are only \
    \(count) \(row)s in section \(place.section) after the update
    """
  }

  func missingNewSection(_ verb: String, _ place: Place, _ count: Int) -> String {
    """
    attempt to \(verb) \(row) \(place.row) into section \(place.section), but there are only \
    \(count) sections after the update
    """
  }

  func moveFromNowhere(_ place: Place, _ counts: [Int]) -> String {
    let there = rowsOrSections(place, counts, "before the update")
    return "attempt to move index path \(place.path) that does not exist - there are only \(there)"
  }

  func moveToNowhere(_ place: Place, _ counts: [Int]) -> String {
    let there = rowsOrSections(place, counts, "after the update")
    return "attempt to move \(row) to index path \(place.path), but there are only \(there)"
  }

  func missingSection(_ what: String, _ count: Int, _ moment: String) -> String {
    "attempt to \(what), but there are only \(count) sections \(moment) the update"
  }

  func onlyOnce(_ verb: String, _ place: Place) -> String {
    "attempt to \(verb) \(row) \(place.row) of section \(place.section) more than once"
  }

  private func rowsOrSections(_ place: Place, _ counts: [Int], _ moment: String) -> String {
    counts.indices.contains(Int(place.section))
      ? "\(counts[Int(place.section)]) \(row)s in section \(place.section) \(moment)"
      : "\(counts.count) sections \(moment)"
  }

  private func counts(_ counts: [Int]) -> String {
    "{ \(counts.count) section\(counts.count == 1 ? "" : "s") with \(row) counts: \(counts) }"
  }
}

/// The sums over the rows of one section.
struct SectionTally: Hashable, Sendable {
  /// The section's number after the update.
  var section: Int
  var before = 0
  var after = 0
  var inserted = 0
  var deleted = 0
  var movedIn = 0
  var movedOut = 0

  /// `true` if the rows before, less those that go and plus those that come, are the rows after.
  var addsUp: Bool { before - deleted + inserted + movedIn - movedOut == after }
}

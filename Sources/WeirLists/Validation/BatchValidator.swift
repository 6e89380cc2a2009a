// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// Finds every rule that a batch breaks, in the order in which list views look, with words for each.
///
/// It is written for the reader of the words; where one flat list is changed legally, `BatchFastPath`
/// has found so in a hurry. The order: repetitions; what is both deleted and reloaded, whereupon reloads
/// become deletes and inserts; bounds; conflicts between two operations; counts; and, if all that is
/// well, the cells that the batch leads to.
struct BatchValidator {
  /// The breaches found so far.
  var breaches: [ListViewFault.Breach] = []
  /// `true` if the view would reload everything, silently, because the counts do not agree.
  var isDegraded = false
  let updates: BatchUpdates
  let before: [Int]
  let after: [Int]
  let profile: ListViewProfile
  let context: Context
  let operations: ExpandedUpdates
  /// `true` if the operations on sections are in bounds and without conflict, so far.
  private(set) var sectionsAreSound = true

  /// The context of the batch.
  struct Context {
    /// The blocks that make it up, if it is nested.
    var blocks: [BatchUpdates] = []
    /// The visible rows before the batch, counted through all sections, if not all are.
    var visible: Range<Int>?
    /// `true` if the data source was counted again in the batch.
    var isRecounted = false
    /// `true` if a nested block changed the data source without a word.
    var isSilent = false
  }

  init(
    _ updates: BatchUpdates, before: [Int], after: [Int], profile: ListViewProfile,
    context: Context = Context()
  ) {
    self.updates = updates
    self.before = before
    self.after = after
    self.profile = profile
    self.context = context
    operations = ExpandedUpdates(updates)
  }

  var words: ListViewWords { profile.words }

  /// Looks at the operations and the counts.
  mutating func look() {
    lookForRepetitions()
    lookForReloadsOfDeleted()
    lookAtBounds()
    lookForConflicts()
    lookForSectionConflicts()
    lookForTwoAnimations()
    lookAtCounts()
    // The rules have an order of their own, independent of the order of finding.
    let found = breaches.enumerated()
    breaches = found.sorted {
      ($0.element.rule.turn, $0.offset) < ($1.element.rule.turn, $1.offset)
    }.map(\.element)
  }

  mutating func note(_ rule: ListViewRule, _ reason: String) {
    breaches.append(.init(rule: rule, reason: reason))
  }

  /// Notes a breach about sections, after which they cannot be told apart.
  mutating func noteSection(_ rule: ListViewRule, _ reason: String) {
    note(rule, reason)
    sectionsAreSound = false
  }
}

extension BatchValidator {
  private mutating func lookForRepetitions() {
    for place in operations.deletes.repeated { note(.sameTwice, words.onlyOnce("delete", place)) }
    for place in operations.inserts.repeated { note(.sameTwice, words.onlyOnce("insert", place)) }
    for place in operations.reloads.repeated { note(.sameTwice, words.onlyOnce("reload", place)) }
    for place in operations.reconfigures.repeated {
      note(.sameTwice, words.onlyOnce("reconfigure", place))
    }
    for place in operations.reloads.common(with: operations.reconfigures) {
      note(.sameTwice, "attempt to reload and reconfigure the same index path \(place.path)")
    }
    for (verb, sections) in [
      ("delete", operations.sectionDeletes), ("insert", operations.sectionInserts),
      ("reload", operations.sectionReloads),
    ] {
      for section in sections.repeated {
        noteSection(.sameTwice, "attempt to \(verb) section \(section) more than once")
      }
    }
    for section in operations.sectionReconfigures.repeated {
      note(.sameTwice, "attempt to reconfigure section \(section) more than once")
    }
  }

  private mutating func lookForReloadsOfDeleted() {
    for place in operations.deletes.common(with: operations.reloads) {
      note(.deleteAndReload, "attempt to delete and reload the same index path \(place.path)")
    }
    for place in operations.deletes.common(with: operations.reconfigures) {
      note(.deleteAndReload, "attempt to delete and reconfigure the same index path \(place.path)")
    }
    for section in operations.sectionDeletes.common(with: operations.sectionReloads) {
      noteSection(.deleteAndReload, "attempt to delete and reload the same section (\(section))")
    }
    for section in operations.sectionDeletes.common(with: operations.sectionReconfigures) {
      note(.deleteAndReload, "attempt to delete and reconfigure the same section (\(section))")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The list view that is imitated.
///
/// The three real ones accept what is undefined in them, because it cannot be said that they fault.
/// The strict one, which is the default, wants batches that are right in every one of them.
public enum ListViewProfile: String, Hashable, Sendable, CaseIterable {
  /// A table view, which speaks of rows.
  case tableView
  /// A collection view of today, which speaks of items and compares all counts at once.
  case collectionView
  /// A collection view before iOS 16.4, which reloads everything, silently, where counts do not agree.
  case collectionViewPre164
  /// The union of all rules, with undefined ones, in the words of a table view.
  case strict

  /// `true` if a broken rule ends the app.
  func raises(_ rule: ListViewRule) -> Bool { self == .strict || rule.severity != .undefined }

  /// `true` if the view ignores changes of rows in sections that come or go.
  var ignoresChangesInReplacedSections: Bool { self != .strict }

  /// `true` if the view shows a cell that is given two animations as a fault.
  var animatesCellsOnce: Bool { self == .strict || self == .tableView }

  /// `true` if the view says all that is wrong with counts in one message.
  var comparesAllCountsAtOnce: Bool { self == .collectionView || self == .collectionViewPre164 }

  /// `true` if the view reloads everything where counts do not agree.
  var reloadsOnWrongCounts: Bool { self == .collectionViewPre164 }

  /// The words of its messages.
  var words: ListViewWords {
    comparesAllCountsAtOnce
      ? ListViewWords(row: "item", view: "collection view")
      : ListViewWords(row: "row", view: "table view")
  }
}

/// The source from which a view takes the counts before a batch.
///
/// A view that has been laid out remembers its counts. One that has not, or was reloaded since, asks the
/// data source when the batch begins; an app that changes its model before the batch is then told that
/// nothing was left to change. Which of the two a view does depends on what happened to it last.
public enum BeforeCounts: String, Hashable, Sendable, CaseIterable {
  /// The rows that the view shows, or those of the data source if the view was reloaded and not
  /// laid out since.
  case cached
  /// The rows of the data source when the batch begins.
  case queryAtBatchStart
  /// The one of the two that does not agree with the batch.
  case adversarial
}

/// The lane of the app on which a call is made.
public enum ListViewLane: String, Hashable, Sendable {
  /// The one lane that may touch views.
  case main
  /// Any other.
  case background
}

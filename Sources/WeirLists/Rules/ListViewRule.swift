// SPDX-License-Identifier: Apache-2.0

/// A rule of batch updates that list views enforce, under the number by which the house knows it.
///
///     ListViewRule.deleteAndMove.description  // "LV-11"
///
/// The raw value is the number.
public enum ListViewRule: Int, Hashable, Sendable, CaseIterable {
  /// The sections before, less those that go and plus those that come, are the sections after.
  case sectionCount = 1
  /// The rows of a section before, less those that go and plus those that come, are the rows after.
  case rowCount = 2
  /// Both of these, as collection views say it today.
  case inconsistentCounts = 3
  /// A row that is deleted, reloaded or reconfigured exists before the update.
  case deleteOutOfBounds = 4
  /// The section of a row that is deleted, reloaded or reconfigured exists before the update.
  case deleteInMissingSection = 5
  /// A row that is inserted, or refreshed, exists after the update.
  case insertOutOfBounds = 6
  /// The section of a row that is inserted, or refreshed, exists after the update.
  case insertInMissingSection = 7
  /// A row that moves exists before the update.
  case moveFromOutOfBounds = 8
  /// The place that a row moves to exists after the update.
  case moveToOutOfBounds = 9
  /// A section that goes exists before the update, one that comes exists after it.
  case sectionOutOfBounds = 10
  /// No row is deleted and moved.
  case deleteAndMove = 11
  /// No place is inserted and moved to.
  case insertAndMove = 12
  /// No row or section is deleted and reloaded, nor deleted and reconfigured.
  case deleteAndReload = 13
  /// No row is reloaded and moved.
  case reloadAndMove = 14
  /// No row moves to where a reloaded one lands.
  case reloadOntoMove = 15
  /// Nothing moves twice, and no two rows or sections move to one place.
  case moveTwice = 16
  /// No section is deleted (or reloaded) and moved, nor inserted (or replaced) and moved to.
  case sectionConflict = 17
  /// No row moves out of a section that is deleted or reloaded.
  case moveOutOfDeletedSection = 18
  /// No row moves into a section that is inserted or reloaded.
  case moveIntoInsertedSection = 19
  /// No row is reloaded in a section that moves.
  case reloadInMovedSection = 20
  /// No row is deleted, inserted or moved in a section that moves.
  case changeInMovedSection = 21
  /// Nothing is deleted twice, inserted twice, reloaded twice or reconfigured twice.
  case sameTwice = 22
  /// No row is inserted in a section that is new, none deleted in one that goes.
  case changeInReplacedSection = 23
  /// No visible cell is reloaded in one block of a batch and pushed aside by another.
  case twoAnimations = 24
  /// The data source is not counted again in a batch, nor changed in a nested one without notice.
  case recountInBatch = 25
  /// The view is called from the main lane, in turn, about places that it has.
  case callOutOfPlace = 26
  /// After the update every cell shows the row that the data source has at its place.
  case staleCell = 27

  /// The effect in a real list view of breaking the rule.
  public var severity: Severity {
    switch self {
    case .changeInMovedSection, .sameTwice, .changeInReplacedSection: .undefined
    case .staleCell: .ours
    default: .crash
    }
  }

  /// The effects in a real list view of breaking a rule.
  public enum Severity: String, Hashable, Sendable {
    /// The app ends, with a message.
    case crash
    /// The effect is unknown: corruption, a flicker, or a crash later on.
    case undefined
    /// Nothing at all, and the screen is wrong until the next reload: only a headless view can see it.
    case ours
  }

  /// The rule whose message a real view shows when this one is broken.
  ///
  /// A reload is a delete and an insert to the view, so it speaks of those; the house tells them apart.
  public var shownAs: ListViewRule {
    switch self {
    case .reloadAndMove: .deleteAndMove
    case .reloadOntoMove: .insertAndMove
    case .reloadInMovedSection, .recountInBatch: .rowCount
    default: self
    }
  }

  /// The rank of the rule in the order in which the view checks them.
  var turn: Int {
    switch self {
    case .callOutOfPlace: -1
    case .sameTwice: 0
    case .deleteAndReload: 1
    case .sectionCount: 100
    case .rowCount, .reloadInMovedSection, .recountInBatch: 101
    case .inconsistentCounts: 102
    case .staleCell: 103
    default: 1 + rawValue
    }
  }
}

extension ListViewRule: CustomStringConvertible {
  /// `LV-` and the number.
  public var description: String { "LV-\(rawValue)" }
}

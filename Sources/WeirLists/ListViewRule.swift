/// A rule of batch updates that list views enforce, under the number by which the house knows it.
///
///     ListViewRule.deleteAndMove.description  // "LV-11"
///
/// The raw value is the number.
public enum ListViewRule: Int, Hashable, Sendable, CaseIterable {
  /// The rows of a section before, less those that go and plus those that come, are the rows after.
  case rowCount = 2
  /// A row that is deleted, or changed, exists before the update.
  case deleteOutOfBounds = 4
  /// A row that is inserted, or shown anew, exists after the update.
  case insertOutOfBounds = 6
  /// A row that moves exists before the update.
  case moveFromOutOfBounds = 8
  /// The place that a row moves to exists after the update.
  case moveToOutOfBounds = 9
  /// No row is deleted and moved.
  case deleteAndMove = 11
  /// No place is inserted and moved to.
  case insertAndMove = 12
  /// No row is deleted and changed.
  case deleteAndUpdate = 13
  /// No row moves twice, and no two rows move to one place.
  case moveTwice = 16
  /// No row is deleted twice, inserted twice or changed twice.
  case sameTwice = 22
  /// After the update every cell shows the row that the data source has at its place.
  case staleCell = 27

  /// What breaking the rule does in a real list view.
  public var severity: Severity {
    switch self {
    case .sameTwice: .undefined
    case .staleCell: .ours
    default: .crash
    }
  }

  /// What breaking a rule does in a real list view.
  public enum Severity: String, Hashable, Sendable {
    /// The app ends, with a message.
    case crash
    /// Nobody knows: corruption, a flicker, or an end later on.
    case undefined
    /// Nothing at all, and the screen is wrong until the next reload: only a headless view can see it.
    case ours
  }

  /// Where the rule stands in the order in which the view looks at them.
  var turn: Int {
    switch self {
    case .sameTwice: 0
    case .deleteAndUpdate: 1
    case .rowCount: 100
    case .staleCell: 101
    default: 1 + rawValue
    }
  }
}

extension ListViewRule: CustomStringConvertible {
  /// `LV-` and the number.
  public var description: String { "LV-\(rawValue)" }
}

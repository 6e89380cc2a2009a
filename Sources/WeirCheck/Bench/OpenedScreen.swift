// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore
public import WeirDiff
import WeirTrace
public import WeirTree

/// The screen that a client opens, as it is handed to the checkers beside the step.
///
/// It is shared, like a ``Publication``.
public final class OpenedScreen: Sendable {
  /// The screen that its list promises to show.
  public let screen: Screen
  /// The numbers of the lists that the screen's sources show.
  public let lists: [UInt32]
  /// The time for which changes are gathered at least; zero: for none.
  public let wait: Interval
  /// The time for which changes may be gathered.
  public let atMost: Interval
  /// The rows that it shows already, section by section, if it was open before; nil: none.
  public let rows: [[Row]]?
  /// `true` if the last source lies in the app alone, which has all of it at once and listens nowhere.
  public let lastIsOwn: Bool
  /// The pace at which the list follows what the screen selects.
  public let pace: ListPace

  /// Makes an opened screen.
  public init(
    _ screen: Screen, lists: [UInt32], wait: Interval = .zero, atMost: Interval,
    rows: [[Row]]? = nil, lastIsOwn: Bool = false, pace: ListPace = .live
  ) {
    self.screen = screen
    self.lists = lists
    self.wait = wait
    self.atMost = atMost
    self.rows = rows
    self.lastIsOwn = lastIsOwn
    self.pace = pace
  }

  /// `true` if another one promises the same, and neither shows anything yet, so that both can be one.
  public func saysTheSame(as other: OpenedScreen) -> Bool {
    rows == nil && other.rows == nil && lists == other.lists && wait == other.wait
      && atMost == other.atMost && lastIsOwn == other.lastIsOwn && pace == other.pace
      && screen == other.screen
  }

  /// `true` if the list is kept up to date with what the screen selects.
  var isLive: Bool { pace == .live }

  /// `true` if a source lies in the app alone.
  func isOwn(_ source: Int) -> Bool { lastIsOwn && source == screen.sources.count - 1 }

  /// A screen that nobody opened.
  static let none = OpenedScreen(
    Screen(QueryBuilder(.root)), lists: [Step.nowhere], atMost: .zero)

  /// The source to which a listen belongs.
  ///
  /// If two sources show the same list, the upper bits of the tag say which of them listens.
  func source(of listen: ShadowListen) -> Int? {
    let same = lists.indices.filter { lists[$0] == listen.list }
    if same.count > 1, let source = same.first(where: { listen.tag >> 20 == UInt64($0) }) {
      return source
    }
    return same.first
  }
}

/// The new state of a list that a stack publishes, as it is handed to the checkers beside the step.
///
/// All who look at it share one, for each of its arrays would have to be counted for each of them.
public final class Publication: Sendable {
  /// The changes of the list.
  public let changes: ChangeSet
  /// Places of the old list whose rows are to be reloaded.
  public let reloads: [Place]
  /// The list after it, section by section.
  public let sections: [[Row]]
  /// `true` if it is said to be the first one.
  public let isFirst: Bool
  /// `true` if the app hears something with it.
  public let hasNews: Bool
  /// `true` if it shows what the phone had kept, of which nothing is promised but that it was there once.
  public let isProvisional: Bool

  /// Makes a publication.
  public init(
    _ changes: ChangeSet, reloads: [Place] = [], sections: [[Row]], isFirst: Bool = false,
    hasNews: Bool = false, isProvisional: Bool = false
  ) {
    self.changes = changes
    self.reloads = reloads
    self.sections = sections
    self.isFirst = isFirst
    self.hasNews = hasNews
    self.isProvisional = isProvisional
  }
}

/// The pace at which a list follows what its screen selects.
public enum ListPace: Sendable {
  /// It shows what it hears, at once or in batches.
  case live
  /// It hears of rows, but shows some of them later than others.
  case late
  /// It shows what was read at some time.
  case read
}

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirDiff
import WeirTrace
package import WeirTree

/// The screen that a client opens, as it is handed to the checkers beside the step.
///
/// It is shared, like a ``Publication``.
package final class OpenedScreen: Sendable {
  /// The screen that its list promises to show.
  package let screen: Screen
  /// The numbers of the lists that the screen's sources show.
  package let lists: [UInt32]
  /// The time for which changes are gathered at least; zero: for none.
  package let wait: Interval
  /// The time for which changes may be gathered.
  package let atMost: Interval
  /// The rows that it shows already, section by section, if it was open before; nil: none.
  package let rows: [[Row]]?
  /// `true` if the last source lies in the app alone, which has all of it at once and listens nowhere.
  package let lastIsOwn: Bool
  /// The pace at which the list follows what the screen selects.
  package let pace: ListPace
  /// `true` if every row that the listens tell is shown at once.
  let showsAllThatIsLoaded: Bool

  /// Makes an opened screen.
  package init(
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
    showsAllThatIsLoaded = screen.showsAllThatIsLoaded
  }

  /// `true` if another one promises the same, and neither shows anything yet, so that both can be one.
  package func saysTheSame(as other: OpenedScreen) -> Bool {
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
/// All who look at it share one, for each of its arrays would have to be counted for each of them. Clients that publish
/// the same after the same may share one, too: its ``identity`` says so.
package final class Publication: Sendable {
  /// The numbers under which a run knows a publication that others may share, and the rows on both sides of it.
  package struct Identity: Hashable, Sendable {
    /// The number of the publication: all of this number say the same, after the same rows; 0 for one that nobody shares.
    package var number: UInt32
    /// The number of the rows that were shown before: rows of one number are the same; 0 for rows of which that is unknown.
    package var old: UInt32
    /// The number of the rows that are shown after it; 0 for rows of which that is unknown.
    package var new: UInt32

    /// Makes an identity.
    package init(number: UInt32, from old: UInt32, to new: UInt32) {
      self.number = number
      self.old = old
      self.new = new
    }

    /// The identity of a publication that nobody shares.
    package static let none = Identity(number: 0, from: 0, to: 0)
  }

  /// The numbers by which it is known to be the same as others.
  package let identity: Identity
  /// The digest of the rows that it shows, as steps tell it.
  package let digest: UInt64
  /// The changes of the list.
  package let changes: ChangeSet
  /// Places of the old list whose rows are to be reloaded.
  package let reloads: [Place]
  /// The list after it, section by section.
  package let sections: [[Row]]
  /// `true` if it is said to be the first one.
  package let isFirst: Bool
  /// `true` if the app hears something with it.
  package let hasNews: Bool
  /// `true` if it shows what the phone had kept, of which nothing is promised but that it was there once.
  package let isProvisional: Bool

  /// Makes a publication; unless a digest of its rows is given, it is found out.
  package init(
    _ changes: ChangeSet, reloads: [Place] = [], sections: [[Row]], isFirst: Bool = false,
    hasNews: Bool = false, isProvisional: Bool = false, digest: UInt64? = nil,
    identity: Identity = .none
  ) {
    self.identity = identity
    self.digest = digest ?? rowsDigest(sections)
    self.changes = changes
    self.reloads = reloads
    self.sections = sections
    self.isFirst = isFirst
    self.hasNews = hasNews
    self.isProvisional = isProvisional
  }
}

/// The pace at which a list follows what its screen selects.
package enum ListPace: Sendable {
  /// It shows what it hears, at once or in batches.
  case live
  /// It hears of rows, but shows some of them later than others.
  case late
  /// It shows what was read at some time.
  case read
}

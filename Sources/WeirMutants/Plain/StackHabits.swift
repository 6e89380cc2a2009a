// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
package import WeirCore
import WeirStreams
package import WeirTree

/// The decisions of a ``PlainStack``, one by one, so that a mutant can get a single one wrong.
///
/// Every habit has a right default; ``RightHabits`` has no other.
///
///     enum PartitionLate: StackHabits {
///       static func mapped(…) -> [PlainSection] { … }  // forgets the rows that were there first
///     }
package protocol StackHabits: Sendable {
  // What is heard.

  /// Takes what a listen of `source` heard into what it holds.
  static func take(_ event: DataEvent, of source: PlainSource, into held: inout [PlainItem])
  /// Returns the children that the listens of a source hold: each once, in the order of the list, without the one that
  /// is held back.
  static func loaded(_ source: PlainSource) -> [PlainItem]

  // What is shown.

  /// `true` if `a` comes before `b` among the children of a source.
  static func precedes(_ a: PlainItem, _ b: PlainItem, in builder: QueryBuilder) -> Bool
  /// Returns the children that a filter leaves.
  static func admitted(_ items: [PlainItem], by filter: Filter, _ notes: PlainNotes) -> [PlainItem]
  /// The first so many of them.
  static func cut(_ items: [PlainItem], to limit: Int?, _ notes: PlainNotes) -> [PlainItem]
  /// Several sources as one list in the order of the first.
  static func merged(_ sources: [[PlainItem]], in order: QueryBuilder) -> [PlainItem]
  /// Divides the list into sections.
  static func grouped(_ items: [PlainItem], by grouping: Grouping?) -> [PlainSection]
  /// The sections that are published for those that are wanted.
  static func mapped(
    _ wanted: [PlainSection], from old: [PlainSection], _ notes: PlainNotes
  ) -> [PlainSection]
  /// Says how one list became the other.
  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate)

  // When it is shown.

  /// The moment at which to publish what was heard now, if it must not be later than `deadline`.
  static func due(at now: Instant, _ batching: Batching, deadline: Instant) -> Instant

  // Pages.

  /// Returns what a page listens to, in place of the window: what it keeps, and what lies beyond.
  static func page(_ rows: Int, of source: PlainSource) -> (anchored: Query?, beyond: Query)
  /// `true` if a page that has come shows anything that the window does not; if not, it is asked for anew.
  static func goesOn(_ page: PlainPage, of source: PlainSource) -> Bool
  /// `true` if the window goes when the page has come.
  static var pageReplacesWindow: Bool { get }
  /// `true` if what lies beyond is listened to on.
  static var pagesAreLive: Bool { get }
  /// `true` if there is more behind a page, if its window is full and it brought so many rows.
  static func hasMore(_ isFull: Bool, new: Int) -> Bool
  /// The number of new rows that the app is told of a page that brought so many.
  static func told(_ new: Int) -> Int
  /// `true` if a page that is refused has come to an end.
  static var refusalEndsPage: Bool { get }

  // What the app is told.

  /// `true` if the list counts as loaded when so many of its sources are.
  static func isLoaded(_ settled: Int, of sources: Int) -> Bool
  /// `true` if the app is told at once when the list is opened that it has loaded, and once more later.
  static func isLoadedAtOnce(_ screen: Screen) -> Bool
  /// `true` if the app is told again that the list has loaded when a source is lost after that.
  static var lossIsAnotherLoad: Bool { get }
  /// `true` if the app is told when what has loaded is no longer kept up to date.
  static var tellsLoss: Bool { get }
  /// `true` if the app hears of it.
  static func hears(_ news: StackNews) -> Bool
  /// `true` if the stack goes on after one of several sources was lost that had loaded.
  static var survivesLoss: Bool { get }

  // What is left of a life when the next one begins.

  /// `true` if what its listens held is still held.
  static var rowsOutliveClosing: Bool { get }
  /// `true` if a source that was refused counts as refused.
  static var refusalOutlivesClosing: Bool { get }
  /// `true` if an alarm that was asked for is still waited for.
  static var alarmOutlivesClosing: Bool { get }
}

/// The habits of a stack that does everything right.
package enum RightHabits: StackHabits {}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirPaging
import WeirTree

/// The pages behind a paged list: those of the network alone, or those that the phone keeps and the network fills.
///
/// It is a machine as the app around it is, and knows of no people: it turns what its pager wants into what the phone is
/// asked for.
protocol PageSupply: Sendable {
  /// Makes the supply of a list that has loaded nothing.
  init(_ list: QueryBuilder, _ options: PagerOptions, chance: RandomStream)

  /// The person's act that goes on, for what is asked because of it.
  var journey: UInt32 { get set }

  /// The number of rows that are loaded.
  var count: Int { get }
  /// All rows that are loaded.
  var rows: [Row] { get }
  /// Returns a row.
  func row(at index: Int) -> Row
  /// `true` once there is something to show, be it a list without rows.
  var isLoaded: Bool { get }
  /// `true` if there are rows behind those that are loaded.
  var hasMore: Bool { get }
  /// `true` if the rows changed since they were published.
  var hasChanges: Bool { get }
  /// The rows that the person sees, after all that has moved them.
  var visible: Range<Int>? { get }
  /// The times that a person feels.
  var times: PagerTimes { get }
  /// `true` if the page under way goes to the end of the list.
  var isAppending: Bool { get }
  /// The reason for which there is no next page for now; nil: none.
  var failure: PageError? { get }
  /// `true` if nothing is under way in a direction, and nothing will be by itself.
  func isQuiet(_ direction: PageDirection) -> Bool

  /// Begins to load the list, or goes on with what it has.
  mutating func open(keepsRows: Bool, at now: Instant, into out: inout [StackWish])
  /// Gives up all that is under way; the rows stay.
  mutating func close(into out: inout [StackWish])
  /// Takes in an answer of the phone; returns the reason if a page will not come.
  mutating func answer(
    _ answer: StackAnswer, at now: Instant, into out: inout [StackWish]
  ) -> PageFailure?
  /// Loads the list again.
  mutating func refresh(at now: Instant, into out: inout [StackWish])
  /// Opens the list at a place in its middle that somebody knows; returns `false` if nobody knows any.
  mutating func jump(
    _ chance: inout RandomStream, at now: Instant, into out: inout [StackWish]
  ) -> Bool
  /// Loads the next page.
  mutating func loadNextPage(at now: Instant, into out: inout [StackWish])
  /// Takes note of the rows that the person sees.
  mutating func showed(_ rows: Range<Int>, at now: Instant, into out: inout [StackWish])
  /// Tries again what is due.
  mutating func wake(at now: Instant, into out: inout [StackWish])

  /// Hands out how the rows changed since they were published.
  mutating func publish(into changes: inout ChangeSet)
  /// Returns `true` if there was something new to show since the last call.
  mutating func takePublishWish() -> Bool
}

extension PageError {
  /// The reason in the pager's words.
  init(_ failure: PageFailure) {
    self =
      switch failure {
      case .forbidden, .invalid, .gone: .refused("\(failure)")
      case .late: .timedOut
      case .overloaded, .offline, .interrupted: .failed("\(failure)")
      }
  }
}

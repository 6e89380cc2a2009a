// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirTree

// Bugs that paged lists have had. Each begins with the smallest list in which it shows.

/// Appends a page that was asked for before a refresh.
///
///     next page asked for, refresh asked for, refresh comes, page comes: rows 1–10, then 21–30
enum StalePageAppended: PagerHabits {
  static let mutant = Mutant(
    "stale-page-appended", of: "Stapler B-S3", caughtBy: "page-rows",
    about: "A page that was asked for before a refresh is appended after it.", pager: Self.self)

  static func takes(_ request: PagerState.Request, _ pager: PagerState) -> Bool { true }
}

/// Lets two first loads run side by side, of which the last to answer wins.
///
///     open, refresh while the first page is under way
enum LastAnswerWins: PagerHabits {
  static let mutant = Mutant(
    "last-answer-wins", of: "Stapler B-S4", caughtBy: "page-requests",
    about: "A refresh does not wait for a first load, and the later answer wins.", pager: Self.self)

  static func mayRefresh(_ pager: PagerState) -> Bool { true }
  static func takes(_ request: PagerState.Request, _ pager: PagerState) -> Bool {
    request.isFresh || request.generation == pager.generation
  }
}

/// Asks for a next page while the first one is loaded anew.
enum PagesWhileLoading: PagerHabits {
  static let mutant = Mutant(
    "pages-while-loading", of: "Stapler B-S2", caughtBy: "page-requests",
    about: "A next page is asked for while the list is loaded anew.", pager: Self.self)

  static func mayAsk(_ pager: PagerState) -> Bool {
    pager.pages > 0 && pager.hasMore && !pager.isPaging
  }
}

/// Appends each value of a page that comes in two versions.
///
///     a page from a cache, then the same from the server: both stay
enum EachValueAppended: PagerHabits {
  static let mutant = Mutant(
    "each-value-appended", of: "Stapler B-S6", caughtBy: "page-requests",
    about: "A page that comes twice counts as two.", pager: Self.self)

  static func put(
    _ page: [Row], of request: PagerState.Request, into pager: inout PagerState
  ) {
    var request = request
    if !request.isFresh { request.isDraftThere = false }
    RightPager.put(page, of: request, into: &pager)
  }
}

/// Counts the next offset in pages, however many rows they had.
///
///     a page of 7 rows where 10 were asked for: the next one begins behind 20 rows
enum OffsetFromPages: PagerHabits {
  static let mutant = Mutant(
    "offset-from-pages", of: "Stapler S-18", caughtBy: "page-requests",
    about: "The next page begins at a multiple of the page size, and short pages lose rows.",
    pager: Self.self)

  static func next(_ pager: PagerState) -> PageQuery.Start {
    .offset(pager.pages * PagerState.pageSize)
  }
}

/// Counts the next offset in rows that are shown, each once.
///
///     a row came twice: the next page begins one row too early
enum OffsetFromRows: PagerHabits {
  static let mutant = Mutant(
    "offset-from-rows", of: "infinite lists that fetch from data.length", caughtBy: "page-requests",
    about: "The next page begins behind the rows on screen, of which some were left out.",
    pager: Self.self)

  static func next(_ pager: PagerState) -> PageQuery.Start { .offset(pager.rows.count) }
}

/// Drops a call for a page while one is under way.
///
///     the end comes into view while a page loads, and nobody asks again
enum CallDropped: PagerHabits {
  static let mutant = Mutant(
    "call-dropped", of: "Stapler B-S7", caughtBy: "pages",
    about: "Who asks for a page while one is under way is never answered.", pager: Self.self)

  static var joins: Bool { false }
}

/// Goes on to the next page after a failure.
enum FailureAdvances: PagerHabits {
  static let mutant = Mutant(
    "failure-advances", of: "paged lists that count before they ask", caughtBy: "page-requests",
    about: "A page that did not come is never asked for again.", pager: Self.self)

  static func fail(_ request: PagerState.Request, _ pager: inout PagerState) {
    if !request.isFresh { pager.received += PagerState.pageSize }
  }
}

/// Asks for one page several times at once.
enum PagesAtOnce: PagerHabits {
  static let mutant = Mutant(
    "pages-at-once", of: "vllora 217", caughtBy: "page-requests",
    about: "Each wish for a page makes three requests for it.", pager: Self.self)

  static var copies: Int { 3 }
}

/// Shows a row twice that two pages brought.
///
///     a post at the top moves the last row of a page into the next one
enum RowsTwice: PagerHabits {
  static let mutant = Mutant(
    "rows-twice", of: "Stapler S-22", caughtBy: "page-rows",
    about: "A row that two pages bring is shown twice.", pager: Self.self)

  static func put(
    _ page: [Row], of request: PagerState.Request, into pager: inout PagerState
  ) {
    pager.makeRoom(for: page.count, of: request)
    pager.rows += page
  }
}

/// Merges a refreshed first page into the rows that are there.
///
///     rows that are gone from the list stay in it for ever
enum RefreshMerges: PagerHabits {
  static let mutant = Mutant(
    "refresh-merges", of: "Apollo's offset merge", caughtBy: "page-rows",
    about: "A refresh puts new rows before the old ones, and takes none away.", pager: Self.self)

  static func put(
    _ page: [Row], of request: PagerState.Request, into pager: inout PagerState
  ) {
    guard request.isFresh, !pager.rows.isEmpty else {
      return RightPager.put(page, of: request, into: &pager)
    }
    let old = pager.rows.filter { row in !page.contains { $0.key == row.key } }
    pager.rows = page + old
    pager.received = page.count
  }
}

/// Empties the list when a refresh begins.
enum RefreshEmpties: PagerHabits {
  static let mutant = Mutant(
    "refresh-empties", of: "Stapler GL-2, told in steps", caughtBy: "page-rows",
    about: "A refresh shows an empty list until its page is there.", pager: Self.self)

  static func begin(_ pager: inout PagerState) { pager.rows = [] }
}

/// Puts each further page before the others.
enum PageAtFront: PagerHabits {
  static let mutant = Mutant(
    "page-at-front", of: "chats that prepend what they should append", caughtBy: "page-rows",
    about: "A further page stands before the rows that are there.", pager: Self.self)

  static func put(
    _ page: [Row], of request: PagerState.Request, into pager: inout PagerState
  ) {
    let old = request.isFresh ? [] : pager.rows
    RightPager.put(page, of: request, into: &pager)
    if !request.isFresh { pager.rows = pager.rows.filter { !old.contains($0) } + old }
  }
}

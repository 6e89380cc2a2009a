// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirPaging
import WeirScenario

/// The options of a pager, as a scenario writes them below `stack: { pager: … }`.
struct PagerOptions: StackOptions {
  /// The way in which requests name a place in the list.
  enum Naming: String, CaseIterable, Sendable {
    case offset, cursor, keyset
  }

  /// The part of the list that a refresh loads.
  enum Refresh: String, CaseIterable, Sendable {
    case firstPage = "first-page"
    case allPages = "all-pages"
    case around
  }

  /// The content of a row that pages bring twice.
  enum Duplicates: String, CaseIterable, Sendable {
    case first, latest
  }

  /// The end at which the list opens.
  enum Opens: String, CaseIterable, Sendable {
    case start, end
  }

  /// The conduct of an app that comes back to its list.
  enum Return: String, CaseIterable, Sendable {
    case keep, refresh
  }

  var pageSize = 20
  var firstSize = 0
  var naming = Naming.offset
  var prefetch = 6
  var retries = 5
  var timeout = Interval.seconds(10)
  var refresh = Refresh.firstPage
  var duplicates = Duplicates.first
  var maxPages = 0
  var opens = Opens.start
  var onReturn = Return.refresh
  var store = false
  var storeFailures = Ratio.zero
  var saveTime = quickSave
  var updates = Ratio.zero

  /// The time that a phone takes to save a page, unless somebody says otherwise.
  private static let quickSave = Interval.milliseconds(4)

  /// The most rows of a page.
  private static let most = 1_000

  static let keys = [
    StackOption(
      "page-size", \Self.pageSize, .count(1...most), "How many rows a page has.", example: "50"),
    StackOption(
      "first-size", \Self.firstSize, .count(0...most),
      "How many rows the first page has; 0: as many as the others.", example: "60"),
    StackOption(
      "keys", \Self.naming, .word,
      "How a request names its place: behind so many rows, behind a row, or beyond a row's place.",
      example: "keyset"),
    StackOption(
      "prefetch", \Self.prefetch, .count(0...most),
      "How many rows before the end the next page is asked for.", example: "10"),
    StackOption(
      "retries", \Self.retries, .count(0...100),
      "How often a page that did not come is asked for again by itself, after 1, 2, 4 … seconds.",
      example: "3"),
    StackOption(
      "timeout", \Self.timeout, .duration, "How long it waits for a page.", example: "5s"),
    StackOption(
      "refresh", \Self.refresh, .word,
      "What a refresh loads: the first page, all pages that are there, or those around what is seen.",
      example: "all-pages"),
    StackOption(
      "duplicates", \Self.duplicates, .word,
      "What a row shows that pages bring twice: what came first, or what came last.",
      example: "latest"),
    StackOption(
      "max-pages", \Self.maxPages, .count(0...most),
      "How many pages are kept; those farthest away go first, and are fetched again; 0: all.",
      example: "5"),
    StackOption(
      "opens", \Self.opens, .word, "At which end of the list it opens, as a chat does at its end.",
      example: "end"),
    StackOption(
      "on-return", \Self.onReturn, .word,
      "What is done when somebody comes back to the list: it is refreshed, or kept as it was.",
      example: "keep"),
    StackOption(
      "store", \Self.store, .flag,
      "Whether the list is kept on the phone: what is kept is shown first, and the network fills it.",
      example: "on"),
    StackOption(
      "store-failures", \Self.storeFailures, .share,
      "How often the store of the phone cannot read, or save.", example: "5%"),
    StackOption(
      "save-time", \Self.saveTime, .duration, "How long the phone takes to save a page.",
      example: "200ms"),
    StackOption(
      "updates", \Self.updates, .share,
      "How often an app that starts is newer than the one before, and cannot read what that one kept.",
      example: "20%"),
  ]

  var complaints: [(key: String, message: String, remedy: String)] {
    var complaints: [(key: String, message: String, remedy: String)] = []
    if opens == .end, naming == .offset {
      complaints.append(
        (
          "opens", "nobody knows at which offset the end of a list is",
          "write keys: cursor, or keys: keyset"
        ))
    }
    // As many as are seen, and as are fetched in advance at both ends; else one end goes whenever the other one comes.
    let needed = 2 + (PagerFamily.screenful + 2 * prefetch + pageSize - 1) / pageSize
    if maxPages > 0, maxPages < needed {
      complaints.append(
        (
          "max-pages",
          "\(maxPages) pages of \(pageSize) rows are too few for \(PagerFamily.screenful) rows on screen and \(prefetch) in advance at both ends",
          "write 0, or at least \(needed)"
        ))
    }
    if timeout == .zero {
      complaints.append(("timeout", "a page cannot come in no time", "write 10s"))
    }
    if store, opens == .end {
      complaints.append(
        ("opens", "a list that is kept on the phone begins at its start", "write store: off"))
    }
    let needless = [
      ("store-failures", !storeFailures.isZero), ("save-time", saveTime != Self.quickSave),
      ("updates", !updates.isZero),
    ]
    for (key, isSaid) in needless where !store && isSaid {
      complaints.append((key, "nothing is kept on the phone", "write store: on"))
    }
    return complaints
  }

  /// The kind of key that the paged API takes.
  var remoteKeys: PageKeyKind {
    switch naming {
    case .offset: .offset
    case .cursor: .cursor
    case .keyset: .position
    }
  }

  /// The rules of the pager itself.
  var rules: PagerRules {
    var rules = PagerRules(
      pageSize: pageSize, initialSize: firstSize == 0 ? nil : firstSize,
      keys: remoteKeys)
    if opens == .end {
      rules.initialKey = naming == .cursor ? .cursor(PagerPlaces.end) : .position(PagerPlaces.end)
    }
    rules.prefetchDistance = prefetch
    rules.retry = RetryPolicy(attempts: retries, jitter: 50)
    rules.refresh =
      switch refresh {
      case .firstPage: .firstPageOnly
      case .allPages: .allPages
      case .around: .aroundVisible(rows: pageSize)
      }
    rules.duplicates = duplicates == .latest ? .replaceInPlace : .keepFirst
    rules.maxPages = maxPages == 0 ? nil : maxPages
    return rules
  }
}

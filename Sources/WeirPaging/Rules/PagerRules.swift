// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The rules of a pager.
///
///     var rules = PagerRules(pageSize: 20)
///     rules.prefetchDistance = 10
///     rules.retry = RetryPolicy(attempts: 3, jitter: 50)
public struct PagerRules: Hashable, Sendable {
  /// The number of rows of a page.
  public var pageSize: Int
  /// The number of rows of the first page; nil if it is like the others.
  public var initialSize: Int?
  /// The kind of key that the API takes.
  public var keys: PageKeyKind
  /// The key with which the list opens; nil for the beginning.
  public var initialKey: PageKey?
  /// The number of rows before an end of the list from which on the next page is loaded.
  ///
  /// Zero loads when the last row is visible.
  public var prefetchDistance = 0
  /// The times at which failed loads are tried again.
  public var retry = RetryPolicy.never
  /// The time after which a request without an answer has failed; nil if never.
  public var timeout: Interval?
  /// The part of the list that a refresh loads.
  public var refresh = RefreshStrategy.firstPageOnly
  /// The treatment of rows that come twice.
  public var duplicates = DuplicatePolicy.keepFirst
  /// The number of pages that are kept; nil keeps all.
  ///
  /// Those farthest from the latest one leave first, unless they are within the prefetch distance of what is visible.
  public var maxPages: Int?
  /// `true` if rows that are known to exist, but are not loaded, are counted as placeholders.
  public var placeholders = false

  /// Makes rules for an API with such keys.
  public init(
    pageSize: Int, initialSize: Int? = nil, keys: PageKeyKind = .offset, initialKey: PageKey? = nil
  ) {
    self.pageSize = pageSize
    self.initialSize = initialSize
    self.keys = keys
    self.initialKey = initialKey
  }

  /// The key with which the list opens.
  var firstKey: PageKey { initialKey ?? keys.start }
  /// The number of rows that are asked for first.
  var firstSize: Int { initialSize ?? pageSize }
}

extension PagerRules {
  /// Returns everything that is wrong with the rules.
  ///
  /// `hasChance` is true if waits can be shortened by chance.
  public func problems(hasChance: Bool = true) -> [Problem] {
    var problems: [Problem] = []
    func note(_ isWrong: Bool, _ message: String, _ remedy: String) {
      if isWrong { problems.append(Problem(message: message, remedy: remedy)) }
    }
    note(
      pageSize < 1, "a page of \(pageSize) rows never reaches the end of a list",
      "write a page size of at least 1")
    note(
      firstSize < 1, "a first page of \(firstSize) rows", "write an initial size of at least 1")
    if case .number = keys, pageSize > 0, initialSize != nil {
      note(
        firstSize % pageSize != 0,
        "a first page of \(firstSize) rows cannot be told in page numbers of \(pageSize) rows",
        "make the initial size a multiple of the page size")
    }
    note(
      prefetchDistance < 0, "a prefetch distance of \(prefetchDistance) rows", "write 0 or more")
    note(
      maxPages.map { $0 < 2 } ?? false, "\(maxPages ?? 0) pages are too few to scroll through",
      "keep at least 2 pages")
    note(
      retry.attempts < 0 || retry.first < .zero || retry.longest < .zero,
      "a retry policy with a number below zero", "write 0 or more")
    note(
      !(0...100).contains(retry.jitter), "a jitter of \(retry.jitter) percent",
      "write a number from 0 to 100")
    note(
      retry.jitter > 0 && retry.attempts > 0 && !hasChance, "a jitter without chance",
      "hand a `RandomStream` to the pager")
    note(timeout.map { $0 <= .zero } ?? false, "a timeout of no time", "write a longer one")
    if case .aroundVisible(let rows) = refresh {
      note(rows < 1, "a refresh of \(rows) rows", "write at least 1")
    }
    note(
      initialKey.map { !keys.takes($0) } ?? false, "an initial key of another kind than all others",
      "make both of one kind")
    return problems
  }
}

extension PageKeyKind {
  /// `true` if a key is of this kind.
  func takes(_ key: PageKey) -> Bool {
    switch (self, key) {
    case (.offset, .offset(let offset)): offset >= 0
    case (.number(let first), .number(let number)): number >= first
    case (.cursor, .cursor), (.position, .position), (.cursor, .start), (.position, .start): true
    default: false
    }
  }
}

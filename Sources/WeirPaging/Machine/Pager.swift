// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirDiff

/// A list that is loaded page by page.
///
///     var pager = try Pager<Message>(PagerRules(pageSize: 20))
///     pager.load(at: now, into: &wishes)
///     // .fetch(PageRequest(id: 1, generation: 1, direction: .refresh, key: .offset(0), size: 20))
///     pager.receive(answer, to: 1, at: now, into: &wishes)  // .publish
///     pager.publish(into: &changes)  // inserts 0 … 19
///     pager.showed(10..<20, at: now, into: &wishes)  // .fetch(… direction: .append, key: .offset(20) …)
///
/// The pager knows of no network: it says which pages it wants, and is told what came. Rows, pages, total and ends
/// change together, within one call, so that nobody ever sees some of them before the others.
///
/// - One request at most is under way at each end, and none while the list is refreshed.
/// - Each refresh is a new ``generation``. Answers to requests of older ones change nothing, so that a page that was
///   overtaken by a refresh leaves no hole.
/// - A load that fails changes nothing but its ``state(of:)``; the next attempt asks for the same page.
/// - The visible rows are remembered: if the last one is still visible when something else has ended, the next page is
///   asked for without another word from the view.
///
/// - Complexity: a page at the end costs the page; a refresh costs the list.
public struct Pager<Row: ListRow & Sendable>: Sendable where Row.RowID: Sendable {
  /// The rules.
  public let rules: PagerRules
  /// The rows that are loaded.
  public internal(set) var items = PagedRows<Row>()
  /// The number of rows of the whole list, if the server has said it.
  public internal(set) var total: Int?
  /// The number of the current generation: how often loading the list has begun.
  public internal(set) var generation = 0
  /// The times that a person feels.
  public internal(set) var times = PagerTimes()
  /// Counts of odd answers.
  public internal(set) var report = PagerReport()
  /// `true` if the rows are known to be no longer those of the list: until it is loaded again they may be shown, but
  /// nothing is added to them.
  public internal(set) var isOutdated = false
  /// The indices of the visible rows, if the view has told them.
  public internal(set) var visible: Range<Int>?

  var marks: [PageMark] = []
  /// The pages that left at the front, the nearest last.
  var dropped: [PageMark] = []
  /// The page of each row, looked up and never walked; empty if rows may come twice.
  var serials: [Row.RowID: Int] = [:]
  var loads = AllLoads()
  var plan: RefreshPlan<Row>?
  var lastID = 0
  /// `true` once a first page has come.
  var isLoaded = false
  /// The position of the end of the list when the next page was asked for, until rows come there.
  var wantsNextFrom: Int?
  /// The position of the beginning of the list when the page before was asked for, until rows come there.
  var wantsPreviousFrom: Int?
  /// The changes that are not published yet.
  var pending = ChangeSet()
  /// The number of rows when changes were published last.
  var publishedCount = 0
  /// The numbers of placeholders when changes were published last.
  var publishedPlaceholders = (before: 0, after: 0)
  var workspace = DiffWorkspace()
  var chance: RandomStream?

  /// Makes an empty pager; `chance` shortens the waits before new attempts.
  ///
  /// It throws all problems of the rules at once.
  public init(_ rules: PagerRules, chance: RandomStream? = nil) throws(Problems) {
    let problems = rules.problems(hasChance: chance != nil)
    if !problems.isEmpty { throw Problems(problems) }
    self.rules = rules
    self.chance = chance
  }
}

extension Pager {
  /// The number of pages that are loaded.
  public var pages: Int { marks.count }

  /// `true` if the server has rows after those that are loaded.
  public var hasMore: Bool { nextKey != nil }

  /// `true` if the server has rows before those that are loaded.
  public var hasPrevious: Bool { previousPage(id: 0) != nil }

  /// `true` if a list should end in a spinner: from the first page on until all rows are loaded.
  ///
  /// For the page under way itself, ask ``state(of:)``.
  public var showsNextPageIndicator: Bool { hasMore }

  /// Returns the state of the loads in one direction.
  public func state(of direction: PageDirection) -> LoadState { loads[direction].state }

  /// Returns the time at which a failed load is tried again; nil if it waits to be told.
  public func retryTime(of direction: PageDirection) -> Instant? {
    let time = loads[direction].retryAt
    return time == .never ? nil : time
  }

  /// The number of rows that are known to come before those that are loaded.
  public var placeholdersBefore: Int {
    guard rules.placeholders, let first = marks.first else { return 0 }
    return max(0, first.itemsBefore ?? first.offset ?? 0)
  }

  /// The number of rows that are known to come after those that are loaded.
  public var placeholdersAfter: Int {
    guard rules.placeholders, let last = marks.last else { return 0 }
    if let after = last.itemsAfter { return max(0, after) }
    guard let total, let end = last.end else { return 0 }
    return max(0, total - end)
  }
}

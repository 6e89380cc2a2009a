// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// The passes that clients make through paged lists: from each fresh request on, the pages that were fetched in the order
/// of the list.
///
/// It is kept from what was asked and what came, so that a mistake of a pager cannot hide itself here.
struct PagePasses: Sendable {
  /// A page of a pass.
  struct Page: Sendable {
    /// The request that it answers.
    var query: PageQuery
    var rows: [Message.Entry] = []
    var offset = 0
    var hasMore = false
    var total = 0
    /// `true` if a newer version may follow.
    var isDraft = false
    /// The order among all pages that the client was brought, newer versions included.
    var order = 0
  }

  /// A pass: its pages, and between which moments they were fetched.
  struct Pass: Sendable {
    var began: Instant
    var first: PageQuery
    var pages: [Page] = []
    // Only looked up in.
    /// All that was ever brought, older versions included: the stamps of each row.
    fileprivate(set) var brought: [Key: Set<UInt64>] = [:]
    /// The rows of pages in whose places others came.
    fileprivate(set) var replaced: Set<Key> = []
    /// `true` if a page of it came in two versions with other rows.
    var hasOddVersions = false
    /// `true` if a page of it did not come, or was given up.
    var isBroken = false
    /// `true` if it is shown when all of it has come, and something of it has not: it has no neighbours then.
    fileprivate var isUnfinished = false

    /// The page that came last.
    var newest: Int? { pages.indices.max { pages[$0].order < pages[$1].order } }

    /// `true` if the list has no rows before it, and none behind it.
    var isWhole: Bool { reachesFront && reachesBack }

    /// `true` if the list had no rows before its first page.
    var reachesFront: Bool { pages.first.map { !hasRows(beyond: $0, isBackward: true) } ?? false }

    /// `true` if the list had no rows behind its last page.
    var reachesBack: Bool { pages.last.map { !hasRows(beyond: $0, isBackward: false) } ?? false }

    /// `true` if a page that lies at one end of the pass does not say that the list ends there.
    private func hasRows(beyond page: Page, isBackward: Bool) -> Bool {
      if page.query.isBackward == isBackward { return page.hasMore }
      // The page at which the pass began says nothing of its other side, but for where it lies.
      return isBackward ? page.query.start != .offset(0) : page.query.start != .end
    }
  }

  /// A request that waits for its answer.
  struct Request: Sendable {
    var tag: UInt64
    /// The passes to which its page may belong: where two end alike, nobody can tell.
    var passes: [Int]
    var query: PageQuery
    var isFresh: Bool
    /// `true` if it goes on with a list that is loaded anew.
    var goesOn: Bool
    /// The page that it has brought already, by its order.
    var draft: Int?
  }

  /// The passes of one client in one life of its list.
  struct Reader: Sendable {
    var passes: [Pass] = []
    var requests: [Request] = []
    /// The number of pages that it was brought.
    var count = 0
    /// `true` if its app keeps on the phone what it has fetched, and may show it in another life.
    var keeps = false
    /// `true` if the store of the phone failed when it was asked last.
    var isStoreBroken = false
    /// The number of pages that it was brought and of which the store has said nothing yet.
    fileprivate var unsaved = 0
    /// `true` if the store has said something of each page that came.
    var hasSavedAll: Bool { unsaved <= 0 }

    /// The passes to which a page may belong that is no first one: the last two of which it is a neighbour, else the
    /// newest that has pages.
    ///
    /// While a list is loaded anew, and after that has failed, its old pages may go on. One that goes on with what is loaded
    /// anew belongs to nothing else.
    func passes(of query: PageQuery, goesOn: Bool) -> [Int] {
      if goesOn { return Array(passes.indices.suffix(1)) }
      let begun = passes.indices.filter {
        !passes[$0].pages.isEmpty && !passes[$0].isUnfinished
      }
      let near = begun.filter { passes[$0].side(of: query) != nil }
      return near.isEmpty ? Array(begun.suffix(1)) : Array(near.suffix(2))
    }

    /// A page is lost on its way into the store.
    fileprivate mutating func breakAll() {
      for pass in passes.indices { passes[pass].isBroken = true }
    }

    /// A page does not come.
    fileprivate mutating func miss(_ request: Request) {
      for pass in request.passes {
        passes[pass].isBroken = true
        if request.goesOn { passes[pass].isUnfinished = true }
      }
    }
  }

  /// The place of a page among those of a pass.
  enum Side: Hashable, Sendable {
    /// Before the first one.
    case front
    /// Behind the last one.
    case back
    /// In the place of one that the pass has had, or between two.
    case within
  }

  /// By client.
  private(set) var readers: [Reader] = []

  /// Returns what a client has fetched, if it has fetched pages.
  subscript(client: UInt32) -> Reader? {
    Int(client) < readers.count ? readers[Int(client)] : nil
  }

  /// Takes in what was asked for; returns the request, if it is one.
  @discardableResult
  mutating func ask(_ step: Step, _ evidence: Evidence) -> Request? {
    while readers.count <= Int(step.client) { readers.append(Reader()) }
    let client = Int(step.client)
    let tag = step[Step.Requested.tag]
    guard case .question(let query) = evidence else {
      giveUp(tag, client)
      return nil
    }
    let isFresh = step.has(Step.Requested.isFresh)
    let goesOn = step.has(Step.Requested.goesOn)
    if isFresh { readers[client].passes.append(Pass(began: step.at, first: query)) }
    let passes =
      isFresh
      ? [readers[client].passes.count - 1] : readers[client].passes(of: query, goesOn: goesOn)
    let request = Request(
      tag: tag, passes: passes, query: query, isFresh: isFresh, goesOn: goesOn)
    readers[client].requests.append(request)
    return request
  }

  /// Takes in an answer; returns the passes to which it may belong, if it brings a page.
  @discardableResult
  mutating func bring(_ step: Step, _ evidence: Evidence) -> [Int] {
    let client = Int(step.client)
    let tag = step[Step.Fetched.tag]
    guard client < readers.count,
      let place = readers[client].requests.lastIndex(where: { $0.tag == tag })
    else { return [] }
    let request = readers[client].requests[place]
    let isLast = step.has(Step.Fetched.isLast)
    if isLast { readers[client].requests.remove(at: place) }
    guard case .page(let page, _) = evidence else {
      readers[client].miss(request)
      return []
    }
    if request.goesOn {
      for pass in request.passes { readers[client].passes[pass].isUnfinished = false }
    }
    readers[client].count += 1
    if isLast { readers[client].unsaved += 1 }
    let made = Page(
      query: request.query, rows: page.rows, offset: page.offset, hasMore: page.hasMore,
      total: page.total, isDraft: !isLast, order: readers[client].count)
    for pass in request.passes { readers[client].passes[pass].take(made, of: request) }
    if !isLast { readers[client].requests[place].draft = made.order }
    return request.passes
  }

  /// A list is opened, or its app is no more: what it fetched before is none of what it shows next, but it may show what
  /// it showed until then.
  mutating func forget(_ client: UInt32) {
    guard Int(client) < readers.count else { return }
    for request in readers[Int(client)].requests { giveUp(request.tag, Int(client)) }
  }

  private mutating func giveUp(_ tag: UInt64, _ client: Int) {
    for request in readers[client].requests where request.tag == tag {
      readers[client].miss(request)
    }
    readers[client].requests.removeAll { $0.tag == tag }
  }

  /// The store of an app has answered: from now on its list is known to be kept.
  mutating func keep(_ step: Step) {
    while readers.count <= Int(step.client) { readers.append(Reader()) }
    let client = Int(step.client)
    readers[client].keeps = true
    readers[client].isStoreBroken = step.has(Step.Stored.isFailure)
    guard step.has(Step.Stored.isSave) else { return }
    readers[client].unsaved -= 1
    // Nobody knows whose page it was.
    if step.has(Step.Stored.isFailure) { readers[client].breakAll() }
  }

  /// An app was killed: what it fetched is gone, unless it is kept on the phone.
  mutating func kill(_ client: UInt32) {
    guard Int(client) < readers.count else { return }
    if readers[Int(client)].keeps {
      // Nobody knows which of them were saved.
      if readers[Int(client)].unsaved > 0 { readers[Int(client)].breakAll() }
      readers[Int(client)].unsaved = 0
      return forget(client)
    }
    readers[Int(client)] = Reader()
  }
}

extension PagePasses.Pass {
  /// Puts a page where it belongs: in the place of an older version, or at the end to which it was asked for.
  fileprivate mutating func take(_ page: PagePasses.Page, of request: PagePasses.Request) {
    for row in page.rows { brought[row.key, default: []].insert(row.node.fingerprint) }
    if let draft = request.draft, let place = pages.firstIndex(where: { $0.order == draft }) {
      if pages[place].rows.map(\.key) != page.rows.map(\.key) { hasOddVersions = true }
      replace(place, with: page)
      return
    }
    // A row that moves may end two pages, so that the same request leads on from either.
    if let last = pages.last, Self.isBehind(page.query, last) {
      pages.append(page)
    } else if let first = pages.first, Self.isBefore(page.query, first) {
      pages.insert(page, at: 0)
      // The rows for which there was no room behind so many may be those that come then.
      if case .offset = page.query.start {
        for row in page.rows.dropFirst(page.query.count) { replaced.insert(row.key) }
      }
    } else if let place = pages.firstIndex(where: { $0.query == page.query }) {
      // It was let go, and is wanted again.
      hasOddVersions = true
      replace(place, with: page)
    } else if let place = pages.lastIndex(where: { Self.isBehind(page.query, $0) }) {
      letGo(place + 1..<pages.count)
      pages.append(page)
    } else if let place = pages.firstIndex(where: { Self.isBefore(page.query, $0) }) {
      letGo(0..<place)
      pages.insert(page, at: 0)
    } else {
      pages.append(page)
    }
  }

  /// Pages between which and their neighbours another one is put have been let go before.
  private mutating func letGo(_ range: Range<Int>) {
    if range.isEmpty { return }
    hasOddVersions = true
    for row in pages[range].lazy.flatMap(\.rows) { replaced.insert(row.key) }
    pages.removeSubrange(range)
  }

  private mutating func replace(_ place: Int, with page: PagePasses.Page) {
    for row in pages[place].rows { replaced.insert(row.key) }
    pages[place] = page
  }

  /// The side of the pass on which a page lies; nil: it is no neighbour of any of them.
  func side(of query: PageQuery) -> PagePasses.Side? {
    guard let first = pages.first, let last = pages.last else { return nil }
    if Self.isBehind(query, last) { return .back }
    if Self.isBefore(query, first) { return .front }
    if pages.contains(where: { $0.query == query }) { return .within }
    let isInside = pages.contains { Self.isBehind(query, $0) || Self.isBefore(query, $0) }
    return isInside ? .within : nil
  }

  /// `true` if a page begins where another one ends.
  private static func isBehind(_ query: PageQuery, _ page: PagePasses.Page) -> Bool {
    if query.isBackward { return false }
    if case .offset(let offset) = query.start { return offset == page.offset + page.rows.count }
    return begins(query, at: page.rows.last)
  }

  /// `true` if a page ends where another one begins.
  private static func isBefore(_ query: PageQuery, _ page: PagePasses.Page) -> Bool {
    if case .offset(let offset) = query.start {
      let end = offset + (query.isBackward ? 0 : query.count)
      // A page behind the end of the list is empty, and lies where it was asked for as well as at the end.
      return end == page.offset || page.rows.isEmpty && page.query.start == .offset(end)
    }
    return query.isBackward && begins(query, at: page.rows.first)
  }

  /// `true` if a page begins at a row.
  private static func begins(_ query: PageQuery, at row: Message.Entry?) -> Bool {
    guard let row else { return false }
    switch query.start {
    case .behind(let key): return key == row.key
    case .beyond(let value, let key):
      let index = query.list.index
      return key == row.key && (index == .key || index.sortValue(of: row.node) == value)
    case .offset, .end: return false
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirPaging

/// The naive twin of a pager with offsets: it keeps every page that counts, and works out all else each time.
///
/// It is written from the table of scenarios alone: which requests may be open, which answers count, what the list
/// shows then. It never looks at the pager but for the numbers of its requests.
struct NaivePager {
  struct Page {
    var offset: Int
    var size: Int
    var rows: [Item]
    /// Rows of the server that the page stands for.
    var covered: Int
    /// `true` if it had no row, so that nothing further is expected.
    var isEmpty: Bool
  }

  struct Load {
    var request: PageRequest
    /// `true` if an early answer is shown already.
    var isShown = false
  }

  let rules: PagerRules
  var pages: [Page] = []
  var total: Int?
  var generation = 0
  var open: [PageDirection: Load] = [:]
  /// The failures that are told.
  var failed: [PageDirection: PageError] = [:]
  /// The numbers of failures in a row.
  var attempts: [PageDirection: Int] = [:]
  /// The pages of a refresh in sequence that have come.
  var sequence: [Page] = []
  var sequenceTotal: Int?
  var sequenceLength = 1
  /// Pages whose final answer failed to come.
  var unfinished: Set<PageDirection> = []

  init(_ rules: PagerRules) { self.rules = rules }

  // MARK: What is shown

  /// The list by the rule for rows that come twice: pages in the order in which they came.
  var list: [Item] {
    pages.flatMap(\.rows)
  }

  var nextOffset: Int? {
    guard let last = pages.last, !last.isEmpty else { return nil }
    let end = last.offset + last.covered
    if let total, end >= total { return nil }
    return end
  }

  var previousOffset: Int? { pages.first.flatMap { $0.offset > 0 ? $0.offset : nil } }

  func state(of direction: PageDirection) -> LoadState {
    if open[direction] != nil { return .loading }
    if let error = failed[direction] {
      return .failed(error, attempt: attempts[direction] ?? 0)
    }
    return .idle
  }

  // MARK: What happens

  /// Returns what is wrong with a request, if anything.
  mutating func began(_ request: PageRequest) -> String? {
    let direction = request.direction
    if open[direction] != nil { return "a second request for \(direction)" }
    if direction != .refresh, open[.refresh] != nil { return "\(direction) during a refresh" }
    if direction == .refresh {
      if sequence.isEmpty || request.generation != generation {
        if request.generation != generation + 1 { return "generation \(request.generation)" }
        generation += 1
      }
      if let last = sequence.last, request.key != .offset(last.offset + last.covered) {
        return "the sequence does not go on at \(request.key)"
      }
    } else {
      if request.generation != generation { return "a request of another generation" }
      let expected: (key: PageKey, size: Int)? =
        direction == .append ? expectedNext : expectedPrevious
      if expected?.key != request.key || expected?.size != request.size {
        return "\(direction) at \(request.key) of \(request.size), not \(expected as Any)"
      }
    }
    failed[direction] = nil
    open[direction] = Load(request: request, isShown: unfinished.contains(direction))
    return nil
  }

  private var expectedNext: (key: PageKey, size: Int)? {
    if unfinished.contains(.append), let last = pages.last {
      return (.offset(last.offset), last.size)
    }
    return nextOffset.map { (.offset($0), rules.pageSize) }
  }

  private var expectedPrevious: (key: PageKey, size: Int)? {
    if unfinished.contains(.prepend), let first = pages.first {
      return (.offset(first.offset), first.size)
    }
    return previousOffset.map {
      let size = min($0, rules.pageSize)
      return (.offset($0 - size), size)
    }
  }

  mutating func gaveUp(_ id: Int) {
    for direction in PageDirection.allCases where open[direction]?.request.id == id {
      open[direction] = nil
    }
  }

  /// Nothing is told of failures any more, and they are counted from the first again.
  mutating func forget(_ direction: PageDirection) {
    failed[direction] = nil
    attempts[direction] = 0
  }

  mutating func fails(_ id: Int, _ error: PageError) {
    for direction in PageDirection.allCases where open[direction]?.request.id == id {
      open[direction] = nil
      failed[direction] = error
      attempts[direction, default: 0] += 1
    }
  }

  /// A refresh that is not a new attempt of the last one begins with nothing.
  mutating func beganAnew(pages: Int) {
    sequence = []
    sequenceTotal = nil
    sequenceLength = pages
    forget(.refresh)
  }

  mutating func answered(_ id: Int, _ answer: PageAnswer<Item>) {
    for direction in PageDirection.allCases {
      guard let load = open[direction], load.request.id == id else { continue }
      if answer.isFinal { open[direction] = nil }
      if direction == .refresh {
        takeRefresh(answer, load.request)
      } else {
        takePage(answer, load, direction)
      }
      return
    }
  }

  private mutating func takeRefresh(_ answer: PageAnswer<Item>, _ request: PageRequest) {
    if sequenceLength > 1, !answer.isFinal { return }
    if answer.isFinal { forget(.refresh) }
    let page = page(answer, request)
    let all = sequence + [page]
    let known = answer.total ?? sequenceTotal
    let end = page.offset + page.covered
    let isMore = !page.isEmpty && (known.map { end < $0 } ?? true)
    if answer.isFinal, all.count < sequenceLength, isMore {
      sequence = all
      sequenceTotal = known
      return
    }
    pages = []
    for page in all { pages.append(withoutTwins(page)) }
    total = known ?? total
    for direction in [PageDirection.append, .prepend] {
      forget(direction)
      unfinished.remove(direction)
    }
    if answer.isFinal { sequence = [] }
  }

  private mutating func takePage(
    _ answer: PageAnswer<Item>, _ load: Load, _ direction: PageDirection
  ) {
    if load.isShown {
      if direction == .append { pages.removeLast() } else { pages.removeFirst() }
    }
    var page = page(answer, load.request)
    if direction == .prepend {
      if rules.duplicates == .off { page.rows = Array(page.rows.prefix(load.request.size)) }
      page.covered = load.request.size
      page.isEmpty = false
      pages.insert(withoutTwins(page), at: 0)
    } else {
      pages.append(withoutTwins(page))
    }
    if let total = answer.total { self.total = total }
    forget(direction)
    if answer.isFinal {
      unfinished.remove(direction)
    } else {
      open[direction]?.isShown = true
      unfinished.insert(direction)
    }
  }

  private func page(_ answer: PageAnswer<Item>, _ request: PageRequest) -> Page {
    Page(
      offset: request.offset, size: request.size, rows: answer.items, covered: answer.items.count,
      isEmpty: answer.items.isEmpty)
  }

  /// Leaves out what is there already, or replaces it where it is.
  private mutating func withoutTwins(_ page: Page) -> Page {
    if rules.duplicates == .off { return page }
    var page = page
    var rows: [Item] = []
    for row in page.rows {
      if let twin = rows.firstIndex(where: { $0.id == row.id }) {
        if rules.duplicates == .replaceInPlace { rows[twin] = row }
        continue
      }
      var isKnown = false
      for index in pages.indices {
        guard let twin = pages[index].rows.firstIndex(where: { $0.id == row.id }) else { continue }
        isKnown = true
        if rules.duplicates == .replaceInPlace { pages[index].rows[twin] = row }
      }
      if !isKnown { rows.append(row) }
    }
    page.rows = rows
    return page
  }
}

// SPDX-License-Identifier: Apache-2.0
import WeirClient
import WeirCore
import WeirTree

// Pages that stay live.
extension ListStream {
  /// Begins to load a page.
  mutating func loadPage(_ call: UInt32, rows: Int, into wishes: inout [StackWish]) {
    if pageCall != nil { return fail(call, .busy, into: &wishes) }
    if !isLoaded { return fail(call, .notLoaded, into: &wishes) }
    if let refusal { return fail(call, .refused(refusal), into: &wishes) }
    if !isOpen { return fail(call, .cancelled, into: &wishes) }
    if !hasMore || rows <= 0 {
      wishes.append(.tell(.paged(call: call, new: 0, hasMore: hasMore)))
      return
    }
    if let page { stopListening(to: page, except: nil, into: &wishes) }
    pageCall = call
    ask(call, rows: min(rows, 1 << 30), into: &wishes)
  }

  /// Loads what the list wants to have from the start, where rows of earlier pages have gone and the window at the
  /// far end is shorter than that.
  mutating func refillIfNeeded(into wishes: inout [StackWish]) {
    guard isLoaded, isOpen, !isPaging, refusal == nil, let limit else { return }
    let missing = hasMore ? limit - (loaded.count + waiting.growth - 1) : 0
    if missing <= 0 {
      // Whoever is short after this is short anew.
      mayRefill = true
    } else if mayRefill {
      takeIn()
      ask(nil, rows: missing, into: &wishes)
    }
  }

  func fail(
    _ call: UInt32, _ error: StackNews.PageError, into wishes: inout [StackWish]
  ) {
    wishes.append(.tell(.pageFailed(call: call, error)))
  }

  /// Asks for what is loaded, so that it stays though the window moves on, and for what comes behind it.
  private mutating func ask(_ call: UInt32?, rows: Int, into wishes: inout [StackWish]) {
    let (near, beyond) = ranges(of: rows)
    let request = PageRequest(
      call: call, size: rows, anchor: near.map { .init(tag: nextTag(), query: $0) },
      beyond: .init(tag: nextTag(), query: beyond))
    turn(to: request)
    if let anchor = request.anchor {
      wishes.append(.listen(tag: anchor.tag, builder.path, anchor.query))
    }
    wishes.append(.listen(tag: request.beyond.tag, builder.path, beyond))
  }

  /// Returns the ranges that a page of so many rows asks for now: what is loaded, if anything is,
  /// and what comes behind it.
  ///
  /// Both ranges hold the row between them: a range that began behind its key would leave out keys that stand
  /// between that one and its neighbour, `05` between `5` and `6`.
  private func ranges(of rows: Int) -> (near: Query?, beyond: Query) {
    let range = window.query
    let edge = edge.map { Query.Bound($0.value, key: $0.key) }
    var anchor: Query?
    var beyond = range
    if let edge {
      var near = Query(range.index, from: range.start, to: range.end)
      if order.isAscending {
        near.end = edge
        beyond.start = edge
      } else {
        near.start = edge
        beyond.end = edge
      }
      if !isEmpty(near) { anchor = near }
    }
    let most = rows + (edge == nil ? 1 : 2)
    beyond.limit = order.isAscending ? .first(most) : .last(most)
    return (anchor, beyond)
  }

  /// The farthest row that is not held back; nil if there is none.
  private var edge: Rank? {
    (window.isFull ? loaded.lastButOne : loaded.last).map { loaded.rank($0) }
  }

  /// `true` if a range ends before it starts: the row between moved to where another listen shows it.
  private func isEmpty(_ query: Query) -> Bool {
    guard let start = query.startRank, let end = query.endRank else { return false }
    return end < start
  }

  /// Takes in an event of a page.
  mutating func receivePage(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    page?.take(event, from: tag)
    guard event.kind == .value, completePage(into: &wishes) else { return }
    note(at: now, into: &wishes)
    refillIfNeeded(into: &wishes)
  }

  /// Lets a page that has answered take over, start again, or wait; returns `true` if it took over.
  mutating func completePage(into wishes: inout [StackWish]) -> Bool {
    // Asked first, for to take a page out copies it, and most of the time there is none.
    if !isPaging { return false }
    guard let page, page.hasAnswered else { return false }
    if goesOn(page) {
      takeOver(page, into: &wishes)
      return true
    }
    let (near, beyond) = ranges(of: page.size)
    // What it shows another listen still shows elsewhere: to ask for the same once more tells nothing new, and that
    // listen will hear of it.
    if near == page.anchor?.query, beyond == page.beyond.query { return false }
    // While the page was under way the window has come as far by itself.
    stopListening(to: page, except: nil, into: &wishes)
    ask(page.call, rows: page.size, into: &wishes)
    return false
  }

  /// `true` if a page shows a row that is new behind all that are shown already, or that there is none.
  private func goesOn(_ page: PageRequest) -> Bool {
    let rows = page.beyond.rows
    guard rows.count >= page.beyond.query.limit.count, let edge else { return true }
    var ranks = rows.map { order.rank(of: $0.key, $0.value) }
    ranks.sort { order.precedes($0, $1) }
    let heldBack = self.heldBack
    return ranks.dropLast().contains {
      order.precedes(edge, $0) && (!loaded.holds($0.key) || $0.key == heldBack)
    }
  }

  /// The row that says that there is more.
  private var heldBack: Key? { window.isFull ? loaded.last.map { loaded[$0].key } : nil }

  /// Puts the listens of a page in place of the window, in one step.
  private mutating func takeOver(_ page: PageRequest, into wishes: inout [StackWish]) {
    let heldBack = self.heldBack
    var new: [Key] = []
    for listen in [page.anchor, page.beyond].compactMap({ $0 }) {
      for (key, node) in listen.rows {
        if !loaded.holds(key) { new.append(key) }
        loaded.hold(key, node, by: listen.tag)
      }
    }
    if let heldBack { new.append(heldBack) }
    loaded.releaseAll(by: window.tag)
    wishes.append(.unlisten(tag: window.tag))
    if let anchor = page.anchor { anchors.append(anchor.tag) }
    window = ListenWindow(tag: page.beyond.tag, query: page.beyond.query)
    window.count = page.beyond.rows.count
    let last = self.heldBack
    new.removeAll { !loaded.holds($0) || $0 == last }
    turn(to: nil)
    guard let call = page.call else { return }
    mayRefill = true
    pageKeys = new
    news.append(.paged(call: call, new: new.count, hasMore: hasMore))
  }

  /// Lets the news of a page tell what is so when they are told.
  ///
  /// Since the page took over a row may have come that fills its window, so that the last row of the page is held back.
  mutating func correctPageNews() {
    if pageKeys.isEmpty { return }
    let last = heldBack
    let count = pageKeys.count { $0 != last }
    for index in news.indices {
      guard case .paged(let call, _, _) = news[index] else { continue }
      news[index] = .paged(call: call, new: hasMore ? max(1, count) : count, hasMore: hasMore)
    }
    pageKeys = []
  }

  /// Ends a page that does not come.
  mutating func endPage(
    _ error: StackNews.PageError, lost: UInt32?, into wishes: inout [StackWish]
  ) {
    guard let ended = page else { return }
    turn(to: nil)
    stopListening(to: ended, except: lost, into: &wishes)
    guard let call = ended.call else {
      mayRefill = false
      return
    }
    pageCall = nil
    fail(call, error, into: &wishes)
  }

  private func stopListening(
    to page: PageRequest, except lost: UInt32?, into wishes: inout [StackWish]
  ) {
    for tag in [page.anchor?.tag, page.beyond.tag].compactMap({ $0 }) where tag != lost {
      wishes.append(.unlisten(tag: tag))
    }
  }
}

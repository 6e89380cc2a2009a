// SPDX-License-Identifier: Apache-2.0
public import WeirCore
import WeirDiff

// The calls with which an app or a list view asks for rows.
extension Pager {
  /// Loads the first page.
  ///
  /// A refresh or first load under way is joined: it brings the same.
  public mutating func load(at now: Instant, into wishes: inout [PagerWish]) {
    if loads[.refresh].open != nil { return }
    begin(firstPagePlan, at: now, into: &wishes)
  }

  /// Loads the list again, as much of it as the rules say; until that has come the old rows stay.
  ///
  /// A refresh or first load under way is joined. See ``invalidate(fromStart:at:into:)``, which does not join.
  public mutating func refresh(at now: Instant, into wishes: inout [PagerWish]) {
    if loads[.refresh].open != nil { return }
    begin(refreshPlan, at: now, into: &wishes)
  }

  /// Opens the list at a place in its middle, as somebody does who follows a link to a message: its pages begin with the
  /// one of this key, and go on at both of its sides.
  ///
  ///     pager.jump(to: .offset(400), at: now, into: &wishes)  // .fetch(… direction: .refresh, key: .offset(400) …)
  ///
  /// Whatever is under way is given up; the old rows stay until the page has come. What comes before the page must be
  /// stated by its answer, unless its key says so.
  public mutating func jump(
    to key: PageKey, at now: Instant, into wishes: inout [PagerWish]
  ) {
    invariant(rules.keys.takes(key), "a jump to \(key), which is no key of this list")
    var plan = RefreshPlan<Row>(key: key, size: rules.firstSize)
    plan.isJump = true
    begin(plan, at: now, into: &wishes)
  }

  /// Takes note that the list has changed on the server: every request under way is given up, for its answer may
  /// be older than the change, and the list is loaded again.
  ///
  /// It does nothing before the first load. With `fromStart` the list is loaded from its beginning, whatever the rules say
  /// of a refresh: that is for keys that have become worthless.
  public mutating func invalidate(
    fromStart: Bool = false, at now: Instant, into wishes: inout [PagerWish]
  ) {
    if generation == 0 { return }
    begin(isLoaded && !fromStart ? refreshPlan : firstPagePlan, at: now, into: &wishes)
  }

  /// Takes note that the rows lie in another order now, or are others, where the pages come from: as
  /// ``invalidate(fromStart:at:into:)`` does, but no page is added to the old rows if the list cannot be loaded again.
  ///
  ///     pager.outdate(at: now, into: &wishes)       // .fetch(first page)
  ///     pager.fail(id, error, at: now, into: &wishes)
  ///     pager.loadNextPageIfNeeded(at: now, into: &wishes)  // .fetch(first page)
  ///
  /// Where the number of rows is known by now, and is so small that what was seen lies behind the end, the list is loaded
  /// from its beginning.
  public mutating func outdate(
    total: Int? = nil, at now: Instant, into wishes: inout [PagerWish]
  ) {
    if generation == 0 { return }
    isOutdated = isLoaded
    var plan = isLoaded ? refreshPlan : firstPagePlan
    if let total, case .offset(let start) = plan.key, start >= total { plan = firstPagePlan }
    begin(plan, at: now, into: &wishes)
  }

  /// Loads the next page, if there is one and nothing stands against it.
  ///
  /// While the next page is under way the call is part of that load. While the list is refreshed it is remembered, and
  /// obeyed afterwards. After a failure it tries again, unless a time for that is set already.
  public mutating func loadNextPageIfNeeded(at now: Instant, into wishes: inout [PagerWish]) {
    if isOutdated { return refreshUnlessTimed(at: now, into: &wishes) }
    guard isLoaded, nextPage(id: 0) != nil else { return }
    wantsNextFrom = items.endPosition
    forgiveUnlessTimed(.append)
    moveOn(at: now, into: &wishes)
  }

  /// Loads the page before the first one, if there is one and nothing stands against it; as
  /// ``loadNextPageIfNeeded(at:into:)`` does at the other end.
  public mutating func loadPreviousPageIfNeeded(at now: Instant, into wishes: inout [PagerWish]) {
    if isOutdated { return refreshUnlessTimed(at: now, into: &wishes) }
    guard isLoaded, previousPage(id: 0) != nil else { return }
    wantsPreviousFrom = items.startPosition
    forgiveUnlessTimed(.prepend)
    moveOn(at: now, into: &wishes)
  }

  /// Takes note of the rows that are visible, and loads a page if one of its ends is near.
  ///
  /// Rows that are not there are left out.
  public mutating func showed(
    _ rows: Range<Int>, at now: Instant, into wishes: inout [PagerWish]
  ) {
    visible = rows.clamped(to: 0..<items.count)
    noteEnd(at: now)
    moveOn(at: now, into: &wishes)
  }

  /// Tries again what has failed, at once.
  public mutating func retry(at now: Instant, into wishes: inout [PagerWish]) {
    for direction in PageDirection.allCases {
      guard case .failed = loads[direction].state else { continue }
      loads[direction].failures = 0
      resume(direction, at: now, into: &wishes)
    }
  }

  /// Gives up every load under way or waiting for its next attempt; the rows stay, and nothing is loaded until the
  /// next call.
  public mutating func cancel(at now: Instant, into wishes: inout [PagerWish]) {
    for direction in PageDirection.allCases { stop(direction, into: &wishes) }
    wantsNextFrom = nil
    wantsPreviousFrom = nil
    visible = nil
    times.endReached = nil
  }

  /// Tries again what is due, and gives up requests that have waited too long.
  ///
  /// A time that was given up in the meantime does no harm.
  public mutating func wake(at now: Instant, into wishes: inout [PagerWish]) {
    for direction in PageDirection.allCases {
      if let open = loads[direction].open, now >= loads[direction].deadline {
        wishes.append(.cancel(open.id))
        fail(open.id, .timedOut, at: now, into: &wishes)
      } else if now >= loads[direction].retryAt {
        resume(direction, at: now, into: &wishes)
      }
    }
    moveOn(at: now, into: &wishes)
  }

  /// Forgets a failure, so that the load may start again at once.
  private mutating func forgiveUnlessTimed(_ direction: PageDirection) {
    guard case .failed = loads[direction].state, loads[direction].retryAt == .never else { return }
    loads[direction].state = .idle
    loads[direction].failures = 0
  }

  /// Loads an outdated list again, unless that is under way or a time for it is set.
  private mutating func refreshUnlessTimed(at now: Instant, into wishes: inout [PagerWish]) {
    if loads[.refresh].retryAt == .never { refresh(at: now, into: &wishes) }
  }

  /// Notes whether the end of the rows is visible although there are more.
  mutating func noteEnd(at now: Instant) {
    guard let visible, !items.isEmpty, visible.upperBound == items.count, hasMore else {
      times.endReached = nil
      return
    }
    times.reachedEnd(at: now)
  }
}

// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirDiff

// The beginning and the end of requests.
extension Pager {
  /// Starts a refresh, and with it a new generation; everything else under way is given up.
  mutating func begin(
    _ plan: RefreshPlan<Row>, at now: Instant, into wishes: inout [PagerWish]
  ) {
    stop(.refresh, into: &wishes)
    loads[.refresh].rest()
    self.plan = plan
    startRefresh(at: now, into: &wishes)
  }

  /// Asks for the first missing page of the plan in a generation of its own.
  private mutating func startRefresh(at now: Instant, into wishes: inout [PagerWish]) {
    generation += 1
    for direction in [PageDirection.append, .prepend] where loads[direction].open != nil {
      stop(direction, into: &wishes)
    }
    if times.firstAsked == nil { times.firstAsked = now }
    fetchPlanned(at: now, into: &wishes)
  }

  /// Asks for the next page of the plan.
  mutating func fetchPlanned(at now: Instant, into wishes: inout [PagerWish]) {
    guard let plan else { return }
    let request = PageRequest(
      id: lastID + 1, generation: generation, direction: .refresh, key: plan.key, size: plan.size,
      isBackward: plan.isBackward)
    fetch(request, at: now, into: &wishes)
  }

  /// Starts a failed load again.
  mutating func resume(
    _ direction: PageDirection, at now: Instant, into wishes: inout [PagerWish]
  ) {
    loads[direction].retryAt = .never
    switch direction {
    case .refresh:
      startRefresh(at: now, into: &wishes)
    case .append, .prepend:
      loads[direction].state = .idle
      if direction == .append {
        wantsNextFrom = items.endPosition
      } else {
        wantsPreviousFrom = items.startPosition
      }
      moveOn(at: now, into: &wishes)
    }
  }

  /// Starts the loads at both ends that are wanted and that nothing stands against.
  mutating func moveOn(at now: Instant, into wishes: inout [PagerWish]) {
    guard isLoaded, !isOutdated, loads[.refresh].open == nil else { return }
    if loads[.append].state == .idle, wantsNextFrom != nil || isEndNear {
      if let request = nextPage(id: lastID + 1) {
        fetch(request, at: now, into: &wishes)
      } else {
        wantsNextFrom = nil
      }
    }
    if loads[.prepend].state == .idle, wantsPreviousFrom != nil || isBeginningNear {
      if let request = previousPage(id: lastID + 1) {
        fetch(request, at: now, into: &wishes)
      } else {
        wantsPreviousFrom = nil
      }
    }
  }

  var isEndNear: Bool {
    visible.map { items.count - $0.upperBound <= rules.prefetchDistance } ?? false
  }

  var isBeginningNear: Bool {
    visible.map { $0.lowerBound <= rules.prefetchDistance } ?? false
  }

  private mutating func fetch(
    _ request: PageRequest, at now: Instant, into wishes: inout [PagerWish]
  ) {
    let direction = request.direction
    invariant(loads[direction].open == nil, "two requests at once for \(direction)")
    invariant(
      direction == .refresh || loads[.refresh].open == nil, "\(direction) during a refresh")
    lastID = request.id
    report.requests += 1
    loads[direction].open = request
    loads[direction].state = .loading
    wishes.append(.fetch(request))
    guard let timeout = rules.timeout else { return }
    loads[direction].deadline = now + timeout
    wishes.append(.wake(now + timeout))
  }

  /// Gives up what is under way or waiting in a direction; the state of a failure stays.
  mutating func stop(_ direction: PageDirection, into wishes: inout [PagerWish]) {
    if let open = loads[direction].open { wishes.append(.cancel(open.id)) }
    loads[direction].stop()
  }

  /// The plan to load the beginning of the list.
  var firstPagePlan: RefreshPlan<Row> {
    RefreshPlan(key: rules.firstKey, size: rules.firstSize)
  }

  /// The plan that the rules make for what is loaded.
  var refreshPlan: RefreshPlan<Row> {
    guard isLoaded, let first = marks.first else { return firstPagePlan }
    switch rules.refresh {
    case .firstPageOnly: return firstPagePlan
    case .allPages:
      var plan = firstPagePlan
      // A token of the server may be old by now, but a number of rows stays what it is.
      if first.offset != nil { plan.key = first.key }
      if case .number = first.key { plan.key = first.key }
      plan.pagesLeft = marks.count
      return plan
    case .aroundVisible(let rows):
      guard let visible, !visible.isEmpty else { return firstPagePlan }
      return plan(around: visible, rows: rows)
    }
  }

  private func plan(around visible: Range<Int>, rows: Int) -> RefreshPlan<Row> {
    let (part, offset) = items.location(of: visible.lowerBound)
    let mark = marks[part]
    if let start = mark.offset {
      let before = max(0, rows - visible.count) / 2
      return RefreshPlan(key: .offset(max(0, start + offset - before)), size: rows)
    }
    return RefreshPlan(
      key: mark.key, size: mark.size, isBackward: mark.isBackward,
      before: dropped + marks[..<part])
  }
}

// SPDX-License-Identifier: Apache-2.0
public import WeirCore
import WeirDiff

// The answers of the server.
extension Pager {
  /// Takes in the answer to a request.
  ///
  /// An answer to a request that is not open any more changes nothing. One that does not continue the list fails the
  /// load. A second answer to a request whose first was not final takes its place.
  public mutating func receive(
    _ answer: PageAnswer<Row>, to id: Int, at now: Instant, into wishes: inout [PagerWish]
  ) {
    guard let direction = loads.direction(of: id), let request = loads[direction].open else {
      report.lateAnswers += 1
      return
    }
    invariant(request.generation == generation, "an open request of an older generation")
    if !continues(answer, request) {
      report.misfits += 1
      fail(id, .doesNotContinue, at: now, into: &wishes)
      return
    }
    if direction == .refresh {
      takeRefresh(answer, request, at: now, into: &wishes)
    } else {
      takePage(answer, request, at: now, into: &wishes)
    }
    moveOn(at: now, into: &wishes)
  }

  /// Takes note that a request failed.
  ///
  /// Its state says so until a further attempt; if the rules allow one, it comes by itself.
  public mutating func fail(
    _ id: Int, _ error: PageError, at now: Instant, into wishes: inout [PagerWish]
  ) {
    guard let direction = loads.direction(of: id) else {
      report.lateAnswers += 1
      return
    }
    loads[direction].stop()
    loads[direction].failures += 1
    let failures = loads[direction].failures
    loads[direction].state = .failed(error, attempt: failures)
    switch direction {
    case .append: wantsNextFrom = nil
    case .prepend: wantsPreviousFrom = nil
    case .refresh: break
    }
    if error.mayPass, failures <= rules.retry.attempts {
      let time = now + rules.retry.wait(after: failures, &chance)
      loads[direction].retryAt = time
      wishes.append(.wake(time))
    }
    moveOn(at: now, into: &wishes)
  }

  /// Takes note of the number of rows of the whole list, where the server tells it beside its pages.
  ///
  /// A list that had come to its end goes on if there are more rows by now.
  public mutating func setTotal(
    _ total: Int, at now: Instant, into wishes: inout [PagerWish]
  ) {
    if self.total == total { return }
    self.total = total
    if let last = marks.indices.last { marks[last].isBarren = false }
    wishes.append(.publish)
    noteEnd(at: now)
    moveOn(at: now, into: &wishes)
  }

  /// `true` if an answer is that of the page that was asked for, and leads on to another one.
  private func continues(_ answer: PageAnswer<Row>, _ request: PageRequest) -> Bool {
    if let key = answer.key, key != request.key { return false }
    let beyond = request.direction == .prepend && request.isBackward ? answer.previous : answer.next
    return beyond != .key(request.key)
  }

  private mutating func takeRefresh(
    _ answer: PageAnswer<Row>, _ request: PageRequest, at now: Instant,
    into wishes: inout [PagerWish]
  ) {
    guard var plan else { invariantBroken("an answer to a refresh without a plan") }
    if plan.isJump { visible = nil }
    if plan.collected.isEmpty, plan.pagesLeft == 1 {
      noteLength(answer, request)
      replaceAll(with: [(request, answer)], before: plan.before, at: now, into: &wishes)
      if answer.isFinal { endRefresh() }
      return
    }
    // What is replaced in a moment need not be shown while pages are missing.
    if !answer.isFinal { return }
    noteLength(answer, request)
    plan.collected.append((request, answer))
    plan.pagesLeft -= 1
    let serial = plan.collected.count
    let end = PageMark(serial: serial, request, answer)
    plan.total = answer.total ?? plan.total
    if plan.pagesLeft > 0, let key = key(after: end, total: plan.total) {
      plan.key = key
      plan.size = rules.pageSize
      self.plan = plan
      loads[.refresh].rest()
      fetchPlanned(at: now, into: &wishes)
      return
    }
    replaceAll(with: plan.collected, before: [], at: now, into: &wishes)
    endRefresh()
  }

  private mutating func endRefresh() {
    plan = nil
    loads[.refresh].rest()
  }

  private mutating func takePage(
    _ answer: PageAnswer<Row>, _ request: PageRequest, at now: Instant,
    into wishes: inout [PagerWish]
  ) {
    let direction = request.direction
    noteLength(answer, request)
    let (start, end) = (items.startPosition, items.endPosition)
    if let serial = loads[direction].provisional {
      replacePage(serial, request, answer, at: now, into: &wishes)
    } else {
      add(request, answer, at: now, into: &wishes)
    }
    if answer.isFinal {
      loads[direction].rest()
    } else {
      loads[direction].failures = 0
      let edge = direction == .append ? marks.last : marks.first
      loads[direction].provisional = edge?.serial
    }
    // A call for rows is served by rows, not by a page that has none.
    if direction == .append, items.endPosition > end { wantsNextFrom = nil }
    if direction == .prepend, items.startPosition < start { wantsPreviousFrom = nil }
  }

  /// Counts a page that is not as long as it should be.
  private mutating func noteLength(_ answer: PageAnswer<Row>, _ request: PageRequest) {
    let count = answer.items.count
    if count > request.size { report.longPages += 1 }
    let isLast: Bool =
      switch (answer.next, request.key) {
      case (.key, _): false
      case (.unstated, .offset(let offset)): offset >= (answer.total ?? total ?? .max) - count
      default: true
      }
    if count == 0, !isLast {
      report.emptyPages += 1
    } else if count < request.size, !isLast {
      report.shortPages += 1
    }
  }
}

import WeirClient
import WeirCore
import WeirDiff
import WeirPaging
import WeirScenario
import WeirTrace
import WeirTree

/// An app with a paged list: a ``WeirPaging/Pager`` that asks the server for pages, and a person who scrolls through what
/// came.
struct PagerApp: ClientStack {
  private var pager: Pager<Row>
  private var places: PagerPlaces
  private let options: PagerOptions
  private var wishes: [PagerWish] = []
  /// The questions that wait for an answer, by their tags.
  private var questions: [(tag: UInt32, query: PageQuery)] = []
  private var isOpen = false
  /// `true` if the list was published in this life.
  private var hasPublished = false
  /// `true` if the app knows in this life that the list has loaded, or may not.
  private var hasTold = false
  /// `true` if the next page of a refresh belongs to those that it has brought.
  private var goesOn = false
  /// The rows that were loaded at the end, so many that nobody counts them twice.
  private var gained = 0
  /// The pages that somebody waits for, and how many rows were loaded before each.
  private var calls: [(call: UInt32, gained: Int)] = []
  /// The journeys of those who wait for a refresh.
  private var refreshes: [UInt32] = []
  /// The journeys of those who wait at an end of the list.
  private var waiters: [UInt32] = []
  /// The first row that the person sees.
  private var top = 0
  /// The times that were said last.
  private var times = PagerTimes()
  /// The person's act that goes on, for what is asked because of it.
  private var journey: UInt32 = 0

  init(_ list: QueryBuilder, _ options: PagerOptions, chance: RandomStream) {
    do throws(Problems) {
      pager = try Pager(options.rules, chance: chance)
    } catch {
      invariantBroken("the options of a pager were checked before: \(error)")
    }
    places = PagerPlaces(list, options.naming)
    self.options = options
  }

  // MARK: Lives

  mutating func open(at now: Instant, into out: inout [StackWish]) {
    if isOpen { return }
    (isOpen, hasPublished, hasTold) = (true, false, false)
    let isReturn = pager.pages > 0
    if isReturn { out.append(.publish) }
    if !isReturn || options.onReturn == .refresh {
      refresh(at: now, into: &out)
    } else {
      show(at: now, into: &out)
    }
  }

  mutating func close(into out: inout [StackWish]) {
    isOpen = false
    pager.cancel(at: .zero, into: &wishes)
    carryOut(into: &out)
    questions.removeAll()
    for call in calls { out.append(.tell(.pageFailed(call: call.call, .cancelled))) }
    calls.removeAll()
    for journey in refreshes + waiters { out.append(.over(journey: journey)) }
    refreshes.removeAll()
    waiters.removeAll()
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {}

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {}

  // MARK: Pages

  mutating func answer(_ answer: StackAnswer, at now: Instant, into out: inout [StackWish]) {
    guard case .fetched(let tag, let reply) = answer,
      let place = questions.firstIndex(where: { $0.tag == tag })
    else { return }
    let query = questions[place].query
    if reply.isLast { questions.remove(at: place) }
    let before = pager.items.count
    let isAppend = pager.state(of: .append).isLoading && !pager.state(of: .refresh).isLoading
    switch reply {
    case .page(let page, let isLast):
      let isRefresh = pager.state(of: .refresh).isLoading
      let made = places.answer(page, to: query, isFinal: isLast)
      pager.receive(made, to: Int(tag), at: now, into: &wishes)
      if isRefresh, isLast { goesOn = pager.state(of: .refresh).isLoading }
    case .failed(.gone):
      // The row behind which the page was to begin is no more: there is no next page, only a new list.
      goesOn = false
      pager.invalidate(at: now, into: &wishes)
    case .failed(let failure):
      pager.fail(Int(tag), PageError(failure), at: now, into: &wishes)
      if failure == .forbidden, !hasTold, !hasPublished {
        hasTold = true
        out.append(.tell(.loaded(.forbidden)))
      }
    }
    if isAppend { gained += max(0, pager.items.count - before) }
    carryOut(into: &out)
    if isOpen { show(at: now, into: &out) }
  }

  mutating func wake(at now: Instant, into out: inout [StackWish]) {
    guard isOpen else { return }
    pager.wake(at: now, into: &wishes)
    carryOut(into: &out)
    settle(into: &out)
  }

  private mutating func refresh(at now: Instant, into out: inout [StackWish]) {
    if !pager.state(of: .refresh).isLoading { goesOn = false }
    pager.refresh(at: now, into: &wishes)
    carryOut(into: &out)
  }

  /// Hands on what the pager wants.
  private mutating func carryOut(into out: inout [StackWish]) {
    for wish in wishes {
      switch wish {
      case .fetch(let request):
        let query = places.query(request)
        let isFresh = request.direction == .refresh && !goesOn
        questions.append((UInt32(request.id), query))
        out.append(
          .fetch(tag: UInt32(request.id), query, isFresh: isFresh, journey: journey))
      case .cancel(let id):
        questions.removeAll { $0.tag == UInt32(id) }
        out.append(.fetch(tag: UInt32(id), nil, isFresh: false, journey: journey))
      case .wake(let moment): out.append(.wake(moment))
      case .publish: if isOpen, pager.hasChanges || !hasPublished { out.append(.publish) }
      }
    }
    wishes.removeAll()
  }

  // MARK: People

  mutating func perform(_ command: StackCommand, at now: Instant, into out: inout [StackWish]) {
    switch command {
    case .loadPage(let call, _): loadPage(call, at: now, into: &out)
    case .act(let act):
      journey = act.journey
      switch PagerFamily.actions[act.action].name {
      case "refresh":
        refreshes.append(act.journey)
        refresh(at: now, into: &out)
      case "scroll": scroll(by: PagerFamily.screenful / 2, act.journey, at: now, into: &out)
      default: scroll(by: -PagerFamily.screenful / 2, act.journey, at: now, into: &out)
      }
      journey = 0
      settle(into: &out)
    case .show, .showAtMost, .addOwn, .removeOwn: break
    }
  }

  private mutating func loadPage(_ call: UInt32, at now: Instant, into out: inout [StackWish]) {
    guard pager.pages > 0 else {
      return out.append(.tell(.pageFailed(call: call, .notLoaded)))
    }
    calls.append((call, gained))
    pager.loadNextPageIfNeeded(at: now, into: &wishes)
    carryOut(into: &out)
    settle(into: &out)
  }

  private mutating func scroll(
    by rows: Int, _ journey: UInt32, at now: Instant, into out: inout [StackWish]
  ) {
    top += rows
    out.append(.note(StackNote(words: PagerFamily.scrolled.holding(), journey: journey)))
    waiters.append(journey)
    show(at: now, into: &out)
  }

  /// Tells the pager what is to be seen, and everybody what came of it.
  private mutating func show(at now: Instant, into out: inout [StackWish]) {
    let count = pager.items.count
    if let visible = pager.visible, pager.times.jumps > times.jumps { top = visible.lowerBound }
    top = max(0, min(top, count - PagerFamily.screenful))
    pager.showed(top..<min(count, top + PagerFamily.screenful), at: now, into: &wishes)
    carryOut(into: &out)
    tellTimes(into: &out)
    settle(into: &out)
  }

  /// Says what a person has felt since it was said last.
  private mutating func tellTimes(into out: inout [StackWish]) {
    let now = pager.times
    func note(_ note: StepNote, _ x: UInt64 = 0) {
      out.append(.note(StackNote(words: note.holding(), x: x)))
    }
    if now.spinnersMet > times.spinnersMet { note(PagerFamily.met) }
    if now.waits > times.waits, let wait = now.lastWait {
      note(PagerFamily.waited, UInt64(wait.nanoseconds))
    }
    if now.jumps > times.jumps {
      note(PagerFamily.jumped, UInt64(now.jumpedRows - times.jumpedRows))
    }
    times = now
  }

  /// Ends the waiting of those who got what they wanted, or will not.
  private mutating func settle(into out: inout [StackWish]) {
    if isQuiet(.refresh) {
      for journey in refreshes { out.append(.over(journey: journey)) }
      refreshes.removeAll()
    }
    guard isQuiet(.append), isQuiet(.refresh) else { return }
    for (call, before) in calls {
      if case .failed(let error, _) = pager.state(of: .append) {
        out.append(.tell(.pageFailed(call: call, StackNews.PageError(error))))
      } else {
        out.append(.tell(.paged(call: call, new: gained - before, hasMore: pager.hasMore)))
      }
    }
    calls.removeAll()
    guard isQuiet(.prepend) else { return }
    for journey in waiters { out.append(.over(journey: journey)) }
    waiters.removeAll()
  }

  /// `true` if nothing is under way in a direction, and nothing will be by itself.
  private func isQuiet(_ direction: PageDirection) -> Bool {
    !pager.state(of: direction).isLoading && pager.retryTime(of: direction) == nil
  }

  // MARK: The list

  mutating func publish(into update: inout StackUpdate) {
    pager.publish(into: &update.changes)
    update.isFirst = !hasPublished
    hasPublished = true
    if !hasTold {
      hasTold = true
      update.news.append(.loaded(nil))
    }
  }

  var sectionCount: Int { 1 }
  func rowCount(in section: Int) -> Int { pager.items.count }
  func row(at place: Place) -> Row { pager.items[Int(place.row)] }

  func rows(into sections: inout [[Row]]) { sections = [pager.items.array] }
}

extension PageError {
  /// The reason in the pager's words.
  fileprivate init(_ failure: PageFailure) {
    self =
      switch failure {
      case .forbidden, .invalid, .gone: .refused("\(failure)")
      case .late: .timedOut
      case .overloaded, .offline, .interrupted: .failed("\(failure)")
      }
  }
}

extension StackNews.PageError {
  /// The reason in the words that apps hear.
  fileprivate init(_ error: PageError) {
    self =
      switch error {
      case .refused: .refused(.forbidden)
      case .failed, .timedOut, .noAnswer, .doesNotContinue: .cancelled
      }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirPaging
import WeirScenario
import WeirTrace
import WeirTree

/// An app with a paged list: pages from the network, or through a store of the phone, and a person who scrolls through
/// what came.
struct PagerApp<Pages: PageSupply>: ClientStack {
  private var pages: Pages
  private let options: PagerOptions
  private var isOpen = false
  /// `true` if the list was published in this life.
  private var hasPublished = false
  /// `true` if the app knows in this life that the list has loaded, or may not.
  private var hasTold = false
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
  /// `true` until the page has come to which somebody has jumped.
  private var isJumping = false
  /// Chance for the places that somebody goes to.
  private var chance: RandomStream

  init(_ list: QueryBuilder, _ options: PagerOptions, chance: RandomStream) {
    pages = Pages(list, options, chance: chance)
    self.options = options
    // A stream of its own, so that nothing else is drawn differently because somebody jumps.
    var chance = chance
    self.chance = RandomStream(seed: chance.next(), "jump")
  }

  // MARK: Lives

  mutating func open(at now: Instant, into out: inout [StackWish]) {
    if isOpen { return }
    (isOpen, hasPublished, hasTold) = (true, false, false)
    if pages.isLoaded { out.append(.publish) }
    pages.open(keepsRows: options.onReturn == .keep, at: now, into: &out)
    passOn(into: &out)
    if pages.isLoaded, options.onReturn == .keep { show(at: now, into: &out) }
  }

  mutating func close(into out: inout [StackWish]) {
    (isOpen, isJumping) = (false, false)
    pages.close(into: &out)
    passOn(into: &out)
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
    let (before, isAppending) = (pages.count, pages.isAppending)
    let failure = pages.answer(answer, at: now, into: &out)
    if failure == .forbidden, !hasTold, !hasPublished {
      hasTold = true
      out.append(.tell(.loaded(.forbidden)))
    }
    if isAppending { gained += max(0, pages.count - before) }
    passOn(into: &out)
    if isOpen { show(at: now, into: &out) }
  }

  mutating func wake(at now: Instant, into out: inout [StackWish]) {
    guard isOpen else { return }
    pages.wake(at: now, into: &out)
    passOn(into: &out)
    settle(into: &out)
  }

  /// Publishes what is new.
  private mutating func passOn(into out: inout [StackWish]) {
    guard pages.takePublishWish(), isOpen, pages.hasChanges || !hasPublished else { return }
    out.append(.publish)
  }

  // MARK: People

  mutating func perform(_ command: StackCommand, at now: Instant, into out: inout [StackWish]) {
    switch command {
    case .loadPage(let call, _): loadPage(call, at: now, into: &out)
    case .act(let act):
      pages.journey = act.journey
      switch PagerFamily.actions[act.action].name {
      case "refresh":
        refreshes.append(act.journey)
        pages.refresh(at: now, into: &out)
        passOn(into: &out)
      case "jump": jump(act.journey, at: now, into: &out)
      case "scroll": scroll(by: PagerFamily.screenful / 2, act.journey, at: now, into: &out)
      default: scroll(by: -PagerFamily.screenful / 2, act.journey, at: now, into: &out)
      }
      pages.journey = 0
      settle(into: &out)
    case .show, .showAtMost, .addOwn, .removeOwn: break
    }
  }

  private mutating func loadPage(_ call: UInt32, at now: Instant, into out: inout [StackWish]) {
    guard pages.isLoaded else {
      return out.append(.tell(.pageFailed(call: call, .notLoaded)))
    }
    calls.append((call, gained))
    pages.loadNextPage(at: now, into: &out)
    passOn(into: &out)
    settle(into: &out)
  }

  private mutating func jump(_ journey: UInt32, at now: Instant, into out: inout [StackWish]) {
    refreshes.append(journey)
    guard pages.jump(&chance, at: now, into: &out) else { return }
    isJumping = true
    out.append(.note(StackNote(words: PageNotes.opened.holding(), journey: journey)))
    passOn(into: &out)
  }

  private mutating func scroll(
    by rows: Int, _ journey: UInt32, at now: Instant, into out: inout [StackWish]
  ) {
    top = max(0, min(top + rows, pages.count - PagerFamily.screenful))
    let words = PageNotes.scrolled.holding(UInt64(PagerFamily.screenful))
    out.append(.note(StackNote(words: words, x: UInt64(top), journey: journey)))
    waiters.append(journey)
    show(at: now, into: &out)
  }

  /// Tells the pager what is to be seen, and everybody what came of it.
  private mutating func show(at now: Instant, into out: inout [StackWish]) {
    let count = pages.count
    if isJumping, pages.visible == nil { (top, isJumping) = (0, false) }
    if let visible = pages.visible, pages.times.jumps > times.jumps { top = visible.lowerBound }
    top = max(0, min(top, count - PagerFamily.screenful))
    pages.showed(top..<min(count, top + PagerFamily.screenful), at: now, into: &out)
    passOn(into: &out)
    tellTimes(into: &out)
    settle(into: &out)
  }

  /// Says what a person has felt since it was said last.
  private mutating func tellTimes(into out: inout [StackWish]) {
    let now = pages.times
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
    if pages.isQuiet(.refresh) {
      for journey in refreshes { out.append(.over(journey: journey)) }
      refreshes.removeAll()
      isJumping = false
    }
    guard pages.isQuiet(.append), pages.isQuiet(.refresh) else { return }
    for (call, before) in calls {
      if let error = pages.failure {
        out.append(.tell(.pageFailed(call: call, StackNews.PageError(error))))
      } else {
        out.append(.tell(.paged(call: call, new: gained - before, hasMore: pages.hasMore)))
      }
    }
    calls.removeAll()
    guard pages.isQuiet(.prepend) else { return }
    for journey in waiters { out.append(.over(journey: journey)) }
    waiters.removeAll()
  }

  // MARK: The list

  mutating func publish(into update: inout StackUpdate) {
    pages.publish(into: &update.changes)
    update.isFirst = !hasPublished
    hasPublished = true
    if !hasTold {
      hasTold = true
      update.news.append(.loaded(nil))
    }
  }

  var sectionCount: Int { 1 }
  func rowCount(in section: Int) -> Int { pages.count }
  func row(at place: Place) -> Row { pages.row(at: Int(place.row)) }

  func rows(into sections: inout [[Row]]) { sections = [pages.rows] }
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

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging
import WeirTestSupport

/// INV-1 to INV-8 at once, on any history: the pager agrees with the naive one after each call, and what it publishes
/// leads a strict list view to its rows.
@Suite struct PagerHistoryTests {
  @Test(arguments: fewerInDebug(0..<450))
  func `whatever happens, it agrees with the naive pager`(seed: UInt64) {
    var history = PagerHistory(seed: seed)
    for _ in 0..<120 { history.step() }
    #expect(history.problems == [], "seed \(seed)")
  }

  /// INV-5: the server stands still, so that all that fails, is late or overtakes must not show in the end.
  @Test(arguments: fewerInDebug(0..<180))
  func `on a list that stands still it ends with all rows in order`(seed: UInt64) {
    var history = PagerHistory(seed: seed, isStill: true)
    for _ in 0..<60 { history.step() }
    history.finish()
    #expect(history.problems == [], "seed \(seed)")
    let opened = min(history.desk.pager.rules.initialKey == nil ? 0 : 20, history.list.count)
    #expect(history.desk.ids.isEmpty == false || opened > 0)
    let first =
      history.list.firstIndex { $0.id == history.desk.ids.first } ?? history.list.count
    #expect(history.desk.ids == history.list[first...].map(\.id), "seed \(seed)")
    #expect(history.desk.pager.report.duplicates == 0)
  }
}

/// A random history of a pager with offsets, its naive twin beside it.
struct PagerHistory {
  var desk: PagerDesk
  private(set) var naive: NaivePager
  private(set) var list: [Item]
  private(set) var problems: [String] = []
  private var chance: RandomStream
  private let isStill: Bool
  /// Requests that were ever made: some are answered when they are closed already.
  private var known: [PageRequest] = []
  private var nextID = 1000

  init(seed: UInt64, isStill: Bool = false) {
    chance = RandomStream(seed: seed, "history")
    self.isStill = isStill
    var rules = PagerRules(pageSize: 1 + chance.index(below: 6))
    rules.prefetchDistance = chance.index(below: 4)
    if chance.below(2) == 0 { rules.initialSize = 1 + chance.index(below: 12) }
    if chance.below(3) == 0 { rules.initialKey = .offset(chance.index(below: 20)) }
    rules.duplicates = [.off, .keepFirst, .replaceInPlace][chance.index(below: 3)]
    if isStill { rules.duplicates = .keepFirst }
    if chance.below(3) == 0 { rules.refresh = .allPages }
    if chance.below(2) == 0 { rules.retry = RetryPolicy(attempts: 2, jitter: 50) }
    if chance.below(3) == 0 { rules.timeout = .seconds(5) }
    rules.placeholders = chance.below(3) == 0
    desk = PagerDesk(rules, seed: seed)
    desk.publishes = chance.below(4) != 0
    naive = NaivePager(rules)
    list = items(0..<(10 + chance.index(below: 40)))
  }

  mutating func step() {
    desk.now = desk.now + .milliseconds(Int64(chance.below(2000)))
    switch chance.below(22) {
    case 0: begin { $0.load() }
    case 1, 2: begin { $0.refresh() }
    case 3:
      if naive.generation > 0 {
        naive.gaveUp(naive.open[.refresh]?.request.id ?? 0)
        begin { $0.invalidate() }
      }
    case 4...6:
      forgive(.append)
      desk.next()
    case 7:
      forgive(.prepend)
      desk.previous()
    case 8...10: scroll()
    case 11:
      for direction in PageDirection.allCases where naive.failed[direction] != nil {
        naive.forget(direction)
      }
      desk.retry()
    case 12:
      desk.cancel()
    case 13: wake()
    case 14...19: answer()
    case 20: fail()
    default: changeServer()
    }
    compare()
    if chance.below(5) == 0 { desk.publish() }
  }

  /// Answers everything until the end of the list is reached.
  mutating func finish() {
    desk.publishes = true
    for _ in 0..<2000 {
      if let request = desk.open.first {
        answer(request, lies: false)
      } else if naive.generation == 0 || naive.pages.isEmpty {
        begin { $0.load() }
      } else if desk.pager.hasMore {
        forgive(.append)
        desk.next()
        if desk.open.isEmpty { wake() }
      } else {
        return
      }
      compare()
    }
    problems.append("the end of the list was never reached")
  }

  private mutating func begin(_ call: (inout PagerDesk) -> Void) {
    let isOpen = naive.open[.refresh] != nil
    if !isOpen {
      let isWhole = desk.pager.rules.refresh == .allPages && !naive.pages.isEmpty
      naive.beganAnew(pages: isWhole ? naive.pages.count : 1)
    }
    let before = desk.requests.count
    call(&desk)
    // A first load is one page, whatever the rules say of refreshes.
    if !isOpen, desk.requests.count > before, let request = desk.requests.last,
      request.key == desk.pager.rules.initialKey ?? .offset(0), isFirstLoad
    {
      naive.sequenceLength = 1
    }
  }

  private var isFirstLoad: Bool { desk.lastCall == .load }

  /// A call forgets a failure for which no time is set.
  private mutating func forgive(_ direction: PageDirection) {
    guard !naive.pages.isEmpty, desk.pager.retryTime(of: direction) == nil else { return }
    let isMore =
      direction == .append
      ? naive.nextOffset != nil || naive.unfinished.contains(.append)
      : naive.previousOffset != nil || naive.unfinished.contains(.prepend)
    if isMore, naive.failed[direction] != nil { naive.forget(direction) }
  }

  private mutating func scroll() {
    let count = desk.pager.items.count
    let start = chance.index(below: count + 1)
    desk.show(start..<min(count + 2, start + chance.index(below: 6)))
  }

  private mutating func wake() {
    let times = PageDirection.allCases.compactMap { desk.pager.retryTime(of: $0) }
    let time = chance.below(2) == 0 ? times.min() ?? desk.now : desk.now + .seconds(6)
    let states = PageDirection.allCases.map { desk.pager.state(of: $0) }
    desk.wake(at: max(time, desk.now))
    for (direction, old) in zip(PageDirection.allCases, states) {
      let new = desk.pager.state(of: direction)
      if old == .loading, case .failed(.timedOut, _) = new,
        let id = naive.open[direction]?.request.id
      {
        naive.fails(id, .timedOut)
      }
      // A retry that must wait for a refresh is no failure any more.
      if case .failed = old, new == .idle { naive.failed[direction] = nil }
    }
  }

  private mutating func answer() {
    if !known.isEmpty, chance.below(6) == 0 {
      return answer(known[chance.index(below: known.count)], lies: false)
    }
    guard !desk.open.isEmpty else { return }
    answer(desk.open[chance.index(below: desk.open.count)], lies: !isStill)
  }

  private mutating func answer(_ request: PageRequest, lies: Bool) {
    var answer = desk.slice(of: list, for: request)
    if lies {
      switch chance.below(10) {
      case 0: answer.items = Array(answer.items.dropLast())
      case 1:
        let end = min(request.offset + request.size + 2, list.count)
        answer.items += list[min(request.offset + answer.items.count, end)..<end]
      case 2: answer.total = nil
      case 3: answer.total = max(0, list.count - 3)
      case 4: answer.items = []
      default: break
      }
    }
    answer.isFinal = isStill || chance.below(6) != 0
    naive.answered(request.id, answer)
    desk.receive(answer, to: request.id)
  }

  private mutating func fail() {
    guard let request = desk.open.first else { return }
    let error: PageError = chance.below(3) == 0 ? .refused("no") : .failed("down")
    naive.fails(request.id, error)
    desk.fail(request.id, error)
  }

  private mutating func changeServer() {
    if isStill || list.count < 3 { return }
    let index = chance.index(below: list.count)
    switch chance.below(4) {
    case 0: list.remove(at: index)
    case 1: list[index].look += 1
    case 2:
      list.insert(Item(id: nextID), at: index)
      nextID += 1
    default: list.swapAt(index, chance.index(below: list.count))
    }
  }

  /// Takes note of the requests that were made, and compares everything that both know.
  private mutating func compare() {
    for wish in desk.takeWishes() {
      switch wish {
      case .cancel(let id): naive.gaveUp(id)
      case .fetch(let request):
        known.append(request)
        if let problem = naive.began(request) { problems.append(problem) }
      case .wake, .publish: break
      }
    }
    if Array(desk.pager.items) != naive.list { problems.append("other rows than \(naive.list)") }
    if desk.pager.total != naive.total { problems.append("another total") }
    if desk.pager.generation != naive.generation { problems.append("another generation") }
    if desk.pager.pages != naive.pages.count { problems.append("another number of pages") }
    if desk.pager.hasMore != (naive.nextOffset != nil) { problems.append("another end") }
    for direction in PageDirection.allCases
    where desk.pager.state(of: direction) != naive.state(of: direction) {
      problems.append(
        "\(direction): \(desk.pager.state(of: direction)), not \(naive.state(of: direction))")
    }
    checkForStall()
  }

  /// INV-8: there is more, nothing is under way, nothing failed, and the last row is visible.
  private mutating func checkForStall() {
    guard desk.pager.hasMore, let visible = desk.pager.visible else { return }
    if visible.upperBound == desk.pager.items.count, desk.pager.state(of: .append) == .idle,
      !desk.pager.state(of: .refresh).isLoading
    {
      problems.append("the last row is visible, and nothing is loaded")
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirLists
import WeirPaging

@Suite struct PagedListTests {
  private let api = FakeAPI(25)

  private func feed(
    _ clock: ManualClock = ManualClock(), _ rules: PagerRules = PagerRules(pageSize: 10)
  ) throws -> PagedList<Item> {
    try PagedList(rules, clock: clock) { [api] in try await api.page($0) }
  }

  @Test func `a list of an app loads, goes on and ends, with three lines`() async {
    let api = api
    let feed = PagedList<Item>(pageSize: 10) { request in try await api.page(request) }
    await feed.refresh()
    #expect(await feed.items.array == items(0..<10))
    await feed.loadNextPage()
    await feed.loadNextPage()
    await feed.loadNextPage()
    #expect(await feed.items.array == items(0..<25))
    #expect(await feed.total == 25)
    #expect(await feed.hasMore == false)
    #expect(await api.requests.map(\.offset) == [0, 10, 20])
  }

  @Test(.timeLimit(.minutes(10)))
  func `its changes lead a list view along, from the first on`() async throws {
    let feed = try feed()
    await feed.load()
    var view = StrictListView<Item>()
    var states: [LoadState] = []
    let changes = feed.changes
    var isStarted = false
    for await change in changes {
      #expect(view.apply(change.changes, to: change.items.array) == nil)
      states.append(change.append)
      if change.items.count == 25 { break }
      if !isStarted {
        isStarted = true
        Task {
          await feed.showed(5..<10)
          await feed.loadNextPage()
          await feed.loadNextPage()
        }
      }
    }
    #expect(view.rows == items(0..<25))
    #expect(states == [.idle, .loading, .idle, .loading, .idle])
  }

  @Test(.timeLimit(.minutes(10)))
  func `what a newer generation gives up is cancelled, and changes nothing`() async throws {
    let feed = try feed()
    await feed.load()
    await api.hold()
    let page = Task { await feed.loadNextPage() }
    await api.waitForRequests(2)
    await feed.invalidate()
    await api.waitForRequests(3)
    await api.release()
    await page.value
    await feed.refresh()
    while await api.cancelled.isEmpty { await Task.yield() }
    #expect(await api.cancelled == [2])
    #expect(await feed.items.first == Item(id: 0))
    #expect(await feed.state(of: .refresh) == .idle)
    #expect(await feed.lastError == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a failure is kept, and tried again by the clock that was handed in`() async throws {
    var rules = PagerRules(pageSize: 10)
    rules.retry = RetryPolicy(attempts: 1, first: .seconds(2))
    let clock = ManualClock()
    let feed = try feed(clock, rules)
    await api.fail(.failed("down"))
    await feed.load()
    #expect(await feed.state(of: .refresh) == .failed(.failed("down"), attempt: 1))
    #expect(await feed.lastError as? PageError == .failed("down"))
    while clock.sleeperCount == 0 { await Task.yield() }
    clock.advance(by: .seconds(1))
    for _ in 0..<20 { await Task.yield() }
    #expect(await api.requests.count == 1)
    clock.advance(by: .seconds(1))
    await api.waitForRequests(2)
    while await feed.items.isEmpty { await Task.yield() }
    #expect(await feed.items.array == items(0..<10))
    #expect(await feed.times.toFirstContent == .seconds(2))
  }

  @Test func `a retry by hand goes on where it failed`() async throws {
    let feed = try feed()
    await feed.load()
    await api.fail(.refused("no"))
    await feed.loadNextPage()
    #expect(await feed.state(of: .append) == .failed(.refused("no"), attempt: 1))
    await feed.retry()
    #expect(await feed.items.array == items(0..<20))
    await feed.edit { $0.remove(3, isOnServer: false, at: $1, into: &$2) }
    #expect(await feed.items.count == 19)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a list that nobody holds cancels its requests and ends its changes`() async throws {
    await api.hold()
    var feed: PagedList<Item>? = try feed()
    let changes = feed?.changes
    await feed?.edit { $0.load(at: $1, into: &$2) }
    await api.waitForRequests(1)
    feed = nil
    // Whoever joins the changes holds the list until then; an answer before that would be one in time.
    var count = 0
    if let changes { for await _ in changes { count += 1 } }
    #expect(count >= 1)
    await api.release()
    while await api.cancelled.isEmpty { await Task.yield() }
    #expect(await api.cancelled == [1])
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirPaging

@Suite struct RetryTests {
  private let server = FakePages(list: items(0..<100), pageSize: 10)

  private func desk(_ retry: RetryPolicy, timeout: Interval? = nil) -> PagerDesk {
    var rules = PagerRules(pageSize: 10)
    rules.retry = retry
    rules.timeout = timeout
    return PagerDesk(rules)
  }

  private func second(_ n: Int64) -> Instant { .zero + .seconds(n) }

  @Test func `waits double up to the longest, and the attempts end`() {
    var desk = desk(RetryPolicy(attempts: 4, first: .seconds(1), longest: .seconds(3)))
    desk.load()
    var times: [Instant] = []
    for id in 1...4 {
      desk.fail(id)
      let time = desk.pager.retryTime(of: .refresh)
      #expect(desk.wishes == [.wake(time ?? .never)])
      times.append(time ?? .never)
      desk.wake(at: times[id - 1])
      #expect(desk.open.map(\.key) == [.offset(0)])
    }
    #expect(times == [second(1), second(3), second(6), second(9)])
    desk.fail(5)
    #expect(desk.wishes.isEmpty)
    #expect(desk.pager.retryTime(of: .refresh) == nil)
    #expect(desk.pager.state(of: .refresh) == .failed(.failed("down"), attempt: 5))
    desk.retry()
    desk.fail(6)
    #expect(desk.pager.state(of: .refresh) == .failed(.failed("down"), attempt: 1))
    #expect(desk.pager.retryTime(of: .refresh) == second(10))
  }

  @Test func `a wake before its time, or for nothing, does nothing`() {
    var desk = desk(RetryPolicy(attempts: 1))
    desk.load()
    desk.wake(at: second(5))
    #expect(desk.wishes.isEmpty)
    desk.fail(1)
    desk.wake(at: Instant(nanoseconds: 5_999_999_999))
    #expect(desk.wishes.isEmpty)
    desk.wake(at: second(6))
    #expect(desk.open.count == 1)
    desk.wake(at: second(6))
    #expect(desk.wishes.isEmpty)
  }

  @Test func `calls for the next page leave a set time alone, a retry does not`() {
    var desk = desk(RetryPolicy(attempts: 3))
    desk.load()
    desk.settle(server)
    desk.next()
    desk.fail(2)
    for _ in 0..<10 { desk.next() }
    #expect(desk.open.isEmpty)
    desk.wake(at: second(1))
    #expect(desk.open.map(\.key) == [.offset(10)])
    desk.fail(3)
    desk.retry()
    #expect(desk.open.map(\.key) == [.offset(10)])
    desk.settle(server)
    #expect(desk.pager.state(of: .append) == .idle)
    desk.next()
    desk.fail(desk.open[0].id)
    #expect(desk.pager.state(of: .append) == .failed(.failed("down"), attempt: 1))
  }

  @Test func `a refusal is not repeated by itself`() {
    var desk = desk(RetryPolicy(attempts: 3))
    desk.load()
    desk.fail(1, .refused("not allowed"))
    #expect(desk.wishes.isEmpty)
    #expect(desk.pager.retryTime(of: .refresh) == nil)
  }

  @Test func `a time that comes during a refresh waits for its end`() {
    var desk = desk(RetryPolicy(attempts: 3))
    desk.load()
    desk.settle(server)
    desk.next()
    desk.fail(2)
    desk.refresh()
    desk.wake(at: second(1))
    #expect(desk.open.map(\.direction) == [.refresh])
    desk.fail(desk.open[0].id, .refused("no"))
    #expect(desk.open.map(\.key) == [.offset(10)])
  }

  @Test func `a retry of a refresh overtakes a page, as the refresh did`() {
    var desk = desk(RetryPolicy(attempts: 3))
    desk.load()
    desk.settle(server)
    desk.refresh()
    desk.fail(2)
    desk.next()
    let page = desk.open[0]
    desk.wake(at: second(1))
    #expect(desk.wishes.first == .cancel(page.id))
    #expect(desk.open.map(\.direction) == [.refresh])
    #expect(desk.open[0].generation > page.generation)
  }

  @Test func `a request without an answer fails in time, and its late answer is dropped`() {
    var desk = desk(RetryPolicy(attempts: 1), timeout: .seconds(10))
    desk.load()
    #expect(desk.wishes.last == .wake(second(10)))
    desk.wake(at: second(9))
    #expect(desk.open.count == 1)
    desk.wake(at: second(10))
    #expect(desk.wishes == [.cancel(1), .wake(second(11))])
    #expect(desk.pager.state(of: .refresh) == .failed(.timedOut, attempt: 1))
    desk.receive(PageAnswer(items: items(0..<10), total: 100), to: 1)
    #expect(desk.ids.isEmpty)
    desk.wake(at: second(11))
    desk.settle(server)
    #expect(desk.ids == Array(0..<10))
    desk.wake(at: second(30))
    #expect(desk.wishes.isEmpty)
  }

  @Test func `what was cancelled is not tried again`() {
    var desk = desk(RetryPolicy(attempts: 3))
    desk.load()
    desk.fail(1)
    desk.cancel()
    desk.wake(at: second(60))
    #expect(desk.open.isEmpty)
  }

  @Test func `chance shortens waits by no more than its part, and by the seed alone`() {
    func waits(seed: UInt64) -> [Instant] {
      var rules = PagerRules(pageSize: 10)
      rules.retry = RetryPolicy(attempts: 8, jitter: 40)
      var desk = PagerDesk(rules, seed: seed)
      desk.load()
      return (1...8).map { id in
        desk.fail(id)
        let time = desk.pager.retryTime(of: .refresh) ?? .never
        let wait = min(30_000, 1000 << (id - 1)) * 1_000_000
        let least = wait / 10 * 6
        #expect(time - desk.now >= Interval(nanoseconds: Int64(least)))
        #expect(time - desk.now <= Interval(nanoseconds: Int64(wait)))
        desk.wake(at: time)
        return time
      }
    }
    #expect(waits(seed: 3) == waits(seed: 3))
    #expect(waits(seed: 3) != waits(seed: 4))
  }

  @Test func `a wait has no end that overflows`() {
    let policy = RetryPolicy(attempts: .max, first: .seconds(1), longest: .longest, jitter: 0)
    var rules = PagerRules(pageSize: 1)
    rules.retry = policy
    var desk = PagerDesk(rules)
    desk.load()
    for id in 1...80 {
      desk.fail(id)
      desk.retry()
    }
    #expect(desk.pager.state(of: .refresh) == .loading)
    #expect(desk.requests.count == 81)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirAsync
import WeirCore

struct JobQueueTests {
  @Test func `what can run now runs before time goes on`() {
    var jobs = JobQueue(seed: 1, order: .asQueued)
    jobs.add(8, at: Instant(nanoseconds: 20))
    jobs.add(7)
    jobs.add(9, at: .zero)
    var order = [jobs.next(), jobs.next(), jobs.next()]
    #expect(order == [7, 9, nil])
    #expect(jobs.now == .zero && jobs.nextMoment == Instant(nanoseconds: 20))
    var goesOn = jobs.advance()
    #expect(goesOn && jobs.now == Instant(nanoseconds: 20))
    order = [jobs.next(), jobs.next()]
    #expect(order == [8, nil])
    goesOn = jobs.advance()
    #expect(!goesOn)
    #expect(jobs.taken == 3 && jobs.takenNow == 1)
  }

  @Test func `time that is set wakes all who waited until then, and never goes back`() {
    var jobs = JobQueue(seed: 1, order: .asQueued)
    for second in 1...5 {
      jobs.add(UInt64(second), at: Instant(nanoseconds: Int64(second) * 1_000_000_000))
    }
    jobs.advance(to: Instant(nanoseconds: 3_500_000_000))
    jobs.advance(to: .zero)
    let woken = jobs.takeAll()
    #expect(woken == [1, 2, 3])
    #expect(jobs.nextMoment == Instant(nanoseconds: 4_000_000_000))
  }

  @Test(arguments: [TaskOrder.shuffled, .asQueued])
  func `each job is taken once, at its moment, whatever the order`(_ order: TaskOrder) {
    for seed in 0..<300 as Range<UInt64> {
      var chance = RandomStream(seed: seed, "jobs")
      var jobs = JobQueue(seed: seed, order: order)
      // Job n may run from due[n] on.
      var due: [Instant] = []
      var isTaken: [Bool] = []
      var queued: [UInt64] = []
      for _ in 0..<400 {
        switch chance.below(5) {
        case 0, 1:
          let at = Instant(nanoseconds: jobs.now.nanoseconds + Int64(chance.below(6)) - 1)
          let job = UInt64(due.count)
          if at <= jobs.now { queued.append(job) }
          due.append(at)
          isTaken.append(false)
          jobs.add(job, at: at)
        case 2, 3:
          let ready = due.indices.filter { !isTaken[$0] && due[$0] <= jobs.now }
          let job = jobs.next()
          #expect((job == nil) == ready.isEmpty)
          guard let job else { continue }
          #expect(ready.contains(Int(job)))
          isTaken[Int(job)] = true
          if order == .asQueued { #expect(job == queued.removeFirst()) }
        default:
          let waiting = due.indices.filter { !isTaken[$0] && due[$0] > jobs.now }
          let next = waiting.map { due[$0] }.min()
          #expect(jobs.nextMoment == next)
          let goesOn = jobs.advance()
          #expect(goesOn == (next != nil))
          if let next { #expect(jobs.now == next) }
          queued += waiting.filter { due[$0] <= jobs.now }.map(UInt64.init)
        }
      }
    }
  }

  @Test func `a seed takes the same jobs, and another one mostly others`() {
    func order(_ seed: UInt64) -> [UInt64] {
      var jobs = JobQueue(seed: seed, order: .shuffled)
      for job in 0..<20 as Range<UInt64> { jobs.add(job) }
      return (0..<20).compactMap { _ in jobs.next() }
    }
    #expect(order(1) == order(1))
    #expect(order(1).sorted() == Array(0..<20))
    #expect(Set((1...50).map(order)).count == 50)
  }

  @Test func `a queue that is never empty gives its room back`() {
    var jobs = JobQueue(seed: 1, order: .asQueued)
    jobs.add(0)
    for job in 1...20_000 as ClosedRange<UInt64> {
      jobs.add(job)
      let taken = jobs.next()
      #expect(taken == job - 1)
    }
    let rest = jobs.takeAll()
    #expect(rest == [20_000])
  }
}

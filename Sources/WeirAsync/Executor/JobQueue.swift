// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

// WeirAsync runs async code in virtual time: an executor that takes the place of the platform's, and the door behind
// which a list that is written with async and await lives on a simulated phone.

/// The order in which jobs of async code run that could run at the same moment.
public enum TaskOrder: Sendable {
  /// Any of them may be next: chance decides, from the seed.
  case shuffled
  /// The one that has waited longest is next, as mostly happens on a machine with nothing else to do.
  case asQueued
}

/// The jobs of a world of tasks: those that can run now, and those that wait for a moment.
///
///     var jobs = JobQueue(seed: 1, order: .shuffled)
///     jobs.add(7)
///     jobs.add(8, at: Instant(nanoseconds: 20))
///     jobs.next()     // 7
///     jobs.next()     // nil: nothing can run now
///     jobs.advance()  // true: it is 20 ns
///     jobs.next()     // 8
///
/// Time stands still as long as anything can run, and then goes on to the next moment for which somebody waits.
package struct JobQueue {
  private struct Moment: Comparable {
    var at: Instant
    /// Jobs of one moment are told apart by their order of arrival.
    var number: UInt64

    static func < (a: Moment, b: Moment) -> Bool { (a.at, a.number) < (b.at, b.number) }
  }

  /// The present.
  package private(set) var now: Instant
  /// The number of jobs that were taken since time last went on.
  package private(set) var takenNow = 0
  /// The number of jobs that were taken.
  package private(set) var taken = 0
  /// Tells what was taken when, and out of how many.
  package private(set) var digest = Digest()
  private let order: TaskOrder
  private var chance: RandomStream
  private var ready: [UInt64] = []
  /// The first that is ready, in the order of arrival; those before it were taken.
  private var head = 0
  private var waiting = SortedMap<Moment, UInt64>()
  private var arrivals: UInt64 = 0

  package init(seed: UInt64, order: TaskOrder, from start: Instant = .zero) {
    now = start
    self.order = order
    chance = RandomStream(seed: seed, "tasks")
  }

  /// Adds a job that can run now.
  package mutating func add(_ job: UInt64) { ready.append(job) }

  /// Adds a job that can run from a moment on.
  package mutating func add(_ job: UInt64, at moment: Instant) {
    if moment <= now { return add(job) }
    arrivals += 1
    waiting.set(job, for: Moment(at: moment, number: arrivals))
  }

  /// Takes a job that can run now; nil: there is none.
  package mutating func next() -> UInt64? {
    let count = ready.count - head
    guard count > 0 else { return nil }
    let place = order == .shuffled ? chance.index(below: count) : 0
    digest.absorb(UInt64(count) << 32 | UInt64(place), UInt64(bitPattern: now.nanoseconds))
    taken += 1
    takenNow += 1
    let job: UInt64
    if order == .shuffled {
      ready.swapAt(place, ready.count - 1)
      job = ready.removeLast()
    } else {
      job = ready[head]
      head += 1
      // Room is given back now and then, for at some places something is always ready.
      if head == ready.count || head == 4096 {
        ready.removeFirst(head)
        head = 0
      }
    }
    return job
  }

  /// The next moment for which a job waits.
  package var nextMoment: Instant? { waiting.first?.key.at }

  /// Takes all jobs that can run now.
  package mutating func takeAll() -> [UInt64] {
    let all = Array(ready[head...])
    (head, ready) = (0, [])
    return all
  }

  /// Goes on to the next moment for which a job waits; `false`: there is none, and time stands still.
  package mutating func advance() -> Bool {
    guard let moment = nextMoment else { return false }
    advance(to: moment)
    return true
  }

  /// Goes on to a moment, at which all that waited for it or an earlier one can run.
  package mutating func advance(to moment: Instant) {
    guard moment > now else { return }
    now = moment
    takenNow = 0
    while let first = waiting.first, first.key.at <= now {
      ready.append(waiting.removeEntry(at: 0).value)
    }
  }
}

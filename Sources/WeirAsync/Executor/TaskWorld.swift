// SPDX-License-Identifier: GPL-3.0-or-later
import CVirtualTime
import Synchronization
package import WeirCore

/// A world in which async code runs on one thread, in virtual time, and in an order that a seed decides.
///
///     let world = TaskWorld(seed: 1, order: .shuffled)
///     let end = world.run {
///       try? await Task.sleep(for: .seconds(3600))
///     }
///     world.now  // an hour later, at once
///
/// Whatever tasks and actors a piece of async code starts run here: their jobs come to the executor that stands in the place of
/// the platform's, which finds the world by the thread. Only one world runs at a time in a process, for worlds may share an
/// actor, such as the main one.
package final class TaskWorld: @unchecked Sendable {
  /// The end of a piece of async code, or the reason for which it came to none.
  package enum End: Hashable, Sendable {
    /// It is over.
    case over
    /// Nothing can run any more, and nothing waits for a moment.
    case waits
    /// So many jobs ran at one moment that it will hardly come to an end.
    case spins
  }

  /// The number of jobs that may run at one moment.
  package static let mostJobs = 1_000_000
  /// The number of jobs at one moment after which time goes on all the same, for somebody may ask again and again whether
  /// it has.
  private static let patience = 10_000

  // Touched by the thread alone that runs the world, which holds `turn`.
  private var jobs: JobQueue
  private var chance: UInt64
  /// `true` while a job of the main actor runs.
  private(set) var isOnMain = false
  private var root: Task<Void, Never>?
  private static let turn = Turn()

  /// Makes a world.
  package init(seed: UInt64, order: TaskOrder, from start: Instant = .zero) {
    jobs = JobQueue(seed: seed, order: order, from: start)
    var stream = RandomStream(seed: seed, "random bytes")
    chance = stream.next()
    Executors.takeOver()
  }

  /// `true` if this build can put itself in the place of the platform's executors and clocks.
  package static var isThere: Bool { Executors.areThere && weir_virtual_time_is_there() }

  /// The world for which the calling thread works.
  static var current: TaskWorld? {
    guard let world = unsafe weir_world() else { return nil }
    return unsafe Unmanaged<TaskWorld>.fromOpaque(world).takeUnretainedValue()
  }

  /// The present.
  package var now: Instant { jobs.now }
  /// The next moment for which something waits.
  package var nextMoment: Instant? { jobs.nextMoment }
  /// The number of jobs that ran.
  package var jobCount: Int { jobs.taken }
  /// Tells two worlds apart in which anything ran at another moment, or out of another number.
  package var digest: UInt64 { jobs.digest.word }
  /// The function by which something left virtual time; nil: none.
  package private(set) var wayOut: String?

  /// Runs a piece of async code, and all that it starts, until it is over; time passes as it must.
  package func run(_ body: @escaping @Sendable () async -> Void) -> End {
    enter {
      let isOver = Flag()
      root = Task {
        await body()
        isOver.raise()
      }
      while true {
        if !drain(passingTime: true) { return .spins }
        if isOver.isRaised { return .over }
        if !advance() { return .waits }
      }
    }
  }

  /// Waits for what did not come to its end here, on the platform's threads and in real time.
  package func finishOutside() async {
    for job in Self.turn.locked({ jobs.takeAll() }) { Executors.handOn(job) }
    await root?.value
  }

  /// Does something at a moment, and runs all that can run then; `false`: that has no end.
  package func perform(at moment: Instant, _ body: () -> Void) -> Bool {
    enter {
      jobs.advance(to: moment)
      weir_virtual_time_set(jobs.now.nanoseconds)
      body()
      return drain(passingTime: false)
    }
  }

  /// Has a job run, now or from a moment on.
  func add(_ job: UInt64) { jobs.add(job) }
  func add(_ job: UInt64, after interval: Interval) { jobs.add(job, at: jobs.now + interval) }

  private func advance() -> Bool {
    guard jobs.advance() else { return false }
    weir_virtual_time_set(jobs.now.nanoseconds)
    return true
  }

  private func drain(passingTime: Bool) -> Bool {
    while let job = jobs.next() {
      if jobs.takenNow > Self.patience, passingTime { _ = advance() }
      if jobs.takenNow > Self.mostJobs {
        jobs.add(job)
        return false
      }
      isOnMain = Executors.isOfMain(job)
      Executors.run(job)
      isOnMain = false
    }
    return true
  }

  /// Has the thread work for this world meanwhile.
  private func enter<Result>(_ body: () -> Result) -> Result {
    // Somebody in a world who runs another one has the turn already.
    guard let outer = Self.current else { return Self.turn.locked { stay(body) } }
    outer.chance = weir_virtual_chance()
    let wayOut = outer.hasLeft()
    let result = stay(body)
    outer.arrive()
    outer.wayOut = wayOut
    return result
  }

  private func stay<Result>(_ body: () -> Result) -> Result {
    arrive()
    let result = body()
    chance = weir_virtual_chance()
    wayOut = hasLeft()
    weir_set_world(nil)
    weir_virtual_time_end()
    return result
  }

  private func arrive() {
    unsafe weir_set_world(Unmanaged.passUnretained(self).toOpaque())
    weir_virtual_time_begin(jobs.now.nanoseconds, chance)
  }

  private func hasLeft() -> String? {
    let name = unsafe weir_outside()
    weir_forget_outside()
    return unsafe name.map { unsafe String(cString: $0) } ?? wayOut
  }
}

/// The turn of one world, while the others of the process wait.
private final class Turn: Sendable {
  private let lock = Mutex(())

  /// Does something while nobody else does.
  func locked<Result>(_ body: () -> Result) -> Result {
    lock._unsafeLock()
    defer { lock._unsafeUnlock() }
    return body()
  }
}

/// A flag that is raised once.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .sequentiallyConsistent) }
  func raise() { value.store(true, ordering: .sequentiallyConsistent) }
}

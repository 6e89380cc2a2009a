// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

// The one file that depends on this very compiler: how executors are replaced is no part of the language yet. With
// another one it says that it cannot, and nothing else changes.

#if compiler(>=6.3) && compiler(<6.4) && os(Linux)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// The executors that stand in the place of the platform's: for a thread that works for a ``TaskWorld`` they hand jobs
  /// to that, for every other one to the platform.
  enum Executors: ExecutorFactory {
    fileprivate static let main = MainWorldExecutor()
    fileprivate static let rest = WorldExecutor()
    static var mainExecutor: any MainExecutor { main }
    static var defaultExecutor: any TaskExecutor { rest }

    static let areThere = true

    /// Takes the place of the platform's, once for the process.
    static func takeOver() { _ = taken }
    private static let taken: Void = _createExecutors(factory: Executors.self)

    /// `true` if a job is one of the main actor.
    static func isOfMain(_ job: UInt64) -> Bool { job & ofMain != 0 }
    /// Jobs lie at even addresses.
    fileprivate static let ofMain: UInt64 = 1

    fileprivate static func number(_ job: UnownedJob) -> UInt64 {
      unsafe UInt64(unsafeBitCast(job, to: UInt.self))
    }

    /// Runs a job on the calling thread.
    static func run(_ job: UInt64) {
      let plain = unsafe unsafeBitCast(UInt(job & ~ofMain), to: UnownedJob.self)
      if isOfMain(job) {
        unsafe plain.runSynchronously(on: main.asUnownedSerialExecutor())
      } else {
        unsafe plain.runSynchronously(on: rest.asUnownedTaskExecutor())
      }
    }

    /// Hands a job on to the platform.
    static func handOn(_ job: UInt64) {
      let plain = unsafe unsafeBitCast(UInt(job & ~ofMain), to: UnownedJob.self)
      if isOfMain(job) {
        PlatformExecutorFactory.mainExecutor.enqueue(ExecutorJob(plain))
      } else {
        PlatformExecutorFactory.defaultExecutor.enqueue(ExecutorJob(plain))
      }
    }

    /// The length of a wait by any clock; what is not measured in seconds is waited for by nobody.
    fileprivate static func interval<C: Clock>(_ length: C.Duration, _ clock: C) -> Interval {
      guard let length = length as? Duration else { return .zero }
      let (seconds, attoseconds) = length.components
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      if overflow { return Interval(nanoseconds: seconds < 0 ? 0 : .max / 2) }
      // A wait that is over a moment too early is none.
      let rest = (attoseconds + 999_999_999) / 1_000_000_000
      return Interval(nanoseconds: max(0, min(whole + rest, .max / 2)))
    }
  }

  /// Takes the jobs of tasks and of all actors but the main one.
  private final class WorldExecutor: TaskExecutor, SchedulingExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let world = TaskWorld.current {
        world.add(Executors.number(job))
      } else {
        PlatformExecutorFactory.defaultExecutor.enqueue(ExecutorJob(job))
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      if let world = TaskWorld.current {
        let job = UnownedJob(job)
        world.add(Executors.number(job), after: Executors.interval(delay, clock))
      } else {
        platform.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      if TaskWorld.current != nil {
        enqueue(
          job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
      } else {
        platform.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
      }
    }

    private var platform: any SchedulingExecutor {
      guard let platform = PlatformExecutorFactory.defaultExecutor as? any SchedulingExecutor else {
        invariantBroken("the platform's executor cannot wait")
      }
      return platform
    }
  }

  /// Takes the jobs of the main actor.
  private final class MainWorldExecutor: MainExecutor, SchedulingExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let world = TaskWorld.current {
        world.add(Executors.number(job) | Executors.ofMain)
      } else {
        PlatformExecutorFactory.mainExecutor.enqueue(ExecutorJob(job))
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      if let world = TaskWorld.current {
        let job = UnownedJob(job)
        world.add(
          Executors.number(job) | Executors.ofMain, after: Executors.interval(delay, clock))
      } else {
        platform.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      if TaskWorld.current != nil {
        enqueue(
          job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
      } else {
        platform.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
      }
    }

    private var platform: any SchedulingExecutor {
      guard let platform = PlatformExecutorFactory.mainExecutor as? any SchedulingExecutor else {
        invariantBroken("the platform's main executor cannot wait")
      }
      return platform
    }

    func run() throws { try PlatformExecutorFactory.mainExecutor.run() }
    func runUntil(_ condition: () -> Bool) throws {
      try PlatformExecutorFactory.mainExecutor.runUntil(condition)
    }
    func stop() { PlatformExecutorFactory.mainExecutor.stop() }
    var isMainExecutor: Bool { true }

    func checkIsolated() {
      guard let world = TaskWorld.current else {
        return PlatformExecutorFactory.mainExecutor.checkIsolated()
      }
      precondition(world.isOnMain, "this code must run on the main actor")
    }
  }
#else
  /// There are none: this compiler's executors cannot be replaced.
  enum Executors {
    static let areThere = false
    static func takeOver() {}
    static func isOfMain(_ job: UInt64) -> Bool { false }
    static func run(_ job: UInt64) {}
    static func handOn(_ job: UInt64) {}
  }
#endif

// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization
import Testing
import WeirAsync
import WeirCore

struct TaskWorldTests {
  private static let hour = Instant(nanoseconds: 3_600_000_000_000)

  @Test func `an hour passes at once`() {
    let world = TaskWorld(seed: 1, order: .shuffled)
    #expect(world.run { try? await Task.sleep(for: .seconds(3600)) } == .over)
    #expect(world.now == Self.hour)
  }

  @Test func `a year passes at once, and a wait beyond all time does no harm`() {
    let world = TaskWorld(seed: 1, order: .shuffled)
    let end = world.run {
      try? await Task.sleep(for: .seconds(365 * 86_400))
      let endless = Task { try? await Task.sleep(for: .seconds(Int64.max)) }
      await Task.yield()
      endless.cancel()
      await endless.value
    }
    #expect(end == .over)
    #expect(world.now.nanoseconds / 1_000_000_000 == 365 * 86_400)
  }

  /// An account whose balance is read, and written after a pause: others come between.
  private actor Account {
    private(set) var balance = 0
    func pay(_ amount: Int) async {
      let old = balance
      await Task.yield()
      balance = old + amount
    }
  }

  /// The balance after two payments.
  private func balance(_ seed: UInt64, _ order: TaskOrder) -> Int {
    let result = Mutex(0)
    let world = TaskWorld(seed: seed, order: order)
    let end = world.run {
      let account = Account()
      // The second one begins a few steps after the first, and so mostly when that is over.
      async let one: Void = account.pay(1)
      for _ in 0..<4 { await Task.yield() }
      await account.pay(1)
      await one
      let balance = await account.balance
      result.withLock { $0 = balance }
    }
    #expect(end == .over)
    return result.withLock { $0 }
  }

  @Test func `a race is found within a hundred seeds, and never in the order of arrival`() {
    let first = (1...100).first { balance($0, .shuffled) != 2 }
    #expect(first != nil)
    for seed in 1...100 as ClosedRange<UInt64> { #expect(balance(seed, .asQueued) == 2) }
  }

  @Test func `what nobody resumes is told, and the rest of the process goes on`() async {
    let world = TaskWorld(seed: 1, order: .shuffled)
    let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let end = world.run {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
      }
    }
    #expect(end == .waits)
    #expect(world.wayOut == nil)
    waiting.withLock { $0 }?.resume()
    await world.finishOutside()
  }

  @Test func `a thread is named`() {
    let world = TaskWorld(seed: 1, order: .shuffled)
    let end = world.run {
      var thread = pthread_t()
      let result = unsafe pthread_create(&thread, nil, { _ in nil }, nil)
      #expect(result == 0)
      pthread_join(thread, nil)
    }
    #expect(end == .over)
    #expect(world.wayOut == "pthread_create")
  }

  @Test func `a sleep that stops the thread is named`() {
    let world = TaskWorld(seed: 1, order: .shuffled)
    #expect(world.run { usleep(1) } == .over)
    #expect(world.wayOut == "usleep")
  }

  @Test func `outside of a world nothing is noted, and clocks and chance are real`() {
    usleep(1)
    let world = TaskWorld(seed: 1, order: .shuffled)
    #expect(world.run {} == .over)
    #expect(world.wayOut == nil)
    var (now, entropy) = (timespec(), UInt64(0))
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    // Later than the day on which virtual time begins.
    #expect(now.tv_sec > 1_500_000_000)
    let refusal = unsafe getentropy(&entropy, 8)
    #expect(refusal == 0)
    #expect(Set((0..<20).map { _ in UInt64.random(in: 0...UInt64.max) }).count == 20)
  }

  @Test func `in a world every clock of the day shows virtual time`() {
    let world = TaskWorld(seed: 1, order: .shuffled)
    let end = world.run {
      try? await Task.sleep(for: .milliseconds(1_500))
      var (now, day) = (timespec(), timeval())
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      unsafe gettimeofday(&day, nil)
      #expect(now.tv_sec == 978_307_201 && now.tv_nsec == 500_000_000)
      #expect(day.tv_sec == 978_307_201 && day.tv_usec == 500_000)
      #expect(time(nil) == 978_307_201)
      unsafe clock_gettime(CLOCK_MONOTONIC, &now)
      #expect(now.tv_sec == 1_000_001 && now.tv_nsec == 500_000_000)
      // What a processor has worked is no time of day.
      unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
      #expect(now.tv_sec < 1_000_000)
    }
    #expect(end == .over)
  }

  @Test func `a loop without end and without time is stopped`() async {
    let world = TaskWorld(seed: 1, order: .shuffled)
    let isOver = Mutex(false)
    let end = world.run {
      while !isOver.withLock({ $0 }) { await Task.yield() }
    }
    #expect(end == .spins)
    isOver.withLock { $0 = true }
    await world.finishOutside()
  }

  @Test func `what still sleeps when the code is over keeps nobody waiting`() {
    let world = TaskWorld(seed: 1, order: .shuffled)
    let end = world.run {
      Task { while true { try? await Task.sleep(for: .seconds(60)) } }
      try? await Task.sleep(for: .seconds(90))
    }
    #expect(end == .over)
    #expect(world.now == Instant(nanoseconds: 90_000_000_000))
  }

  @Test func `a world in a world has its own time, and gives the outer one its own back`() {
    let outer = TaskWorld(seed: 1, order: .shuffled)
    let end = outer.run {
      try? await Task.sleep(for: .seconds(10))
      let first = UInt64.random(in: 0...UInt64.max)
      let inner = TaskWorld(seed: 2, order: .shuffled)
      let end = inner.run {
        try? await Task.sleep(for: .seconds(3600))
        usleep(1)
      }
      #expect(end == .over)
      #expect(inner.now == Self.hour)
      #expect(inner.wayOut == "usleep")
      let start = ContinuousClock.now
      try? await Task.sleep(for: .seconds(1))
      #expect(ContinuousClock.now - start == .seconds(1))
      #expect(UInt64.random(in: 0...UInt64.max) != first)
    }
    #expect(end == .over)
    #expect(outer.now == Instant(nanoseconds: 11_000_000_000))
    #expect(outer.wayOut == nil)
  }

  @Test func `many worlds at once keep to their turn`() async {
    await withTaskGroup(of: (UInt64, UInt64).self) { group in
      for seed in 1...20 as ClosedRange<UInt64> {
        group.addTask {
          let world = TaskWorld(seed: seed, order: .shuffled)
          let end = world.run {
            for _ in 0..<50 {
              async let here: Void = MainActor.run {}
              async let there: Void = Task.yield()
              _ = await (here, there)
              try? await Task.sleep(for: .milliseconds(1))
            }
          }
          #expect(end == .over)
          return (seed, world.digest)
        }
      }
      for await (seed, digest) in group {
        let again = TaskWorld(seed: seed, order: .shuffled)
        _ = again.run {
          for _ in 0..<50 {
            async let here: Void = MainActor.run {}
            async let there: Void = Task.yield()
            _ = await (here, there)
            try? await Task.sleep(for: .milliseconds(1))
          }
        }
        #expect(again.digest == digest)
      }
    }
  }

  @Test func `what is done at a moment runs as far as it can`() {
    let world = TaskWorld(seed: 1, order: .shuffled)
    let journal = Journal()
    let isAtRest = world.perform(at: Instant(nanoseconds: 5)) {
      Task {
        journal.note("begun")
        try? await Task.sleep(for: .nanoseconds(10))
        journal.note("slept")
      }
    }
    #expect(isAtRest && journal.text == "begun")
    #expect(world.nextMoment == Instant(nanoseconds: 15))
    #expect(world.perform(at: Instant(nanoseconds: 14)) {} && journal.text == "begun")
    #expect(world.perform(at: Instant(nanoseconds: 15)) {} && journal.text == "begun slept")
    #expect(world.nextMoment == nil)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// What a piece of async code notes down, in the order in which it happens.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])
  func note(_ words: String) { lines.withLock { $0.append(words) } }
  var text: String { lines.withLock { $0.joined(separator: " ") } }
}

/// A way in which Swift lets code be concurrent.
struct Construct: Sendable {
  var name: String
  var body: @Sendable (Journal) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (Journal) async throws -> Void) {
    (self.name, self.body) = (name, body)
  }
}

private actor Counter {
  private(set) var count = 0
  func add() { count += 1 }
  func addSlowly(_ journal: Journal) async {
    let before = count
    await Task.yield()
    count = before + 1
    journal.note("\(count)")
  }
  nonisolated func free() async -> Int { await count }
}

@globalActor private actor Elsewhere {
  static let shared = Elsewhere()
}

@Elsewhere private func elsewhere(_ number: Int, _ journal: Journal) async {
  journal.note("in \(number)")
  await Task.yield()
  journal.note("out \(number)")
}

@MainActor private final class Screen {
  var words: [String] = []
  func show(_ word: String) async {
    words.append(word)
    await Task.yield()
    stay { words.append("still \(word)") }
  }
}

/// Does something on the main actor, and ends the program if it is not there.
private func stay(_ body: @MainActor () -> Void) { MainActor.assumeIsolated(body) }

@TaskLocal private var tint = 0

private struct Late: Error {}

/// Returns what is done, unless it takes too long.
private func atMost(
  _ limit: Duration, _ body: @escaping @concurrent @Sendable () async throws -> Int
) async throws -> Int {
  try await withThrowingTaskGroup(of: Int.self) { group in
    group.addTask(operation: body)
    group.addTask {
      try await Task.sleep(for: limit)
      throw Late()
    }
    defer { group.cancelAll() }
    return try await group.next() ?? 0
  }
}

/// All of them that use neither Dispatch nor threads.
let constructs: [Construct] = [
  Construct("tasks") { journal in
    let tasks = (0..<5).map { number in Task { journal.note("\(number)") } }
    for task in tasks { await task.value }
  },
  Construct("detached tasks") { journal in
    let tasks = (0..<5).map { number in Task.detached { journal.note("\(number)") } }
    for task in tasks { await task.value }
  },
  Construct("a task that starts at once") { journal in
    let task = Task.immediate {
      journal.note("at once")
      await Task.yield()
      journal.note("later")
    }
    journal.note("after")
    await task.value
  },
  Construct("tasks with results and errors") { journal in
    let good = Task { 7 }
    let bad = Task { () throws -> Int in throw Late() }
    journal.note("\(await good.value)")
    // Not the result as it describes itself: of a private type that tells an address.
    if case .failure(let error) = await bad.result { journal.note("\(error)") }
  },
  Construct("priorities") { journal in
    let low = Task(priority: .background) { journal.note("low") }
    let high = Task(priority: .high) { journal.note("high") }
    await low.value
    await high.value
  },
  Construct("async let") { journal in
    async let one: Void = journal.note("one")
    async let two: Void = journal.note("two")
    async let three: Void = journal.note("three")
    _ = await (one, two, three)
  },
  Construct("a group") { journal in
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<5 { group.addTask { number } }
      for await number in group { journal.note("\(number)") }
    }
  },
  Construct("a throwing group") { journal in
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
          group.addTask {
            journal.note("\(number)")
            if number == 2 { throw Late() }
            try await Task.sleep(for: .seconds(number))
            journal.note("slept \(number)")
          }
        }
        try await group.waitForAll()
      }
    } catch { journal.note("\(error)") }
  },
  Construct("a discarding group") { journal in
    await withDiscardingTaskGroup { group in
      for number in 0..<5 { group.addTask { journal.note("\(number)") } }
    }
  },
  Construct("a group that is cancelled") { journal in
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          try? await Task.sleep(for: .seconds(number))
          journal.note("\(number) \(Task.isCancelled)")
        }
      }
      await group.next()
      group.cancelAll()
    }
  },
  Construct("yields") { journal in
    async let a: Void = {
      for number in 0..<3 {
        journal.note("a\(number)")
        await Task.yield()
      }
    }()
    async let b: Void = {
      for number in 0..<3 {
        journal.note("b\(number)")
        await Task.yield()
      }
    }()
    _ = await (a, b)
  },
  Construct("an actor") { journal in
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { await counter.add() } }
    }
    journal.note("\(await counter.count)")
  },
  Construct("an actor that is entered again") { journal in
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { await counter.addSlowly(journal) } }
    }
  },
  Construct("an actor's free part") { journal in journal.note("\(await Counter().free())") },
  Construct("a global actor") { journal in
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<3 { group.addTask { await elsewhere(number, journal) } }
    }
  },
  Construct("the main actor's run") { journal in
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 { group.addTask { await MainActor.run { journal.note("\(number)") } } }
    }
  },
  Construct("a class of the main actor") { journal in
    let screen = Screen()
    await withTaskGroup(of: Void.self) { group in
      for word in ["a", "b", "c"] { group.addTask { await screen.show(word) } }
    }
    journal.note(await screen.words.joined(separator: ","))
  },
  Construct("a task of the main actor") { journal in
    let task = Task { @MainActor in
      stay { journal.note("main") }
      await Task.yield()
      stay { journal.note("still main") }
    }
    await task.value
  },
  Construct("sleep for") { journal in
    let clock = ContinuousClock()
    let start = clock.now
    await withTaskGroup(of: Void.self) { group in
      for number in [3, 1, 2, 1] {
        group.addTask {
          try? await Task.sleep(for: .seconds(number))
          journal.note("\(number) \(clock.now - start)")
        }
      }
    }
  },
  Construct("sleep until") { journal in
    let start = ContinuousClock.now
    try await Task.sleep(until: start + .milliseconds(1500))
    journal.note("\(ContinuousClock.now - start)")
    try await Task.sleep(until: start)
    journal.note("\(ContinuousClock.now - start)")
  },
  Construct("the clock that suspends") { journal in
    let clock = SuspendingClock()
    let start = clock.now
    try await clock.sleep(for: .microseconds(1))
    journal.note("\(clock.now - start) \(clock.now)")
  },
  Construct("sleep in nanoseconds") { journal in
    let start = ContinuousClock.now
    try await Task.sleep(nanoseconds: 17)
    journal.note("\(ContinuousClock.now - start)")
  },
  Construct("a measured time") { journal in
    let time = await ContinuousClock().measure { try? await Task.sleep(for: .seconds(86_400)) }
    journal.note("\(time)")
  },
  Construct("a sleep that is cancelled") { journal in
    let start = ContinuousClock.now
    let task = Task {
      do { try await Task.sleep(for: .seconds(100)) } catch {
        journal.note("\(error is CancellationError) \(ContinuousClock.now - start)")
      }
    }
    try await Task.sleep(for: .seconds(1))
    task.cancel()
    await task.value
  },
  Construct("a cancellation handler") { journal in
    let task = Task {
      await withTaskCancellationHandler {
        try? await Task.sleep(for: .seconds(5))
        journal.note("ended")
      } onCancel: {
        journal.note("cancelled")
      }
    }
    await Task.yield()
    task.cancel()
    await task.value
  },
  Construct("a limit of time") { journal in
    let quick = try await atMost(.seconds(1)) {
      try await Task.sleep(for: .milliseconds(999))
      return 1
    }
    journal.note("\(quick)")
    do {
      _ = try await atMost(.seconds(1)) {
        try await Task.sleep(for: .milliseconds(1001))
        return 2
      }
    } catch { journal.note("\(error)") }
  },
  Construct("a stream") { journal in
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    Task {
      for number in 0..<4 {
        try? await Task.sleep(for: .milliseconds(10))
        continuation.yield(number)
      }
      continuation.finish()
    }
    for await number in stream { journal.note("\(number)") }
  },
  Construct("a stream that keeps the newest") { journal in
    let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(2))
    let writer = Task {
      for number in 0..<6 {
        continuation.yield(number)
        await Task.yield()
      }
      continuation.finish()
    }
    for await number in stream { journal.note("\(number)") }
    await writer.value
  },
  Construct("a stream that throws") { journal in
    let stream = AsyncThrowingStream<Int, any Error> { continuation in
      Task {
        continuation.yield(1)
        await Task.yield()
        continuation.finish(throwing: Late())
      }
    }
    do { for try await number in stream { journal.note("\(number)") } } catch {
      journal.note("\(error)")
    }
  },
  Construct("sequences over a stream") { journal in
    let stream = AsyncStream { continuation in
      Task {
        for number in 0..<6 { continuation.yield(number) }
        continuation.finish()
      }
    }
    for await number in stream.filter({ $0 % 2 == 0 }).map({ $0 * $0 }) {
      journal.note("\(number)")
    }
  },
  Construct("a checked continuation") { journal in
    let number = await withCheckedContinuation { continuation in
      Task {
        try? await Task.sleep(for: .seconds(1))
        continuation.resume(returning: 5)
      }
    }
    journal.note("\(number)")
  },
  Construct("a continuation that throws") { journal in
    do {
      let _: Int = try await withCheckedThrowingContinuation { continuation in
        Task { continuation.resume(throwing: Late()) }
      }
    } catch { journal.note("\(error)") }
  },
  Construct("an unsafe continuation") { journal in
    let number = await unsafe withUnsafeContinuation { continuation in
      Task.detached { unsafe continuation.resume(returning: 6) }
    }
    journal.note("\(number)")
  },
  Construct("task locals") { journal in
    await $tint.withValue(3) {
      async let child: Void = journal.note("\(tint)")
      let task = Task { journal.note("\(tint)") }
      let detached = Task.detached { journal.note("\(tint)") }
      await child
      await task.value
      await detached.value
    }
  },
  Construct("random numbers") { journal in
    var generator = SystemRandomNumberGenerator()
    journal.note("\(Int.random(in: 0..<1000)) \(generator.next()) \([1, 2, 3, 4, 5].shuffled())")
  },
  Construct("a poll without a sleep") { journal in
    let isReady = Mutex(false)
    Task {
      try? await Task.sleep(for: .milliseconds(20))
      isReady.withLock { $0 = true }
    }
    let start = ContinuousClock.now
    while !isReady.withLock({ $0 }) { await Task.yield() }
    journal.note("\(ContinuousClock.now - start)")
  },
]

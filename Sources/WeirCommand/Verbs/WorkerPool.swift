// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirSweep

/// The processes that run the seeds of a sweep side by side.
///
/// A pool knows neither the meaning of a result nor an order other than that of its pipes: the process
/// that gets a seed, and the time at which the seed is done, change nothing of the findings.
final class WorkerPool {
  /// News of a seed.
  enum News {
    /// It was run.
    case result(SeedResult)
    /// Its process died over it.
    case died(SweepLedger.Order, ChildProcess.Ending, lastWords: String)
    /// It took longer than it may, and its process was ended.
    case overdue(SweepLedger.Order)
    /// It was handed out and not begun.
    case returned(SweepLedger.Order)
  }

  fileprivate struct Worker {
    var child: ChildProcess
    var orders: [SweepLedger.Order] = []
    var text: [UInt8] = []
    /// `true` if it has read the scenarios.
    var isReady = false
    /// The wall-clock time at which it began its first order.
    var since: UInt64 = 0
    /// `true` if it was ended because that was too long ago.
    var isOverdue = false
  }

  /// The name of the program, its first input, and the answer that it must give.
  private let program: String
  private let words: [String]
  private let preface: [UInt8]
  private let greeting: String
  /// The number of nanoseconds that a seed may take; nil: any number.
  private let limit: UInt64?
  private let clock: () -> UInt64
  private var workers: [Worker] = []

  /// Starts `size` processes.
  init(
    size: Int, program: String, words: [String], preface: [UInt8], greeting: String,
    limit: UInt64? = nil, clock: @escaping () -> UInt64 = { 0 }
  ) throws(FileFailure) {
    Interruption.letWritesFail()
    self.limit = limit
    self.clock = clock
    self.program = program
    self.words = words
    self.preface = preface
    self.greeting = greeting
    for _ in 0..<size { workers.append(try startWorker()) }
  }

  /// Hands out seeds: one to each worker, and one ahead while there are many left.
  func handOut(from ledger: inout SweepLedger) {
    for depth in 1...2 {
      for number in workers.indices where workers[number].orders.count < depth {
        // The last ones are not reserved for a busy worker while another one is idle.
        if depth == 2, ledger.leftCount < 4 * workers.count { return }
        guard let order = ledger.next() else { return }
        if workers[number].orders.isEmpty { workers[number].since = clock() }
        workers[number].orders.append(order)
        workers[number].child.write(Array("\(order.scenario) \(order.seed)\n".utf8))
      }
    }
  }

  /// Waits a moment for news.
  ///
  /// A process that died is replaced. One that ends by itself, or has read other scenarios than this one, ends
  /// the sweep: it would happen again with every seed.
  func wait(milliseconds: Int32) throws(FileFailure) -> [News] {
    ChildProcess.wait(for: workers.map(\.child), milliseconds: milliseconds)
    var news: [News] = []
    for number in workers.indices {
      while let bytes = workers[number].child.read() {
        if bytes.isEmpty { break }
        let count = news.count
        try workers[number].take(bytes, greeting, into: &news)
        if news.count > count { workers[number].since = clock() }
      }
      endIfOverdue(number)
      if workers[number].child.isOver { try replace(number, &news) }
    }
    return news
  }

  /// Ends all processes at once.
  func stop() {
    for worker in workers { worker.child.kill() }
    workers.removeAll()
  }

  /// Ends a process whose seed takes too long; what becomes of it is seen as of any process that died.
  private func endIfOverdue(_ number: Int) {
    guard let limit, workers[number].isReady, !workers[number].orders.isEmpty,
      !workers[number].isOverdue, clock() - workers[number].since >= limit
    else { return }
    workers[number].isOverdue = true
    workers[number].child.kill()
  }

  private func startWorker() throws(FileFailure) -> Worker {
    // What a crash says is kept in one line; where it happened is told by running the seed alone.
    let child = try ChildProcess(
      program: program, words: words, variables: ["SWIFT_BACKTRACE=enable=no"])
    child.write(preface)
    return Worker(child: child)
  }

  private func replace(_ number: Int, _ news: inout [News]) throws(FileFailure) {
    let worker = workers[number]
    let ending = worker.child.end()
    if case .exited(let code) = ending {
      throw Self.failure(
        "a process of the sweep ended with \(code): \(worker.child.lastWords)",
        "run the scenario alone with `weir run`, and see what it says")
    }
    if let first = worker.orders.first {
      news.append(
        worker.isOverdue
          ? .overdue(first) : .died(first, ending, lastWords: worker.child.lastWords))
      news += worker.orders.dropFirst().map { .returned($0) }
    }
    workers[number] = try startWorker()
  }

  fileprivate static func failure(_ message: String, _ remedy: String) -> FileFailure {
    FileFailure(stage: .midway, problem: Problem(message: message, remedy: remedy))
  }
}

extension WorkerPool.Worker {
  /// Takes in what a process wrote: its greeting first, then a result a line.
  fileprivate mutating func take(
    _ bytes: [UInt8], _ greeting: String, into news: inout [WorkerPool.News]
  ) throws(FileFailure) {
    text += bytes
    while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
      let line = text[...end]
      defer { text.removeSubrange(...end) }
      guard isReady else {
        guard line.dropLast().elementsEqual(greeting.utf8) else {
          throw WorkerPool.failure(
            "the scenarios have changed since the sweep began",
            "leave them alone while it runs, and start it again")
        }
        isReady = true
        continue
      }
      guard let result = SeedResult(line: line), let order = orders.first,
        order == SweepLedger.Order(scenario: result.scenario, seed: result.seed)
      else {
        throw WorkerPool.failure(
          "a process of the sweep gave an answer that was not asked for",
          "see that nothing but weir writes to its standard output")
      }
      orders.removeFirst()
      news.append(.result(result))
    }
  }
}

internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirSweep

/// The processes that run the seeds of a sweep side by side.
///
/// A crew knows no result's meaning and no order but that of its pipes: who gets which seed, and when it is
/// done, changes nothing of what is found.
final class Crew {
  /// What came of a seed.
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

  fileprivate struct Member {
    var child: ChildProcess
    var orders: [SweepLedger.Order] = []
    var text: [UInt8] = []
    /// `true` if it has read the scenarios.
    var isReady = false
    /// When it began its first order, by the clock on the wall.
    var since: UInt64 = 0
    /// `true` if it was ended because that was too long ago.
    var isOverdue = false
  }

  /// How the program is called, what it reads first, and what it must answer.
  private let program: String
  private let words: [String]
  private let preface: [UInt8]
  private let greeting: String
  /// How many nanoseconds a seed may take; nil: any number.
  private let limit: UInt64?
  private let clock: () -> UInt64
  private var members: [Member] = []

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
    for _ in 0..<size { members.append(try hire()) }
  }

  /// Hands out seeds: one to each member, and one ahead while there are many left.
  func handOut(from ledger: inout SweepLedger) {
    for depth in 1...2 {
      for number in members.indices where members[number].orders.count < depth {
        // The last ones are not reserved for somebody who is busy while another one is idle.
        if depth == 2, ledger.leftCount < 4 * members.count { return }
        guard let order = ledger.next() else { return }
        if members[number].orders.isEmpty { members[number].since = clock() }
        members[number].orders.append(order)
        members[number].child.write(Array("\(order.scenario) \(order.seed)\n".utf8))
      }
    }
  }

  /// Waits a moment for news.
  ///
  /// A process that died is replaced. One that ends by itself, or has read other scenarios than this one, ends
  /// the sweep: it would happen again with every seed.
  func wait(milliseconds: Int32) throws(FileFailure) -> [News] {
    ChildProcess.wait(for: members.map(\.child), milliseconds: milliseconds)
    var news: [News] = []
    for number in members.indices {
      while let bytes = members[number].child.read() {
        if bytes.isEmpty { break }
        let count = news.count
        try members[number].take(bytes, greeting, into: &news)
        if news.count > count { members[number].since = clock() }
      }
      endIfOverdue(number)
      if members[number].child.isOver { try replace(number, &news) }
    }
    return news
  }

  /// Ends all processes, whatever they do.
  func stop() {
    for member in members { member.child.kill() }
    members.removeAll()
  }

  /// Ends a process whose seed takes too long; what becomes of it is seen as of any process that died.
  private func endIfOverdue(_ number: Int) {
    guard let limit, members[number].isReady, !members[number].orders.isEmpty,
      !members[number].isOverdue, clock() - members[number].since >= limit
    else { return }
    members[number].isOverdue = true
    members[number].child.kill()
  }

  private func hire() throws(FileFailure) -> Member {
    // What a crash says is kept in one line; where it happened is told by running the seed alone.
    let child = try ChildProcess(
      program: program, words: words, variables: ["SWIFT_BACKTRACE=enable=no"])
    child.write(preface)
    return Member(child: child)
  }

  private func replace(_ number: Int, _ news: inout [News]) throws(FileFailure) {
    let member = members[number]
    let ending = member.child.end()
    if case .exited(let code) = ending {
      throw Self.failure(
        "a process of the sweep ended with \(code): \(member.child.lastWords)",
        "run the scenario alone with `weir run`, and see what it says")
    }
    if let first = member.orders.first {
      news.append(
        member.isOverdue
          ? .overdue(first) : .died(first, ending, lastWords: member.child.lastWords))
      news += member.orders.dropFirst().map { .returned($0) }
    }
    members[number] = try hire()
  }

  fileprivate static func failure(_ message: String, _ remedy: String) -> FileFailure {
    FileFailure(stage: .midway, problem: Problem(message: message, remedy: remedy))
  }
}

extension Crew.Member {
  /// Takes in what a process wrote: its greeting first, then a result a line.
  fileprivate mutating func take(
    _ bytes: [UInt8], _ greeting: String, into news: inout [Crew.News]
  ) throws(FileFailure) {
    text += bytes
    while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
      let line = text[...end]
      defer { text.removeSubrange(...end) }
      guard isReady else {
        guard line.dropLast().elementsEqual(greeting.utf8) else {
          throw Crew.failure(
            "the scenarios have changed since the sweep began",
            "leave them alone while it runs, and begin it anew")
        }
        isReady = true
        continue
      }
      guard let result = SeedResult(line: line), let order = orders.first,
        order == SweepLedger.Order(scenario: result.scenario, seed: result.seed)
      else {
        throw Crew.failure(
          "a process of the sweep gave an answer that nobody asked for",
          "see that nothing but weir writes to its standard output")
      }
      orders.removeFirst()
      news.append(.result(result))
    }
  }
}

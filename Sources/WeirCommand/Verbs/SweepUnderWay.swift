// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario
internal import WeirSweep

/// A sweep from its first seed to its report.
struct SweepUnderWay {
  /// The number of failures that are told as they come.
  private static let toldFailures = 10
  /// The number of times a seed is tried whose process was ended from outside.
  private static let mostTries = 3

  private let items: [SweepItem]
  private let options: SweepOptions
  private let environment: CommandEnvironment
  private let progress: ProgressLine
  /// The shard that is run, and the sweep that it is of; nil: all of the sweep.
  private let part: SweepPart?
  private var ledger: SweepLedger
  private var report: SweepReport
  /// Seeds whose process was ended from outside, once for each time.
  private var victims: [SweepLedger.Order] = []
  private var toldCount = 0
  /// The number of seeds that an earlier process had done.
  private var inheritedCount = 0

  /// A sweep that has not begun.
  init(_ items: [SweepItem], _ options: SweepOptions, in environment: CommandEnvironment) {
    self.items = items
    self.options = options
    self.environment = environment
    progress = ProgressLine(in: environment, wanted: options.showsProgress && !options.isQuiet)
    part = options.shard.map {
      SweepPart($0, of: SweepDescription(items, options, in: environment))
    }
    ledger = Self.ledger(items.count, options)
    report = SweepReport(
      items.map { item in
        var part = SweepReport.Part(
          name: item.scenario.name, about: item.scenario.about, file: item.file,
          tally: SweepTally(aim: options.aim))
        part.point = item.point
        if options.countsSituations {
          part.reach = SituationReach(
            item.scenario, actions: environment.catalogue.schema.actions)
        }
        return part
      }, options, in: environment)
  }

  /// Runs what is still to run, and says and writes what was found.
  mutating func perform() throws(Refusal) -> SweepReport.Verdict {
    do throws(FileFailure) {
      if try isDoneAlready() { return .pass }
      let log = try options.folder.map { folder throws(FileFailure) in
        let path = part?.log(in: folder) ?? SweepFolder.log(folder)
        var isWaiting = false
        let log = try SweepLog(
          at: path, heading: heading, afresh: options.isFresh, waits: { waitForOther(&isWaiting) })
        if let part { try part.tidy(folder) } else { try SweepFolder.tidy(folder) }
        return log
      }
      // Another process may have run the shard to its end while this one waited for it.
      if try isDoneAlready() {
        if let log { try WholeFile.remove(log.path) }
        return .pass
      }
      try log?.read { line throws(FileFailure) in inherit(line) }
      do throws(FileFailure) {
        if !ledger.isOver { try run(log) }
      } catch {
        // What is known is said even where it cannot be kept.
        conclude(isInterrupted: true)
        throw error
      }
      conclude(isInterrupted: !ledger.isOver)
      if let log, let folder = options.folder { try write(log, folder) }
      // A shard that was run to its end is a success, whatever it found.
      return part == nil || report.isInterrupted ? report.verdict : .pass
    } catch {
      throw Refusal(error)
    }
  }

  /// The settings that this sweep must share with one that it continues.
  private var heading: String {
    var digest = Digest()
    for item in items {
      digest.absorb(item.file)
      digest.absorb(item.scenario.fingerprint, 0)
    }
    for measure in options.measures { digest.absorb(measure.name) }
    digest.absorb(options.countsSituations ? 1 : 0, 0)
    if let part { return part.heading }
    return "weir-sweep 1 seeds=\(options.seeds.lowerBound)..\(options.seeds.upperBound)"
      + " scenarios=\(digest) build=\(Version.program)-\(Machine.build(of: environment.program))"
  }

  private static func ledger(_ count: Int, _ options: SweepOptions) -> SweepLedger {
    guard let shard = options.shard else {
      return SweepLedger(
        scenarios: count, seeds: options.seeds, aim: options.aim, limit: options.limit)
    }
    let total = count * (Int(options.seeds.upperBound - options.seeds.lowerBound) + 1)
    return SweepLedger(
      scenarios: count, seeds: options.seeds, orders: shard.orders(of: total), aim: options.aim,
      limit: options.limit)
  }

  /// `true` if the file of the shard is there as a whole.
  private func isDoneAlready() throws(FileFailure) -> Bool {
    guard let part, let folder = options.folder, !options.isFresh else { return false }
    guard try part.isDone(in: folder, aim: options.aim) else { return false }
    environment.say("\(part.name) is done already: \(CleanText.line(part.path(in: folder)))")
    return true
  }

  /// Waits a moment for the process that is at work on the same shard; false if that is not to be.
  private func waitForOther(_ isWaiting: inout Bool) -> Bool {
    guard let part, Interruption.code == nil else { return false }
    if !isWaiting { environment.say("another process is at work on \(part.name): waiting for it") }
    isWaiting = true
    Machine.pause(milliseconds: 200)
    return true
  }

  /// Takes in what an earlier process found; false if the line is none of its results.
  private mutating func inherit(_ line: [UInt8]) -> Bool {
    guard let result = SeedResult(line: line) else { return false }
    if ledger.take(result) {
      inheritedCount += 1
      settle()
    }
    return true
  }

  private mutating func run(_ log: SweepLog?) throws(FileFailure) {
    if inheritedCount > 0 {
      environment.say(
        "going on: \(inheritedCount) of \(ledger.plannedCount) seeds are done, "
          + "\(ledger.failureCount) failed")
    }
    let pool = try makePool()
    defer {
      progress.clear()
      pool.stop()
    }
    while !ledger.isOver, Interruption.code == nil {
      pool.handOut(from: &ledger)
      for news in try pool.wait(milliseconds: 100) {
        guard let result = result(of: news) else { continue }
        guard ledger.take(result) else { continue }
        try log?.append(result.line)
        settle()
        tell(result)
      }
      progress.update { words(after: $0) }
    }
  }

  private func makePool() throws(FileFailure) -> WorkerPool {
    var words = ["weir", "sweep", "--worker"]
    // What stands for a point has all settings in its text.
    if options.varied.isEmpty {
      for setting in options.settings { words += ["--set", setting] }
    }
    for measure in options.measures { words += ["--measure", measure.name] }
    if options.countsSituations { words.append("--coverage") }
    if environment.files.allowsOutside { words.append("--allow-outside") }
    // Last and behind the end of the options: a file's name may begin with a dash.
    words += ["--"] + items.map(\.file)
    let cores = options.cores ?? Machine.coreCount
    return try WorkerPool(
      size: min(cores, max(1, ledger.leftCount)), program: environment.program, words: words,
      preface: items.flatMap { Array("\($0.text.count)\n".utf8) + $0.text },
      greeting: SweepItem.greeting(items.map(\.scenario)),
      limit: options.seedLimit.map { UInt64($0.nanoseconds) }, clock: environment.wallClock)
  }

  /// Returns the result that news bring, if they bring one.
  private mutating func result(of news: WorkerPool.News) -> SeedResult? {
    switch news {
    case .result(let result): return result
    case .returned(let order):
      ledger.giveBack(order)
      return nil
    case .overdue(let order):
      let limit = options.seedLimit.map { "\($0)" } ?? ""
      return SeedResult(
        scenario: order.scenario, seed: order.seed, verdict: .crashed,
        words: "it took longer than \(limit) by the clock on the wall")
    case .died(let order, let ending, let lastWords):
      var words = lastWords
      if case .killed(let signal) = ending, ChildProcess.comesFromOutside(signal) {
        victims.append(order)
        if victims.count(where: { $0 == order }) < Self.mostTries {
          ledger.giveBack(order)
          return nil
        }
        words = "its process was killed \(Self.mostTries) times, perhaps for want of memory"
      } else if words.isEmpty, case .killed(let signal) = ending {
        words = "its process died of signal \(signal)"
      }
      return SeedResult(
        scenario: order.scenario, seed: order.seed, verdict: .crashed, words: words)
    }
  }

  private mutating func settle() {
    for result in ledger.takeSettled() { report.parts[result.scenario].tally.add(result) }
  }

  /// Tells of a failure as soon as it is known; of the others later.
  private mutating func tell(_ result: SeedResult) {
    guard options.aim.isFailure(result) || result.verdict == .crashed, !options.isQuiet else {
      return
    }
    toldCount += 1
    guard toldCount <= Self.toldFailures + 1 else { return }
    progress.clear()
    if toldCount > Self.toldFailures {
      environment.say("more failures are counted and no longer told one by one")
      return
    }
    let code = result.verdict == .crashed ? " (\(ExitCode.ours.rawValue))" : ""
    let file = items[result.scenario].file
    environment.say(
      CleanText.line("seed \(result.seed) of \(file): \(report.words(for: result))\(code)"))
    environment.say("  replay: \(report.replay(result))", environment.errInk.quiet)
  }

  private func words(after wall: UInt64) -> String {
    SweepWords.progress(
      done: ledger.doneCount, inherited: inheritedCount, of: ledger.plannedCount,
      failures: ledger.failureCount, after: wall)
  }

  /// Sums up, and prints the report.
  private mutating func conclude(isInterrupted: Bool) {
    Interruption.conclude(true)
    report.isInterrupted = isInterrupted
    if isInterrupted {
      for result in ledger.waiting() { report.parts[result.scenario].tally.add(result) }
    }
    // What a shard found is told by the merge.
    if part == nil { environment.show(options.isQuiet ? report.shortText : report.text) }
    guard isInterrupted else { return }
    environment.say(
      "ended after \(ledger.doneCount) of \(ledger.plannedCount) seeds; "
        + (options.folder == nil
          ? "with --out DIR it could be continued" : "the same command goes on from there"))
  }

  /// Turns a log that is complete into tables, or into the file of a shard.
  private func write(_ log: SweepLog, _ folder: String) throws(FileFailure) {
    guard !report.isInterrupted else { return }
    let ledger = Self.ledger(items.count, options)
    if let part {
      try part.write(log, ledger, aim: options.aim, to: folder)
    } else {
      try SweepFolder.write(report, from: log, ledger, to: folder)
    }
    try log.remove()
    if let part, !options.isQuiet {
      environment.say(
        "\(part.name): \(self.ledger.doneCount) runs, \(self.ledger.failureCount) failed")
    }
    if !options.isQuiet {
      environment.say("results: \(CleanText.line(part?.path(in: folder) ?? folder))")
    }
  }
}

extension SweepReport {
  /// Makes the report of a sweep about these scenarios, of which nothing is known yet.
  init(_ parts: [Part], _ options: SweepOptions, in environment: CommandEnvironment) {
    self.init(
      parts: parts, seeds: options.seeds, aim: options.aim, expectedBroken: options.expectedBroken,
      settings: options.settings)
    measures = options.measures
    allowsOutside = environment.files.allowsOutside
  }
}

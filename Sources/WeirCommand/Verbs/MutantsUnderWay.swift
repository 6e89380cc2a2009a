// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario
internal import WeirSweep

/// The proof of all mutants from its first seed to its tables.
struct MutantsUnderWay {
  /// The number of times a seed is tried whose process was ended from outside.
  private static let mostTries = 3

  private let trials: [MutantTrial]
  private let options: MutantsOptions
  private let environment: CommandEnvironment
  private let progress: ProgressLine
  /// The results of each mutant so far.
  private(set) var tallies: [MutantTally]

  /// A proof that has not begun.
  init(_ trials: [MutantTrial], _ options: MutantsOptions, in environment: CommandEnvironment) {
    self.trials = trials
    self.options = options
    self.environment = environment
    progress = ProgressLine(in: environment, wanted: true)
    tallies = trials.map(\.tally)
  }

  /// Runs as many seeds of each mutant as were asked for, and more of those that none of them caught.
  mutating func perform() throws(FileFailure) {
    defer { progress.clear() }
    // By the number of a scenario: the trial, and what stands in the mutant's place; nil: the mutant itself.
    let lanes: [(trial: Int, innocent: String?)] = trials.indices.flatMap { trial in
      [(trial, nil)] + trials[trial].innocents.map { (trial, $0) }
    }
    let ledger = SweepLedger(scenarios: lanes.count, seeds: 1...UInt64(options.seeds))
    try run(ledger, trials) { tallies, result in
      let (trial, innocent) = lanes[result.scenario]
      if let innocent {
        tallies[trial].addInnocent(result, called: innocent)
      } else {
        tallies[trial].add(result)
      }
    }
    guard options.patience > options.seeds else { return }
    for number in trials.indices where tallies[number].firstSeed == nil {
      if Interruption.code != nil { return }
      // Only the first lane of the file: what has no bug has stood there long enough.
      let ledger = SweepLedger(
        scenarios: 1, seeds: UInt64(options.seeds) + 1...UInt64(options.patience),
        aim: .checker(tallies[number].checker), limit: 1)
      try run(ledger, [trials[number]]) { tallies, result in tallies[number].add(result) }
    }
  }

  /// Runs the seeds of a ledger, and takes in what came of them in the ledger's order.
  private mutating func run(
    _ seeds: SweepLedger, _ trials: [MutantTrial],
    _ take: (inout [MutantTally], SeedResult) -> Void
  ) throws(FileFailure) {
    var ledger = seeds
    if ledger.isOver { return }
    let pool = try WorkerPool(
      size: min(options.cores ?? Machine.coreCount, max(1, ledger.leftCount)),
      program: environment.program, words: ["weir", "mutants", "--worker"],
      preface: MutantsWorker.preface(of: trials),
      greeting: SweepItem.greeting(trials.flatMap(\.variants)))
    defer { pool.stop() }
    var victims: [SweepLedger.Order] = []
    while !ledger.isOver, Interruption.code == nil {
      pool.handOut(from: &ledger)
      for news in try pool.wait(milliseconds: 100) {
        guard let result = result(of: news, &victims) else {
          if case .returned(let order) = news { ledger.giveBack(order) }
          if case .died(let order, _, _) = news { ledger.giveBack(order) }
          continue
        }
        ledger.take(result)
        for result in ledger.takeSettled() { take(&tallies, result) }
      }
      progress.update {
        SweepWords.progress(
          done: ledger.doneCount, inherited: 0, of: ledger.plannedCount, failures: 0, after: $0)
      }
    }
  }

  /// Returns the result that news bring; nil: the seed has to be run once more.
  private func result(
    of news: WorkerPool.News, _ victims: inout [SweepLedger.Order]
  ) -> SeedResult? {
    switch news {
    case .result(let result): return result
    case .returned: return nil
    case .overdue(let order):
      return SeedResult(
        scenario: order.scenario, seed: order.seed, verdict: .crashed, words: "it took too long")
    case .died(let order, let ending, let lastWords):
      var words = lastWords
      if case .killed(let signal) = ending, ChildProcess.comesFromOutside(signal) {
        victims.append(order)
        if victims.count(where: { $0 == order }) < Self.mostTries { return nil }
        words = "its process was killed \(Self.mostTries) times, perhaps for want of memory"
      }
      return SeedResult(
        scenario: order.scenario, seed: order.seed, verdict: .crashed, words: words)
    }
  }
}

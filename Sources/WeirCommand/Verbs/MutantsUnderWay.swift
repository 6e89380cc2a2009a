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
  private let surroundings: Surroundings
  private let progress: ProgressLine
  /// What is known of each mutant.
  private(set) var tallies: [MutantTally]

  /// A proof that has not begun.
  init(_ trials: [MutantTrial], _ options: MutantsOptions, in surroundings: Surroundings) {
    self.trials = trials
    self.options = options
    self.surroundings = surroundings
    progress = ProgressLine(in: surroundings, wanted: true)
    tallies = trials.map(\.tally)
  }

  /// Runs as many seeds of each mutant as were asked for, and more of those that none of them caught.
  mutating func perform() throws(FileFailure) {
    defer { progress.clear() }
    let lanes = 1 + MutantTrial.innocents.count
    let ledger = SweepLedger(
      scenarios: lanes * trials.count, seeds: 1...UInt64(options.seeds))
    try run(ledger, trials) { tallies, result in
      let (trial, lane) = result.scenario.quotientAndRemainder(dividingBy: lanes)
      if lane == 0 {
        tallies[trial].add(result)
      } else {
        tallies[trial].addInnocent(result, called: MutantTrial.innocents[lane - 1])
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
    let crew = try Crew(
      size: min(options.cores ?? Machine.coreCount, max(1, ledger.leftCount)),
      program: surroundings.program, words: ["weir", "mutants", "--worker"],
      preface: MutantsWorker.preface(of: trials),
      greeting: SweepItem.greeting(trials.flatMap(\.variants)))
    defer { crew.stop() }
    var victims: [SweepLedger.Order] = []
    while !ledger.isOver, Interruption.code == nil {
      crew.handOut(from: &ledger)
      for news in try crew.wait(milliseconds: 100) {
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

  /// The result that news bring; nil: the seed has to be run once more.
  private func result(
    of news: Crew.News, _ victims: inout [SweepLedger.Order]
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

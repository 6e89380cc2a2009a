// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirRun
import WeirScenario
import WeirStatistics
import WeirSweep

extension SweepReport {
  /// The report for people, a section for each scenario.
  package var text: String {
    var page = TextPage()
    if parts.contains(where: { $0.point != nil }) { addResponses(to: &page) }
    for part in parts where part.point == nil {
      page.line(
        "\(ProgramName.current) sweep · \(part.name) · seeds \(seeds.lowerBound)..\(seeds.upperBound)"
      )
      page.paragraph(part.about)
      page.gap()
      // What was cut short has not passed, even if nothing failed so far.
      let found = verdict(of: part)
      let verdict = isInterrupted && found == .pass ? .interrupted : found
      page.line("\(verdict.rawValue)  \(countWords(part.tally))")
      if !part.tally.checkers.isEmpty {
        page.gap()
        page.table(
          table(part.tally), aligned: [.left, .right, .right, .right, .right, .left])
      }
      let numbers = numbers(part.tally)
      if numbers.count > 1 {
        page.gap()
        page.table(numbers, aligned: [.left, .right, .right, .right, .right, .right])
      }
      if !part.tally.failures.isEmpty {
        page.gap()
        addFailures(part.tally, to: &page)
      }
      page.gap()
      page.paragraph(meaning(of: part.tally))
      page.gap()
    }
    addUnexercised(to: &page)
    page.line("\(verdict.rawValue)  \(totalWords)")
    return page.text
  }

  /// The verdict over all scenarios on one line.
  package var shortText: String { "\(verdict.rawValue)  \(totalWords)\n" }

  var totalWords: String {
    let seedCount = parts.reduce(0) { $0 + $1.tally.seedCount }
    let failures = parts.reduce(0) { $0 + $1.tally.failureCount }
    let things = parts.contains { $0.point != nil } ? "point" : "scenario"
    return "\(counted(parts.count, things)), \(counted(seedCount, "run")), "
      + failedWords(failures)
  }

  func countWords(_ tally: SweepTally) -> String {
    let words = "\(counted(tally.seedCount, "seed")), " + failedWords(tally.failureCount)
    let kinds: [(SeedResult.Verdict, String)] = [
      (.crashed, "crashed"), (.refused, "could not run"), (.broken, "broken"),
      (.missed, "missed an expectation"), (.nothing, "measured nothing"),
    ]
    let details = kinds.filter { tally.count($0.0) > 0 }
      .map { "\(grouped(tally.count($0.0))) \($0.1)" }
    return words + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }

  private func failedWords(_ count: Int) -> String {
    let words = aimedAt.map { "broke \($0)" } ?? "failed"
    return "\(count == 0 ? "none" : grouped(count)) \(words)"
  }

  func table(_ tally: SweepTally) -> [[String]] {
    [["promise", "held", "broken", "not reached", "looked at", "seeds that break it (95 %)"]]
      + tally.checkers.map { checker in
        [
          checker.name, grouped(checker.heldCount), grouped(checker.brokenCount),
          grouped(checker.notReachedCount), grouped(checker.opportunities), rateWords(checker),
        ]
      }
  }

  /// Returns the numbers that were noted of each seed, for those that any seed has.
  private func numbers(_ tally: SweepTally) -> [[String]] {
    [["number", "seeds", "mean", "least", "greatest", "by seed"]]
      + zip(measures, tally.values).compactMap { measure, response -> [String]? in
        guard let mean = response.mean, response.greatest > 0 else { return nil }
        let values = [mean, response.least, response.greatest].map { value in
          measure.isTime
            ? Interval(nanoseconds: Int64(value.rounded())).rounded
            : Decimal(value, places: measure.statistic == .count ? 0 : 2).description
        }
        return [measure.name, grouped(response.count)] + values + ["\(response.greatestSeed)"]
      }
  }

  private func rateWords(_ checker: SweepTally.Checker) -> String {
    if let bound = checker.ruleOfThree { return "under \(percent(bound))" }
    guard let rate = checker.rate, let first = checker.firstBroken else { return "" }
    return "\(percent(rate.low)) to \(percent(rate.high)), the first is \(first)"
  }

  func addFailures(_ tally: SweepTally, to page: inout TextPage) {
    for result in tally.failures {
      page.line("  seed \(result.seed): \(words(for: result))")
      for fact in contradiction(result) { page.line("    \(fact)") }
      if let difference = difference(result) { page.line("    \(difference)") }
      page.line("    \(replay(result))")
      if let follow = follow(result) { page.line("    \(follow)") }
    }
    let more = tally.failureCount - tally.failures.count
    if more > 0 { page.line("  and \(grouped(more)) more") }
  }

  private func meaning(of tally: SweepTally) -> String {
    if let name = aimedAt {
      guard let checker = tally.checker(name), let first = checker.firstBroken,
        let needed = checker.seedsNeeded
      else { return "\(name) never broke in \(counted(tally.seedCount, "seed"))." }
      return "\(name) broke first with seed \(first): \(counted(needed, "seed"))"
        + " \(needed == 1 ? "was" : "were") needed."
    }
    guard tally.failureCount == 0, tally.seedCount > 0 else { return "" }
    let bound = min(1, 3 / Double(tally.seedCount))
    return "Nothing failed in \(counted(tally.seedCount, "seed")): with 95 % confidence fewer than"
      + " \(percent(bound)) of all seeds do (3/\(tally.seedCount))."
  }

  private var aimedAt: String? {
    if case .checker(let name) = aim { return name }
    return expectedBroken
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  private func percent(_ share: Double) -> String {
    // Two digits that count, however small the share.
    var places = 2
    var size = share * 100
    while size > 0, size < 0.1, places < 9 {
      size *= 10
      places += 1
    }
    return Decimal(share * 100, places: places).description + " %"
  }
}

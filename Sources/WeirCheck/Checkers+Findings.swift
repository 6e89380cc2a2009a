import WeirCore

extension Checkers {
  /// What each checker that watches says, in the order of the report.
  public var findings: [Finding] {
    var findings: [Finding] = []
    for name in CheckerSet.names {
      guard let checker = CheckerSet.named(name), watch(checker) else { continue }
      let (verdict, opportunities) = finding(of: checker)
      findings.append(Finding(checker: name, verdict: verdict, opportunities: opportunities))
    }
    return findings
  }

  private func finding(of checker: CheckerSet) -> (Verdict, Int) {
    switch checker {
    case .converge: (convergence.verdict, convergence.opportunities)
    case .lists: (fidelity.verdict, fidelity.opportunities)
    case .readYourWrites: (readYourWrites.verdict, readYourWrites.opportunities)
    case .transactions: (transactions.verdict, transactions.opportunities)
    case .hooks: (hooks.verdict, hooks.opportunities)
    case .grammar: (grammar.verdict, grammar.opportunities)
    case .contiguity: (contiguity.verdict, contiguity.opportunities)
    case .pages: (pages.verdict, pages.opportunities)
    case .initialLoad: (initialLoad.verdict, initialLoad.opportunities)
    case .staleness: (staleness.verdict, staleness.opportunities)
    case .resources: (resources.verdict, resources.opportunities)
    case .counters: (counters.verdict, counters.opportunities)
    case .lostWrites: (lostWrites.verdict, lostWrites.opportunities)
    case .atMostOnce: (atMostOnce.verdict, atMostOnce.opportunities)
    case .monotonicReads: (monotonicReads.verdict, monotonicReads.opportunities)
    case .monotonicWrites: (monotonicWrites.verdict, monotonicWrites.opportunities)
    case .writesFollowReads: (writesFollowReads.verdict, writesFollowReads.opportunities)
    case .writeOrder: (writeOrder.verdict, writeOrder.opportunities)
    case .valueLast: (valueLast.verdict, valueLast.opportunities)
    case .anomalies: (anomalies.verdict, anomalies.opportunities)
    case .boundedWork: (boundedWork.verdict, boundedWork.opportunities)
    case .leak: (leak.verdict, leak.opportunities)
    case .linearizable: (linear.verdict, linear.opportunities)
    case .authority: (authority.verdict, authority.opportunities)
    default: invariantBroken("a checker without a finding: \(checker.rawValue)")
    }
  }
}

internal import WeirReport
internal import WeirRun
internal import WeirSweep

/// The files that a sweep leaves in its folder.
enum SweepFolder {
  /// Returns the path of the results so far, a line a seed, in the order in which seeds ended.
  static func log(_ folder: String) -> String { "\(folder)/sweep.partial" }

  /// Removes what a process that was killed while it wrote has left; no other process may be at
  /// work here.
  static func tidy(_ folder: String) throws(FileFailure) {
    for name in [
      "sweep.csv", "checkers.csv", "sweep.txt", "responses.csv", "coverage.csv", "index.html",
    ] {
      try WholeFile.removeLeftovers(of: "\(folder)/\(name)")
    }
  }

  /// Writes the tables and the pages, each whole or not at all.
  ///
  /// The rows come out of the log, through an empty ledger that puts them in order, so that no more of
  /// them than are out of order are ever held at once.
  static func write(
    _ report: SweepReport, from log: SweepLog, _ ledger: SweepLedger, to folder: String
  ) throws(FileFailure) {
    var ledger = ledger
    var drawn = report
    let seeds = try WholeFile(at: "\(folder)/sweep.csv")
    try seeds.append(SweepTable.seedHeading(report.measures))
    try log.read { line throws(FileFailure) in
      guard let result = SeedResult(line: line) else { return false }
      ledger.take(result)
      for settled in ledger.takeSettled() {
        let part = report.parts[settled.scenario]
        try seeds.append(SweepTable.row(settled, of: part, report.measures))
        drawn.draw(settled)
      }
      return true
    }
    try seeds.commit()
    try WholeFile.write(SweepTable.checkers(report.parts), to: "\(folder)/checkers.csv")
    if report.parts.contains(where: { $0.point != nil }) {
      try WholeFile.write(ResponseTable.csv(report), to: "\(folder)/responses.csv")
    }
    if let coverage = report.coverage {
      try WholeFile.write(CoverageTable.csv(coverage), to: "\(folder)/coverage.csv")
    }
    try WholeFile.write(report.text, to: "\(folder)/sweep.txt")
    try WholeFile.write(SweepPage(drawn).html, to: "\(folder)/index.html")
  }
}

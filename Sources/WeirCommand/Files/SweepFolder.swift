// SPDX-License-Identifier: GPL-3.0-or-later
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
    let tables = try SweepTables(report, in: folder)
    try log.read { line throws(FileFailure) in
      guard let result = SeedResult(line: line) else { return false }
      ledger.take(result)
      for settled in ledger.takeSettled() { try tables.add(settled) }
      return true
    }
    try tables.commit(report)
  }
}

/// The tables and pages of a sweep, while its rows come in the order of scenarios and seeds.
///
///     let tables = try SweepTables(report, in: "sweeps/chat")
///     for result in settled { try tables.add(result) }
///     try tables.commit(report)  // with the sums of all of them
///
/// However the rows came about, on one machine or many, the bytes are the same.
final class SweepTables {
  private let folder: String
  private let seeds: WholeFile
  private var drawn: SweepReport

  /// Begins tables about the parts of a report.
  init(_ report: SweepReport, in folder: String) throws(FileFailure) {
    self.folder = folder
    drawn = report
    seeds = try WholeFile(at: "\(folder)/sweep.csv")
    try seeds.append(SweepTable.seedHeading(report.measures))
  }

  /// Adds the row of a seed.
  func add(_ result: SeedResult) throws(FileFailure) {
    try seeds.append(SweepTable.row(result, of: drawn.parts[result.scenario], drawn.measures))
    drawn.draw(result)
  }

  /// Writes all files, each whole or not at all; `report` has the sums.
  func commit(_ report: SweepReport) throws(FileFailure) {
    for number in drawn.parts.indices { drawn.parts[number].tally = report.parts[number].tally }
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

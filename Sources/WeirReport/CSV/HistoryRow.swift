import WeirCore

/// One number of one gate run: a row of `history.csv`.
///
///     let bytes = HistoryTable.heading + HistoryTable.line(row)  // a new file
///     let more = HistoryTable.line(row)                          // one that is there
public struct HistoryRow: Hashable, Sendable {
  /// What tells one gate run from others.
  public var run: String
  /// When it began, by the world's clock.
  public var started: String
  /// The revision that was measured.
  public var commit: String
  /// The pinned build that it was paired with.
  public var reference = ""
  /// The number, with what was said of it; `head` is its value.
  public var row: RegressionRow
  /// The 95 % interval of the value, in its unit.
  public var low: Double?
  /// Its upper end.
  public var high: Double?

  /// Makes a row.
  public init(run: String, started: String, commit: String, row: RegressionRow) {
    self.run = run
    self.started = started
    self.commit = commit
    self.row = row
  }
}

/// The history of a gate as a table to which rows are added.
public enum HistoryTable {
  /// The first line of the file.
  public static var heading: [UInt8] { CSVWriter(columns: Table.history.header).bytes }

  /// The line of a row.
  public static func line(_ entry: HistoryRow) -> [UInt8] {
    let row = entry.row
    var writer = CSVWriter(columns: Table.history.header)
    let start = writer.bytes.count
    writer.append([
      .integer(Int64(Table.history.version)), .text(entry.run), .text(entry.started),
      .text(entry.commit), .text(entry.reference), .text(row.scenario),
      .text(row.fingerprint.map { String($0, radix: 16) } ?? ""), .text(row.group),
      .text(row.metric), .text(row.statistic), .text(row.unit), .text(row.kind.rawValue),
      .known(row.head), .known(entry.low), .known(entry.high),
      .known(row.pairCount ?? row.headCount), .text(row.verdict.rawValue),
      .text(row.seed.map { "\($0)" } ?? ""), .text(row.origin.headDigest),
      .text(row.origin.toolchain), .text(row.origin.version),
    ])
    return Array(writer.bytes[start...])
  }
}

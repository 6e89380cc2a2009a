import WeirCore

/// A number held against another one: a row of `regressions.csv`.
///
///     var row = RegressionRow(scenario: "chat", metric: "writes", statistic: "count", unit: "1", kind: .exact)
///     row.base = 57
///     row.head = 58
///     row.verdict = .fail
///     RegressionTable.csv([row])
///
/// What is nil or empty does not apply and stays empty in the table. `delta` and its share are worked out.
public struct RegressionRow: Hashable, Sendable {
  /// What is said of the row.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// As it should be.
    case pass
    /// Not as it should be.
    case fail
    /// It cannot be told.
    case inconclusive
    /// The base does not have it.
    case new
    /// The head does not have it any more.
    case missing
    /// The base was made by another toolchain or format and must be made anew.
    case rebase
    /// The measurement is not valid.
    case invalid
    /// It is only told.
    case info
  }

  /// By which rule it is judged.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Virtual time and what is counted: without noise.
    case exact
    /// What a run costs, as counted by the system.
    case cost
    /// The clock.
    case time
    /// The clock over many commits.
    case trend
  }

  /// What is said of it.
  public var verdict = Verdict.info
  /// Why, in a sentence.
  public var reason = ""
  /// The scenario's name.
  public var scenario: String
  /// A number for all that the scenario says.
  public var fingerprint: UInt64?
  /// `all`, or a stage of the load.
  public var group = "all"
  /// The metric.
  public var metric: String
  /// Which number of it.
  public var statistic: String
  /// The unit of base and head.
  public var unit: String
  /// `lower`, `higher` or nothing: which is better.
  public var direction = ""
  /// By which rule it is judged.
  public var kind: Kind
  /// What it was.
  public var base: Double?
  /// What it is.
  public var head: Double?
  /// The 95 % interval of the difference in percent of the base.
  public var low: Double?
  /// Its upper end.
  public var high: Double?
  /// The chance of as much or more without a difference.
  public var probability: Double?
  /// Below which probability a difference counts.
  public var alpha: Double?
  /// `equal`, `absolute` or `relative`.
  public var thresholdKind = ""
  /// How much is allowed.
  public var threshold: Double?
  /// How many samples the base has.
  public var baseCount: Int?
  /// How many samples the head has.
  public var headCount: Int?
  /// How many pairs were compared.
  public var pairCount: Int?
  /// What judged.
  public var method = ""
  /// The smallest difference that would have been seen nine times of ten, in percent.
  public var detectable: Double?
  /// What pairs of equals differed by, in percent.
  public var control: Double?
  /// How far single pairs scatter, in percent.
  public var noise: Double?
  /// How often what is counted could have happened.
  public var opportunities: Int?
  /// Where it never happened, what its share does not exceed.
  public var ruleOfThree: Double?
  /// The seed of all chance.
  public var seed: UInt64?
  /// Where it was measured.
  public var origin = Origin()

  /// Where a row was measured.
  ///
  /// Rows of virtual time leave the clock, the machine and the toolchain empty, so that equal runs give equal bytes.
  public struct Origin: Hashable, Sendable {
    /// What tells one comparison from others.
    public var run = ""
    /// How long measuring took, in seconds.
    public var elapsed: Double?
    /// `virtual`, `cpu` or `wall`.
    public var clock = "virtual"
    /// Which part of a divided run.
    public var shard = ""
    /// What the base and the head are.
    public var base = "", head = ""
    /// The fingerprints of their traces.
    public var baseDigest = "", headDigest = ""
    /// The compiler, and the version of the program.
    public var toolchain = "", version = ""
    /// The machine.
    public var system = "", kernel = "", processor = "", host = ""
    /// How many processors it has.
    public var processorCount: Int?
    /// When measuring began, by the world's clock.
    public var started = ""

    /// Nothing known.
    public init() {}
  }

  /// Makes a row that only tells what it is about.
  public init(scenario: String, metric: String, statistic: String, unit: String, kind: Kind) {
    self.scenario = scenario
    self.metric = metric
    self.statistic = statistic
    self.unit = unit
    self.kind = kind
  }
}

/// The rows of a comparison as a table for programs.
public enum RegressionTable {
  /// The table, its rows in the order of what they are about, whatever order they are given in.
  public static func csv(_ rows: [RegressionRow]) -> String {
    var writer = CSVWriter(columns: Table.regressions.header)
    for row in rows.sorted(by: precedes) { writer.append(fields(row)) }
    return writer.text
  }

  private static func precedes(_ a: RegressionRow, _ b: RegressionRow) -> Bool {
    func words(_ row: RegressionRow) -> [String] {
      [row.scenario, row.metric, row.group, row.statistic]
    }
    for (one, other) in zip(words(a), words(b)) where !one.utf8.elementsEqual(other.utf8) {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    return (a.seed ?? 0) < (b.seed ?? 0)
  }

  private static func fields(_ row: RegressionRow) -> [CSVWriter.Field] {
    let origin = row.origin
    var delta: Double?
    if let base = row.base, let head = row.head { delta = head - base }
    let share = row.base.flatMap { base in
      base == 0 ? nil : delta.map { 100 * $0 / base.magnitude }
    }
    let verdict: [CSVWriter.Field] = [
      .integer(Int64(Table.regressions.version)), .text(origin.run), .text(row.verdict.rawValue),
      .text(row.reason), .text(row.scenario),
      .text(row.fingerprint.map { String($0, radix: 16) } ?? ""),
      .text(row.group), .text(row.metric), .text(row.statistic), .text(row.unit),
      .text(row.direction), .text(row.kind.rawValue),
    ]
    let values: [CSVWriter.Field] = [
      .known(row.base), .known(row.head), .known(delta), .known(share),
      .known(row.low == nil && row.high == nil ? nil : 0.95), .known(row.low), .known(row.high),
    ]
    let judgement: [CSVWriter.Field] = [
      .known(row.probability), .known(row.alpha), .text(row.thresholdKind), .known(row.threshold),
      .known(row.baseCount), .known(row.headCount), .known(row.pairCount), .text(row.method),
      .known(row.detectable), .known(row.control), .known(row.noise),
    ]
    let places: [CSVWriter.Field] = [
      .known(origin.elapsed), .text(origin.clock), .text(row.seed.map { "\($0)" } ?? ""),
      .text(origin.shard), .text(origin.base), .text(origin.head), .text(origin.baseDigest),
      .text(origin.headDigest), .text(origin.toolchain), .text(origin.version),
      .text(origin.system), .text(origin.kernel), .text(origin.processor),
      .known(origin.processorCount), .text(origin.host), .text(origin.started),
    ]
    return verdict + values + judgement + places + [
      .known(row.opportunities), .known(row.ruleOfThree),
    ]
  }
}

extension CSVWriter.Field {
  /// A number, or an empty field where there is none; what is not finite does not apply.
  static func known(_ value: Double?) -> CSVWriter.Field {
    value.flatMap { $0.isFinite ? .number($0) : nil } ?? .none
  }

  /// A whole number, or an empty field where there is none.
  static func known(_ value: Int?) -> CSVWriter.Field {
    value.map { .integer(Int64($0)) } ?? .none
  }
}

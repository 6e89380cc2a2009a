// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirReport

/// The finding of one lane of the gate about one scenario.
///
/// The sentence says it all; the rows are the evidence.
public struct GateFinding: Hashable, Sendable {
  /// The lanes of the gate, by the origin of their numbers.
  public enum Lane: String, Hashable, Sendable {
    /// Numbers of virtual time against a baseline.
    case exact
    /// The same run in several processes.
    case determinism
    /// Two programs side by side.
    case time
  }

  /// The scenario file as it was named.
  public var file: String
  /// The scenario's name.
  public var scenario: String
  /// The lane that the numbers come from.
  public var lane: Lane
  /// The verdict of the lane.
  public var verdict: GateVerdict
  /// The same in a sentence.
  public var sentence: String
  /// Further notes, a line each.
  public var notes: [String] = []
  /// The numbers, those that decide first.
  public var rows: [GateRow] = []
  /// The number of numbers that are as they were and have no row.
  public var sameCount = 0
  /// The command that shows the same again.
  public var replay = ""
  /// The command that runs the scenario with the seed that was measured; empty where that says nothing.
  public var run = ""
  /// The number of events of the run; nil if it is not known.
  public var eventCount: Int?

  /// Makes a finding.
  public init(
    file: String, scenario: String, lane: Lane, verdict: GateVerdict, sentence: String
  ) {
    self.file = file
    self.scenario = scenario
    self.lane = lane
    self.verdict = verdict
    self.sentence = sentence
  }
}

/// One number of a finding, with all that a table of gates has a column for.
///
/// A column that does not apply is nil and stays empty in the table.
public struct GateRow: Hashable, Sendable {
  /// The verdict on the number: `pass`, `fail`, `inconclusive`, `new`, `missing`, `rebase`,
  /// `invalid` or `info`.
  public var verdict: String
  /// The reason, in words.
  public var reason = ""
  /// The part of the run that it is about.
  public var group = "all"
  /// The name of the metric.
  public var metric: String
  /// The statistic of the metric.
  public var stat: String
  /// The unit of the values.
  public var unit: String
  /// The direction that is better: `lower`, `higher`, or neither.
  public var direction = ""
  /// `exact`, `cost` or `time`.
  public var kind: String
  /// The value in the base.
  public var base: String?
  /// The value in the head.
  public var head: String?
  /// The growth, as a share.
  public var growth: Double?
  /// The level of the interval of the growth.
  public var level: Double?
  /// The lower end of that interval.
  public var low: Double?
  /// Its upper end.
  public var high: Double?
  /// The probability of what was seen, were nothing wrong.
  public var probability: Double?
  /// The probability of a false alarm that was allowed.
  public var alpha: Double?
  /// The kind of threshold: `equal`, `allow` or `budget`.
  public var thresholdKind = ""
  /// The bound of that rule, as a share.
  public var threshold: Double?
  /// The number of pairs there are.
  public var pairCount: Int?
  /// The method of judgement.
  public var method = ""
  /// The smallest growth that would have been noticed nine times of ten.
  public var noticed: Double?
  /// The difference of the base from itself, as a share.
  public var control: Double?
  /// The robust deviation of pairs, as a share.
  public var noise: Double?
  /// The time that it took, in seconds.
  public var elapsed: Double?
  /// The clock of that time: `virtual`, `cpu` or `wall`.
  public var clock: String
  /// The degree in which people feel it.
  public var concern = Concern.other

  /// Makes a row.
  public init(
    verdict: String, metric: String, stat: String, unit: String, kind: String, clock: String
  ) {
    self.verdict = verdict
    self.metric = metric
    self.stat = stat
    self.unit = unit
    self.kind = kind
    self.clock = clock
  }
}

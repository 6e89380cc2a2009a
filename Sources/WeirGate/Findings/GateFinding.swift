// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirReport

/// The finding of one lane of the gate about one scenario.
///
/// The sentence says it all; the rows are the evidence.
package struct GateFinding: Hashable, Sendable {
  /// The lanes of the gate, by the origin of their numbers.
  package enum Lane: String, Hashable, Sendable {
    /// Numbers of virtual time against a baseline.
    case exact
    /// The same run in several processes.
    case determinism
    /// Two programs side by side.
    case time
  }

  /// The scenario file as it was named.
  package var file: String
  /// The scenario's name.
  package var scenario: String
  /// The lane that the numbers come from.
  package var lane: Lane
  /// The verdict of the lane.
  package var verdict: GateVerdict
  /// The same in a sentence.
  package var sentence: String
  /// Further notes, a line each.
  package var notes: [String] = []
  /// The numbers, those that decide first.
  package var rows: [GateRow] = []
  /// The number of numbers that are as they were and have no row.
  package var sameCount = 0
  /// The command that shows the same again.
  package var replay = ""
  /// The command that runs the scenario with the seed that was measured; empty where that says nothing.
  package var run = ""
  /// The number of events of the run; nil if it is not known.
  package var eventCount: Int?

  /// Makes a finding.
  package init(
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
package struct GateRow: Hashable, Sendable {
  /// The verdict on the number: `pass`, `fail`, `inconclusive`, `new`, `missing`, `rebase`,
  /// `invalid` or `info`.
  package var verdict: String
  /// The reason, in words.
  package var reason = ""
  /// The part of the run that it is about.
  package var group = "all"
  /// The name of the metric.
  package var metric: String
  /// The statistic of the metric.
  package var stat: String
  /// The unit of the values.
  package var unit: String
  /// The direction that is better: `lower`, `higher`, or neither.
  package var direction = ""
  /// `exact`, `cost` or `time`.
  package var kind: String
  /// The value in the base.
  package var base: String?
  /// The value in the head.
  package var head: String?
  /// The growth, as a share.
  package var growth: Double?
  /// The level of the interval of the growth.
  package var level: Double?
  /// The lower end of that interval.
  package var low: Double?
  /// Its upper end.
  package var high: Double?
  /// The probability of what was seen, were nothing wrong.
  package var probability: Double?
  /// The probability of a false alarm that was allowed.
  package var alpha: Double?
  /// The kind of threshold: `equal`, `allow` or `budget`.
  package var thresholdKind = ""
  /// The bound of that rule, as a share.
  package var threshold: Double?
  /// The number of pairs there are.
  package var pairCount: Int?
  /// The method of judgement.
  package var method = ""
  /// The smallest growth that would have been noticed nine times of ten.
  package var noticed: Double?
  /// The difference of the base from itself, as a share.
  package var control: Double?
  /// The robust deviation of pairs, as a share.
  package var noise: Double?
  /// The time that it took, in seconds.
  package var elapsed: Double?
  /// The clock of that time: `virtual`, `cpu` or `wall`.
  package var clock: String
  /// The degree in which people feel it.
  package var concern = Concern.other

  /// Makes a row.
  package init(
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

// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck

/// All that a run has measured and counted: what its metrics are read from.
///
/// Whoever ran something makes one of it; ``rows`` and ``distributions`` say what is in it.
package struct RunFigures: Sendable {
  /// The figures of the steps.
  package var meter: Meter
  /// The figures of the order in which things are seen.
  package var order: OrderFigures
  /// The numbers that checkers counted and timed on the way.
  package var found: [Measured]
  /// The number of times a row went back because the server had turned its client's own write away.
  package var rollbacks: Int
  /// The number of events that the simulator handled.
  package var eventCount: Int
  /// The time in which things are counted, in seconds.
  package var measuredSeconds: Double
  /// The number of requests that the backend serves at once; nil: any number.
  package var servers: Int?
  /// The names of the groups of clients.
  package var groups: [String]
  /// The names of the stages of the load.
  package var stages: [String]

  /// Gathers what was measured.
  package init(
    meter: Meter, order: OrderFigures, found: [Measured], rollbacks: Int, eventCount: Int,
    measuredSeconds: Double, servers: Int?, groups: [String], stages: [String]
  ) {
    self.meter = meter
    self.order = order
    self.found = found
    self.rollbacks = rollbacks
    self.eventCount = eventCount
    self.measuredSeconds = measuredSeconds
    self.servers = servers
    self.groups = groups
    self.stages = stages
  }

  /// Every metric, in the order of the catalogue.
  package var rows: [MetricRow] { RunMetric.all.flatMap { $0.rows(self) } }

  /// The distribution of every length of time that was measured, in the order of the catalogue.
  package var distributions: [MetricDistribution] {
    RunMetric.all.flatMap { $0.distributions(self) }.filter { $0.histogram.count > 0 }
  }

  /// Returns what checkers found for the metric called `name`; nothing if nobody watched for it.
  func found(_ name: String) -> [Int64] {
    found.first { $0.metric == name }?.values ?? []
  }

  /// Something for each group of clients, if there is more than one.
  func grouped<Row>(_ row: (String, Meter.GroupFigures) -> Row) -> [Row] {
    zip(groups, meter.groups).map { row($0, $1) }
  }

  /// Some of the samples, with what they have in common.
  struct NamedPart {
    var group = "all"
    var part: String?
    var lengths: Samples.Part
  }

  /// The samples by the stages of the load and by the groups of clients, where there is more than one.
  func parts(of samples: Samples) -> [NamedPart] {
    var parts: [NamedPart] = []
    if !samples.stages.isEmpty {
      for (number, stage) in stages.enumerated() {
        parts.append(
          NamedPart(
            part: "stage \(number + 1): \(stage)",
            lengths: samples.part(ofStage: UInt16(number + 1))))
      }
    }
    for (number, group) in groups.enumerated() where !meter.groups.isEmpty {
      parts.append(NamedPart(group: group, lengths: samples.part(ofGroup: UInt16(number))))
    }
    return parts
  }
}

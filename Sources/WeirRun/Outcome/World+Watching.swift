public import WeirCheck
import WeirCore
import WeirScenario
public import WeirTrace

/// What can be seen of a run while it goes on, and what a page draws of it afterwards.
extension World {
  /// Whether single measurements wait for ``takeSamples()``.
  public var keepsSamples: Bool {
    get { meter.isKeeping }
    set { meter.isKeeping = newValue }
  }

  /// The measurements since the last call, if the world keeps them.
  public mutating func takeSamples() -> [Sample] { meter.takeSamples() }

  /// The promise that broke first so far; of several that broke at one moment, the first of the report.
  ///
  /// Of what is wrong on purpose only the promises count that the scenario expects to be broken.
  public var firstBroken: Finding? {
    var first: (finding: Finding, at: Instant)?
    let wanted = scenario.expectations.compactMap { expectation -> String? in
      if case .broken(let name) = expectation.subject { name } else { nil }
    }
    for finding in checkers.findings where wanted.isEmpty || wanted.contains(finding.checker) {
      guard case .broken(let instant, _) = finding.verdict else { continue }
      if let known = first, known.at <= instant { continue }
      first = (finding, instant)
    }
    return first?.finding
  }

  /// The distribution of every length of time that was measured, in the order of the catalogue.
  ///
  /// It looks at every sample: ask once, when the run is over.
  public func distributions() -> [MetricDistribution] {
    var all = distributions("post-to-seen", meter.postToSeen)
    all += distributions("write-to-ack", meter.writeToAck)
    all += distributions("open-to-rows", meter.openToRows)
    all += distributions("page-to-rows", meter.pageToRows)
    all.append(MetricDistribution("converge-time", checkers.measured("converge-time")))
    all += distributions("server-wait", meter.serverWait)
    all += distributions("server-stay", meter.serverStay)
    all.append(MetricDistribution(metric: "message-flight", tally: meter.messageFlight))
    for (group, figures) in zip(scenario.clients, meter.groups) {
      all.append(
        MetricDistribution(
          metric: "message-flight", group: group.name, tally: figures.messageFlight))
    }
    return all.filter { $0.tally.count > 0 }
  }

  private func distributions(_ name: String, _ samples: Samples) -> [MetricDistribution] {
    [MetricDistribution(name, samples.values)]
      + parts(of: samples).map {
        MetricDistribution(name, group: $0.group, part: $0.part, $0.values)
      }
  }
}

/// How the lengths of time of a metric were spread.
public struct MetricDistribution: Sendable {
  /// The metric's name.
  public var metric: String
  /// The group of clients; `all` for everybody.
  public var group: String
  /// A stage of the load; nil for the whole.
  public var part: String?
  /// The lengths, counted in buckets that are the same in every run.
  public var tally: Tally

  /// The group and the part in one word.
  package var label: String { MetricRow.label(group: group, part: part) }

  /// Makes a distribution.
  public init(metric: String, group: String = "all", part: String? = nil, tally: Tally) {
    self.metric = metric
    self.group = group
    self.part = part
    self.tally = tally
  }

  fileprivate init(
    _ metric: String, group: String = "all", part: String? = nil, _ values: [Int64]
  ) {
    self.init(metric: metric, group: group, part: part, tally: Tally())
    for value in values { tally.add(value) }
  }
}

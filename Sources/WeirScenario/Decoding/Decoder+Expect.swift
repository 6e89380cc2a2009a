// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension KeyValue where Value == [Scenario.Expectation] {
  /// The promises and bounds that a run is held to.
  static var expectations: Self {
    Self(.section(.expect)) { decoder, slot in decoder.expectations(slot) }
  }
}

extension Decoder {
  private typealias Comparison = Scenario.Comparison

  /// Reads what must be true at the end, in the order of the file.
  fileprivate mutating func expectations(_ slot: Slot) -> [Scenario.Expectation] {
    let fields = fields(slot.node, .expect, at: "expect")
    var expectations: [Scenario.Expectation] = []
    for entry in fields.entries {
      if let metric = schema.metric(entry.key) {
        expectations += statistics(of: metric, entry)
      } else if let subject = checker(entry, fields) {
        expectations.append(.init(subject: subject, mark: entry.keyMark))
      }
    }
    return expectations
  }

  /// Notes checkers of resources where there are none to check.
  mutating func refuseIdle(
    _ expectations: [Scenario.Expectation], _ resources: [Scenario.Resource]
  ) {
    let hasCounters = resources.contains { !$0.counters.isEmpty }
    for expectation in expectations {
      let name =
        switch expectation.subject {
        case .checker(let name), .broken(let name): name
        default: ""
        }
      if name == "resources", resources.isEmpty {
        complain(
          expectation.mark, "'resources' has nothing to check: the scenario has no resources",
          "add `resources:`, or leave it out")
      }
      if name == "counters", !hasCounters {
        complain(
          expectation.mark, "'counters' has nothing to check: no resource is counted",
          "add `resources:` with `counters:`, or leave it out; what people `count` is checked by converge"
        )
      }
    }
  }

  /// A bound that was written as a sign and a number: `"<500ms"`.
  private mutating func refuseSigned(_ node: YAMLNode, around: (String) -> String) -> Bool {
    guard case .scalar(let text, _) = node.content else { return false }
    let signs = [
      ("<=", "at-most"), (">=", "at-least"), ("≤", "at-most"), ("≥", "at-least"), ("<", "under"),
      (">", "over"),
    ]
    let scalars = text.unicodeScalars.filter { $0 != " " }
    let compact = String(String.UnicodeScalarView(scalars))
    guard let (sign, key) = signs.first(where: { compact.hasPrefix($0.0) }) else { return false }
    let bound = compact.dropFirst(sign.count)
    complain(
      node.mark, "expected a comparison, found '\(shortened(text))'",
      "write \(around("{ \(key): \(shortened(String(bound))) }"))")
    return true
  }

  private mutating func checker(
    _ entry: YAMLNode.Entry, _ outer: Fields
  ) -> Scenario.Expectation.Subject? {
    guard entry.key == "converge" else {
      let word = scalar(
        slot(entry.key, in: outer),
        { text throws(Complaint) in
          guard text == "held" || text == "broken" else {
            throw Complaint(
              message: "expected 'held' or 'broken', found '\(shortened(text))'",
              remedy: "write held; broken is for what is wrong on purpose")
          }
          return text
        }, { $0 })
      return word.map { $0 == "held" ? .checker(entry.key) : .broken(entry.key) }
    }
    guard let slot = slot(entry.key, in: outer) else { return nil }
    if case .mapping = slot.node.content {
      return read(Convergence.self, slot.node, at: slot.path).map { .convergeWithin($0.within) }
    }
    let word = scalar(
      slot,
      { text throws(Complaint) in
        guard text == "held" || text == "broken" else {
          throw Complaint(
            message: "expected 'held' or a limit, found '\(shortened(text))'",
            remedy: "write held or { within: 1s }")
        }
        return text
      }, { $0 })
    return word.map { $0 == "held" ? .checker("converge") : .broken("converge") }
  }

  private mutating func statistics(
    of metric: Metric, _ entry: YAMLNode.Entry
  ) -> [Scenario.Expectation] {
    let usual = metric.kind == .duration || metric.kind == .amount ? "p99" : "value"
    if refuseSigned(entry.value, around: { "{ \(usual): \($0) }" }) { return [] }
    let fields = fields(entry.value, .statistics, at: "expect.\(metric.name)")
    if !fields.isBroken, fields.entries.isEmpty, fields.mark != nil {
      complainEmpty(entry.value, "a statistic", example(metric))
    }
    var expectations: [Scenario.Expectation] = []
    for inner in fields.entries {
      guard let statistic = statistic(inner, of: metric) else { continue }
      expectations += comparisons(of: metric, statistic, inner)
    }
    return expectations
  }

  private mutating func complainEmpty(_ node: YAMLNode, _ what: String, _ example: String) {
    if case .mapping(let entries) = node.content, entries.isEmpty {
      complain(node.mark, "\(what) is missing", "write for example \(example)")
    }
  }

  private func example(_ metric: Metric) -> String {
    schema.section(.expect).key(metric.name)?.example ?? ""
  }

  /// The statistic that an entry means, if the metric has it.
  private mutating func statistic(
    _ entry: YAMLNode.Entry, of metric: Metric
  ) -> Metric.Statistic? {
    let statistic = Metric.Statistic(rawValue: entry.key)
    let single: Metric.Statistic = metric.kind == .count ? .count : .mean
    if metric.kind == .duration || metric.kind == .amount {
      if let statistic { return statistic }
      complain(
        entry.keyMark, "'\(metric.name)' has many values, not one",
        "write a statistic, for example \(example(metric))")
      return nil
    }
    if statistic == nil || statistic == single { return single }
    complain(
      entry.keyMark, "'\(metric.name)' is one number and has no \(entry.key)",
      "write for example \(example(metric))")
    return nil
  }

  private mutating func comparisons(
    of metric: Metric, _ statistic: Metric.Statistic, _ entry: YAMLNode.Entry
  ) -> [Scenario.Expectation] {
    if refuseSigned(entry.value, around: { $0 }) { return [] }
    // `value` and what it stands for are one path, so that they have one fingerprint.
    let path = "expect.\(metric.name).\(statistic.rawValue)"
    let fields = fields(entry.value, .comparison, at: path)
    complainEmpty(entry.value, "a comparison", "{ under: \(Self.bound(metric, statistic)) }")
    return fields.entries.compactMap { inner in
      comparison(inner, fields, metric, statistic).map {
        .init(subject: .metric(metric.name, statistic, $0), mark: inner.keyMark)
      }
    }
  }

  /// Returns an example of a bound.
  private static func bound(_ metric: Metric, _ statistic: Metric.Statistic) -> String {
    switch metric.kind {
    case .duration: statistic == .count ? "100" : "250ms"
    case .count: "100"
    case .ratio: "80%"
    case .rate: "90/s"
    case .amount: "2.5"
    }
  }

  private mutating func comparison(
    _ entry: YAMLNode.Entry, _ fields: Fields, _ metric: Metric, _ statistic: Metric.Statistic
  ) -> Comparison? {
    guard let slot = slot(entry.key, in: fields) else { return nil }
    func read(_ text: String) throws(Complaint) -> Double {
      try Self.bound(text, metric, statistic)
    }
    if entry.key == "between" {
      guard let (first, second) = pair(slot) else { return nil }
      let (low, high) = (scalar(first, read), scalar(second, read))
      guard let low, let high else { return nil }
      if low > high {
        complain(
          first.node.mark, "the first end is above the second", "write the smaller one first")
      }
      let words = [low, high].map { Self.words($0, metric, statistic) }.joined(separator: ", ")
      record(slot.path, "[\(words)]", slot.mark)
      return .between(low, high)
    }
    if entry.key == "near", statistic != .mean {
      complain(
        entry.keyMark, "'near' looks at the interval of a mean, not at \(statistic.rawValue)",
        "use it with mean, or use between")
    }
    let bound = scalar(slot, read) { Self.words($0, metric, statistic) }
    return bound.flatMap { Comparison(entry.key, $0) }
  }

  /// A bound in canonical words.
  private static func words(
    _ bound: Double, _ metric: Metric, _ statistic: Metric.Statistic
  ) -> String {
    guard metric.kind == .duration, statistic != .count, let whole = Int64(exactly: bound) else {
      return Decimal.plain(bound) + (metric.kind == .rate ? "/s" : "")
    }
    return Interval(nanoseconds: whole).description
  }

  /// A bound in the unit of the metric.
  private static func bound(
    _ text: String, _ metric: Metric, _ statistic: Metric.Statistic
  ) throws(Complaint) -> Double {
    if metric.kind == .count || statistic == .count {
      guard let number = ExactNumber(of: text), number.unit.isEmpty, number.digits >= 0 else {
        throw Complaint(
          message: "expected a number, found '\(shortened(text))'",
          remedy: "write digits without a unit: '\(metric.name)' is counted here")
      }
      return number.double
    }
    switch metric.kind {
    case .duration: return Double(try Units.duration(text).nanoseconds)
    case .rate: return Double(try Units.rate(text).millionths) / 1_000_000
    case .amount:
      guard let number = ExactNumber(of: text), number.unit.isEmpty else {
        throw Complaint(
          message: "expected a number, found '\(shortened(text))'",
          remedy: "write digits without a unit: '\(metric.name)' is a plain number")
      }
      return number.double
    case .ratio, .count:
      if let number = ExactNumber(of: text), number.unit.isEmpty {
        guard (0...1).contains(number.double) else {
          throw Complaint(
            message: "the share \(number.words) is not between 0 and 1",
            remedy: "write a percentage, or a number from 0 to 1")
        }
        return number.double
      }
      let share = try Units.share(text)
      return Double(share.numerator) / Double(share.denominator)
    }
  }
}

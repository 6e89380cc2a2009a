// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Scenario {
  /// The tolerances of `weir gate`, as the scenario itself says them.
  ///
  /// It changes nothing of a run, nor the scenario's fingerprint: a looser gate needs no new baseline.
  package struct Gate: Hashable, Sendable {
    /// A tolerance: a metric, and how far it may be off its baseline.
    package struct Allowance: Hashable, Sendable {
      /// The metric's name.
      package var metric: String
      /// The share of what the baseline has.
      package var share: Ratio

      /// Makes an allowance.
      package init(metric: String, share: Ratio) {
        self.metric = metric
        self.share = share
      }
    }

    /// The metrics of what a run asked of the allocator: how often, and for how many bytes.
    package static let memoryMetrics = ["allocations", "allocated-bytes"]

    /// From which slow-down on another build must not pass; nil: from that of the command line.
    package var slowDown: Ratio?
    /// Metrics that need not be equal to the baseline.
    package var allowances: [Allowance]
    /// The number of seeds, from 1 on, that are swept as well and held against the baseline; nil: none.
    package var sweep: Int?

    /// Makes a gate; without anything every number of one run must be equal.
    package init(slowDown: Ratio? = nil, allowances: [Allowance] = [], sweep: Int? = nil) {
      self.slowDown = slowDown
      self.allowances = allowances
      self.sweep = sweep
    }
  }
}

extension Scenario.Gate: KeyedSection {
  static let section = SectionHead(.gate, "gate", "What `weir gate` allows, and what it sweeps.")

  static let unread = Self()

  static let keys: [FormatKey] = [
    FormatKey(
      "allow", optional: \.allowances, .list(of: Allowance.self),
      "Metrics that may be off their baseline.", example: "[ { metric: messages, by: 2% } ]"),
    FormatKey(
      "slow-down", optional: \.slowDown, .share,
      "From which slow-down on another build must not pass, at least 0.5%.", example: "2%"),
    FormatKey(
      "sweep", optional: \.sweep, .count(1...1000),
      "How many seeds, from 1 on, are swept as well and held against the baseline.", example: "20"),
  ]

  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder) {
    if let slowDown, slowDown.numerator < (slowDown.denominator - 1) / 200 + 1 {
      decoder.complain(
        fields.entry("slow-down")?.value.mark, "a slow-down of less than 0.5%",
        "write 0.5% or more: linking the same program anew can cost that much")
    }
  }
}

extension Scenario.Gate.Allowance: KeyedSection {
  static let section = SectionHead(
    .allowance, "gate.allow", "How far a metric may be off its baseline.")

  static let unread = Self(metric: "", share: .zero)

  static let keys: [FormatKey] = [
    FormatKey(
      "metric", required: \.metric, .known(.name, as: "metric") { $0.schema.gateMetrics },
      "The metric.", example: "messages"),
    FormatKey(
      "by", required: \.share, .share, "The share of what the baseline has.", example: "2%"),
  ]
}

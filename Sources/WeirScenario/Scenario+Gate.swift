public import WeirCore

extension Scenario {
  /// What `weir gate` allows, as the scenario itself says it.
  ///
  /// It changes nothing of a run, nor the scenario's fingerprint: a looser gate needs no new baseline.
  public struct Gate: Hashable, Sendable {
    /// How far a metric may be off its baseline.
    public struct Allowance: Hashable, Sendable {
      /// The metric's name.
      public var metric: String
      /// The share of what the baseline has.
      public var share: Ratio

      /// Makes an allowance.
      public init(metric: String, share: Ratio) {
        self.metric = metric
        self.share = share
      }
    }

    /// What a run asked of the allocator: how often, and for how many bytes.
    public static let memoryMetrics = ["allocations", "allocated-bytes"]

    /// From which slow-down on another build must not pass; nil: from that of the command line.
    public var slowDown: Ratio?
    /// Metrics that need not be equal to the baseline.
    public var allowances: [Allowance]
    /// The number of seeds, from 1 on, that are swept as well and held against the baseline; nil: none.
    public var sweep: Int?

    /// Makes a gate; without anything every number of one run must be equal.
    public init(slowDown: Ratio? = nil, allowances: [Allowance] = [], sweep: Int? = nil) {
      self.slowDown = slowDown
      self.allowances = allowances
      self.sweep = sweep
    }
  }
}

public import WeirCore

/// How the backend bore a load that changed stage by stage.
public struct LoadCurve: Hashable, Sendable {
  /// One stage.
  public struct Stage: Hashable, Sendable {
    /// The rate in words.
    public var name: String
    /// How much of it was measured.
    public var lasts: Interval
    /// Writes that people meant in it, but for those with nothing to act on.
    public var writes: Int
    /// How many of them were committed before the stage was over.
    public var inTime: Int
    /// How many of them were turned away.
    public var overloads: Int
    /// The median of the time to the answer, in nanoseconds.
    public var p50: Double?
    /// The 99th percentile of the time to the answer, in nanoseconds.
    public var p99: Double?

    package init(
      name: String, lasts: Interval, writes: Int, inTime: Int, overloads: Int, p50: Double? = nil,
      p99: Double? = nil
    ) {
      self.name = name
      self.lasts = lasts
      self.writes = writes
      self.inTime = inTime
      self.overloads = overloads
      self.p50 = p50
      self.p99 = p99
    }

    /// Writes meant, a second.
    public var offered: Double { Double(writes) * 1e9 / Double(max(1, lasts.nanoseconds)) }
    /// Writes meant and committed in the stage, a second.
    public var achieved: Double { Double(inTime) * 1e9 / Double(max(1, lasts.nanoseconds)) }
  }

  /// The stages in order.
  public var stages: [Stage]
  /// What the backend can do at most, a second: its servers over the mean service time.
  public var ceiling: Double?

  package init(stages: [Stage], ceiling: Double? = nil) {
    self.stages = stages
    self.ceiling = ceiling
  }

  /// The first stage that the backend did not bear; nil: it bore them all.
  ///
  /// A stage is borne when nothing was turned away, at least 97 % of what was meant was committed
  /// before the stage was over, and the 99th percentile of the answers is at most five times the
  /// smallest of all stages.
  public var firstOverloaded: Int? {
    let calm = stages.compactMap(\.p99).min() ?? 0
    return stages.firstIndex { stage in
      stage.writes > 0
        && (stage.overloads > 0 || Double(stage.inTime) < 0.97 * Double(stage.writes)
          || (stage.p99 ?? 0) > 5 * calm)
    }
  }
}

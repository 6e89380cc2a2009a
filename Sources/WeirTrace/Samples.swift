/// Measured lengths of time, in the order in which they were measured.
public struct Samples: Sendable {
  /// The lengths in nanoseconds.
  public private(set) var values: [Int64] = []
  /// The stage of the load that each belongs to; empty while all belong to the first.
  public private(set) var stages: [UInt16] = []

  /// No samples.
  public init() {}

  /// Takes in a length.
  public mutating func add(_ nanoseconds: Int64, stage: UInt16) {
    if stage != 0, stages.isEmpty { stages = Array(repeating: 0, count: values.count) }
    values.append(nanoseconds)
    if stage != 0 || !stages.isEmpty { stages.append(stage) }
  }

  /// The lengths that belong to `stage`.
  public func values(of stage: UInt16) -> [Int64] {
    if stages.isEmpty { return stage == 0 ? values : [] }
    return zip(values, stages).filter { $0.1 == stage }.map(\.0)
  }
}

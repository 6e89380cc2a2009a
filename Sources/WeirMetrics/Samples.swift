/// Measured lengths of time, in the order in which they were measured.
public struct Samples: Sendable {
  /// The lengths in nanoseconds.
  public private(set) var values: [Int64] = []
  /// The stage of the load that each belongs to; empty while all belong to the first.
  public private(set) var stages: [UInt16] = []
  /// The group of clients that each belongs to; empty while all belong to the first.
  public private(set) var groups: [UInt16] = []

  /// No samples.
  public init() {}

  /// Takes in a length.
  public mutating func add(_ nanoseconds: Int64, stage: UInt16, group: UInt16 = 0) {
    Self.note(stage, in: &stages, before: values.count)
    Self.note(group, in: &groups, before: values.count)
    values.append(nanoseconds)
  }

  /// Appends a number to a list that is left empty as long as all numbers are 0.
  private static func note(_ number: UInt16, in list: inout [UInt16], before count: Int) {
    if number != 0, list.isEmpty { list = Array(repeating: 0, count: count) }
    if number != 0 || !list.isEmpty { list.append(number) }
  }

  /// The lengths that belong to `stage`.
  public func values(of stage: UInt16) -> [Int64] { values(with: stage, in: stages) }

  /// The lengths that belong to a group of clients.
  public func values(ofGroup group: UInt16) -> [Int64] { values(with: group, in: groups) }

  private func values(with number: UInt16, in list: [UInt16]) -> [Int64] {
    if list.isEmpty { return number == 0 ? values : [] }
    return zip(values, list).filter { $0.1 == number }.map(\.0)
  }
}

public import WeirTree

/// A number at the server that says how many rows of a list there are.
public struct CountedPlace: Sendable {
  /// How the number is kept right.
  public enum Means: Sendable {
    /// With each row, in the same write.
    case increment
    /// After each row, by a transaction.
    case transaction
    /// After each row, by counting anew.
    case recount
  }
  /// The place where the number stands.
  public var path: Path
  /// The list whose rows it counts.
  public var list: UInt32
  /// Which rows count.
  public var condition: Filter
  /// How it is kept right.
  public var means: Means

  /// Makes a counted place.
  public init(_ path: Path, list: UInt32, condition: Filter = .everything, means: Means) {
    self.path = path
    self.list = list
    self.condition = condition
    self.means = means
  }
}

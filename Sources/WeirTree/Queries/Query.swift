/// Which children of a location somebody listens to.
///
///     Query(limit: .last(50))  // the newest fifty, in key order
public struct Query: Hashable, Sendable {
  /// How many children at most, and from which end.
  public enum Limit: Hashable, Sendable {
    /// All of them.
    case none
    /// The first so many.
    case first(Int)
    /// The last so many.
    case last(Int)

    /// The most children that fit.
    public var count: Int {
      switch self {
      case .none: .max
      case .first(let count), .last(let count): count
      }
    }
  }

  /// The limit.
  public var limit: Limit

  /// A query in key order.
  public init(limit: Limit = .none) { self.limit = limit }

  /// The ranks of a list of `count` children that the query shows.
  public func ranks(of count: Int) -> Range<Int> {
    switch limit {
    case .none: 0..<count
    case .first(let most): 0..<min(most, count)
    case .last(let most): max(0, count - most)..<count
    }
  }
}

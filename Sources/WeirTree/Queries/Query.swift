// SPDX-License-Identifier: Apache-2.0

/// The children of a location that a client listens to, and their order.
///
///     Query(limit: .last(50))                      // the newest fifty, in key order
///     Query(.child(Path("score")), limit: .last(3))  // the three best
///     Query(.key, from: Bound(Key("b")))           // all from "b" on
///
/// First the range is taken, then the limit counts from its end of it.
public struct Query: Hashable, Sendable {
  /// The value that children are ordered by; equal ones are ordered by key.
  public enum Index: Hashable, Sendable {
    /// Their keys.
    case key
    /// Their own content.
    case value
    /// Their priorities.
    case priority
    /// The node at this path below them.
    case child(Path)

    /// Returns the value that `node` is ordered by; in key order none, because the key alone
    /// decides.
    public func sortValue(of node: Node) -> SortValue {
      switch self {
      case .key: .none
      case .value: SortValue(node)
      case .priority: SortValue(node.priority.node)
      case .child(let path): SortValue(node[path])
      }
    }
  }

  /// One end of a range; it belongs to the range, unless it is exclusive.
  ///
  ///     Bound(.integer(2), key: Key("b"))                     // startAt(2, "b")
  ///     Bound(.integer(2), key: Key("b"), isExclusive: true)  // startAfter(2, "b")
  ///     Bound(.integer(2), isExclusive: true)                 // startAfter(2): no child of the value 2
  ///     Bound(Key("b"), isExclusive: true)                    // in key order, startAfter("b")
  public struct Bound: Hashable, Sendable {
    /// The value that places it; meaningless in key order.
    public var value: SortValue
    /// The key among the children of that value; nil: all of them belong to the range.
    public var key: Key?
    /// `true` if what is here lies outside the range: the child of the value and the key, or without a key
    /// all children of the value.
    public var isExclusive: Bool

    /// An end at a value, and there at a key.
    public init(_ value: SortValue, key: Key? = nil, isExclusive: Bool = false) {
      self.value = value
      self.key = key
      self.isExclusive = isExclusive
    }

    /// An end in key order.
    public init(_ key: Key, isExclusive: Bool = false) {
      self.init(.none, key: key, isExclusive: isExclusive)
    }
  }

  /// The greatest number of children, and the end that they are taken from.
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

  /// The order.
  public var index: Index
  /// The start of the range; nil: the first child.
  public var start: Bound? {
    get { if case .between(let start, _) = ends { start } else { nil } }
    set { ends = Ends(newValue, end) }
  }
  /// The end of the range; nil: the last child.
  public var end: Bound? {
    get { if case .between(_, let end) = ends { end } else { nil } }
    set { ends = Ends(start, newValue) }
  }
  /// The limit.
  public var limit: Limit

  /// The ends of the range, nil if it has none; shared, for few queries have any and each phone keeps several of them.
  private var ends: Ends?

  private indirect enum Ends: Hashable, Sendable {
    case between(Bound?, Bound?)

    init?(_ start: Bound?, _ end: Bound?) {
      if start == nil, end == nil { return nil }
      self = .between(start, end)
    }
  }

  /// Makes a query, in key order unless another one is named.
  public init(
    _ index: Index = .key, from start: Bound? = nil, to end: Bound? = nil, limit: Limit = .none
  ) {
    self.index = index
    ends = Ends(start, end)
    self.limit = limit
  }

  /// `true` if the query shows all children, so that who hears it knows the location completely.
  public var showsEverything: Bool { ends == nil && limit == .none }

  /// Returns the place of a child in the query's order.
  public func rank(of key: Key, _ node: Node) -> Rank { Rank(index.sortValue(of: node), key) }

  /// The first place of the range, in an order that is not by key.
  public var startRank: Rank? { start.map { Self.rank(of: $0, isStart: true) } }

  /// The place behind the range, in an order that is not by key.
  public var endRank: Rank? { end.map { Self.rank(of: $0, isStart: false) } }

  private static func rank(of bound: Bound, isStart: Bool) -> Rank {
    if let key = bound.key {
      return Rank(bound.value, key, isStart == bound.isExclusive ? .justAfterKey : .key)
    }
    return Rank(bound.value, .priority, isStart == bound.isExclusive ? .last : .first)
  }

  /// Returns the ranks of a list of `count` children in the range that the limit leaves.
  public func ranks(of count: Int) -> Range<Int> { ranks(of: 0..<count) }

  /// Returns the part of a range of ranks that the limit leaves; a limit below zero leaves nothing.
  public func ranks(of range: Range<Int>) -> Range<Int> {
    let kept = min(max(0, limit.count), range.count)
    return switch limit {
    case .none: range
    case .first: range.lowerBound..<range.lowerBound + kept
    case .last: range.upperBound - kept..<range.upperBound
    }
  }
}

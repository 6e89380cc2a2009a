/// A random length of time, ready to be drawn: its inverse distribution function in whole nanoseconds.
///
///     let table = QuantileTable(constant: .milliseconds(40))
///     table.draw(&stream)  // 40ms
///
/// Three levels of ``cellCount`` cells each: the body, the upper 1/`cellCount` of the body again,
/// and the upper 1/`cellCount` of that again, so that one draw in sixteen million still has its own
/// cell. A level holds `cellCount + 1` edges; a draw interpolates between two of them, in integers.
///
/// - Complexity: one draw is one random number, two look-ups and a multiplication.
public struct QuantileTable: Hashable, Sendable {
  /// How many cells a level has.
  public static let cellCount = 256

  /// The edges of the three levels, one behind the other; empty for a constant.
  @usableFromInline let edges: [Int64]
  /// The smallest value.
  @usableFromInline let least: Int64

  /// Makes the table of a value that never varies.
  public init(constant: Interval) {
    edges = []
    least = constant.nanoseconds
  }

  /// Makes a table from a quantile function in nanoseconds.
  ///
  /// `quantile` is called with each edge's probability and, for the tail, its exact complement: near 1
  /// a `Double` can no longer say how far from 1 it is.
  public init(edges: [Int64]) {
    invariant(
      edges.count == 3 * (Self.cellCount + 1), "a quantile table of \(edges.count) edges")
    for (low, high) in zip(edges, edges.dropFirst()) where high < low {
      invariant(edges.count == 0, "a quantile table that falls from \(low) to \(high)")
    }
    self.edges = edges
    least = edges[0]
  }

  /// Draws a length of time.
  @inlinable
  public func draw(_ stream: inout RandomStream) -> Interval {
    let bits = stream.next()
    if edges.isEmpty { return Interval(nanoseconds: least) }
    var cell = Int(bits >> 56)
    var rest = bits << 8
    var base = 0
    while cell == 255, base < 2 * 257 {
      cell = Int(rest >> 56)
      rest <<= 8
      base += 257
    }
    let low = edges[base + cell]
    let width = UInt64(bitPattern: edges[base + cell + 1] &- low)
    return Interval(nanoseconds: low &+ Int64(bitPattern: width.multipliedFullWidth(by: rest).high))
  }
}

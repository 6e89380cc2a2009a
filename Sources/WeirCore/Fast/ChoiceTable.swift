// SPDX-License-Identifier: Apache-2.0

/// A choice among places 0, 1, 2 … by weight, ready to be drawn.
///
///     let table = ChoiceTable(weights: [3, 1])
///     table.draw(&stream)  // 0 three times in four
///
/// - Complexity: a draw is one random number and O(log *n*) comparisons.
public struct ChoiceTable: Hashable, Sendable {
  /// The weights summed up to each place.
  @usableFromInline let sums: [UInt64]

  /// Makes a table; at least one weight is not zero and their sum fits into 64 bits.
  public init(weights: [UInt64]) {
    var sum: UInt64 = 0
    sums = weights.map { weight in
      sum += weight
      return sum
    }
    invariant(sum > 0, "weights add up to 0")
  }

  /// The number of places there are.
  public var count: Int { sums.count }

  /// Draws a place.
  @inlinable
  public func draw(_ stream: inout RandomStream) -> Int {
    let point = stream.below(sums[sums.count - 1])
    var low = 0
    var high = sums.count - 1
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] <= point { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Feeds the whole table.
  public func absorb(into digest: inout Digest) {
    for (place, sum) in sums.enumerated() { digest.absorb(sum, UInt64(place)) }
  }
}
